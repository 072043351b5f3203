import AutoCodingFoundation
import Foundation
import Testing

private struct Account: AutoCoding, Equatable {
  var name = ""
  var balance = 0.0
}

private final class Address: AutoCoding {
  var street = ""
  weak var neighbor: Address?
  init(_ street: String) { self.street = street }
}

private enum Tint: AutoCoding, Equatable { case plain, tinted(red: Double, others: [Int]) }

/// Ten lines, as the README has it.
@MainActor
private final class UserSettings: StoredObject {
  var name = ""
  var account: Account?
  @Transient var unsaved = 0

  static let shared: UserSettings = {
    do { return try UserSettings(identifier: "user", store: MemoryStore()) } catch { return UserSettings() }
  }()
}

private class Rich: StoredObject {
  var accounts: [String: Account] = [:]
  var addresses: [Address] = []
  var theme = Tint.plain
  var dates: Set<Date> = []
  var title: String? = "Untitled"
  var pair: (Int, String) = (0, "")
  var closure: (() -> Int)?
  override class var unEncodedProperties: Set<String> { ["closure"] }
  override class var propertyRules: PropertyRules { ["title": .formerly("heading")] }
}

private final class Richer: Rich { var more = 1 }

private final class Counted: StoredObject {
  var count = 0 {
    didSet { changes += 1 }
  }
  @Transient var decodedCount = 0
  @Transient var changes = 0
  override func didDecode() throws {
    decodedCount += 1
    if count < 0 { throw CocoaError(.coderInvalidValue) }
    count += 100
  }
}

private final class Migrated: StoredObject {
  var firstName = ""
  var lastName = ""
  override class var archiveVersion: Int { 2 }
  override class func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
    if version < 2, let name = try? properties.decode(String.self, forKey: "name") {
      let parts = name.split(separator: " ")
      try properties.encode(String(parts.first ?? ""), forKey: "firstName")
      try properties.encode(String(parts.last ?? ""), forKey: "lastName")
      properties.removeValue(forKey: "name")
    }
  }
}

private struct Uncodable { var value = 1 }
private struct Holder: AutoCoding { var inner: [Inner] = [] }
private struct Inner: AutoCoding { var hidden: Uncodable? }
private final class Bad: StoredObject {
  var holder: Holder?
  var action: () -> Void = {}
}
private final class Worse: StoredObject { var holder: [String: Holder?] = [:] }
private final class Constant: StoredObject { let number = Int.random(in: 0...9) }
private struct Backward: AutoCoding { var owner: Circular? }
private final class Circular: StoredObject { var parts: [Backward] = [] }
private final class BackLink: AutoCoding {
  var name = ""
  weak var owner: WeakCircular?
  init() {}
}
private final class WeakCircular: StoredObject { var part: BackLink? }

private final class Document: AutoCoding, DefaultInitializable {
  var title = ""
  init() {}
}
private final class Workspace: StoredObject {
  var documents: [Document] = []
  weak var current: Document?
  @Transient var fails = false
  override func didDecode() throws {
    if fails { throw CocoaError(.coderInvalidValue) }
  }
}
private final class Late: StoredObject { lazy var recent: [String] = ["start"] }
private final class LateAside: StoredObject {
  lazy var recent: [String] = ["start"]
  override class var unEncodedProperties: Set<String> { ["recent"] }
}
private final class ConstantLink: StoredObject { weak let current: Document? = nil }

/// StoredObject.
struct StoredObjectTests {
  let store = MemoryStore()

  @MainActor @Test("The README's settings are a main-actor singleton")
  func readme() throws {
    let settings = UserSettings.shared
    settings.name = "Nora"
    settings.account = Account(name: "n", balance: 1)
    settings.unsaved = 5
    try settings.save()
    settings.name = "changed"
    try settings.load()
    #expect(settings.name == "Nora")
    #expect(settings.account == Account(name: "n", balance: 1))
    #expect(settings.unsaved == 5)
    try settings.remove()
    #expect(settings.name == "")
    #expect(settings.account == nil)
  }

  @Test("Nested models of every kind come back", arguments: ["archive", "json"])
  func nested(format: String) throws {
    func roundTrip(_ coder: some DataCoder) throws {
      let date = Date(timeIntervalSince1970: 1)
      do {
        let first = try Richer(identifier: "rich", store: store, coder: coder)
        first.accounts = ["a": Account(name: "x", balance: 2)]
        first.addresses = [Address("Elm"), Address("Oak")]
        first.theme = .tinted(red: 0.5, others: [1, 2])
        first.dates = [date]
        first.title = nil
        first.pair = (7, "seven")
        first.more = 9
        try first.save()
      }
      let second = try Richer(identifier: "rich", store: store, coder: coder)
      #expect(second.accounts == ["a": Account(name: "x", balance: 2)])
      #expect(second.addresses.map(\.street) == ["Elm", "Oak"])
      #expect(second.theme == .tinted(red: 0.5, others: [1, 2]))
      #expect(second.dates == [date])
      #expect(second.title == nil)
      #expect(second.pair == (7, "seven"))
      #expect(second.more == 9)
    }
    if format == "json" { try roundTrip(.json) } else { try roundTrip(.keyedArchive) }
  }

  @Test("Nothing is kept: defaults; reload and delete bring them back")
  func defaults() throws {
    let rich = try Rich(identifier: "r", store: store)
    #expect(store.keys().isEmpty)
    rich.title = "x"
    rich.closure = { 3 }
    try rich.load()
    #expect(rich.title == "Untitled")
    #expect(rich.closure?() == 3)
    rich.title = "y"
    try rich.save()
    #expect(store.keys() == ["r"])
    try rich.remove()
    #expect(store.keys().isEmpty)
    #expect(rich.title == "Untitled")
    rich.title = "z"
    try rich.save()
    #expect(store.keys() == ["r"])
  }

  @Test("Older data: keys that are missing have defaults, former keys are read")
  func olderData() throws {
    store.saveData(Data(#"{"heading":"Old","unknown":[1]}"#.utf8), forKey: "r")
    let rich = try Rich(identifier: "r", store: store, coder: .json)
    #expect(rich.title == "Old")
    rich.accounts = ["a": Account()]
    try rich.load()
    #expect(rich.accounts.isEmpty)
  }

  @Test("Data of an older version is migrated, and data of a newer one refused")
  func versions() throws {
    store.saveData(Data(#"{"name":"Ada Lovelace"}"#.utf8), forKey: "m")
    let migrated = try Migrated(identifier: "m", store: store, coder: .json)
    #expect(migrated.firstName == "Ada")
    #expect(migrated.lastName == "Lovelace")
    try migrated.save()
    try migrated.load()
    #expect(migrated.lastName == "Lovelace")
    store.saveData(Data(#"{"$version":3,"firstName":"Nora"}"#.utf8), forKey: "m")
    let error = #expect(throws: StorageError.self) { try migrated.load() }
    #expect(error?.code == .newerVersion)
    #expect(error?.explanation.contains("version 3 of") == true)
    #expect(migrated.firstName == "Ada")
  }

  @Test("An identifier has one living object, of whatever type")
  func identifierInUse() throws {
    var first: Rich? = try Rich(identifier: "r", store: store)
    let error = #expect(throws: StorageError.self) { try Rich(identifier: "r", store: store) }
    #expect(error?.code == .identifierInUse)
    #expect(error?.key == "r")
    #expect(throws: StorageError.self) { try Counted(identifier: "r", store: store) }
    #expect(throws: StorageError.self) { try Stored(1, identifier: "r", store: store) }
    _ = try Rich(identifier: "other", store: store)
    _ = try Rich(identifier: "r", store: MemoryStore())
    #expect(first?.title == "Untitled")
    first = nil
    _ = try Counted(identifier: "r", store: store)
    _ = try Stored(1, identifier: "r", store: store)
  }

  @Test("A load that fails frees the identifier, and changes nothing")
  func failedLoad() throws {
    store.saveData(Data("no archive".utf8), forKey: "r")
    let error = #expect(throws: StorageError.self) { try Rich(identifier: "r", store: store) }
    #expect(error?.code == .corrupted)
    store.remove(forKey: "r")
    let rich = try Rich(identifier: "r", store: store, coder: .json)
    rich.title = "kept"
    store.saveData(Data(#"{"title":"new","accounts":{"a":{"name":"secret","balance":"secret"}}}"#.utf8), forKey: "r")
    let second = #expect(throws: StorageError.self) { try rich.load() }
    #expect(second?.code == .typeMismatch)
    #expect(second?.explanation.contains(".accounts[…].balance") == true)
    #expect(second?.description.contains("secret") == false)
    #expect(rich.title == "kept")
    #expect(rich.accounts.isEmpty)
  }

  @Test("didDecode() is called once, on the object itself, and what it throws undoes the load")
  func didDecode() throws {
    func check(_ coder: some DataCoder) throws {
      let store = MemoryStore()
      let checked = try Counted(identifier: "c", store: store, coder: coder)
      #expect(checked.decodedCount == 0)
      checked.count = 5
      try checked.save()
      try checked.load()
      #expect(checked.count == 105)
      #expect(checked.decodedCount == 1)
      checked.count = -1
      try checked.save()
      checked.count = 8
      #expect(throws: CocoaError.self) { try checked.load() }
      #expect(checked.count == 8)
      #expect(throws: CocoaError.self) {
        _ = try coder.decode(Counted.self, from: store.loadData(forKey: "c") ?? Data())
      }
    }
    try check(.keyedArchive)
    try check(.json)
    try check(FoundationCoder())
  }

  @Test("Weak references are loaded, and saved again")
  func weakReferences() throws {
    do {
      let workspace = try Workspace(identifier: "w", store: store)
      workspace.documents = [Document(), Document()]
      workspace.current = workspace.documents[1]
      try workspace.save()
      try workspace.load()
      #expect(workspace.current === workspace.documents[1])
    }
    do {
      let workspace = try Workspace(identifier: "w", store: store)
      #expect(workspace.current === workspace.documents[1])
      try workspace.save()
    }
    let workspace = try Workspace(identifier: "w", store: store)
    let documents = workspace.documents
    #expect(workspace.current === documents[1])
    workspace.current = documents[0]
    workspace.fails = true
    #expect(throws: CocoaError.self) { try workspace.load() }
    #expect(workspace.documents.map(ObjectIdentifier.init) == documents.map(ObjectIdentifier.init))
    #expect(workspace.current === documents[0])
    try workspace.remove()
    #expect(workspace.current == nil)
  }

  @Test("In a format without identity, a weak reference is nil after loading")
  func weakReferencesWithoutIdentity() throws {
    let workspace = try Workspace(identifier: "w", store: store, coder: .json)
    let documents = [Document(), Document()]
    workspace.documents = documents
    workspace.current = documents[1]
    try workspace.save()
    #expect(workspace.current === documents[1])
    try workspace.load()
    #expect(workspace.documents.count == 2)
    #expect(workspace.current == nil)
  }

  @Test("What cannot be kept is reported at the first touch, naming it")
  func firstTouch() throws {
    let bad = #expect(throws: AutoCodingError.self) { try Bad(identifier: "b", store: store) }
    #expect(bad?.problems.map(\.property) == ["action"])
    let worse = #expect(throws: AutoCodingError.self) { try Worse(identifier: "b", store: store) }
    #expect(worse?.problems.map(\.property) == ["hidden"])
    let constant = #expect(throws: AutoCodingError.self) { try Constant(identifier: "b", store: store) }
    #expect(constant?.problems.map(\.property) == ["number"])
    #expect(constant?.description.contains("Declare it 'var'") == true)
    let late = #expect(throws: AutoCodingError.self) { try Late(identifier: "b", store: store) }
    #expect(late?.problems.map(\.property) == ["recent"])
    #expect(late?.description.contains("Declare it without 'lazy'") == true)
    let aside = try LateAside(identifier: "aside", store: store)
    #expect(aside.recent == ["start"])
    try aside.load()
    #expect(aside.recent == ["start"])
    let link = #expect(throws: AutoCodingError.self) { try ConstantLink(identifier: "b", store: store) }
    #expect(link?.problems.map(\.property) == ["current"])
    let circular = #expect(throws: AutoCodingError.self) { try Circular(identifier: "b", store: store) }
    #expect(circular?.problems.map(\.property) == ["owner"])
    let weak = #expect(throws: AutoCodingError.self) { try WeakCircular(identifier: "b", store: store) }
    #expect(weak?.problems.map(\.property) == ["owner"])
    #expect(throws: AutoCodingError.self) { try Stored(Holder(), identifier: "b", store: store) }
    #expect(throws: AutoCodingError.self) { try Stored(Holder(), identifier: "b", store: store) }
    _ = try Rich(identifier: "b", store: store)
  }

  @Test("An object that names no store says so")
  func withoutStore() throws {
    let error = #expect(throws: StorageError.self) { try Rich().save() }
    #expect(error?.code == .storageUnavailable)
    #expect(error?.description.contains("init(identifier:store:)") == true)
    #expect(throws: StorageError.self) { try Rich().load() }
    #expect(throws: StorageError.self) { try Rich().remove() }
  }

  @Test("A store that fails leaves object and store as they were")
  func failingStore() throws {
    let failing = FailingStore()
    let rich = try Rich(identifier: "r", store: failing)
    rich.title = "kept"
    failing.fails = true
    #expect(throws: StorageError.self) { try rich.save() }
    #expect(throws: StorageError.self) { try rich.load() }
    #expect(throws: StorageError.self) { try rich.remove() }
    #expect(rich.title == "kept")
    failing.fails = false
    #expect(failing.memory.keys().isEmpty)
  }
}

/// Foundation's coders over the Codable bridge.
struct FoundationCoder: DataCoder {
  func encode<Value: Encodable>(_ value: Value) throws -> Data { try JSONEncoder().encode(value) }
  func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    try JSONDecoder().decode(type, from: data)
  }
}
