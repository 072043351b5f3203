#if !canImport(Security)
import Foundation

/// The functions of libsecret and of GLib that a keyring needs, found at run time. Programs that never keep a secret
/// build and run without these libraries.
///
/// Their signatures are declared only here (libsecret 0.18 and later, whose ABI is stable). Preconditions of all
/// functions: a pointer was returned by a function of this table and not released since, or is nil if GLib allows it;
/// text is UTF-8 and ends with a zero.
struct LibSecret: @unchecked Sendable {
  typealias Object = UnsafeMutableRawPointer
  typealias Text = UnsafePointer<CChar>
  /// The address at which a function stores a `GError`.
  typealias Failure = UnsafeMutablePointer<Object?>

  // MARK: GLib

  let hashTableNew: @convention(c) (_ hash: Object, _ equal: Object) -> Object?
  let hashTableInsert: @convention(c) (Object, _ key: Text, _ value: Text) -> Int32
  let hashTableLookup: @convention(c) (Object, _ key: Text) -> Text?
  let hashTableSize: @convention(c) (Object) -> UInt32
  let hashTableUnref: @convention(c) (Object) -> Void
  let listFree: @convention(c) (Object?, _ release: Object) -> Void
  let errorFree: @convention(c) (Object) -> Void
  let unref: @convention(c) (Object) -> Void
  /// Functions that are only passed to other functions.
  let (stringHash, stringEqual, unrefAddress): (Object, Object, Object)

  // MARK: libsecret

  let serviceGet: @convention(c) (_ flags: Int32, _ cancellable: Object?, Failure) -> Object?
  let serviceDisconnect: @convention(c) () -> Void
  let serviceSearch:
    @convention(c) (
      _ service: Object, _ schema: Object?, _ attributes: Object, _ flags: Int32, _ cancellable: Object?, Failure
    ) -> Object?
  let collectionForAlias:
    @convention(c) (_ service: Object, _ alias: Text, _ flags: Int32, _ cancellable: Object?, Failure) -> Object?
  let collectionIsLocked: @convention(c) (Object) -> Int32
  let itemIsLocked: @convention(c) (Object) -> Int32
  let itemAttributes: @convention(c) (Object) -> Object?
  let itemLoadSecret: @convention(c) (Object, _ cancellable: Object?, Failure) -> Int32
  let itemSecret: @convention(c) (Object) -> Object?
  let itemSetSecret: @convention(c) (Object, _ value: Object, _ cancellable: Object?, Failure) -> Int32
  let itemDelete: @convention(c) (Object, _ cancellable: Object?, Failure) -> Int32
  let itemCreate:
    @convention(c) (
      _ collection: Object, _ schema: Object?, _ attributes: Object, _ label: Text, _ value: Object, _ flags: Int32,
      _ cancellable: Object?, Failure
    ) -> Object?
  let valueNew: @convention(c) (_ bytes: UnsafeRawPointer?, _ count: Int, _ contentType: Text) -> Object?
  let valueBytes: @convention(c) (Object, _ count: UnsafeMutablePointer<Int>) -> UnsafeRawPointer?
  let valueUnref: @convention(c) (Object) -> Void

  static let searchAll: Int32 = 1 << 1
  static let openSession: Int32 = 1 << 1

  /// Loads the library. It stays loaded, since GLib's types cannot be unloaded.
  ///
  /// - Throws: ``KeyringFailure`` if the library or one of its functions is missing.
  static func load(_ name: String) throws -> LibSecret {
    try loaded.withLock { loaded in
      if let known = loaded[name] { return known }
      guard let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) else {
        throw unavailable("The library \(name) is not installed")
      }
      let library = try LibSecret(handle)
      loaded[name] = library
      return library
    }
  }

  private static let loaded = Locked<[String: LibSecret]>([:])

  private static func unavailable(_ reason: String) -> KeyringFailure {
    KeyringFailure(
      code: .storageUnavailable, explanation: "\(reason), so the keyring cannot be used.",
      remedy: "Install libsecret (Debian: libsecret-1-0; Fedora: libsecret).")
  }

  private init(_ handle: UnsafeMutableRawPointer) throws {
    func address(_ name: String) throws -> Object {
      // The handle also finds symbols of the libraries that this one depends on.
      guard let address = dlsym(handle, name) else { throw Self.unavailable("The library has no function \(name)") }
      return address
    }
    func function<Function>(_ name: String) throws -> Function { try unsafeBitCast(address(name), to: Function.self) }

    hashTableNew = try function("g_hash_table_new")
    hashTableInsert = try function("g_hash_table_insert")
    hashTableLookup = try function("g_hash_table_lookup")
    hashTableSize = try function("g_hash_table_size")
    hashTableUnref = try function("g_hash_table_unref")
    listFree = try function("g_list_free_full")
    errorFree = try function("g_error_free")
    unref = try function("g_object_unref")
    (stringHash, stringEqual, unrefAddress) = try (
      address("g_str_hash"), address("g_str_equal"), address("g_object_unref")
    )
    serviceGet = try function("secret_service_get_sync")
    serviceDisconnect = try function("secret_service_disconnect")
    serviceSearch = try function("secret_service_search_sync")
    collectionForAlias = try function("secret_collection_for_alias_sync")
    collectionIsLocked = try function("secret_collection_get_locked")
    itemIsLocked = try function("secret_item_get_locked")
    itemAttributes = try function("secret_item_get_attributes")
    itemLoadSecret = try function("secret_item_load_secret_sync")
    itemSecret = try function("secret_item_get_secret")
    itemSetSecret = try function("secret_item_set_secret_sync")
    itemDelete = try function("secret_item_delete_sync")
    itemCreate = try function("secret_item_create_sync")
    valueNew = try function("secret_value_new")
    valueBytes = try function("secret_value_get")
    valueUnref = try function("secret_value_unref")
  }

  // MARK: Layouts of GLib

  /// Returns the elements of a `GList`, whose nodes have one word each for data, next and previous.
  func elements(of list: Object?) -> [Object] {
    var elements: [Object] = []
    var node = list
    while let current = node {
      if let element = current.load(as: Object?.self) { elements.append(element) }
      node = current.load(fromByteOffset: 8, as: Object?.self)
    }
    return elements
  }

  /// Returns the message of a `GError`, which has four bytes each for domain and code, and then the message.
  func message(of error: Object) -> String {
    error.load(fromByteOffset: 8, as: Text?.self).map { String(cString: $0) } ?? "no reason given"
  }
}
#endif
