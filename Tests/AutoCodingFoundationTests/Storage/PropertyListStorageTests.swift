import Foundation
import Testing

@testable import AutoCodingFoundation

private struct Window: AutoCoding, Equatable {
  var title: String
  var frame: [Double]
  var isOpen: Bool
  var count: Int
  var opened: Date
  var icon: Data?
  var next: [Window]
}

/// Property lists in stores.
final class PropertyListStorageTests {
  private let suite = "autocoding.test.\(UUID().uuidString)"

  deinit {
    UserDefaults.standard.removePersistentDomain(forName: suite)
    UserDefaults.standard.synchronize()
    #if !canImport(Darwin)
    let home = ProcessInfo.processInfo.environment["XDG_CONFIG_HOME"] ?? NSHomeDirectory() + "/.config"
    try? FileManager.default.removeItem(at: URL(fileURLWithPath: home).appendingPathComponent(suite + ".plist"))
    #endif
  }

  private func window(_ title: String, opened: Double = 700_000_000) -> Window {
    Window(
      title: title, frame: [0, 0.5, -1, 3], isOpen: true, count: 1 << 40,
      opened: Date(timeIntervalSinceReferenceDate: opened),
      icon: Data([1, 2]),
      next: title.isEmpty ? [] : [window("")])
  }

  @Test("UserDefaultsStore has a model as a dictionary")
  func native() throws {
    let store = try UserDefaultsStore(suite: suite)
    let value = window("<main> Zo\u{eb}")
    try store.save(value, forKey: "window", coder: .propertyList)
    #expect(try store.load(Window.self, forKey: "window", coder: .propertyList) == value)
    // What other code sees, and the command `defaults`.
    let table = try #require(UserDefaults(suiteName: suite)?.dictionary(forKey: "window"))
    #expect(table["title"] as? String == value.title)
    #expect(table["count"] as? Int == 1 << 40)
    // What other code has set.
    UserDefaults(suiteName: suite)?.set(["one", "two"], forKey: "list")
    #expect(try store.load([String].self, forKey: "list", coder: .propertyList) == ["one", "two"])
    let again = try UserDefaultsStore(suite: suite)
    #expect(try again.load(Window.self, forKey: "window", coder: .propertyList) == value)
    try store.save([value, value], forKey: "window", coder: .propertyList)
    #expect(try store.load([Window].self, forKey: "window", coder: .propertyList) == [value, value])
    try store.moveData(forKey: "window", toKey: "other")
    #expect(try store.load([Window].self, forKey: "other", coder: .propertyList) == [value, value])
    try store.remove(forKey: "other")
    #expect(try store.load([Window].self, forKey: "other", coder: .propertyList) == nil)
  }

  @Test("What the suite could not keep exactly is kept as bytes")
  func bytes() throws {
    let store = try UserDefaultsStore(suite: suite)
    let value = window("w", opened: 0.125)
    try store.save(value, forKey: "window", coder: .propertyList)
    #expect(try store.load(Window.self, forKey: "window", coder: .propertyList) == value)
    try store.save([0.0, -0.0], forKey: "zeros", coder: .propertyList)
    let zeros = try #require(try store.load([Double].self, forKey: "zeros", coder: .propertyList))
    #expect(zeros.map(\.sign) == [.plus, .minus])
    try store.save(Data([1, 2, 3]), forKey: "data", coder: .propertyList)
    #expect(try store.load(Data.self, forKey: "data", coder: .propertyList) == Data([1, 2, 3]))
  }

  @Test("What Foundation's parser of XML would change is kept")
  func xml() throws {
    let encoder = AutoPropertyListEncoder()
    encoder.outputFormat = .xml
    let coder = PropertyListCoder(encoder: encoder)
    let store = try UserDefaultsStore(suite: suite)
    let texts = ["\u{FEFF}", "\u{FEFF}x", "a\rb", "\r\n", " ", "\u{0}"]
    try store.save(texts, forKey: "texts", coder: coder)
    let found = try #require(try store.load([String].self, forKey: "texts", coder: coder))
    #expect(found.map { Array($0.unicodeScalars) } == texts.map { Array($0.unicodeScalars) })
    let value = window("w", opened: -63_114_076_800)
    try store.save(value, forKey: "window", coder: coder)
    #expect(try store.load(Window.self, forKey: "window", coder: coder) == value)
  }

  @Test("Texts that are equal in Swift keep their own Unicode scalars")
  func equivalentTexts() throws {
    let store = try UserDefaultsStore(suite: suite)
    let values = [["\u{e9}": "e\u{301}"], ["e\u{301}": "\u{e9}"], ["a": "\u{212b}", "b": "\u{c5}", "A\u{30a}": ""]]
    for value in values {
      try store.save(value, forKey: "texts", coder: .propertyList)
      let found = try #require(try store.load([String: String].self, forKey: "texts", coder: .propertyList))
      func bytes(_ value: [String: String]) -> [[UInt8]: [UInt8]] {
        Dictionary(uniqueKeysWithValues: value.map { (Array($0.utf8), Array($1.utf8)) })
      }
      #expect(bytes(found) == bytes(value))
    }
  }

  @Test("A value that Foundation finds equal to the old one replaces it")
  func equalValues() throws {
    let store = try UserDefaultsStore(suite: suite)
    for value in [[1.0], [true], [1], [1.0], ["e\u{301}"], ["\u{e9}"]] as [[JSONValue]] {
      try store.save(value, forKey: "list", coder: .propertyList)
      let found = try #require(try store.load([JSONValue].self, forKey: "list", coder: .propertyList))
      #expect(try AutoJSONEncoder().encode(found) == AutoJSONEncoder().encode(value))
    }
  }

  #if !canImport(Darwin)
  @Test("A file with another value under the key is not taken for the one that was to be written")
  func otherValues() throws {
    let list: [String: Any] = ["window": ["title": "a", "count": 1] as [String: Any], "number": 0.5]
    let file = try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
    #expect(SuiteFile.holds(["title": "a", "count": 1] as [String: Any], forKey: "window", in: file))
    #expect(!SuiteFile.holds(["title": "a", "count": 2] as [String: Any], forKey: "window", in: file))
    #expect(!SuiteFile.holds(["a"], forKey: "window", in: file))
    #expect(SuiteFile.holds(0.5, forKey: "number", in: file))
    #expect(!SuiteFile.holds(1.5, forKey: "number", in: file))
  }
  #endif

  @Test("A value of another kind is an error that says so")
  func mismatches() throws {
    let store = try UserDefaultsStore(suite: suite)
    UserDefaults(suiteName: suite)?.set(["title": 1], forKey: "window")
    let error = #expect(throws: StorageError.self) {
      try store.load(Window.self, forKey: "window", coder: .propertyList)
    }
    #expect(error?.code == .typeMismatch)
  }

  @Test("A root that is data is kept as bytes, and other roots without members are refused")
  func roots() throws {
    let store = try UserDefaultsStore(suite: suite)
    try store.save(Data([1, 2]), forKey: "root", coder: .propertyList)
    #expect(try store.load(Data.self, forKey: "root", coder: .propertyList) == Data([1, 2]))
    for save in [
      { try store.save(1, forKey: "root", coder: .propertyList) },
      { try store.save("text", forKey: "root", coder: .propertyList) },
      { try store.save(Date(timeIntervalSinceReferenceDate: 0), forKey: "root", coder: .propertyList) },
      { try store.save(Int?.none, forKey: "root", coder: .propertyList) },
    ] {
      #expect(#expect(throws: StorageError.self) { try save() }?.code == .writeFailed)
    }
    #expect(try store.load(Data.self, forKey: "root", coder: .propertyList) == Data([1, 2]))
  }

  @Test("Other stores have the bytes of a property list")
  func otherStores() throws {
    let store = MemoryStore()
    let value = window("w", opened: 0.125)
    try store.save(value, forKey: "window", coder: .propertyList)
    #expect(try store.load(Window.self, forKey: "window", coder: .propertyList) == value)
    let data = try #require(store.loadData(forKey: "window"))
    #expect(try PropertyListSerialization.propertyList(from: data, format: nil) is [String: Any])
  }
}
