/// Copies, compares and describes values of any type that can be coded, without a format.
///
/// ```swift
/// let copy = try ModelValue.copy(of: document)
/// ```
///
/// These functions are not members of models, so models get no additional names. ``ModelDifference`` finds the
/// differences between two values.
public enum ModelValue {
  /// Returns a copy of a value with copies of all objects that it refers to.
  ///
  /// References to one object become references to one copy, and cycles stay cycles. Objects are made as a decoder
  /// makes them: properties that are not coded have the defaults of `init()`, or are nil, and `didDecode()` is called
  /// when all objects are complete. Structs and enums are copied as Swift copies them, including properties that are
  /// not coded, and without a call of `didDecode()`. A property wrapper that is an object, or has objects as its value, is
  /// made anew by `init(wrappedValue:)`, without what else it stores. A weak reference to an object of a coded class, in objects and structs, refers to the
  /// copy of its target if there is one, and to the target itself otherwise. Objects of a class that has handwritten
  /// `Codable` code or is not ``AutoCoding`` are shared, as in an assignment. So are all objects in a value of a type with
  /// its own `Codable` code, such as a plain `Codable` struct, and objects that a transformer codes as something
  /// without objects, such as ``JSONText``.
  ///
  /// Chains of references may have any length.
  ///
  /// - Complexity: O(*n*), where *n* is the number of objects that the value leads to and of the properties and
  ///   elements in them; O(1) for a type whose values hold no objects.
  /// - Parameter value: A value of a type that can be coded, such as a model or an array of models. No code may change
  ///   it during the call.
  /// - Throws: ``AutoCodingError`` for a type that cannot be coded; `DecodingError` for structs and enums that are
  ///   nested too deeply; errors of `didDecode()`. The partial copy is then destroyed.
  public static func copy<Value>(of value: Value) throws -> Value {
    try copy(of: value, by: GraphCopier())
  }

  static func copy<Value>(of value: Value, by copier: GraphCopier) throws -> Value {
    let codec = try Discovery.codec(for: Value.self)
    if let codec = codec.record { _ = try codec.map }
    return try withValue(of: Value.self) { target in
      try withUnsafePointer(to: value) { try copier.copyRoot(UnsafeRawPointer($0), to: target, as: codec) }
    }
  }

  /// Returns whether two values are equal by their coded properties, including all objects that they refer to.
  ///
  /// Objects are equal if they have the same class and equal properties. If two references lead to one object on one
  /// side, they must do so on the other side, too. Values may contain cycles. Not-a-number equals itself,
  /// as a key and an element of a set, too, and 0 equals -0. A model's
  /// `==` is not called, except for a type with handwritten `Codable` code; if such a type has no `==`, its encodings
  /// are compared; make it `Equatable` if it has sets or dictionaries with other keys than text, which are encoded in any
  /// order. Elements of sets and keys of dictionaries are found by their hash, and then compared by their
  /// properties; if they hold objects, each is compared with each.
  ///
  /// Properties that are not coded and weak references are not compared.
  ///
  /// - Complexity: O(*n*), where *n* is the number of properties and elements that either value leads to. Sets and keys
  ///   of dictionaries that hold objects take O(*k*²) comparisons for *k* elements. The comparison stops at the first
  ///   difference.
  /// - Throws: ``AutoCodingError`` for a type that cannot be coded; `DecodingError` for structs and enums that are
  ///   nested too deeply; `EncodingError` for a value in `Any` or `any P` that no format codes, unless it is an object or
  ///   `Equatable`; errors of handwritten `encode(to:)` methods.
  public static func areEqual<Value>(_ first: Value, _ second: Value) throws -> Bool {
    try areEqual(first, second, comparesWeakReferences: false)
  }

  /// Like ``areEqual(_:_:)``. Weak references that are compared must lead to counterparts, or on both sides to nothing that
  /// the values lead to otherwise.
  package static func areEqual<Value>(
    _ first: Value, _ second: Value, comparesWeakReferences: Bool
  ) throws -> Bool {
    let codec = try Discovery.codec(for: Value.self)
    return try withUnsafePointer(to: first) { first in
      try withUnsafePointer(to: second) { second in
        try ValueComparison.areEqual(
          UnsafeRawPointer(first), UnsafeRawPointer(second), as: codec, comparesWeakReferences: comparesWeakReferences)
      }
    }
  }

  /// Feeds a value's coded properties into a hasher, including all objects that it refers to.
  ///
  /// ```swift
  /// func hash(into hasher: inout Hasher) { try? ModelValue.hash(self, into: &hasher) }
  /// ```
  ///
  /// Values that ``areEqual(_:_:)`` finds equal are hashed alike. Sets and dictionaries count by their number of
  /// elements, and what an `Any` holds does not count.
  ///
  /// - Complexity: O(*n*), where *n* is the number of properties and elements that the value leads to.
  /// - Parameters:
  ///   - value: A value of a type that can be coded.
  ///   - hasher: The hasher; unchanged if an error is thrown.
  /// - Throws: ``AutoCodingError`` for a type that cannot be coded; `DecodingError` for structs and enums that are
  ///   nested too deeply.
  public static func hash<Value>(_ value: Value, into hasher: inout Hasher) throws {
    try hash(value, as: Discovery.codec(for: Value.self), into: &hasher, followsReferences: true)
  }

  /// Feeds an object's coded properties into a hasher. Of objects that it refers to, only the classes count, so that the
  /// hash takes as long as the object is large, and not the graph.
  package static func hashParts(of object: AnyObject, into hasher: inout Hasher) throws {
    // By the object's own class, since a look-up by a class above would be followed by one for this class.
    let codec = try Discovery.codec(for: type(of: object))
    try hash(object, as: codec, into: &hasher, followsReferences: false)
  }

  private static func hash<Value>(
    _ value: Value, as codec: Codec, into hasher: inout Hasher, followsReferences: Bool
  ) throws {
    try withUnsafePointer(to: value) {
      var hashing = ValueHashing(hasher, followsReferences: followsReferences)
      hasher = try hashing.hash(UnsafeRawPointer($0), as: codec)
    }
  }

  /// Returns a value as an indented tree of text, with one line for each coded property, by its name in the source
  /// code.
  ///
  /// Objects are numbered. An object that was already shown appears only as its number. Values nested more than 64
  /// levels deep, or too deeply for the thread's stack, are abbreviated to `…`.
  ///
  /// - Complexity: O(*n*), where *n* is the number of properties and elements that the value leads to.
  ///
  /// - Throws: ``AutoCodingError`` for a type that cannot be coded.
  public static func description<Value>(of value: Value) throws -> String {
    let codec = try Discovery.codec(for: Value.self)
    return try withUnsafePointer(to: value) { try ValueDescription.tree(of: UnsafeRawPointer($0), as: codec) }
  }
}
