import Foundation

/// What represents a value in an archive: an object, null, or a number, which a property's record has in place.
struct CoderObject {
  enum Number {
    case bool(Bool)
    case integer(Int64)
    case float(Float)
    case double(Double)

    var object: NSNumber {
      switch self {
      case .bool(let value): NSNumber(value: value)
      case .integer(let value): NSNumber(value: value)
      case .float(let value): NSNumber(value: value)
      case .double(let value): NSNumber(value: value)
      }
    }

    var type: Any.Type {
      switch self {
      case .bool: Bool.self
      case .integer: Int64.self
      case .float: Float.self
      case .double: Double.self
      }
    }

    /// The numbers that are equal to a Bool.
    static let shared: [Number] = [
      .bool(false), .bool(true), .integer(0), .integer(1), .float(0), .float(1), .float(-0.0), .double(0), .double(1),
      .double(-0.0),
    ]

    /// The position in ``shared``; nil for any other number.
    var sharedIndex: Int? {
      switch self {
      case .bool(let value): value ? 1 : 0
      case .integer(let value): 0...1 ~= value ? 2 + Int(value) : nil
      case .float(let value): value == 1 ? 5 : value == 0 ? value.sign == .plus ? 4 : 6 : nil
      case .double(let value): value == 1 ? 8 : value == 0 ? value.sign == .plus ? 7 : 9 : nil
      }
    }

    func encode(forKey key: String, with coder: NSCoder) {
      switch self {
      case .bool(let value): coder.encode(value, forKey: key)
      case .integer(let value): coder.encode(value, forKey: key)
      case .float(let value): coder.encode(value, forKey: key)
      case .double(let value): coder.encode(value, forKey: key)
      }
    }
  }

  /// The number, if the value is nothing else, and is not declared as something that may be other than a number.
  let number: Number?
  private let other: Any?

  /// The object; nil for null.
  var object: Any? { other ?? number?.object }

  /// - Parameter object: The object; nil for null.
  init(_ object: Any? = nil) { (number, other) = (nil, object) }

  /// - Parameter object: The object if the number is not in place, if it is no `NSNumber`.
  init(number: Number, object: Any? = nil) { (self.number, other) = (number, object) }
}
