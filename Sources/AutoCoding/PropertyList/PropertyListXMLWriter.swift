#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Writes the XML form of a binary property list that this library wrote.
struct PropertyListXMLWriter {
  /// An array or dictionary that is being written.
  private struct Frame {
    enum Contents {
      case elements(PropertyListReader.Elements)
      case members(PropertyListReader.Pairs)
    }

    let contents: Contents
    var next = 0
  }

  private let list: PropertyListReader
  private var output: [UInt8] = []
  private var frames: [Frame] = []

  init(_ list: PropertyListReader) {
    self.list = list
    output.reserveCapacity(list.objectByteCount)
  }

  /// Returns the document.
  mutating func text() throws -> [UInt8] {
    put(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">

      """)
    try write(list.topObject)
    while let frame = frames.last {
      frames[frames.count - 1].next += 1
      switch frame.contents {
      case .elements(let elements):
        if frame.next < elements.count {
          try write(try list.element(frame.next, of: elements))
        } else {
          end("</array>\n")
        }
      case .members(let members):
        if frame.next < members.count {
          indent()
          put("<key>")
          escape(try list.string(list.key(frame.next, of: members)))
          put("</key>\n")
          try write(try list.value(frame.next, of: members))
        } else {
          end("</dict>\n")
        }
      }
    }
    put("</plist>\n")
    return output
  }

  private mutating func put(_ text: String) { output.append(contentsOf: text.utf8) }

  private mutating func indent() {
    for _ in frames { output.append(UInt8(ascii: "\t")) }
  }

  private mutating func end(_ tag: String) {
    frames.removeLast()
    indent()
    put(tag)
  }

  /// Writes a leaf, or begins a container.
  private mutating func write(_ object: UInt32) throws {
    indent()
    switch try list.kind(of: object) {
    case .bool: put(try list.bool(object) ? "<true/>\n" : "<false/>\n")
    case .integer: put("<integer>\(try list.integer(object).text)</integer>\n")
    case .real: put("<real>\(Self.text(of: try list.real(object)))</real>\n")
    case .date: put("<date>\(try Self.text(ofDate: try list.date(object)))</date>\n")
    case .data:
      put("<data>\n")
      indent()
      put(Data(try list.data(object)).base64EncodedString())
      put("\n")
      indent()
      put("</data>\n")
    case .string:
      put("<string>")
      escape(try list.string(object))
      put("</string>\n")
    case .array:
      let elements = try list.array(object)
      if elements.count == 0 { return put("<array/>\n") }
      put("<array>\n")
      frames.append(Frame(contents: .elements(elements)))
    case .dictionary:
      let members = try list.dictionary(object)
      if members.count == 0 { return put("<dict/>\n") }
      put("<dict>\n")
      frames.append(Frame(contents: .members(members)))
    case .null, .uid, .set, .orderedSet:
      // No value of a Codable type is encoded as one of them.
      throw EncodingError.invalidValue(
        object, .init(codingPath: [], debugDescription: "XML property lists have no \(try list.kind(of: object).name).")
      )
    }
  }

  private static func text(of real: Double) -> String {
    if real.isNaN { return "nan" }
    if real.isInfinite { return real < 0 ? "-infinity" : "+infinity" }
    // Foundation's encoder writes no fraction of zero.
    let text = real.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// The years 1 to 9999, in seconds since 2001, as Foundation's calendar has them.
  private static let first = -63_114_076_800.0
  private static let end = 252_423_993_600.0

  private static func text(ofDate seconds: Double) throws -> String {
    let whole = seconds.rounded(.down)
    guard whole >= first, whole < end else {
      throw EncodingError.invalidValue(
        Date(timeIntervalSinceReferenceDate: seconds),
        .init(
          codingPath: [],
          debugDescription: """
            XML property lists have dates of the years 1 to 9999, and not that of \(seconds) seconds since 2001; use \
            outputFormat = .binary.
            """))
    }
    return Date(timeIntervalSinceReferenceDate: whole).iso8601
  }

  private mutating func escape(_ text: String) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): put("&amp;")
      case UInt8(ascii: "<"): put("&lt;")
      case UInt8(ascii: ">"): put("&gt;")
      // As it is, XML would read it as a line feed.
      case UInt8(ascii: "\r"): put("&#13;")
      default: output.append(byte)
      }
    }
  }
}
