/// What can be done with values of any type that can be coded: copies, equality and descriptions, which need no format.
///
/// ```swift
/// let copy = try ModelValue.copy(of: document)
/// ```
///
/// A model gets no members for it. ``ModelDifference`` finds what is different between two values.
public enum ModelValue {
  /// A copy of a value with copies of all objects that it refers to.
  ///
  /// References that lead to one object lead to one copy, and cycles to copies in a cycle. Objects are made as a decoder makes
  /// them: properties that are left out have the defaults of `init()`, or are nil, and `didDecode()` is called when all are
  /// there. Structs and enums are copied as Swift copies them, with what they leave out; `didDecode()` is not called for them.
  /// Weak references of objects lead to the copy where there is one, else to the object itself. Objects of a class with
  /// `Codable` code of its own, or that is not ``AutoCoding``, are shared, as every `let` copy shares them.
  ///
  /// Chains of references may be of any length.
  ///
  /// - Complexity: O(*n*), where *n* is the number of objects that the value leads to and of the properties and elements in
  ///   them; O(1) for a type whose values hold no objects.
  /// - Parameter value: A value of a type that can be coded, such as a model or an array of models. Nobody may change it
  ///   meanwhile.
  /// - Throws: ``AutoCodingError`` for a type that cannot be coded; `DecodingError` for structs and enums that are nested too
  ///   deeply; whatever `didDecode()` throws. Nothing is left of the copy.
  public static func copy<Value>(of value: Value) throws -> Value {
    try copy(of: value, by: GraphCopier())
  }

  static func copy<Value>(of value: Value, by copier: GraphCopier) throws -> Value {
    let codec = try Discovery.codec(for: Value.self)
    if let codec = codec as? RecordCodec { _ = try codec.map }
    return try withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { buffer in
      // A buffer for a value has an address.
      guard let target = buffer.baseAddress else { return value }
      try withUnsafePointer(to: value) { source in
        try copier.copyRoot(UnsafeRawPointer(source), to: UnsafeMutableRawPointer(target), as: codec)
      }
      return target.move()
    }
  }

  /// Whether two values are equal by their coded properties, with all objects that they refer to.
  ///
  /// Objects are equal where they are of one class, and their properties are equal; and where two references lead to one
  /// object on one side, they do so on the other. Cycles are compared like anything else. Not-a-number equals itself. A model's
  /// own `==` is not asked, but where a type has `Codable` code of its own: there it is, or else what it encodes is compared.
  /// Elements of sets and keys of dictionaries are found by their own hash, and then compared by their properties; where they
  /// hold objects, each is compared with each.
  ///
  /// What is left out is not compared, and neither are weak references.
  ///
  /// - Complexity: O(*n*), where *n* is the number of properties and elements that either value leads to. Sets and keys of
  ///   dictionaries that hold objects take O(*k*²) comparisons for *k* elements. The first difference ends it.
  /// - Throws: ``AutoCodingError`` for a type that cannot be coded; `DecodingError` for structs and enums that are nested too
  ///   deeply; whatever a type's own `encode(to:)` throws.
  public static func areEqual<Value>(_ first: Value, _ second: Value) throws -> Bool {
    let codec = try Discovery.codec(for: Value.self)
    return try withUnsafePointer(to: first) { first in
      try withUnsafePointer(to: second) { second in
        try ValueComparison().isEqual(UnsafeRawPointer(first), UnsafeRawPointer(second), as: codec)
      }
    }
  }

  /// A value as a tree of text: a line for each coded property, by its name in the source.
  ///
  /// Objects are numbered, and the number stands for an object that was shown before. Below 64 levels there are only dots.
  ///
  /// - Complexity: O(*n*), where *n* is the number of properties and elements that the value leads to.
  ///
  /// - Throws: ``AutoCodingError`` for a type that cannot be coded.
  public static func description<Value>(of value: Value) throws -> String {
    let codec = try Discovery.codec(for: Value.self)
    return try withUnsafePointer(to: value) { try ValueDescription.tree(of: UnsafeRawPointer($0), as: codec) }
  }
}
