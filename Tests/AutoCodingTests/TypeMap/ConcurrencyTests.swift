import AutoCoding
import Foundation
import Testing

// Types that no other test touches, so that their maps are cold.
private struct Cold<Tag>: AutoCoding, Equatable {
  var number = 1
  var text = "text"
  var children: [ColdChild<Tag>] = [ColdChild(), ColdChild(next: .red)]
}

private struct ColdChild<Tag>: AutoCoding, Equatable {
  var value: Double? = 1.5
  var next: ColdColor?
}

private enum Pair<A, B> {}

private enum ColdColor: String, AutoCoding { case red, green }

/// Its name takes code that waits for another thread, which looks up a type.
private struct AskingName: AutoCoding {
  static let isFirst = Locked(true)
  static let hasFinished = Locked(false)

  static var archivedTypeName: String {
    let isFirst = isFirst.withLock { isFirst in
      defer { isFirst = false }
      return isFirst
    }
    if isFirst {
      let end = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        _ = TypeNames.type(named: "none")
        end.signal()
      }
      let result = end.wait(timeout: .now() + 60)
      hasFinished.withLock { $0 = result == .success }
    }
    return "Tests.AskingName"
  }
}

/// Threads.
struct ConcurrencyTests {
  @Test("a type's name may be made with the help of a thread that looks up types")
  func namesAreAskedForOutsideLocks() {
    #expect(TypeNames.type(named: "Tests.AskingName") == AskingName.self)
    #expect(AskingName.hasFinished.withLock { $0 })
  }

  @Test("16 threads build cold maps at once; all get the same one")
  func coldMaps() {
    func race<Tag>(_: Tag.Type) {
      let results = Results()
      DispatchQueue.concurrentPerform(iterations: 16) { _ in
        do {
          let data = try JSONEncoder().encode(Cold<Tag>())
          let back = try JSONDecoder().decode(Cold<Tag>.self, from: data)
          let map = try TypeMap(reflecting: Cold<Tag>.self)
          results.add(back == Cold<Tag>() ? ObjectIdentifier(map.storage) : nil)
        } catch {
          results.add(nil)
        }
      }
      #expect(results.all.count == 16)
      #expect(Set(results.all).count == 1 && results.all.first != .some(nil))
    }
    race(Int.self)
    race(String.self)
    race([Int].self)
    race([String: Bool].self)
    race((Int, Int).self)
  }

  @Test("the table keeps every map when it grows under many threads")
  func growth() throws {
    let tags: [Any.Type] = [
      Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt.self, UInt8.self, UInt16.self, UInt32.self,
      UInt64.self, Bool.self, String.self, Double.self, Float.self, Character.self, Substring.self, Date.self,
      URL.self, UUID.self, Data.self,
    ]
    func cold<A, B>(_: A.Type, _: B.Type) -> Any.Type { Cold<Pair<A, B>>.self }
    let all = tags.flatMap { first in tags.map { second in cold(first, second) } }
    let results = Results()
    DispatchQueue.concurrentPerform(iterations: 16) { worker in
      for index in all.indices {
        let type = all[(index + worker * 25) % all.count]
        let map = try? TypeMap(reflecting: type)
        if map.map({ ObjectIdentifier($0.type) }) != ObjectIdentifier(type) { results.add(nil) }
      }
    }
    #expect(results.all.isEmpty)
    let first = try all.map { ObjectIdentifier(try TypeMap(reflecting: $0).storage) }
    #expect(Set(first).count == all.count)
    #expect(try all.map { ObjectIdentifier(try TypeMap(reflecting: $0).storage) } == first)
  }

  /// Results of several threads.
  private final class Results: @unchecked Sendable {
    private let lock = NSLock()
    private var values: [ObjectIdentifier?] = []
    func add(_ value: ObjectIdentifier?) { lock.withLock { values.append(value) } }
    var all: [ObjectIdentifier?] { lock.withLock { values } }
  }
}
