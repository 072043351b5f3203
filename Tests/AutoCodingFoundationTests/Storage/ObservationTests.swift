import AutoCodingFoundation
import Foundation
import Observation
import Testing

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@Observable
private final class Profile: StoredObject {
  var name = "nobody"
  var visits = 0
  @ObservationIgnored @Transient var tells = false

  override func didReload() {
    guard tells else { return }
    withMutation(keyPath: \.name) {}
    withMutation(keyPath: \.visits) {}
  }

  func tellOfStorage() { withMutation(keyPath: \._name) {} }
  func tellOfSelf() { withMutation(keyPath: \.self) {} }
}

private final class Flag: @unchecked Sendable {
  private let lock = NSLock()
  private var value = false
  func set() { lock.withLock { value = true } }
  var isSet: Bool { lock.withLock { value } }
}

/// What public API can do about observers of an object whose properties are loaded past their setters.
struct ObservationTests {
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  private func isTold(_ profile: Profile, by change: () throws -> Void) rethrows -> Bool {
    let flag = Flag()
    withObservationTracking {
      _ = profile.name
    } onChange: {
      flag.set()
    }
    try change()
    return flag.isSet
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test("Observers are told by didReload(), property by property, and by nothing else")
  func reload() throws {
    let store = MemoryStore()
    let profile = try Profile(identifier: "p", store: store)
    profile.name = "Nora"
    try profile.save()
    #expect(isTold(profile) { profile.name = "other" })
    #expect(!isTold(profile) { profile.tellOfStorage() })
    #expect(!isTold(profile) { profile.tellOfSelf() })
    #expect(try !isTold(profile) { try profile.load() })
    #expect(profile.name == "Nora")
    profile.tells = true
    #expect(try isTold(profile) { try profile.load() })
    #expect(try isTold(profile) { try profile.remove() })
    #expect(profile.name == "nobody")
    #expect(try !isTold(profile) { try profile.save() })
  }
}
