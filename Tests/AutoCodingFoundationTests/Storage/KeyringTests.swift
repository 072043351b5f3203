import AutoCodingFoundation
import Foundation
import Testing

/// What `.ci/test-keyring` has prepared; nothing in any other run of the tests.
private enum Prepared {
  private static let environment = ProcessInfo.processInfo.environment
  /// "absent", "unlocked" or "locked".
  static let keyring = environment["AUTOCODING_TEST_KEYRING"]
  /// A command that starts the keyring anew.
  static let startCommand = environment["AUTOCODING_TEST_KEYRING_START"]
  static let hint: Comment = "needs the keyring that .ci/test-keyring prepares"
}

/// What must never be seen in what a program prints; `.ci/test-keyring` looks for it in the tests' own output.
private let marker = ["hush", "7c1d", "hush"].joined(separator: "-")

private final class Session: StoredObject {
  var token = ""
  var refresh: Refresh?
  @Transient var attempts = 0
  var cachedPage = ""
  override class var unEncodedProperties: Set<String> { ["cachedPage"] }
}

private struct Refresh: AutoCoding, Equatable, Sendable {
  var token = ""
  var count = 0
}

#if !canImport(Security)

/// Runs a command of the system, and returns what it prints.
@discardableResult
private func run(_ arguments: [String], input: Data = Data()) throws -> Data {
  let process = Process()
  let (stdin, stdout) = (Pipe(), Pipe())
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = arguments
  process.standardInput = stdin
  process.standardOutput = stdout
  process.standardError = FileHandle.nullDevice
  try process.run()
  stdin.fileHandleForWriting.write(input)
  try stdin.fileHandleForWriting.close()
  let output = stdout.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return output
}

/// Everything that a program might print of an error.
private func allText(of error: any Error) -> String {
  var text = "\(error) \(String(reflecting: error)) \(error.localizedDescription)"
  dump(error, to: &text)
  return text
}

private func expectUnavailable(_ what: String, _ body: () throws -> Void) {
  let error = #expect(throws: StorageError.self, "\(what)") { try body() }
  #expect(error?.code == .storageUnavailable)
  #expect(error?.remedy.isEmpty == false)
  if let error { #expect(!allText(of: error).contains(marker)) }
}

private func expectAllUnavailable(_ store: KeyringStore) {
  expectUnavailable("loadData") { _ = try store.loadData(forKey: "a") }
  expectUnavailable("saveData") { try store.saveData(Data(marker.utf8), forKey: "a") }
  expectUnavailable("remove") { try store.remove(forKey: "a") }
  expectUnavailable("keys") { _ = try store.keys() }
  expectUnavailable("StoredObject") { _ = try Session(identifier: "a", store: store) }
}

/// KeyringStore without a keyring.
struct KeyringAbsenceTests {
  @Test("A library that is not there is an error that says what to install")
  func library() {
    let error = #expect(throws: StorageError.self) {
      try KeyringStore(service: "autocoding.test", library: "libnosuchthing.so.0")
    }
    #expect(error?.code == .storageUnavailable)
    #expect(error?.description.contains("libsecret") == true)
    let other = #expect(throws: StorageError.self) {
      try KeyringStore(service: "autocoding.test", library: "libm.so.6")
    }
    #expect(other?.explanation.contains("has no function") == true)
  }

  @Test(
    "Without a service, every call is an error, and nothing is kept anywhere else",
    .enabled(if: Prepared.keyring == "absent", Prepared.hint))
  func absent() throws {
    expectAllUnavailable(try KeyringStore(service: "autocoding.test"))
  }

  @Test("A locked keyring is an error that says so", .enabled(if: Prepared.keyring == "locked", Prepared.hint))
  func locked() throws {
    let store = try KeyringStore(service: "autocoding.test")
    expectAllUnavailable(store)
    let error = #expect(throws: StorageError.self) { try store.loadData(forKey: "a") }
    #expect(error?.explanation.contains("locked") == true)
  }
}

@Suite("KeyringStore", .serialized, .enabled(if: Prepared.keyring == "unlocked", Prepared.hint))
struct KeyringTests {
  private let service = "autocoding.test.\(UUID().uuidString)"

  private func removeAll(_ store: KeyringStore) throws {
    for key in try store.keys() { try store.remove(forKey: key) }
    #expect(try store.keys().isEmpty)
  }

  @Test("Secrets of any bytes are kept under any key, replaced, listed and removed")
  func bytes() throws {
    let store = try KeyringStore(service: service)
    let values = [Data(), Data([0]), Data(marker.utf8), Data((0...255).map { UInt8($0) }), Data([0xff, 0, 0xfe])]
    let keys = ["", "a", "a b", "é", "e\u{301}", "💾", "../x", "%", "\n", String(repeating: "k", count: 1000)]
    for key in keys {
      #expect(try store.loadData(forKey: key) == nil)
      for value in values {
        try store.saveData(value, forKey: key)
        #expect(try store.loadData(forKey: key) == value)
      }
    }
    #expect(Set(try store.keys().map { Array($0.utf8) }) == Set(keys.map { Array($0.utf8) }))
    #expect(try store.keys().count == keys.count)
    for key in keys {
      try store.remove(forKey: key)
      try store.remove(forKey: key)
      #expect(try store.loadData(forKey: key) == nil)
    }
    #expect(try store.keys().isEmpty)
  }

  @Test("Up to 1 MB is kept, and more is an error")
  func size() throws {
    let store = try KeyringStore(service: service)
    var large = Data((0..<KeyringStore.maximumSize).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    try store.saveData(large, forKey: "large")
    #expect(try store.loadData(forKey: "large") == large)
    large.append(1)
    let error = #expect(throws: StorageError.self) { try store.saveData(large, forKey: "large") }
    #expect(error?.code == .writeFailed)
    #expect(try store.loadData(forKey: "large") == large.dropLast())
    try removeAll(store)
  }

  @Test("A name with a zero in it is an error, not another name")
  func zero() throws {
    let store = try KeyringStore(service: service)
    try store.saveData(Data([1]), forKey: "a")
    #expect(throws: StorageError.self) { try store.loadData(forKey: "a\0b") }
    #expect(throws: StorageError.self) { try store.saveData(Data([2]), forKey: "a\0b") }
    #expect(throws: StorageError.self) { try store.remove(forKey: "a\0b") }
    #expect(throws: StorageError.self) { try KeyringStore(service: "\(service)\0x") }
    #expect(try store.loadData(forKey: "a") == Data([1]))
    try removeAll(store)
  }

  @Test("Two services never see each other's items, nor those with more attributes")
  func services() throws {
    let store = try KeyringStore(service: service)
    let other = try KeyringStore(service: service + ".other")
    try store.saveData(Data([1]), forKey: "a")
    try other.saveData(Data([2]), forKey: "a")
    try run(
      ["secret-tool", "store", "--label=more", "service", service, "key", "a", "account", "x"], input: Data("x".utf8))
    try run(["secret-tool", "store", "--label=more", "service", service, "name", "b"], input: Data("x".utf8))
    #expect(try store.loadData(forKey: "a") == Data([1]))
    #expect(try store.keys() == ["a"])
    try store.saveData(Data([3]), forKey: "a")
    #expect(try other.loadData(forKey: "a") == Data([2]))
    #expect(try run(["secret-tool", "lookup", "service", service, "account", "x"]) == Data("x".utf8))
    try store.remove(forKey: "a")
    #expect(try store.loadData(forKey: "a") == nil)
    #expect(try other.keys() == ["a"])
    #expect(try run(["secret-tool", "lookup", "service", service, "account", "x"]) == Data("x".utf8))
    try run(["secret-tool", "clear", "service", service])
    try removeAll(other)
  }

  @Test("secret-tool reads what the store keeps, and the other way round")
  func secretTool() throws {
    let store = try KeyringStore(service: service)
    try store.saveData(Data(marker.utf8), forKey: "ours")
    #expect(try run(["secret-tool", "lookup", "service", service, "key", "ours"]) == Data(marker.utf8))
    let listing = try run(["secret-tool", "search", "--all", "service", service])
    #expect(String(decoding: listing, as: UTF8.self).contains("label = \(service): ours"))

    try run(["secret-tool", "store", "--label=theirs", "service", service, "key", "theirs"], input: Data("one".utf8))
    #expect(try store.loadData(forKey: "theirs") == Data("one".utf8))
    #expect(Set(try store.keys()) == ["ours", "theirs"])
    try store.saveData(Data("two".utf8), forKey: "theirs")
    #expect(try run(["secret-tool", "lookup", "service", service, "key", "theirs"]) == Data("two".utf8))
    try run(["secret-tool", "store", "--label=theirs", "service", service, "key", "ours"], input: Data("three".utf8))
    #expect(try store.loadData(forKey: "ours") == Data("three".utf8))
    try run(["secret-tool", "clear", "service", service, "key", "theirs"])
    #expect(try store.keys() == ["ours"])
    try store.remove(forKey: "ours")
    #expect(try run(["secret-tool", "lookup", "service", service, "key", "ours"]).isEmpty)
  }

  @Test("Stored objects and values are kept there, without what is not coded")
  func storedObject() throws {
    let store = try KeyringStore(service: service)
    do {
      let session = try Session(identifier: "session", store: store, coder: .json)
      session.token = marker
      session.refresh = Refresh(token: marker, count: 2)
      session.attempts = 7
      session.cachedPage = "page"
      try session.save()
      #expect(throws: StorageError.self) { try Session(identifier: "session", store: KeyringStore(service: service)) }
    }
    let text = String(decoding: try #require(try store.loadData(forKey: "session")), as: UTF8.self)
    #expect(text.contains(marker))
    #expect(!text.contains("page") && !text.contains("attempts") && !text.contains("cachedPage"))
    let session = try Session(identifier: "session", store: store, coder: .json)
    #expect(session.token == marker)
    #expect(session.refresh == Refresh(token: marker, count: 2))
    #expect(session.attempts == 0)
    try session.remove()
    let stored = try Stored(Refresh(), identifier: "refresh", store: store)
    try stored.update { $0.count += 1 }
    #expect(try store.load(Refresh.self, forKey: "refresh") == Refresh(count: 1))
    try removeAll(store)
  }

  @Test("No error tells a secret")
  func silence() throws {
    let store = try KeyringStore(service: service)
    for text in [#"{"token":{"\#(marker)":"\#(marker)"}}"#, #"{"token":1,"refresh":"\#(marker)"}"#, marker] {
      try store.saveData(Data(text.utf8), forKey: "session")
      let error = #expect(throws: StorageError.self) { try Session(identifier: "session", store: store, coder: .json) }
      #expect(error?.code == (text == marker ? .corrupted : .typeMismatch))
      if let error { #expect(!allText(of: error).contains(marker)) }
    }
    var text = "\(store) \(String(reflecting: store))"
    dump(store, to: &text)
    #expect(!text.contains(marker))
    try removeAll(store)
  }

  @Test("A service that is killed in the middle is an error, and what was kept is there when it is back")
  func killed() throws {
    let command = try #require(Prepared.startCommand)
    let store = try KeyringStore(service: service)
    try store.saveData(Data([0]), forKey: "a")
    var confirmed: UInt8 = 0
    for round in 1...3 {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", "sleep 0.0\(round); \(command) kill"]
      try process.run()
      do {
        while true {
          try store.saveData(Data([confirmed &+ 1]), forKey: "a")
          confirmed &+= 1
        }
      } catch let error as StorageError {
        #expect(error.code == .storageUnavailable)
        #expect(!allText(of: error).contains(marker))
      }
      process.waitUntilExit()
      try run(["sh", "-c", "\(command) start"])
      let kept = try #require(try store.loadData(forKey: "a")).first
      #expect(kept == confirmed || kept == confirmed &+ 1)
      confirmed = kept ?? 0
    }
    try removeAll(store)
  }
}

#endif
