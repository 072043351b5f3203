/// What a lenient decoder let pass, and where.
///
/// Nothing is lenient by default: see ``AutoJSONDecoder/leniency``.
public struct AutoJSONConcession: Sendable {
  /// What was let pass.
  public enum Kind: Hashable, Sendable {
    /// A string was read as a number.
    case numberFromString
    /// A number or bool was read as a string.
    case stringFromNumber
    /// 0, 1, "true" or "false" was read as a bool.
    case boolFromNumberOrString
    /// An element of a collection could not be decoded, and was left out.
    case skippedElement
    /// Null left a property at its default.
    case defaultForNull
  }

  /// What was let pass.
  public let kind: Kind
  /// The path of the value in the data: keys and indices as they are there.
  public let codingPath: [any CodingKey]
  /// The number of bytes before the value.
  public let offset: Int
  /// Why an element was left out.
  public let error: DecodingError?
}

/// What is let pass, for a decoder that is told so.
public struct AutoJSONLeniency: OptionSet, Sendable {
  /// One bit for each kind.
  public let rawValue: Int

  /// Makes a set of the bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Numbers may be strings: `"12"` for 12.
  public static let numbersFromStrings = AutoJSONLeniency(rawValue: 1)
  /// Strings may be numbers or bools: `12` for "12".
  public static let stringsFromNumbers = AutoJSONLeniency(rawValue: 2)
  /// Bools may be 0, 1, "true" or "false".
  public static let boolsFromNumbersAndStrings = AutoJSONLeniency(rawValue: 4)
  /// Elements of arrays and sets that cannot be decoded are left out. Not in collections that a type's own `Codable` code
  /// decodes.
  public static let skipsUndecodableElements = AutoJSONLeniency(rawValue: 8)
  /// Null leaves a property that is no Optional at its default, in types with an `init()`.
  public static let defaultsForNull = AutoJSONLeniency(rawValue: 16)
  /// All of it.
  public static let all: AutoJSONLeniency = [
    .numbersFromStrings, .stringsFromNumbers, .boolsFromNumbersAndStrings, .skipsUndecodableElements, .defaultsForNull,
  ]
}

/// What a decoder let pass so far, by the place in the text.
final class JSONConcessions {
  private(set) var list: [(kind: AutoJSONConcession.Kind, offset: Int, error: DecodingError?)] = []

  func add(_ kind: AutoJSONConcession.Kind, at offset: Int, error: DecodingError? = nil) {
    list.append((kind, offset, error))
  }

  /// Forgets what was let pass in a value that was given up.
  func forget(from offset: Int) {
    list.removeAll { $0.offset >= offset }
  }

  /// The list with the path of each, for which the text is looked through once more.
  func located(in reader: JSONReader) -> [AutoJSONConcession] {
    var paths: [Int: [any CodingKey]] = [:]
    let wanted = Set(list.map(\.offset))
    var reader = reader
    reader.collectPaths(of: wanted, path: [], into: &paths)
    return list.map {
      AutoJSONConcession(kind: $0.kind, codingPath: paths[$0.offset] ?? [], offset: $0.offset, error: $0.error)
    }
  }
}

extension JSONReader {
  /// Finds the paths of values by their places. Precondition: the text is JSON, not nested beyond the limit.
  fileprivate mutating func collectPaths(
    of offsets: Set<Int>, path: [any CodingKey], into paths: inout [Int: [any CodingKey]]
  ) {
    skipSpace()
    if offsets.contains(offset) { paths[offset] = path }
    guard next < end, path.count < 4096 else { return }
    do {
      switch next.pointee {
      case .openBracket:
        _ = try beginArray()
        var index = 0
        while try hasNextElement() {
          collectPaths(of: offsets, path: path + [DynamicKey(index: index)], into: &paths)
          index += 1
        }
      case .openBrace:
        try beginRecord()
        while let key = try nextKey() {
          collectPaths(of: offsets, path: path + [DynamicKey(key)], into: &paths)
        }
      default: try skipValue()
      }
    } catch {
      // The text has been read before; what is found until here is all there is.
      next = end
    }
  }
}
