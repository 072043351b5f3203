import AutoCoding

extension ModelValue {
  /// Returns a value of any type that can be coded, with contents made up for every coded property.
  ///
  /// ```swift
  /// let person = try ModelValue.sample(of: Person.self)
  /// ```
  ///
  /// Use it in tests of your own, in previews, and to see what a type looks like in a format. The value is made as a
  /// decoder makes one: properties that are not coded have their defaults, and `didDecode()` is called.
  ///
  /// - Numbers, texts, dates and so on differ from property to property. Texts start with the name of their property.
  /// - Optionals have a value, arrays have two elements, sets and dictionaries have one.
  /// - The cases of an enum are used in turn, and consecutive seeds start with other cases.
  /// - A type that leads to itself ends with nil, with an empty collection, or with a case that does not lead on.
  /// - `Any` holds what JSON has. A value declared by a protocol is of a model that conforms to it: the first one by
  ///   name. On platforms that cannot enumerate types, it is one of those registered with `TypeMap.register(_:)`.
  /// - An object is of its declared class; of the classes that `typeRules` list, if they do.
  /// - A type with handwritten `init(from:)`, a failable `init(rawValue:)`, a transformer or a `didDecode()` may refuse
  ///   contents. It is offered others then: numbers, dates, identifiers and addresses in text, small, large and negative
  ///   numbers. Adopt ``SampleProviding`` if none of them will do.
  ///
  /// - Complexity: O(*n*), where *n* is the number of properties and elements of the value. It is bounded even for types
  ///   that lead to many others.
  /// - Parameters:
  ///   - type: The type of the value, such as a model or an array of models.
  ///   - seed: A number that determines the contents. Values of one type for one seed are the same in every run of a
  ///     program. The default is 0.
  /// - Throws: ``SampleError`` if a part of the value refuses all contents, or has no finite value; `AutoCodingError` for a
  ///   type that cannot be coded.
  public static func sample<Value>(of type: Value.Type = Value.self, seed: UInt64 = 0) throws -> Value {
    try sample(of: type, seed: seed, isSparse: false)
  }

  /// - Parameter isSparse: Whether Optionals are nil and collections are empty.
  package static func sample<Value>(of type: Value.Type, seed: UInt64, isSparse: Bool) throws -> Value {
    let contents = SampleContents(of: type, seed: seed, isSparse: isSparse)
    do {
      return try contents.value(of: type, as: Discovery.codec(for: type))
    } catch let end as SampleDeadEnd {
      throw end.error
    }
  }
}
