#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Under ``AutoJSONEncoder`` and ``AutoJSONDecoder``, a value is text. Under any other coder it is written and read through
/// containers, without loss, or is refused. Only a decoder that rounds numbers without an error loses digits, as
/// `JSONDecoder` does with more than 38.
extension JSONValue: Codable {
  // MARK: Encoding

  /// Encodes the value as what it stands for.
  ///
  /// - Throws: `EncodingError` for a number that neither an integer of 64 bits, a `Double` nor a `Decimal` holds exactly, if
  ///   the encoder is not ``AutoJSONEncoder``. A ``DictionaryEncoder`` for property lists has no `Decimal`.
  public func encode(to encoder: any Encoder) throws {
    if let encoder = encoder as? ContainerEncoder, try encoder.encodeAsText(self) { return }
    switch self {
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .bool(let value):
      var container = encoder.singleValueContainer()
      try container.encode(value)
    case .string(let value):
      var container = encoder.singleValueContainer()
      try container.encode(value)
    case .number(let number): try Self.encode(number, to: encoder)
    case .array(let elements):
      try Self.nesting(elements, in: encoder) {
        var container = encoder.unkeyedContainer()
        for element in elements { try container.encode(element) }
      }
    case .object(let members):
      try Self.nesting(members, in: encoder) { try Self.encode(members, to: encoder) }
    }
  }

  /// Calls `encode` within a level. AutoCoding's own encoders have entered one.
  private static func nesting(_ value: Any, in encoder: any Encoder, _ encode: () throws -> Void) throws {
    if encoder is ContainerEncoder { return try encode() }
    try NestedLevel.encoding(value, to: encoder, encode)
  }

  private static func encode(_ number: JSONNumber, to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if number.isInteger {
      if let value = number.int { return try container.encode(value) }
      if let value = number.integer(as: Int64.self) { return try container.encode(value) }
      if let value = number.integer(as: UInt64.self) { return try container.encode(value) }
    }
    if let value = number.double, JSONNumber(value) == number { return try container.encode(value) }
    // As text, it would be decoded as a string.
    if let value = number.decimal, (encoder as? ContainerEncoder)?.sink.decimalForm != .text {
      return try container.encode(value)
    }
    throw EncodingError.invalidValue(
      number,
      .init(
        codingPath: encoder.codingPath,
        debugDescription: """
          The number \(number.shown) of a JSONValue cannot be encoded without loss: neither an integer of 64 bits, a Double \
          nor, if the format has one, a Decimal holds it. AutoJSONEncoder writes it as it is; otherwise round it, or make it a string.
          """))
  }

  private static func encode(_ members: JSONObject, to encoder: any Encoder) throws {
    if let encoder = encoder as? ContainerEncoder {
      guard encoder.sink.decimalForm != .object || !isDecimal({ members[$0] != nil }, count: members.count) else {
        throw decimalRefusal(members, encoder)
      }
      guard !members.hasEquivalentKeys else { throw equivalenceRefusal(members, encoder) }
      _ = encoder.container(keyedBy: DynamicKey.self)
      for (key, value) in members { try encoder.set(value, forText: key) }
      return
    }
    // A dictionary, since no strategy for keys may change those that are data.
    let dictionary = Dictionary(members.lazy.map { ($0.key, $0.value) }) { first, _ in first }
    guard dictionary.count == members.count else { throw equivalenceRefusal(members, encoder) }
    guard !isDecimal({ dictionary[$0] != nil }, count: dictionary.count) else {
      throw decimalRefusal(members, encoder)
    }
    var container = encoder.singleValueContainer()
    try container.encode(dictionary)
  }

  /// Whether an object would be taken for a Decimal in a format that has none.
  fileprivate static func isDecimal(_ hasMember: (String) -> Bool, count: Int) -> Bool {
    count == 5 && ["exponent", "length", "isNegative", "isCompact", "mantissa"].allSatisfy(hasMember)
  }

  private static func decimalRefusal(_ members: JSONObject, _ encoder: any Encoder) -> EncodingError {
    refusal(members, "has the members by which a Decimal is encoded, and would be decoded as a number", encoder)
  }

  private static func equivalenceRefusal(_ members: JSONObject, _ encoder: any Encoder) -> EncodingError {
    refusal(members, "has two keys that are the same as Strings, though not in UTF-8", encoder)
  }

  private static func refusal(_ members: JSONObject, _ reason: String, _ encoder: any Encoder) -> EncodingError {
    .invalidValue(
      members,
      .init(
        codingPath: encoder.codingPath,
        debugDescription: "An object of a JSONValue \(reason). Use AutoJSONEncoder, or other keys."))
  }

  // MARK: Decoding

  /// Decodes any value that JSON has.
  ///
  /// A decoder that is not AutoCoding's gives no order of keys; they are then in the order of their UTF-8. One of another
  /// library may read a number or a Bool as text, and text as a number: a value is then a number or a Bool if its text is
  /// written as one, `2.5` and not `007`.
  ///
  /// - Throws: `DecodingError` for a value that JSON has not, such as a date of a property list.
  public init(from decoder: any Decoder) throws {
    if let decoder = decoder as? ContainerDecoder {
      self = try decoder.jsonValue()
      return
    }
    let container = try decoder.singleValueContainer()
    if FoundationCoders.isForeign(type(of: decoder)) {
      self = try Self.value(of: ForeignValue(container), decoder)
      return
    }
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let number = Self.number(in: container) {
      self = .number(number)
    } else if var elements = try? decoder.unkeyedContainer() {
      let level = try NestedLevel.enter(toDecodeFrom: decoder)
      defer { extendLifetime(level) }
      var values: [JSONValue] = []
      // For a type that is not Optional, containers refuse null before they call the type's code.
      while !elements.isAtEnd { values.append(try elements.decode(JSONValue?.self) ?? .null) }
      self = .array(values)
    } else if (try? decoder.container(keyedBy: DynamicKey.self)) != nil {
      let level = try NestedLevel.enter(toDecodeFrom: decoder)
      defer { extendLifetime(level) }
      // Do not read through the container: a strategy may have converted its keys.
      let members = try container.decode([String: JSONValue?].self)
      self = .object(JSONObject(members.mapValues { $0 ?? .null }))
    } else {
      throw Self.mismatch(decoder.codingPath)
    }
  }

  private static func value(of value: ForeignValue, _ decoder: any Decoder) throws -> JSONValue {
    switch value.content {
    case .null: return .null
    case .bool(let value): return .bool(value)
    case .text(let value): return .string(value)
    case .integer(let value): return .number(JSONNumber(value))
    case .unsigned(let value): return .number(JSONNumber(value))
    case .double(let double):
      // Text and a Decimal have more digits.
      if let number = value.text.flatMap({ JSONNumber($0) }) { return .number(number) }
      if double.isFinite, let decimal = value.attempt(Decimal.self), decimal != 0, let number = JSONNumber(decimal) {
        return .number(number)
      }
      if let number = JSONNumber(double) { return .number(number) }
      if let text = value.text { return .string(text) }
      throw mismatch(decoder.codingPath)
    case .array, .object, .other: break
    }
    // A Decimal may be an object.
    if let decimal = value.attempt(Decimal.self), let number = JSONNumber(decimal) { return .number(number) }
    if case .other = value.content { throw mismatch(decoder.codingPath) }
    let level = try NestedLevel.enter(toDecodeFrom: decoder)
    defer { extendLifetime(level) }
    // Neither is read through its own container: a strategy may have converted the keys.
    if case .array = value.content {
      return .array(try value.container.decode([JSONValue?].self).map { $0 ?? .null })
    }
    let members = try value.container.decode([String: JSONValue?].self)
    return .object(JSONObject(members.mapValues { $0 ?? .null }))
  }

  private static func number(in container: any SingleValueDecodingContainer) -> JSONNumber? {
    if let value = try? container.decode(Int64.self) {
      guard value == 0, let zero = try? container.decode(Double.self), zero.sign == .minus else {
        return JSONNumber(value)
      }
      return JSONNumber(zero)
    }
    if let value = try? container.decode(UInt64.self) { return JSONNumber(value) }
    // A Decimal has more digits; a Double a larger range.
    if let value = try? container.decode(Decimal.self), let number = JSONNumber(value), value != 0 { return number }
    return (try? container.decode(Double.self)).flatMap { JSONNumber($0) }
  }

  fileprivate static func mismatch(_ codingPath: [any CodingKey]) -> DecodingError {
    .typeMismatch(
      JSONValue.self,
      .init(
        codingPath: codingPath,
        debugDescription: """
          Expected a value that JSON has, which is null, a bool, a number, a string, an array or an object, and found \
          another. Declare a property of the type that the data has.
          """))
  }
}

extension JSONObject {
  /// Whether two keys are the same as Strings, so that only text keeps both.
  fileprivate var hasEquivalentKeys: Bool {
    contains { !$0.key.utf8.allSatisfy { $0 < 0x80 } } && Set(keys).count < count
  }
}

extension JSONNumber {
  /// The number for an error, which does not show all of a long one.
  var shown: String {
    description.utf8.count > 50 ? description.prefix(50) + "…" : description
  }
}

extension ContainerEncoder {
  /// Writes a value as text; returns false, and writes nothing, if the format is not JSON, or if code adds the value's members
  /// to others.
  fileprivate func encodeAsText(_ value: JSONValue) throws -> Bool {
    guard let sink = sink as? JSONContainerSink, sink.at(node).pointee.kind == .empty else { return false }
    let codec = try Discovery.codec(for: JSONValue.self)
    do {
      let leaf = try withUnsafePointer(to: value) { try sink.walk($0, as: codec, depth: Int(depth), path: path) }
      sink.set(leaf, at: node)
    } catch {
      throw ContainerPath.locating(error, at: path)
    }
    return true
  }
}

extension ContainerDecoder {
  fileprivate func jsonValue() throws -> JSONValue {
    let isArray: Bool
    do {
      if position == ContainerSource.null { return .null }
      if let source = source as? JSONContainerSource {
        return try source.value(JSONValue.self, as: try Discovery.codec(for: JSONValue.self), at: position, path: path)
      }
      if let digits = (source as? TreeContainerSource)?.bigInteger(at: position), let number = JSONNumber(digits) {
        return .number(number)
      }
      if let leaf = try source.dynamicLeaf(at: position) { return try Self.value(of: leaf) }
      isArray = try source.elements(of: position) != nil
    } catch {
      throw ContainerPath.locating(error, at: path)
    }
    if isArray {
      var elements = try unkeyedContainer()
      var values: [JSONValue] = []
      while !elements.isAtEnd { values.append(try elements.decode(JSONValue.self)) }
      return .array(values)
    }
    var object = JSONObject()
    try forEachMember { object[$0] = try $1.decode(JSONValue.self) }
    if source.hasDecimalObjects, JSONValue.isDecimal({ object[$0] != nil }, count: object.count),
      let decimal = try? singleValueContainer().decode(Decimal.self), let number = JSONNumber(decimal)
    {
      return .number(number)
    }
    return .object(object)
  }

  private static func value(of leaf: Any) throws -> JSONValue {
    switch PlainValue(leaf) {
    case .null: return .null
    case .bool(let value): return .bool(value)
    case .string(let value): return .string(value)
    case .integer(let value): return .number(JSONNumber(value))
    case .double(let value): if let number = JSONNumber(value) { return .number(number) }
    case .float(let value): if let number = JSONNumber(value) { return .number(number) }
    case .decimal(let value): if let number = JSONNumber(value) { return .number(number) }
    case .date, .data, .url, .uuid, .array, .dictionary, nil: break
    }
    throw JSONValue.mismatch([])
  }
}
