extension PropertyRule {
  /// The way in which a property is coded, if it is not both.
  package enum Direction: String, Sendable {
    case decodedOnly = "decoded only"
    case encodedOnly = "encoded only"
  }

  // MARK: Directions

  /// The property is read, and never written: for what a server sends and does not take back.
  public static var decodedOnly: PropertyRule {
    PropertyRule([Statement(kind: .direction(.decodedOnly), location: nil)])
  }

  /// The rule, for a property that is read, and never written.
  public var decodedOnly: PropertyRule { adding(.decodedOnly) }

  /// The property is written, and never read: for what a server takes and does not send.
  ///
  /// Its key in data is ignored. After decoding the property has its default, so it must be Optional, or have a default
  /// by a rule or by `init()`: the type map refuses any other.
  public static var encodedOnly: PropertyRule {
    PropertyRule([Statement(kind: .direction(.encodedOnly), location: nil)])
  }

  /// The rule, for a property that is written, and never read. It must be Optional, or have a default.
  public var encodedOnly: PropertyRule { adding(.encodedOnly) }

  // MARK: Descriptions

  /// What the property is for, in words for people and schemas. It changes nothing of how the property is coded.
  ///
  /// A type map has it as ``TypeMap/Property/documentation``, and prints it.
  public static func described(
    _ documentation: String, fileID: String = #fileID, line: Int = #line, column: Int = #column
  ) -> PropertyRule {
    PropertyRule(.documentation(documentation), fileID, line, column)
  }

  /// The rule, and what the property is for, in words for people and schemas.
  public func described(
    _ documentation: String, fileID: String = #fileID, line: Int = #line, column: Int = #column
  ) -> PropertyRule {
    adding(.described(documentation, fileID: fileID, line: line, column: column))
  }
}
