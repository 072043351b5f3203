#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A value for any JSON: what has no model, or not yet.
///
/// ```swift
/// var value = try AutoJSONDecoder().decode(JSONValue.self, from: data)
/// let city = value["address"]?["city"]?.string
/// value["tags"] = ["new", 1, nil]
/// let person = try value.decode(Person.self)
/// ```
///
/// It may be a root value, a property, and an element of any collection, with every coder. ``AutoJSONDecoder`` and
/// ``AutoJSONEncoder`` read and write it straight from and to text: numbers are written as they came, and objects keep
/// their order. Options for keys do not apply to its keys, which are data.
///
/// Two values are equal if they stand for the same: `1` equals `1.0`, and the order of members does not count.
public enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)

  /// Makes a number.
  public init(_ value: some BinaryInteger) { self = .number(JSONNumber(value)) }

  /// Makes a number; nil for infinity and not-a-number, for which JSON has no notation.
  public init?(_ value: Double) {
    guard let number = JSONNumber(value) else { return nil }
    self = .number(number)
  }

  /// Makes a number; nil for not-a-number, for which JSON has no notation.
  public init?(_ value: Decimal) {
    guard let number = JSONNumber(value) else { return nil }
    self = .number(number)
  }

  // MARK: Typed access

  /// Whether the value is null.
  public var isNull: Bool { if case .null = self { true } else { false } }

  /// The value if it is true or false; nil for anything else.
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

  /// The value if it is a number; nil for anything else.
  public var number: JSONNumber? { if case .number(let value) = self { value } else { nil } }

  /// The value if it is a number without a fraction that fits; nil for anything else.
  public var int: Int? { number?.int }

  /// The `Double` nearest to the value, if it is a number that is not beyond one; nil for anything else.
  public var double: Double? { number?.double }

  /// The value if it is a number that a `Decimal` holds exactly; nil for anything else.
  public var decimal: Decimal? { number?.decimal }

  /// The value if it is a string; nil for anything else.
  public var string: String? { if case .string(let value) = self { value } else { nil } }

  /// The elements if the value is an array; nil for anything else. They can be changed in place: `value.array?.append(1)`.
  /// Setting nil makes the value null.
  public var array: [JSONValue]? {
    get { if case .array(let elements) = self { elements } else { nil } }
    set { self = newValue.map { .array($0) } ?? .null }
    _modify {
      var elements = array
      if elements != nil { self = .null }
      defer { if let elements { self = .array(elements) } }
      yield &elements
    }
  }

  /// The members if the value is an object; nil for anything else. They can be changed in place:
  /// `value.object?.removeValue(forKey: "name")`. Setting nil makes the value null.
  public var object: JSONObject? {
    get { if case .object(let members) = self { members } else { nil } }
    set { self = newValue.map { .object($0) } ?? .null }
    _modify {
      var members = object
      if members != nil { self = .null }
      defer { if let members { self = .object(members) } }
      yield &members
    }
  }

  /// The value under a key, if this is an object that has it; nil otherwise.
  ///
  /// Setting nil removes the key. Setting a value under a key of anything but an object makes it an object first, as a merge
  /// patch does: what it was is gone.
  ///
  /// - Complexity: O(1) on average; O(*n*) to remove one of *n* members.
  public subscript(key: String) -> JSONValue? {
    get { object?[key] }
    _modify {
      if case .object(var members) = self {
        self = .null
        defer { self = .object(members) }
        yield &members[key]
      } else {
        var value: JSONValue?
        defer { if let value { self = .object([key: value]) } }
        yield &value
      }
    }
  }

  /// The element at an index, if this is an array that has it; nil otherwise.
  ///
  /// Setting nil removes the element. The index behind the last element appends one. Setting any other element that there is
  /// not changes nothing; `array![index] = value` traps, as for every array.
  public subscript(index: Int) -> JSONValue? {
    get {
      guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
      return elements[index]
    }
    _modify {
      guard case .array(var elements) = self, index >= 0, index <= elements.count else {
        var value: JSONValue?
        yield &value
        return
      }
      self = .null
      var value: JSONValue?
      if index < elements.count {
        var element = JSONValue.null
        swap(&element, &elements[index])
        value = consume element
      }
      defer {
        if let value {
          if index < elements.count { elements[index] = value } else { elements.append(value) }
        } else if index < elements.count {
          elements.remove(at: index)
        }
        self = .array(elements)
      }
      yield &value
    }
  }
}

extension JSONValue: CustomStringConvertible {
  /// The value as JSON text, on one line.
  public var description: String {
    let encoder = AutoJSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    encoder.limits.maximumDepth = .max
    return (try? encoder.encodeToString(self)) ?? "a JSONValue that is nested too deeply to be printed"
  }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// Makes null.
  public init(nilLiteral: ()) { self = .null }
  /// Makes true or false.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Makes a number.
  public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }
  /// Makes a number.
  ///
  /// - Precondition: The literal is finite.
  public init(floatLiteral value: Double) { self = .number(JSONNumber(floatLiteral: value)) }
  /// Makes a string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Makes an array.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// Makes an object, in the order of the literal. A key that comes again replaces the value that it had.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(JSONObject(elements.lazy.map { (key: $0.0, value: $0.1) }))
  }
}
