#if !canImport(Darwin)
import Foundation

/// The file of a `UserDefaults` suite, an XML property list. Foundation writes it if no system service does.
struct SuiteFile {
  private let directory: String
  private let name: String

  var path: String { "\(directory)/\(name)" }

  init(suite: String) {
    let home = ProcessInfo.processInfo.environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    directory = home ?? NSHomeDirectory() + "/.config"
    name = suite + ".plist"
  }

  func contents() throws(SystemFailure) -> Data? {
    do throws(SystemFailure) {
      return try Directory(path: directory, followsLink: true).contents(of: name)
    } catch {
      if error.code == ENOENT { return nil }
      throw error
    }
  }

  func replace(with contents: Data?) throws(SystemFailure) {
    let directory = try Directory(path: directory, followsLink: true)
    if let contents {
      try directory.replace(name, with: contents, permissions: 0o600)
    } else {
      try directory.remove(name)
    }
  }

  /// Whether a file is one that was written completely.
  static func isComplete(_ contents: Data) -> Bool {
    // Foundation writes one form, but reads what other programs write: binary files, or XML that ends in a comment.
    hasOwnEnding(contents) || list(in: contents) != nil
  }

  /// Whether a file holds a suite without keys, and so is correctly read as empty.
  static func isEmptySuite(_ contents: Data) -> Bool { list(in: contents)?.isEmpty ?? false }

  /// Whether a file ends as those that Foundation writes, which is found without parsing it.
  private static func hasOwnEnding(_ contents: Data) -> Bool {
    guard let end = contents.lastIndex(where: { !isSpace($0) }) else { return false }
    return contents[...end].hasSuffix("</plist>")
  }

  private static func list(in contents: Data) -> [String: Any]? {
    var format = PropertyListSerialization.PropertyListFormat.xml
    let list = try? PropertyListSerialization.propertyList(from: contents, options: [], format: &format)
    // White space alone is an empty dictionary in the oldest format, which is none for suites.
    return format == .openStep ? nil : list as? [String: Any]
  }

  /// Whether a file is complete and has this value under an ASCII key, or none if the value is nil.
  static func holds(_ value: Any?, forKey key: String, in contents: Data?) -> Bool {
    guard let contents else { return value == nil }
    guard hasOwnEnding(contents) else {
      guard let list = list(in: contents) else { return false }
      return isSame(value, list[key])
    }
    let escaped = key.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
      .replacingOccurrences(of: ">", with: "&gt;")
    guard let end = end(ofKey: Array("<key>\(escaped)</key>".utf8), in: contents) else { return value == nil }
    guard let value else { return false }
    guard let value = value as? Data else {
      return isSame(value, list(in: contents)?[key])
    }
    let rest = contents[end...].drop(while: isSpace)
    if value.isEmpty, rest.starts(with: "<data/>".utf8) { return true }
    guard rest.starts(with: "<data>".utf8), let last = rest.range(of: Data("</data>".utf8)) else { return false }
    // Foundation's option to ignore unknown characters ignores more than white space, which is what empty data
    // contains.
    let base64 = rest[..<last.lowerBound].dropFirst("<data>".utf8.count).filter { !isSpace($0) }
    return Data(base64Encoded: base64) == value
  }

  private static func isSame(_ value: Any?, _ found: Any?) -> Bool {
    guard let value, let found else { return value == nil && found == nil }
    if let value = value as? Data { return found as? Data == value }
    return UserDefaultsStore.isWritten(value, as: found)
  }

  /// Returns the end of a key's element. Values of other keys may have dictionaries with the same key.
  private static func end(ofKey element: [UInt8], in contents: Data) -> Data.Index? {
    let offset = contents.withUnsafeBytes { bytes -> Int? in
      var depth = 0
      var rest = bytes[...]
      // In text, the character is escaped.
      while let tag = rest.firstIndex(of: UInt8(ascii: "<")) {
        rest = bytes[tag...]
        if depth == 1, rest.starts(with: element) { return tag + element.count }
        if rest.starts(with: "<dict>".utf8) || rest.starts(with: "<array>".utf8) { depth += 1 }
        if rest.starts(with: "</dict>".utf8) || rest.starts(with: "</array>".utf8) { depth -= 1 }
        rest = rest.dropFirst()
      }
      return nil
    }
    return offset.map { contents.startIndex + $0 }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }
}

extension Data {
  fileprivate func hasSuffix(_ text: String) -> Bool {
    suffix(text.utf8.count).elementsEqual(text.utf8)
  }
}
#endif
