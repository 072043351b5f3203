// Compiled with -disable-reflection-metadata: the runtime shows no fields of these types.
import AutoCoding

/// A struct whose fields cannot be seen.
public struct UnreflectedStruct: AutoCoding {
  /// A property.
  public var secret: Int
  /// Makes a value.
  public init(secret: Int) { self.secret = secret }
}

/// A class whose fields cannot be seen.
open class UnreflectedClass {
  /// A property.
  public var secret: Int
  /// Makes an object.
  public init(secret: Int) { self.secret = secret }
}

/// A class without fields, which cannot be known to have none.
public final class UnreflectedEmptyClass: AutoCoding {
  /// Makes an object.
  public init() {}
}

/// An enum whose cases cannot be seen.
public enum UnreflectedEnum: AutoCoding {
  /// A case.
  case a, b
}
