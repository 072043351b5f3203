import Foundation

/// An object that is kept in a store. Its properties are loaded when it is created, and written by ``save()``.
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
/// A subclass is a model like any class that is ``AutoCoding`` and ``DefaultInitializable``. Every `var` is stored,
/// including nested models of every kind. A property that a later version adds starts with its default. Every
/// requirement of the protocol may be overridden. If a property cannot be stored, creating the first object throws an
/// ``AutoCodingError`` that names it. This includes every `let`, since a constant of an existing object cannot be
/// loaded, and every `lazy var`, since an existing object cannot lose its computed value.
///
/// Nothing is written before ``save()`` is called. Loading replaces all properties or, if it fails, none. It bypasses
/// observers (`willSet`, `didSet`, `@Observable`) and the setters of property wrappers; `didDecode()` is called
/// afterwards. Nested objects are replaced by new ones. Weak references to models are replaced, too: keyed archives
/// bring them back, and in formats that leave them out they are nil after loading. To leave one as it is, name it in
/// ``unEncodedProperties``. Override ``didReload()`` to notify observers after properties were loaded into an object in
/// use.
///
/// An object made by `init()` belongs to no store: it has its defaults, and ``save()`` throws.
///
/// Objects are not `Sendable`: keep one on the main actor (`@MainActor static let shared`), or use ``Stored``. The
/// class itself is not isolated. If the module's default isolation is the main actor, declare the subclass
/// `nonisolated class`; the compiler's advice to isolate it leads to further errors.
open class StoredObject: AutoCoding, DefaultInitializable, LoadedInPlace {
  @Transient private var place: StoredSlot?

  /// Creates an object with its defaults that belongs to no store.
  public required init() {}

  /// Creates an object and loads its properties from a store. It has its defaults if the store has nothing under the
  /// identifier.
  ///
  /// - Parameters:
  ///   - identifier: The key in the store. No other live object may use it.
  ///   - store: The store.
  ///   - coder: The format.
  ///   - unreadableData: What to do with stored data that cannot be read.
  /// - Throws: ``AutoCodingError`` if a property cannot be stored; ``StorageError`` if the identifier is in use
  ///   (``StorageError/Code/identifierInUse``), the stored data cannot be read (``StorageError/Code/newerVersion``,
  ///   ``StorageError/Code/unknownType``, ``StorageError/Code/typeMismatch``, ``StorageError/Code/corrupted``), or the
  ///   store fails; any error of `didDecode()`.
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
  /// - Throws: ``StorageError``; any error of ``willEncode()``, and of a ``DataCoder`` or ``DataStore`` of your own, as
  ///   it is. The store is then unchanged.
  public func save() throws {
    try write(to: requireSlot())
  }

  /// Writes the object. Returning `Self` makes its own class the static type, so the data need not name the class.
  @discardableResult
  private func write(to place: StoredSlot) throws -> Self {
    try place.save(self)
    return self
  }

  /// Replaces all properties with the stored ones, or with their defaults if the store has none.
  ///
  /// Properties that are not coded are unchanged.
  ///
  /// - Throws: ``StorageError``, or any error of `didDecode()`. The object is then unchanged, except that properties which
  ///   are not coded keep what `didDecode()` has set them to.
  public func load() throws {
    let place = try requireSlot()
    if try place.take({ try takeKept($0) }) != .value { try takeDefaults() }
    didReload()
  }

  /// Removes the object from the store and resets all properties to their defaults.
  ///
  /// Properties that are not coded are unchanged. The object can be saved again.
  ///
  /// - Throws: ``StorageError``, or the error of a ``DataStore`` of your own; the object and the store are then unchanged.
  public func remove() throws {
    try requireSlot().remove()
    try takeDefaults()
    didReload()
  }

  /// The data that could not be read and was moved to another key, or nil if there was none.
  ///
  /// It is always nil unless the policy is ``UnreadableDataPolicy/moveAside``.
  public var movedAside: UnreadableData? { place?.movedAside }

  // MARK: Requirements of AutoCoding

  // Declared here so that subclasses can override them: a member that only a subclass declares would never be called.

  /// The names of stored properties that are neither written nor read. The default is empty.
  ///
  /// Declare an override as a set; the compiler rejects an array.
  open class var unEncodedProperties: Set<String> { [] }
  /// Keys that differ from the property's name, by property name. The default is empty.
  open class var propertyKeys: [String: String] { [:] }
  /// Rules of stored properties by property name: former keys, transformers and more. The default is empty.
  open class var propertyRules: PropertyRules { [:] }
  /// Rules of the class as a whole. The default is empty.
  open class var typeRules: TypeRules { TypeRules() }
  /// The name under which data refers to the type. The default is "Module.Type".
  open class var archivedTypeName: String { TypeLookup.name(of: self) }
  /// Names that older data used for the type. The default is empty. Declare an override as a set.
  open class var formerTypeNames: Set<String> { [] }
  /// The version of the type's stored form. The default is 0.
  open class var archiveVersion: Int { 0 }
  /// Converts properties that an older version has written, before they are decoded. The default changes nothing.
  ///
  /// - Throws: Any error that rejects the data; loading then throws it.
  open class func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {}
  /// Called after all properties were loaded. The default does nothing.
  ///
  /// - Throws: Any error that rejects the loaded values; the coded properties are then unchanged.
  open func didDecode() throws {}
  /// Called after all properties were loaded. The default calls ``didDecode()``: override one of the two.
  ///
  /// - Parameter context: Has no `userInfo`, since a store passes none.
  /// - Throws: Any error that rejects the loaded values; the coded properties are then unchanged.
  open func didDecode(in context: DecodingContext) throws { try didDecode() }
  /// Called before the object is saved. The default does nothing.
  ///
  /// - Throws: Any error that keeps the object from being saved; saving then fails with it.
  open func willEncode() throws {}

  /// Called after ``load()`` or ``remove()`` has replaced all properties of an object in use. The default does nothing.
  ///
  /// Properties are replaced without calling their setters, so observers are not notified. In an `@Observable` class,
  /// notify them for each property that views show:
  ///
  /// ```swift
  /// override func didReload() {
  ///   withMutation(keyPath: \.name) {}
  ///   withMutation(keyPath: \.account) {}
  /// }
  /// ```
  open func didReload() {}

  // MARK: -

  private func requireSlot() throws -> StoredSlot {
    if let place { return place }
    throw StorageError(
      .storageUnavailable, location: "none", explanation: "The object was made by init(), which names no store.",
      remedy: "Make it with init(identifier:store:).")
  }

  /// Attaches the object to a slot and loads the stored properties, or else the old ones to import.
  fileprivate func begin<Object: StoredObject>(in place: StoredSlot, importing old: UserDefaultsImport<Object>?) throws
  {
    self.place = place
    let isOldHere = old?.isKept(in: place.store, forKey: place.identifier) ?? false
    try place.begin(isOldHere: isOldHere) {
      try takeKept($0)
    } takeOld: {
      var imported: StoredObject? = try LoadingInPlace.$type.withValue(type(of: self)) { try old?.value() }
      if imported == nil { return false }
      try take(&imported)
      try save()
      return true
    }
  }

  /// Decodes the stored object. Its static type is the class of this object, as in ``write(to:)``.
  private func kept(_ data: Data) throws -> Self {
    let place = try requireSlot()
    return try LoadingInPlace.$type.withValue(type(of: self)) { try place.decode(Self.self, from: data) }
  }

  private func takeKept(_ data: Data) throws {
    var loaded: StoredObject? = try kept(data)
    try take(&loaded)
  }

  /// Swaps the properties with those of a decoded object. If `didDecode()` throws, swaps them back.
  ///
  /// - Parameter loaded: The only reference to the object. It is `inout` so that passing it does not retain the object.
  private func take(_ loaded: inout StoredObject?) throws {
    let place = try requireSlot()
    let isAlone = isKnownUniquelyReferenced(&loaded)
    guard isAlone, let loaded, type(of: loaded) == type(of: self) else {
      throw StorageError(
        .typeMismatch, location: place.store.location, key: place.identifier,
        explanation: "The stored value is not an object of \(type(of: self)), or something else refers to it.",
        remedy: "Leave out references to the stored object itself.")
    }
    let map = try TypeMap.storage(for: type(of: self))._withUnsafeGuaranteedRef { $0 }
    map.exchangeProperties(of: self, with: loaded)
    do {
      try didDecode(in: DecodingContext())
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
  /// Creates an object and loads its properties from a store. If the store has none, imports what the app kept in
  /// `UserDefaults` before.
  ///
  /// Imported properties are saved immediately, so the import happens once. The old data stays where it is, unless it
  /// was under the same identifier of the same store.
  ///
  /// - Parameters:
  ///   - identifier: The key in the store. No other live object may use it.
  ///   - store: The store.
  ///   - coder: The format.
  ///   - unreadableData: What to do with stored data that cannot be read.
  ///   - old: What to import, and how. If stored data was moved aside, the object has its defaults, and nothing is
  ///     imported; it is at the next launch, if nothing was saved until then.
  /// - Throws: The errors of ``StoredObject/init(identifier:store:coder:unreadableData:)``, and any error of the
  ///   import.
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
