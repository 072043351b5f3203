import AutoCodingFoundation
import Foundation
import Testing

private struct ImportedTheme: AutoCoding, Equatable { var tint = "", size = 0.0 }

private final class OldSettings: StoredObject {
  var name = "nobody"
  var isActive = false
  var count = 0
  var ratio = 0.5
  var since: Date?
  var token = Data()
  var tags: [String] = []
  var theme: ImportedTheme?
  var heading = "none"
  var untouched = 11
  @Transient var decoded = 0
  override class var propertyKeys: [String: String] { ["isActive": "active"] }
  override class var propertyRules: PropertyRules { ["heading": .formerly("caption")] }
  override func didDecode() throws { decoded += 1 }
}

private final class ImportedShelf: StoredObject {
  var titles: [String] = []
}

/// What ``ImportedShelf`` was before.
private final class OldShelf: StoredObject {
  var titles: [String] = []
  override func didDecode() throws { titles.append("decoded") }
}

/// Its name was kept under another key, which only the migration knows.
private final class MigratedSettings: StoredObject {
  var name = "?"
  var volume = 0.5
  override class var archiveVersion: Int { 1 }
  override class func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
    properties.renameKey("userName", to: "name")
  }
}

/// The same, without defaults.
private struct MigratedName: AutoCoding, Equatable, Sendable {
  var name: String
  static var archiveVersion: Int { 1 }
  static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
    properties.renameKey("userName", to: "name")
  }
}

/// With another property that has no default.
private struct MigratedRange: AutoCoding, Equatable, Sendable {
  var low: Int
  var high: Int
  static var archiveVersion: Int { 1 }
  static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
    properties.renameKey("minimum", to: "low")
  }
}

private final class Places: StoredObject {
  var folder: URL?
  var site = URL(fileURLWithPath: "/none")
  var page: URL?
  var home: URL?
  var nested = NestedPlace()
  var flat = FlatPlace()
  override class var propertyRules: PropertyRules { ["folder": .formerly("directory"), "flat": .flattened] }
}

private struct NestedPlace: AutoCoding, DefaultInitializable { var link: URL? }
private struct FlatPlace: AutoCoding, DefaultInitializable { var cache: URL? }

private struct ImportedVolume: AutoCoding, DefaultInitializable, Equatable, Sendable { var level = 3 }

/// What an app kept in UserDefaults.
final class UserDefaultsImportTests {
  let suite = "autocoding.test.\(UUID().uuidString)"
  let old: UserDefaultsStore
  let defaults: UserDefaults
  let store = MemoryStore()

  init() throws {
    old = try UserDefaultsStore(suite: suite)
    defaults = try #require(UserDefaults(suiteName: suite))
  }

  deinit {
    UserDefaults.standard.removePersistentDomain(forName: suite)
    UserDefaults.standard.synchronize()
    #if !canImport(Darwin)
    let home = ProcessInfo.processInfo.environment["XDG_CONFIG_HOME"] ?? NSHomeDirectory() + "/.config"
    try? FileManager.default.removeItem(atPath: "\(home)/\(suite).plist")
    #endif
  }

  private func setOldValues() {
    defaults.set("Nora", forKey: "name")
    defaults.set(true, forKey: "active")
    defaults.set(42, forKey: "count")
    defaults.set(2.25, forKey: "ratio")
    defaults.set(Date(timeIntervalSinceReferenceDate: 5), forKey: "since")
    defaults.set(Data([1, 2]), forKey: "token")
    defaults.set(["a", "b"], forKey: "tags")
    defaults.set(["tint": "red", "size": 1.5] as [String: Any], forKey: "theme")
    defaults.set("Old", forKey: "caption")
    defaults.set("of somebody else", forKey: "other")
    defaults.synchronize()
  }

  @Test("Properties are loaded from their own keys, once")
  func properties() throws {
    setOldValues()
    do {
      let settings = try OldSettings(identifier: "s", store: store, importing: .properties(in: old))
      #expect(settings.name == "Nora")
      #expect(settings.isActive)
      #expect(settings.count == 42)
      #expect(settings.ratio == 2.25)
      #expect(settings.since == Date(timeIntervalSinceReferenceDate: 5))
      #expect(settings.token == Data([1, 2]))
      #expect(settings.tags == ["a", "b"])
      #expect(settings.theme == ImportedTheme(tint: "red", size: 1.5))
      #expect(settings.heading == "Old")
      #expect(settings.untouched == 11)
      #expect(settings.decoded == 1)
      #expect(store.keys() == ["s"])
    }
    // What changes there afterwards is not looked at any more, and what was there stays.
    defaults.set("Changed", forKey: "name")
    defaults.synchronize()
    let again = try OldSettings(identifier: "s", store: store, importing: .properties(in: old))
    #expect(again.name == "Nora")
    #expect(defaults.string(forKey: "other") == "of somebody else")
    #expect(defaults.string(forKey: "name") == "Changed")
  }

  @Test("URLs are what url(forKey:) returns")
  func urls() throws {
    let site = try #require(URL(string: "https://example.com/a?b"))
    defaults.set(URL(fileURLWithPath: "/srv/data"), forKey: "directory")
    defaults.set(URL(fileURLWithPath: "/tmp/cache"), forKey: "cache")
    // As Darwin keeps it.
    let archive = try NSKeyedArchiver.archivedData(withRootObject: site as NSURL, requiringSecureCoding: true)
    defaults.set(archive, forKey: "site")
    defaults.set("https://example.com", forKey: "page")
    defaults.set("~/notes", forKey: "home")
    // No URL of a dictionary is a path that `UserDefaults` has made.
    defaults.set(["link": "/relative"], forKey: "nested")
    defaults.synchronize()
    let places = try Places(identifier: "s", store: store, importing: .properties(in: old))
    #expect(places.folder == defaults.url(forKey: "directory"))
    #expect(places.folder?.isFileURL == true)
    #expect(places.flat.cache?.isFileURL == true)
    #expect(places.site == site)
    #expect(places.page == URL(string: "https://example.com"))
    #expect(places.home == defaults.url(forKey: "home"))
    #expect(places.home?.isFileURL == true)
    #expect(places.nested.link?.relativeString == "/relative")
  }

  @Test("Text that is neither a path nor has a scheme is no URL")
  func relativeURL() throws {
    defaults.set("docs/index.html", forKey: "page")
    defaults.synchronize()
    let error = try #require(throws: StorageError.self) {
      try Places(identifier: "s", store: store, importing: .properties(in: old))
    }
    let cause = String(describing: error.underlyingError)
    #expect(cause.contains("a URL with a scheme"))
    #expect(error.description.contains("page"))
    #expect(store.keys().isEmpty)
  }

  @Test("Nothing was kept: defaults, and nothing is written")
  func nothing() throws {
    let settings = try OldSettings(identifier: "s", store: store, importing: .properties(in: old))
    #expect(settings.name == "nobody")
    #expect(store.keys().isEmpty)
    let shelf = try ImportedShelf(
      identifier: "t", store: store, importing: .value(forKey: "none", in: old) { _ in ImportedShelf() })
    #expect(shelf.titles.isEmpty)
    #expect(store.keys().isEmpty)
  }

  @Test("A migration sees what was kept under keys that only it knows")
  func migrated() throws {
    defaults.set("of somebody else", forKey: "other")
    defaults.synchronize()
    func settings(_ identifier: String) throws -> MigratedSettings {
      try MigratedSettings(identifier: identifier, store: store, importing: .properties(in: old))
    }
    func name(_ identifier: String) throws -> MigratedName {
      let none = MigratedName(name: "none")
      return try Stored(none, identifier: identifier, store: store, importing: .properties(in: old)).value
    }
    #expect(try settings("1").name == "?")
    #expect(try name("2") == MigratedName(name: "none"))
    #expect(store.keys().isEmpty)
    defaults.set("Nora", forKey: "userName")
    defaults.synchronize()
    #expect(try settings("3").name == "Nora")
    #expect(try name("4") == MigratedName(name: "Nora"))
    defaults.set(0.75, forKey: "volume")
    defaults.synchronize()
    let both = try settings("5")
    #expect(both.name == "Nora" && both.volume == 0.75)
    #expect(store.keys().count == 3)
  }

  @Test("A migration that finds a part of what is needed is an error, and nothing is written")
  func halfMigrated() throws {
    func range(_ identifier: String) throws -> MigratedRange {
      let none = MigratedRange(low: 0, high: 0)
      return try Stored(none, identifier: identifier, store: store, importing: .properties(in: old)).value
    }
    defaults.set("of somebody else", forKey: "other")
    defaults.synchronize()
    #expect(try range("1") == MigratedRange(low: 0, high: 0))
    defaults.set(3, forKey: "minimum")
    defaults.synchronize()
    let error = #expect(throws: StorageError.self) { try range("2") }
    #expect("\(String(describing: error))".contains("high"))
    #expect(store.keys().isEmpty)
  }

  @Test("A value of another kind than the property's is an error, and nothing is written")
  func mismatch() throws {
    defaults.set("many", forKey: "count")
    defaults.synchronize()
    let error = #expect(throws: StorageError.self) {
      try OldSettings(identifier: "s", store: store, importing: .properties(in: old))
    }
    #expect(error?.code == .typeMismatch)
    #expect(error?.location == old.location)
    #expect(error?.explanation.contains("expected Int at .count") == true, "\(String(describing: error))")
    #expect(store.keys().isEmpty)
    #expect(defaults.string(forKey: "count") == "many")
  }

  @Test("An old base64 text, dictionary, or archive of NSKeyedArchiver's under one key is handed to a closure")
  func values() throws {
    let archive = try NSKeyedArchiver.archivedData(withRootObject: "Emma" as NSString, requiringSecureCoding: true)
    defaults.set(archive.base64EncodedString(), forKey: "text")
    defaults.set(archive, forKey: "archive")
    defaults.set(["titles": ["Emma", "Persuasion"]], forKey: "dictionary")
    defaults.set(7, forKey: "level")
    defaults.synchronize()
    func shelf(_ data: Data) throws -> ImportedShelf {
      let title = try NSKeyedUnarchiver.unarchivedObject(ofClass: NSString.self, from: data)
      let shelf = ImportedShelf()
      shelf.titles = [try #require(title).description]
      return shelf
    }
    let text = try ImportedShelf(
      identifier: "1", store: store,
      importing: .value(forKey: "text", in: old) { value in
        try (value as? String).flatMap { Data(base64Encoded: $0) }.map(shelf)
      })
    #expect(text.titles == ["Emma"])
    let data = try ImportedShelf(
      identifier: "2", store: store, importing: .value(forKey: "archive", in: old) { try ($0 as? Data).map(shelf) })
    #expect(data.titles == ["Emma"])
    let dictionary = try ImportedShelf(
      identifier: "3", store: store,
      importing: .value(forKey: "dictionary", in: old) { value in
        let shelf = ImportedShelf()
        shelf.titles = try #require((value as? [String: Any])?["titles"] as? [String])
        return shelf
      })
    #expect(dictionary.titles == ["Emma", "Persuasion"])
    let level = try Stored<ImportedVolume>(
      identifier: "4", store: store,
      importing: .value(forKey: "level", in: old) { ($0 as? Int).map(ImportedVolume.init(level:)) })
    #expect(level.value == ImportedVolume(level: 7))
    #expect(Set(store.keys()) == ["1", "2", "3", "4"])
    #expect(throws: CancellationError.self) {
      try ImportedShelf(
        identifier: "5", store: store, importing: .value(forKey: "text", in: old) { _ in throw CancellationError() })
    }
  }

  @Test("didDecode() is called for objects that the closure decodes, and once for the imported one")
  func decodedByClosure() throws {
    let oldShelf = OldShelf()
    oldShelf.titles = ["Emma"]
    defaults.set(try KeyedArchiveEncoder().encode(oldShelf), forKey: "shelf")
    defaults.synchronize()
    let shelf = try ImportedShelf(
      identifier: "1", store: store,
      importing: .value(forKey: "shelf", in: old) { value in
        let shelf = ImportedShelf()
        shelf.titles = try KeyedArchiveDecoder().decode(OldShelf.self, from: try #require(value as? Data)).titles
        return shelf
      })
    #expect(shelf.titles == ["Emma", "decoded"])
    let same = try OldShelf(
      identifier: "2", store: store,
      importing: .value(forKey: "shelf", in: old) { value in
        try KeyedArchiveDecoder().decode(OldShelf.self, from: try #require(value as? Data))
      })
    #expect(same.titles == ["Emma", "decoded"])
  }

  @Test("What was kept under the same key of the same suite is taken over in place")
  func samePlace() throws {
    defaults.set("Emma,Persuasion", forKey: "shelf")
    defaults.synchronize()
    func open() throws -> ImportedShelf {
      try ImportedShelf(
        identifier: "shelf", store: old,
        importing: .value(forKey: "shelf", in: old) { value in
          guard let text = value as? String else { return nil }
          let shelf = ImportedShelf()
          shelf.titles = text.split(separator: ",").map(String.init)
          return shelf
        })
    }
    do {
      #expect(throws: StorageError.self) { try ImportedShelf(identifier: "shelf", store: old) }
      #expect(defaults.string(forKey: "shelf") == "Emma,Persuasion")
      #expect(try open().titles == ["Emma", "Persuasion"])
    }
    #expect(try old.loadData(forKey: "shelf") != nil)
    #expect(try open().titles == ["Emma", "Persuasion"])
  }

  @Test("Unreadable data is not replaced by the old value, if the store has the two under different names of one key")
  func escapedKeys() throws {
    let key = "my shelf"
    defaults.set("Emma", forKey: key)
    defaults.synchronize()
    func open() throws -> ImportedShelf {
      try ImportedShelf(
        identifier: key, store: old,
        importing: .value(forKey: key, in: old) { value in
          let shelf = ImportedShelf()
          shelf.titles = [value as? String ?? ""]
          return shelf
        })
    }
    do {
      let shelf = try open()
      #expect(shelf.titles == ["Emma"])
    }
    let unreadable = Data("of another version".utf8)
    try old.saveData(unreadable, forKey: key)
    #expect(throws: StorageError.self) { try open() }
    #expect(try old.loadData(forKey: key) == unreadable)
  }

  @Test("A value of another kind is unreadable: it is reported, moved aside, replaced, or left alone by a cache")
  func otherKinds() throws {
    defaults.set(["a": 1], forKey: "shelf")
    defaults.set("text", forKey: "name")
    defaults.set(5, forKey: "number")
    defaults.synchronize()
    #expect(#expect(throws: StorageError.self) { try old.loadData(forKey: "shelf") }?.code == .typeMismatch)
    let shelf = try ImportedShelf(identifier: "shelf", store: old, unreadableData: .moveAside)
    let key = try #require(shelf.movedAside?.key)
    let again = try #require(UserDefaults(suiteName: suite))
    #expect(again.object(forKey: "shelf") == nil)
    #expect((again.object(forKey: key) as? [String: Any])?["a"] as? Int == 1)
    try shelf.save()
    #expect(try Set(old.keys()) == ["shelf", "name", "number", key])
    try old.saveData(Data([1]), forKey: "name")
    #expect(try old.loadData(forKey: "name") == Data([1]))
    try old.remove(forKey: "number")
    #expect(try old.loadData(forKey: "number") == nil)

    defaults.set("old text", forKey: "cached")
    defaults.synchronize()
    let strict = Cache<ImportedVolume>(store: old, unreadableEntries: .reported)
    #expect(#expect(throws: StorageError.self) { try strict.load(forKey: "cached") }?.code == .typeMismatch)
    let cache = Cache<ImportedVolume>(store: old)
    #expect(try cache.load(forKey: "cached") == nil)
    #expect(UserDefaults(suiteName: suite)?.string(forKey: "cached") == "old text")
    try cache.save(ImportedVolume(level: 1), forKey: "cached")
    #expect(try cache.load(forKey: "cached") == ImportedVolume(level: 1))
  }

  @Test("The app's own defaults")
  func standard() throws {
    let key = "autocoding.\(UUID().uuidString)"
    let store = UserDefaultsStore.standard
    defer { UserDefaults.standard.removeObject(forKey: key) }
    UserDefaults.standard.set("text", forKey: key)
    #expect(#expect(throws: StorageError.self) { try store.loadData(forKey: key) }?.code == .typeMismatch)
    try store.saveData(Data([1, 2]), forKey: key)
    #expect(UserDefaults.standard.data(forKey: key) == Data([1, 2]))
    #expect(try store.keys().contains(key))
    let shelf = try ImportedShelf(
      identifier: "shelf", store: self.store,
      importing: .value(forKey: key) { value in
        let shelf = ImportedShelf()
        shelf.titles = ["\((value as? Data)?.count ?? 0)"]
        return shelf
      })
    #expect(shelf.titles == ["2"])
    try store.remove(forKey: key)
    #expect(UserDefaults.standard.object(forKey: key) == nil)
  }

  @Test("Domains that are no app's own are refused")
  func sharedDomains() {
    for name in ["NSGlobalDomain", UserDefaults.argumentDomain, UserDefaults.registrationDomain] {
      let error = #expect(throws: StorageError.self) { try UserDefaultsStore(suite: name) }
      #expect(error?.code == .storageUnavailable)
      #expect(error?.remedy.contains("UserDefaultsStore.standard") == true)
    }
  }
}
