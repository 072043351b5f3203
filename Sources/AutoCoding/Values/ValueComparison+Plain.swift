#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ValueComparison {
  /// Compares values of different, undeclared types. They are equal if they represent the same JSON-like value. So an
  /// `[Int]` equals the `[Any]` as which it is decoded, and an `NSNumber` equals an Int.
  func comparePlain(_ a: Any, _ b: Any) throws -> Bool {
    guard let a = PlainValue(a), let b = PlainValue(b) else { return false }
    switch (a, b) {
    case (.null, .null): return true
    case (.bool(let a), .bool(let b)): return a == b
    case (.integer(let a), .integer(let b)): return Self.isEqual(a, b)
    case (.double(let a), .double(let b)): return a.isSame(as: b)
    case (.float(let a), .float(let b)): return a.isSame(as: b)
    case (.float(let a), .double(let b)), (.double(let b), .float(let a)): return Self.isEqual(a, b)
    case (.decimal(let a), .decimal(let b)): return a.isSame(as: b)
    case (.string(let a), .string(let b)): return a == b
    case (.date(let a), .date(let b)): return a.isSame(as: b)
    case (.data(let a), .data(let b)): return a == b
    case (.url(let a), .url(let b)): return a == b
    case (.uuid(let a), .uuid(let b)): return a == b
    case (.array(let a), .array(let b)): return try compareElements(a, b)
    case (.dictionary(let a), .dictionary(let b)): return try compareMembers(a, b)
    default: return false
    }
  }

  private func compareElements(_ a: [Any], _ b: [Any]) throws -> Bool {
    guard a.count == b.count else { return false }
    for index in a.indices {
      do {
        guard try compareAny(a[index], b[index]) else { return false }
      } catch {
        throw error.prepending(DynamicKey(index: index))
      }
    }
    return true
  }

  private func compareMembers(_ a: [String: Any], _ b: [String: Any]) throws -> Bool {
    guard a.count == b.count else { return false }
    for (key, value) in a {
      guard let other = b[key] else { return false }
      do {
        guard try compareAny(value, other) else { return false }
      } catch {
        throw error.prepending(DynamicKey(key))
      }
    }
    return true
  }

  private static func isEqual(_ a: any FixedWidthInteger, _ b: any FixedWidthInteger) -> Bool {
    func open<A: FixedWidthInteger>(_ a: A) -> Bool {
      func open<B: FixedWidthInteger>(_ b: B) -> Bool { a == b }
      return open(b)
    }
    return open(a)
  }

  /// A Float equals a Double with the same value, or with the same digits, as they are written in text.
  private static func isEqual(_ a: Float, _ b: Double) -> Bool {
    Double(a) == b || Double("\(a)") == b || a.isNaN && b.isNaN
  }
}

extension OptionalCodec {
  /// Whether the value at the address is an `Any` with a null, such as an `NSNull`, which is decoded as nil. Precondition: it is
  /// not nil.
  func holdsNull(_ address: UnsafeRawPointer) -> Bool {
    guard wrapped.kind == .existential, case .null? = PlainValue(wrapped.plainValue(at: address)) else { return false }
    return true
  }
}
