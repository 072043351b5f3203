import AutoCoding
import Foundation

// What several layouts are made of.

/// Takes no memory.
struct Nothing: AutoCoding, Equatable {}

/// More than 64 bytes, most of them of nil.
struct Large: AutoCoding, Equatable {
  var a: Int? = 1
  var b: Int?
  var c: Int?
  var d: Int?
  var e: Int?
  let counted: Counted
  var text = "a text that is too long to be stored inline"
}

/// Cannot be moved by copying its bytes: weak references are registered.
struct Watched: Codable, Equatable {
  private weak var observed: Counted?
  private let owned: Counted

  init(_ number: Int) {
    owned = Counted(number)
    observed = owned
  }

  init(from decoder: any Decoder) throws {
    owned = try Counted(from: decoder)
    observed = owned
  }

  func encode(to encoder: any Encoder) throws {
    guard let observed, observed === owned else { throw Failure("a weak reference was lost") }
    try observed.encode(to: encoder)
  }

  static func == (left: Watched, right: Watched) -> Bool {
    left.owned == right.owned && left.observed == right.observed
  }
}

/// Has an alignment of 32 bytes.
typealias Vector = SIMD4<Double>

enum Mark: String, AutoCoding {
  case plus, minus
}

struct Marks: OptionSet, AutoCoding {
  let rawValue: UInt8
}

protocol Tenant {
  func isSame(_ other: Any) -> Bool
}

extension Tenant where Self: Equatable {
  func isSame(_ other: Any) -> Bool { other as? Self == self }
}

protocol Resident: AnyObject {}

/// Fits into an existential.
struct SmallTenant: Tenant, AutoCoding, Equatable {
  let counted: Counted
}

/// Does not fit into an existential, which puts it into a box.
struct LargeTenant: Tenant, AutoCoding, Equatable {
  var a = 1.5
  var b = 2.5
  var c = 3.5
  let counted: Counted
}

class TenantObject: Tenant, Resident, AutoCoding {
  var counted = Counted(1)

  func isSame(_ other: Any) -> Bool {
    guard let other = other as? TenantObject, type(of: other) == type(of: self) else { return false }
    return other.counted == counted
  }
}

final class TenantBelow: TenantObject {
  var text = longText

  override func isSame(_ other: Any) -> Bool {
    super.isSame(other) && (other as? TenantBelow)?.text == text
  }
}

enum TenantCase: Tenant, AutoCoding, Equatable {
  case one(Counted)
  case nobody
}

/// Coded as what it wraps.
@propertyWrapper
struct Boxed<Value: Codable & Equatable>: CodedPropertyWrapper, Equatable {
  private var stored: [Value]
  var wrappedValue: Value {
    get { stored[0] }
    set { stored = [newValue] }
  }

  init(wrappedValue: Value) {
    stored = [wrappedValue]
  }
}

/// Coded by its own `Codable`.
@propertyWrapper
struct Logged<Value: Codable & Equatable>: Codable, Equatable {
  var wrappedValue: Value
}

let longText = "another text that is too long to be stored inline"

// Not stored: the leak sanitizer does not see what a global refers to by way of some of these.
var someDate: Date { Date(timeIntervalSinceReferenceDate: 700_000_000) }
var someURL: URL { URL(fileURLWithPath: "/a/path/that/is/too/long/to/be/stored/inline") }
var someUUID: UUID { UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)) }
var someData: Data { Data(0..<100) }
var someDecimal: Decimal { Decimal(314) / 100 }

/// Compares what is of no declared type: tenants, lists and tables of anything, and whatever can be compared.
func isSame(_ left: Any?, _ right: Any?) -> Bool {
  guard let left, let right else { return left == nil && right == nil }
  if let left = left as? any Tenant { return left.isSame(right) }
  if let left = left as? [Any] {
    guard let right = right as? [Any], left.count == right.count else { return false }
    return zip(left, right).allSatisfy { isSame($0, $1) }
  }
  if let left = left as? [String: Any] {
    guard let right = right as? [String: Any], left.count == right.count else { return false }
    return left.allSatisfy { isSame($0.value, right[$0.key]) }
  }
  guard let left = left as? any Equatable else { return false }
  return equals(left, right)
}

private func equals<Value: Equatable>(_ left: Value, _ right: Any) -> Bool {
  right as? Value == left
}

/// Reads what a dying object holds: the optimizer cannot remove the read.
@inline(never)
@_optimize(none)
func use(_ number: Int) {}
