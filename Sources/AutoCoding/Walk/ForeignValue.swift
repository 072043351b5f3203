#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The value of another library's decoder, whose kind is found out by trying types.
///
/// Such decoders convert: numbers and Bools are also text, numbers also Bools, objects also arrays; or any text is the number 0. So
/// if there is text, it decides between the others. Each attempt is made with a decoder that the container makes: some
/// decoders have a single container, and some containers pass over what an attempt has read.
struct ForeignValue {
  enum Content {
    case null, array, object
    /// What none of these types is decoded from.
    case other
    case bool(Bool)
    case integer(Int64)
    case unsigned(UInt64)
    case double(Double)
    case text(String)
  }

  let container: any SingleValueDecodingContainer
  let content: Content
  /// What the data has, if the decoder has text for it.
  let text: String?
  /// Whether it is an object that names its class.
  let hasClass: Bool

  init(_ container: any SingleValueDecodingContainer) {
    self.container = container
    if container.decodeNil() {
      (content, text, hasClass) = (.null, nil, false)
      return
    }
    text = Self.attempt(String.self, in: container)
    if let leaf = Self.leaf(text, in: container) {
      (content, hasClass) = (leaf, false)
      return
    }
    let object = try? container.decode(Object.self)
    let array = text == nil && object?.hasKeys != true ? try? container.decode(Array.self) : nil
    hasClass = object?.hasClass ?? false
    if object?.hasKeys == true {
      content = .object
    } else if let text {
      content = .text(text)
    } else if let count = array?.count {
      // An empty object may have a container for an array, too, and the reverse.
      let isArray = count > 0 || object == nil || (try? container.decode([Bool].self)) != nil
      content = isArray ? .array : .object
    } else if let double = Self.attempt(Double.self, in: container) {
      // Not before: some decoders read the bytes of objects as one.
      content = .double(double)
    } else {
      // Some decoders make a container of any value.
      content = object != nil ? .object : array != nil ? .array : .other
    }
  }

  /// Decodes a value as a type; returns nil if it is of another.
  func attempt<Value: Decodable>(_ type: Value.Type) -> Value? { Self.attempt(type, in: container) }

  private static func attempt<Value: Decodable>(
    _ type: Value.Type, in container: any SingleValueDecodingContainer
  ) -> Value? {
    (try? container.decode(Attempt<Value>.self))?.value
  }

  /// Returns a leaf; nil for what may be an object or array.
  private static func leaf(_ text: String?, in container: any SingleValueDecodingContainer) -> Content? {
    // An integer that an Int64 does not hold stops the program in some decoders.
    let unsigned = attempt(UInt64.self, in: container)
    let integer =
      unsigned == nil
      ? attempt(Int64.self, in: container) ?? attempt(Int.self, in: container).map { Int64($0) }
      : unsigned.flatMap { Int64(exactly: $0) }
    let whole = integer.map(Content.integer) ?? unsigned.map(Content.unsigned)
    guard let text else {
      // Some decoders cut off a fraction for an integer.
      if let integer, let double = attempt(Double.self, in: container),
        double.rounded(.towardZero) == Double(integer),
        double != Double(integer) || double.isZero && double.sign == .minus
      {
        return .double(double)
      }
      return whole ?? attempt(Bool.self, in: container).map(Content.bool)
    }
    if let whole, text == integer.map(String.init) ?? unsigned.map(String.init) { return whole }
    if ["true", "false"].contains(text.lowercased()), let value = attempt(Bool.self, in: container) {
      return .bool(value)
    }
    if let double = attempt(Double.self, in: container), !double.isFinite || double == Double(text), !hasPadding(text) {
      // Hexadecimal digits are those of an integer.
      if let whole, let integer, !text.contains("."), Double(integer) == double { return whole }
      return .double(double)
    }
    return text.isEmpty ? nil : .text(text)
  }

  /// Whether a number would lose leading zeros or a plus sign of its text.
  private static func hasPadding(_ text: String) -> Bool {
    let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
    guard digits.first == UInt8(ascii: "0") else { return digits.first == UInt8(ascii: "+") }
    return digits.dropFirst().first.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
  }

  private struct Attempt<Value: Decodable>: Decodable {
    let value: Value

    init(from decoder: any Decoder) throws { value = try decoder.singleValueContainer().decode(Value.self) }
  }

  /// Finds out whether a value is an object.
  private struct Object: Decodable {
    let hasKeys: Bool
    let hasClass: Bool

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: DynamicKey.self)
      // Containers of leaves in XML have one empty key.
      hasKeys = container.allKeys.contains { !$0.stringValue.isEmpty }
      hasClass = hasKeys && container.contains(DynamicKey(TypeNames.classKey))
    }
  }

  /// Finds out whether a value is an array.
  private struct Array: Decodable {
    let count: Int?

    init(from decoder: any Decoder) throws { count = try decoder.unkeyedContainer().count }
  }
}
