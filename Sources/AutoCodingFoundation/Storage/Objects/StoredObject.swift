import Foundation

/// An object that is kept in a store: its properties are loaded when it is made, and written by ``save()``.
///
/// ```swift
/// nonisolated final class Settings: StoredObject {
///   var name = ""
///   var account: Account?
///   @Transient var unsaved = 0
/// }
///
/// let settings = try Settings(identifier: "user", store: store)
/// settings.name = "Nora"
/// try settings.save()
/// ```
///
/// A subclass is a model as any class that is ``AutoCoding`` and ``DefaultInitializable``: every `var` is kept, nested
/// models of every kind included, and one that a later version adds starts with its default. Every requirement of the
/// protocol may be overridden. What cannot be kept is an ``AutoCodingError`` when the first object is made, naming it: also
/// a `let`, which could not be loaded into an object that is there.
///
/// Nothing is written before ``save()`` is called. Loading puts decoded values in place of those that are there, as a
/// whole or not at all, past observers (`willSet`, `didSet`, `@Observable`) and setters of wrappers; `didDecode()` is called
/// afterwards. Nested objects are then other ones than before.
///
/// An object made by `init()` is kept nowhere: it has its defaults, and ``save()`` throws.
///
/// Objects are not `Sendable`: keep one on the main actor (`@MainActor static let shared`), or use ``Stored``. The class
/// itself is not isolated. If the module's default isolation is the main actor, declare it `nonisolated class`; the
/// compiler's advice to isolate it leads to further errors.
open class StoredObject: AutoCoding, DefaultInitializable, LoadedInPlace {
  @Transient private var place: Place?

  /// Makes an object with its defaults that is kept nowhere.
  public required init() {}

  /// Makes an object, and loads what is kept under an identifier; it has its defaults where there is nothing.
  ///
  /// - Parameters:
  ///   - identifier: The key in the store. No other object that lives may have it.
  ///   - store: Where the object is kept.
  ///   - coder: The format in which it is kept.
  /// - Throws: ``AutoCodingError`` where a property cannot be kept; ``StorageError`` where the identifier is in use
  ///   (``StorageError/Code/identifierInUse``), what is kept is damaged (``StorageError/Code/corrupted``), or the store
  ///   fails; what `didDecode()` throws.
  public convenience init(
    identifier: String, store: any DataStore, coder: some DataCoder = .keyedArchive
  ) throws {
    self.init()
    try KeptTypes.check(type(of: self))
    let place = try Place(identifier: identifier, store: store, coder: coder)
    self.place = place
    var loaded = try Self.load(as: type(of: self), from: place)
    if loaded != nil { try take(&loaded) }
  }

  /// Writes all properties to the store.
  ///
  /// - Throws: ``StorageError``; the store has what it had then.
  public func save() throws {
    try requirePlace().save(self)
  }

  /// Loads what is kept, in place of all properties; they get their defaults where nothing is.
  ///
  /// Properties that are not coded stay as they are.
  ///
  /// - Throws: ``StorageError``, or what `didDecode()` throws; the object is as it was then.
  public func reload() throws {
    let place = try requirePlace()
    var loaded = try Self.load(as: type(of: self), from: place)
    if loaded != nil { try take(&loaded) } else { try takeDefaults() }
  }

  /// Removes what is kept, and gives all properties their defaults.
  ///
  /// Properties that are not coded stay as they are. The object can be saved again.
  ///
  /// - Throws: ``StorageError``; object and store are as they were then.
  public func delete() throws {
    try requirePlace().delete()
    try takeDefaults()
  }

  // MARK: Requirements of AutoCoding

  // Declared here so that a subclass overrides them: what appears below the conforming class is never called.

  /// The names of stored properties that are neither written nor read. The default is empty.
  ///
  /// A subclass overrides it as a set; the compiler refuses an array.
  open class var unEncodedProperties: Set<String> { [] }
  /// Keys that differ from the property's name, by property name. The default is empty.
  open class var propertyKeys: [String: String] { [:] }
  /// Keys that older data used, by property name. The default is empty.
  open class var formerPropertyKeys: [String: Set<String>] { [:] }
  /// Transformers of properties that are stored as values of another type, by property name. The default is empty.
  open class var propertyTransformers: [String: any PropertyTransformer.Type] { [:] }
  /// The name under which data refers to the type. The default is "Module.Type".
  open class var archivedTypeName: String { TypeLookup.name(of: self) }
  /// Names that older data used for the type, a set as well. The default is empty.
  open class var formerTypeNames: Set<String> { [] }
  /// The version of the type's stored form. The default is 0.
  open class var archiveVersion: Int { 0 }
  /// Changes properties that an older version has written, before they are decoded. The default changes nothing.
  ///
  /// - Throws: Whatever makes the data unacceptable; loading fails with it.
  open class func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {}
  /// Called after all properties were loaded. The default does nothing.
  ///
  /// - Throws: Whatever makes the loaded values unacceptable; the object is as it was then.
  open func didDecode() throws {}

  // MARK: -

  private func requirePlace() throws -> Place {
    if let place { return place }
    throw StorageError(
      .storageUnavailable, location: "none", explanation: "The object was made by init(), which names no store.",
      remedy: "Make it by init(identifier:store:).")
  }

  private static func load<Object: StoredObject>(as type: Object.Type, from place: Place) throws -> StoredObject? {
    try LoadingInPlace.$isUnderWay.withValue(true) { try place.load(type) }
  }

  /// Exchanges the properties with those of an object that was decoded, or with its own again.
  ///
  /// - Parameter loaded: The only reference to the object, which is why it is not passed by value.
  private func take(_ loaded: inout StoredObject?) throws {
    let place = try requirePlace()
    let isAlone = isKnownUniquelyReferenced(&loaded)
    guard isAlone, let loaded, type(of: loaded) == type(of: self) else {
      throw StorageError(
        .corrupted, location: place.store.location, key: place.identifier,
        explanation: "What is kept is not one object of \(type(of: self)), or something in it refers back to it.",
        remedy: "Leave out what refers to the stored object itself.")
    }
    let map = try TypeMap.storage(for: type(of: self))._withUnsafeGuaranteedRef { $0 }
    map.exchangeProperties(of: self, with: loaded)
    do {
      try didDecode()
    } catch {
      map.exchangeProperties(of: self, with: loaded)
      throw error
    }
  }

  private func takeDefaults() throws {
    let map = try TypeMap.storage(for: type(of: self))._withUnsafeGuaranteedRef { $0 }
    map.exchangeProperties(of: self, with: type(of: self).init())
  }
}
