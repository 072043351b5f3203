import AutoCodingFoundation
import Foundation
import Testing

/// What older versions wrote with this module is read by this one: `Tests/Fixtures/VERSION/foundation.json` has it.
///
/// To write the fixtures of a new version, set `AUTOCODING_WRITE_FIXTURES` to its number and run only this suite.
final class FoundationFixtureTests {
  private enum Kind: String, CaseIterable {
    case object, fileStore, defaultsStore, defaultsPropertyList, cacheEntry
  }

  private static let environment = ProcessInfo.processInfo.environment
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Fixtures").standardizedFileURL

  private static func file(_ version: String) -> URL {
    folder.appendingPathComponent(version).appendingPathComponent("foundation.json")
  }

  private static let versions = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { FileManager.default.fileExists(atPath: file($0).path) }.sorted()

  private static let place = FixturePlace(name: "Zoë's", position: (1.5, -2))
  private static let window = FixtureWindow(
    title: "Main", frame: [0, 0.5, 800, 600], opened: Date(timeIntervalSinceReferenceDate: 700_000_000))
  private static let timeline = FixtureTimeline(posts: ["one", "two"], place: place)

  private static func truck() -> FixtureTruck {
    let truck = FixtureTruck()
    truck.name = "Ada"
    truck.wheels = 6
    truck.weight = 7.5
    truck.built = Date(timeIntervalSinceReferenceDate: 1234.5)
    truck.image = Data([0, 1, 255])
    truck.tags = ["red", "old"]
    truck.counts = ["doors": 2, "seats": 3]
    truck.place = place
    truck.places = [place, FixturePlace(name: "", position: (0, 0))]
    truck.state = .moving(speed: 30.25)
    truck.load = 12.75
    let trailer = FixtureVehicle()
    trailer.name = "Trailer"
    truck.trailer = trailer
    // No cycle: Foundation cannot read one on Linux.
    truck.others = [trailer, trailer]
    return truck
  }

  private let suite = "autocoding.test.\(UUID().uuidString)"
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  deinit {
    UserDefaults.standard.removePersistentDomain(forName: suite)
    UserDefaults.standard.synchronize()
    #if !canImport(Darwin)
    let home = Self.environment["XDG_CONFIG_HOME"] ?? NSHomeDirectory() + "/.config"
    try? FileManager.default.removeItem(at: URL(fileURLWithPath: home).appendingPathComponent(suite + ".plist"))
    #endif
  }

  private static func fixtures(_ version: String) throws -> [String: Data] {
    try JSONDecoder().decode([String: Data].self, from: Data(contentsOf: file(version)))
  }

  @Test("are there for the first version")
  func present() throws {
    #expect(Self.versions.contains("0.1.0"))
    for version in Self.versions {
      #expect(try Set(Self.fixtures(version).keys).isSubset(of: Kind.allCases.map(\.rawValue)))
    }
  }

  // MARK: Reading

  private func fixture(_ version: String, _ kind: Kind) throws -> Data {
    try #require(try Self.fixtures(version)[kind.rawValue])
  }

  @Test("objects in archives of NSKeyedArchiver", arguments: versions)
  func objects(version: String) throws {
    let data = try fixture(version, .object)
    let read = try [
      NSKeyedUnarchiver.unarchivedObject(ofClass: FixtureVehicle.self, from: data),
      KeyedArchiveDecoder().decode(FixtureVehicle.self, from: data),
    ]
    for object in read {
      let truck = try #require(object as? FixtureTruck)
      let expected = Self.truck()
      #expect(truck.name == expected.name && truck.wheels == expected.wheels && truck.weight == expected.weight)
      #expect(truck.built == expected.built && truck.image == expected.image && truck.tags == expected.tags)
      #expect(truck.counts == expected.counts && truck.place == expected.place && truck.places == expected.places)
      #expect(truck.state == expected.state && truck.load == expected.load)
      #expect(truck.trailer?.name == "Trailer" && truck.trailer?.trailer == nil)
      #expect(truck.others.count == 2 && truck.others.allSatisfy { $0 === truck.trailer })
    }
  }

  @Test("a file of FileStore", arguments: versions)
  func files(version: String) throws {
    try fixture(version, .fileStore).write(to: directory.url.appendingPathComponent("settings"))
    let settings = try FixtureSettings(identifier: "settings", store: FileStore(directory: directory.url))
    #expect(settings.name == "Nora" && settings.sizes == [1, 2, 3] && settings.place == Self.place)
  }

  @Test("values of UserDefaultsStore", arguments: versions)
  func defaults(version: String) throws {
    let defaults = try #require(UserDefaults(suiteName: suite))
    defaults.set(try fixture(version, .defaultsStore), forKey: "bytes")
    let list = try PropertyListSerialization.propertyList(from: fixture(version, .defaultsPropertyList), format: nil)
    defaults.set(try #require(list as? [String: Any]), forKey: "list")
    defaults.synchronize()
    let store = try UserDefaultsStore(suite: suite)
    let bytes = try Stored(FixtureWindow(), identifier: "bytes", store: store)
    #expect(bytes.value == Self.window)
    let native = try Stored(FixtureWindow(), identifier: "list", store: store, coder: .propertyList)
    #expect(native.value == Self.window)
  }

  @Test("an entry of a cache", arguments: versions)
  func entries(version: String) throws {
    let store = MemoryStore()
    store.saveData(try fixture(version, .cacheEntry), forKey: "home")
    let cache = Cache<FixtureTimeline>(store: store, version: 3, unreadableEntries: .reported)
    #expect(try cache.load(forKey: "home") == Self.timeline)
  }

  // MARK: Writing

  @Test("are written if that is asked for", .enabled(if: environment["AUTOCODING_WRITE_FIXTURES"] != nil))
  func write() throws {
    let version = try #require(Self.environment["AUTOCODING_WRITE_FIXTURES"])
    var fixtures: [Kind: Data] = [:]
    fixtures[.object] = try NSKeyedArchiver.archivedData(withRootObject: Self.truck(), requiringSecureCoding: true)

    let settings = try FixtureSettings(identifier: "settings", store: FileStore(directory: directory.url))
    (settings.name, settings.sizes, settings.place) = ("Nora", [1, 2, 3], Self.place)
    try settings.save()
    fixtures[.fileStore] = try Data(contentsOf: directory.url.appendingPathComponent("settings"))

    let store = try UserDefaultsStore(suite: suite)
    try Stored(FixtureWindow(), identifier: "bytes", store: store).update { $0 = Self.window }
    try Stored(FixtureWindow(), identifier: "list", store: store, coder: .propertyList).update { $0 = Self.window }
    let defaults = try #require(UserDefaults(suiteName: suite))
    fixtures[.defaultsStore] = defaults.data(forKey: "bytes")
    fixtures[.defaultsPropertyList] = try PropertyListSerialization.data(
      fromPropertyList: try #require(defaults.dictionary(forKey: "list")), format: .binary, options: 0)

    let memory = MemoryStore()
    try Cache<FixtureTimeline>(store: memory, version: 3)
      .save(Self.timeline, forKey: "home", expires: .distantFuture)
    fixtures[.cacheEntry] = memory.loadData(forKey: "home")

    try #require(fixtures.count == Kind.allCases.count)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    try encoder.encode(Dictionary(uniqueKeysWithValues: fixtures.map { ($0.rawValue, $1) }))
      .write(to: Self.file(version))
  }
}
