import AutoCodingFoundation
import Foundation

/// The examples of the articles about stores, compiled with the main actor as default isolation.
enum StoreExamples {
  struct Account: AutoCoding { var name = "" }

  static let folder = FileManager.default.temporaryDirectory.appendingPathComponent("articles-\(UUID().uuidString)")

  static func log(_ error: any Error) { print(error) }

  nonisolated final class Settings: StoredObject {
    var name = ""
    var account: Account?
    @Transient var unsaved = 0

    @MainActor static let shared: Settings = {
      do { return try Settings(identifier: "user", store: FileStore(directory: folder)) } catch {
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
    try KeyedArchiveDecoder().decode(Settings.self, from: store.data(forKey: "user") ?? Data())
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
