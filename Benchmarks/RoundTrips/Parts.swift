import AutoCoding

// What several layouts are made of.

/// Takes no memory.
struct Nothing: AutoCoding {}

/// More than 64 bytes, most of them of nil.
struct Large: AutoCoding {
  var a: Int? = 1
  var b: Int?
  var c: Int?
  var d: Int?
  var e: Int?
  let counted: Counted
  var text = "a text that is too long to be stored inline"
}

/// Cannot be moved by copying its bytes: weak references are registered.
struct Watched: Codable {
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
}

/// Has an alignment of 32 bytes.
typealias Vector = SIMD4<Double>

enum Mark: String, AutoCoding {
  case plus, minus
}

struct Marks: OptionSet, AutoCoding {
  let rawValue: UInt8
}

protocol Tenant {}

protocol Resident: AnyObject {}

/// Fits into an existential.
struct SmallTenant: Tenant, AutoCoding {
  let counted: Counted
}

/// Does not fit into an existential, which puts it into a box.
struct LargeTenant: Tenant, AutoCoding {
  var a = 1.5
  var b = 2.5
  var c = 3.5
  let counted: Counted
}

class TenantObject: Tenant, Resident, AutoCoding {
  var counted = Counted(1)
}

final class TenantBelow: TenantObject {
  var text = longText
}

enum TenantCase: Tenant, AutoCoding {
  case one(Counted)
  case nobody
}

/// Coded as what it wraps.
@propertyWrapper
struct Boxed<Value: Codable>: CodedPropertyWrapper {
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
struct Logged<Value: Codable>: Codable {
  var wrappedValue: Value
}

let longText = "another text that is too long to be stored inline"
