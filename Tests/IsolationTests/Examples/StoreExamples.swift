import AutoCodingFoundation
import Foundation

/// The examples of the articles about stores, compiled with the main actor as default isolation.
enum StoreExamples {
  struct Account: AutoCoding { var name = "" }

  static let folder = FileManager.default.temporaryDirectory.appendingPathComponent("articles-\(UUID().uuidString)")

  static func log(_ error: any Error, _ note: String = "") { print(error, note) }

  nonisolated final class Settings: StoredObject {
    var name = ""
    var account: Account?
    @Transient var unsaved = 0

    @MainActor static let shared: Settings = {
      do {
        let store = try FileStore(directory: folder)
        let settings = try Settings(identifier: "user", store: store, unreadableData: .moveAside)
        if let aside = settings.movedAside { log(aside.error, "kept as \(aside.key)") }
        return settings
      } catch {
        log(error)
        return Settings()  // with defaults, and kept nowhere: save() says so
      }
    }()
  }

  static func settings() throws {
    Settings.shared.name = "Nora"
    try Settings.shared.save()
  }

  struct Preferences: AutoCoding, DefaultInitializable { var volume = 1 }

  static func preferences(_ store: some DataStore) throws -> Int {
    let preferences = try Stored(Preferences(), identifier: "preferences", store: store)
    try preferences.update { $0.volume += 1 }
    return preferences.value.volume
  }

  struct Document: AutoCoding { var title = "t" }

  static func documents(_ document: Document, _ url: URL) throws -> Document {
    try JSONCoder().write(document, to: url)
    let back = try JSONCoder().read(Document.self, from: url)
    return back
  }

  struct Timeline: AutoCoding { var posts = [1] }

  static func timelines(_ downloaded: Timeline, _ store: some DataStore, refresh: () -> Void) throws {
    let timelines = Cache<Timeline>(store: store, lifetime: 3600)
    if try timelines.update(with: downloaded, forKey: "home") { refresh() }
  }

  static func inspect(_ store: some DataStore) throws -> Settings {
    try KeyedArchiveDecoder().decode(Settings.self, from: store.loadData(forKey: "user") ?? Data())
  }

  static func putBack(_ aside: UnreadableData, in store: some DataStore) throws {
    try store.moveData(forKey: aside.key, toKey: "user")
  }

  nonisolated final class Library: StoredObject { var books: [String] = [] }

  static func takingOver(_ store: some DataStore) throws -> (Settings, Library) {
    // Each property was under a key of its name:
    let settings = try Settings(identifier: "settings", store: store, importing: .properties())

    // All was in one value: here an archive in base64.
    let library = try Library(
      identifier: "library", store: store,
      importing: .value(forKey: "library") { old in
        guard let text = old as? String, let data = Data(base64Encoded: text) else { return nil }
        return try KeyedArchiveDecoder().decode(Library.self, from: data)
      })
    return (settings, library)
  }

  struct Picture: AutoCoding { var bytes = Data() }

  static func pictures(_ store: some DataStore) -> Cache<Picture> {
    let pictures = Cache<Picture>(store: store, maximumByteCount: 50_000_000, memoryCapacity: 5_000_000)
    return pictures
  }

  nonisolated final class Session: StoredObject {
    var token = ""
    @Transient var attempts = 0
  }

  static func secret(_ token: String) throws {
    let session = try Session(identifier: "session", store: KeyringStore(service: "com.example.app"))
    session.token = token
    try session.save()
  }
}
