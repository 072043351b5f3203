// Compiled with -disable-reflection-names: the runtime shows fields, but not what they are called.
import AutoCoding

/// A struct whose fields have no names.
public struct UnnamedStruct: AutoCoding {
  /// A property.
  public var secret: Int
  /// Makes a value.
  public init(secret: Int) { self.secret = secret }
}

/// An enum whose cases have no names.
public enum UnnamedEnum: AutoCoding {
  /// A case.
  case a, b
}
