extension PropertyRule {
  // MARK: Flattening

  /// The properties of a nested model are coded in the object around it, and not in a nested object.
  ///
  /// ```swift
  /// struct Account: AutoCoding {
  ///   var id: Int
  ///   var owner: Owner
  ///   var other: [String: JSONValue]
  ///   static var propertyRules: PropertyRules { ["owner": .flattened, "other": .flattened] }
  /// }
  /// struct Owner: AutoCoding { var name: String, email: String? }
  /// // {"id": 1, "name": "Ada", "plan": "free"}: "plan" is in `other`
  /// ```
  ///
  /// The property is a struct or an object that is coded by its properties, or an Optional of one. All its own rules hold.
  /// If none of its keys is there, the property is missing: it takes the default of its rule or of `init()`, or is nil, or
  /// is made of the defaults of its own properties. An object has to be of exactly the declared class when it is encoded.
  ///
  /// It may also be an enum with a `caseKey`, or an Optional of one, which is nil if no case is named. The name of the case and its
  /// values are then in the object around it, as in `{"id": 1, "type": "push", "commits": 3}`. An update replaces the enum if the
  /// data names a case, and leaves it alone otherwise. A struct that is the value of a case must not have
  /// its own `Codable` code, unless it is under a `contentKey`.
  ///
  /// A dictionary with `String` keys takes all keys that nothing else in the object has, and they are written again. It never
  /// has `$class`, `$version`, a type key, a former key, or the key of a property that is left out. A type has at most one such
  /// dictionary. To encode one that has the key of a property is an `EncodingError`.
  ///
  /// Two properties with the same key cause an ``AutoCodingError`` when the type is first used, and so does any other type of
  /// property. The rule can be combined with a default, a direction and a description. Keyed archives store the property as
  /// its own object, under its name.
  public static var flattened: PropertyRule { PropertyRule([Statement(kind: .flattened, location: nil)]) }

  /// The rule, for a nested model whose properties are coded in the object around it, or for a dictionary of all other keys.
  public var flattened: PropertyRule { adding(.flattened) }
}
