/// What has to be true of data before a type of Foundation decodes itself from it. The code of these types stops the process
/// otherwise.
///
/// This module does not import every module that declares one of them, and knows them by their names.
enum OwnCodeCheck: Sendable {
  case none
  case indexSet
  case urlComponents

  private static let names: [String: OwnCodeCheck] = [
    "Foundation.IndexSet": .indexSet, "Foundation.URLComponents": .urlComponents,
    "FoundationEssentials.URLComponents": .urlComponents,
  ]

  init(of type: Any.Type) {
    guard Metadata(type).kind == .structure else {
      self = .none
      return
    }
    self = Self.names[_typeName(type, qualified: true)] ?? .none
  }

  /// - Throws: `DecodingError` if the type's code would stop the process, or if the data is of another form.
  func verify(_ decoder: ContainerDecoder) throws {
    let problem: String? =
      switch self {
      case .none: nil
      case .indexSet: Indexes.areSound(in: decoder) ? nil : try Indexes(from: decoder).problem
      case .urlComponents: try Components(from: decoder).problem
      }
    guard let problem else { return }
    throw DecodingError.dataCorrupted(
      .init(codingPath: decoder.codingPath, debugDescription: "\(problem) Correct the data."))
  }

  /// An `IndexSet`, as its own code has it.
  private struct Indexes: Decodable {
    struct Range: Decodable {
      let location: Int
      let length: Int
    }

    let indexes: [Range]

    /// Whether the ranges are sound, which is found out without containers. They take as long as the type's own code, and
    /// say what is unusual.
    static func areSound(in decoder: ContainerDecoder) -> Bool {
      decoder.withSource { source in
        guard source.usesKeysAsTheyAre, source.options.values.leniencyBits == 0 else { return false }
        return (try? areSound(in: source, at: decoder.position)) ?? false
      }
    }

    private static func areSound(in source: ContainerSource, at position: Int) throws -> Bool {
      guard position != ContainerSource.null, try source.beginObject(position),
        case let indexes = try source.member("indexes", of: position), indexes != ContainerSource.null,
        let ranges = try source.elements(of: indexes)
      else { return false }
      var range = ranges.first
      for index in 0..<ranges.count {
        if index > 0 { range = source.element(after: range) }
        guard try source.beginObject(range), let location = try number("location", of: range, in: source),
          let length = try number("length", of: range, in: source),
          length >= 0, !location.addingReportingOverflow(length).overflow
        else { return false }
      }
      return true
    }

    private static func number(_ key: String, of object: Int, in source: ContainerSource) throws -> Int? {
      let position = try source.member(key, of: object)
      guard position != ContainerSource.null, try !source.isNull(position) else { return nil }
      var number = 0
      try withUnsafeMutablePointer(to: &number) { try source.readLeaf(.int, at: position, into: $0) }
      return number
    }

    var problem: String? {
      let damaged = indexes.first { $0.length < 0 || $0.location.addingReportingOverflow($0.length).overflow }
      return damaged.map { "No IndexSet has \($0.length) integers from \($0.location) on." }
    }
  }

  /// The members of `URLComponents` that cannot be any text or number.
  private struct Components: Decodable {
    let scheme: String?
    let port: Int?

    var problem: String? {
      if let port, port < 0 { return "No URL has the port \(port)." }
      guard let scheme, !Self.isScheme(scheme.utf8) else { return nil }
      return
        "No URL has the scheme \"\(scheme.shortened)\", which is a letter, and then letters, digits, +, - and points."
    }

    /// RFC 3986, section 3.1.
    private static func isScheme(_ text: String.UTF8View) -> Bool {
      guard let first = text.first, isLetter(first) else { return false }
      return text.allSatisfy { isLetter($0) || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || "+-.".utf8.contains($0) }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 }
  }
}
