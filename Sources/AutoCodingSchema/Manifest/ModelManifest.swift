import AutoCoding

/// The type maps of some models, as a file that a test compares with.
///
/// ```swift
/// @Test func storedModelsStayReadable() throws {
///   try ModelManifest(of: [Person.self, Order.self]).check(against: URL(filePath: "Models.json"))
/// }
/// ```
///
/// The file belongs into the repository. It is written if it is not there. From then on, the test fails if a model
/// changes so that stored data would be lost or refused, and says what to do. <doc:ModelsThatChange> shows how.
public struct ModelManifest: Sendable {
  /// The archived names of the models that were listed, in order.
  public private(set) var models: [String]
  /// The listed models and all types that they lead to, by archived name.
  var types: [String: ManifestType]
  /// The listed models themselves, by archived name; empty if the manifest was read from a file.
  let listed: [String: any AutoCoding.Type]
  /// Whether it has the names of properties and cases. A file that was written before they were recorded has none.
  let hasNames: Bool

  /// Makes a manifest of models and of all types that they lead to.
  ///
  /// A class leads to its superclasses, and to the classes that it lists in `typeRules`. List other subclasses yourself.
  ///
  /// - Complexity: O(*n*), where *n* is the number of properties and cases of all types.
  /// - Parameter types: The types of the values that are stored.
  /// - Throws: `AutoCodingError` for a type that cannot be coded, and for two types with one archived name.
  public init(of types: [any AutoCoding.Type]) throws {
    var reflection = ManifestReflection()
    for type in types { try reflection.add(type) }
    try reflection.finish()
    self.types = reflection.types
    listed = Dictionary(types.map { (TypeNames.name(of: $0), $0) }) { first, _ in first }
    models = listed.keys.sorted()
    hasNames = true
  }

  init(models: [String], types: [String: ManifestType], hasNames: Bool) {
    self.hasNames = hasNames
    self.models = models.sorted()
    self.types = types
    listed = [:]
  }
}

extension ModelManifest: Equatable {
  /// Whether two manifests have the same text.
  public static func == (first: ModelManifest, second: ModelManifest) -> Bool {
    first.models == second.models && first.types == second.types && first.hasNames == second.hasNames
  }
}
