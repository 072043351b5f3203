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
  var object: Any? { number?.object ?? other }

  /// - Parameter object: The object; nil for null.
  init(_ object: Any? = nil) { (number, other) = (nil, object) }
  init(number: Number) { (self.number, other) = (number, nil) }
}
