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
/// ``didReload()`` is where observers are told of properties that were loaded into an object that is in use.
///
/// An object made by `init()` is kept nowhere: it has its defaults, and ``save()`` throws.
///
/// Objects are not `Sendable`: keep one on the main actor (`@MainActor static let shared`), or use ``Stored``. The class
/// itself is not isolated. If the module's default isolation is the main actor, declare it `nonisolated class`; the
/// compiler's advice to isolate it leads to further errors.
open class StoredObject: AutoCoding, DefaultInitializable, LoadedInPlace {
  @Transient private var place: StoredSlot?

  /// Makes an object with its defaults that is kept nowhere.
  public required init() {}

  /// Makes an object, and loads what is kept under an identifier; it has its defaults where there is nothing.
  ///
  /// - Parameters:
  ///   - identifier: The key in the store. No other object that lives may have it.
  ///   - store: Where the object is kept.
  ///   - coder: The format in which it is kept.
  ///   - unreadableData: What becomes of what is kept and cannot be read.
  /// - Throws: ``AutoCodingError`` where a property cannot be kept; ``StorageError`` where the identifier is in use
  ///   (``StorageError/Code/identifierInUse``), what is kept cannot be read (``StorageError/Code/newerVersion``,
  ///   ``StorageError/Code/unknownType``, ``StorageError/Code/typeMismatch``, ``StorageError/Code/corrupted``), or the
  ///   store fails; what `didDecode()` throws.
  public convenience init(
    identifier: String, store: any DataStore, coder: some DataCoder = .keyedArchive,
    unreadableData: UnreadableDataPolicy = .report
  ) throws {
    self.init()
    try KeptTypes.check(type(of: self))
    try begin(
      in: StoredSlot(identifier: identifier, store: store, coder: coder, policy: unreadableData),
      importing: UserDefaultsImport<StoredObject>?.none)
  }

  /// Writes all properties to the store.
  ///
  /// - Throws: ``StorageError``; the store has what it had then.
  public func save() throws {
    try write(to: requirePlace())
  }

  /// Writes the object as one of its own class, which a method that returns `Self` knows: so the data need not name it.
  @discardableResult
  private func write(to place: StoredSlot) throws -> Self {
    try place.save(self)
    return self
  }

  /// Loads what is kept, in place of all properties; they get their defaults where nothing is.
  ///
  /// Properties that are not coded stay as they are.
  ///
  /// - Throws: ``StorageError``, or what `didDecode()` throws; the object is as it was then.
  public func load() throws {
    let place = try requirePlace()
    var isLoaded = false
    do { isLoaded = try takeKept(in: place) } catch { try place.moveAside(because: error) }
    if !isLoaded { try takeDefaults() }
    didReload()
  }

  /// Removes what is kept, and gives all properties their defaults.
  ///
  /// Properties that are not coded stay as they are. The object can be saved again.
  ///
  /// - Throws: ``StorageError``; object and store are as they were then.
  public func remove() throws {
    try requirePlace().remove()
    try takeDefaults()
    didReload()
  }

  /// What could not be read, and is kept under another name since; nil if there was nothing of that kind.
  ///
  /// Only an object with ``UnreadableDataPolicy/moveAside`` has one.
  public var movedAside: UnreadableData? { place?.movedAside }

  // MARK: Requirements of AutoCoding

  // Declared here so that a subclass overrides them: what appears below the conforming class is never called.

  /// The names of stored properties that are neither written nor read. The default is empty.
  ///
  /// A subclass overrides it as a set; the compiler refuses an array.
  open class var unEncodedProperties: Set<String> { [] }
  /// Keys that differ from the property's name, by property name. The default is empty.
  open class var propertyKeys: [String: String] { [:] }
  /// Rules of stored properties by property name: former keys, transformers and more. The default is empty.
  open class var propertyRules: PropertyRules { [:] }
  /// Rules of the class as a whole. The default is empty.
  open class var typeRules: TypeRules { TypeRules() }
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

  /// Called after ``load()`` or ``remove()`` has replaced all properties of an object that is in use. The default does
  /// nothing.
  ///
  /// Properties are replaced past their setters, so nobody who observes them is told. In an `@Observable` class, say it for
  /// each property that views show:
  ///
  /// ```swift
  /// override func didReload() {
  ///   withMutation(keyPath: \.name) {}
  ///   withMutation(keyPath: \.account) {}
  /// }
  /// ```
  open func didReload() {}

  // MARK: -

  private func requirePlace() throws -> StoredSlot {
    if let place { return place }
    throw StorageError(
      .storageUnavailable, location: "none", explanation: "The object was made by init(), which names no store.",
      remedy: "Make it by init(identifier:store:).")
  }

  /// Makes the object that of a place: with what is kept there, or with what was kept elsewhere before.
  fileprivate func begin<Object: StoredObject>(in place: StoredSlot, importing old: UserDefaultsImport<Object>?) throws
  {
    self.place = place
    let isOldHere = old?.isKept(in: place.store, forKey: place.identifier) ?? false
    try place.begin(isOldHere: isOldHere) {
      try takeKept(in: place)
    } takeOld: {
      var imported: StoredObject? = try LoadingInPlace.$isUnderWay.withValue(true) { try old?.value() }
      if imported == nil { return false }
      try take(&imported)
      try save()
      return true
    }
  }

  /// What is kept, as an object of the class of this one, as ``write(to:)``.
  private func kept(in place: StoredSlot) throws -> Self? {
    try LoadingInPlace.$isUnderWay.withValue(true) { try place.load(Self.self) }
  }

  /// - Returns: Whether anything is kept.
  private func takeKept(in place: StoredSlot) throws -> Bool {
    var loaded: StoredObject? = try kept(in: place)
    if loaded == nil { return false }
    try take(&loaded)
    return true
  }

  /// Exchanges the properties with those of an object that was decoded, or with its own again.
  ///
  /// - Parameter loaded: The only reference to the object, which is why it is not passed by value.
  private func take(_ loaded: inout StoredObject?) throws {
    let place = try requirePlace()
    let isAlone = isKnownUniquelyReferenced(&loaded)
    guard isAlone, let loaded, type(of: loaded) == type(of: self) else {
      throw StorageError(
        .typeMismatch, location: place.store.location, key: place.identifier,
        explanation: "What is kept is not one object of \(type(of: self)), or something else refers to it.",
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

extension AutoCoding where Self: StoredObject {
  /// Makes an object, and loads what is kept under an identifier, or else what the app kept in `UserDefaults` before.
  ///
  /// What is taken over is saved at once, so that it is taken over once. What the app kept before stays where it is, unless
  /// it was under the same identifier of the same store.
  ///
  /// - Parameters:
  ///   - identifier: The key in the store. No other object that lives may have it.
  ///   - store: Where the object is kept.
  ///   - coder: The format in which it is kept.
  ///   - unreadableData: What becomes of what is kept and cannot be read.
  ///   - old: What to take over, and how.
  /// - Throws: As ``StoredObject/init(identifier:store:coder:unreadableData:)``, and what taking over throws.
  public init(
    identifier: String, store: any DataStore, coder: some DataCoder = .keyedArchive,
    unreadableData: UnreadableDataPolicy = .report, importing old: UserDefaultsImport<Self>
  ) throws {
    self.init()
    try KeptTypes.check(type(of: self))
    try begin(
      in: StoredSlot(identifier: identifier, store: store, coder: coder, policy: unreadableData), importing: old)
  }
}
