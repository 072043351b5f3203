import AutoCoding
import Foundation
import Testing

/// What one call leaves for another, and what it does not keep.
struct ReusePoolTests {
  @Test("what a thread leaves it finds again, what it left last first")
  func slots() {
    let pool = ReusePool()
    let items = (0..<3).map { _ in UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1) }
    defer { items.forEach { $0.deallocate() } }
    #expect(pool.take() == nil)
    #expect(pool.leave(items[0]) == nil)
    #expect(pool.take() == items[0])
    #expect(pool.take() == nil)
    #expect(pool.leave(items[0]) == nil)
    #expect(pool.leave(items[1]) == nil)
    // There is no room for a third: the oldest is given back.
    #expect(pool.leave(items[2]) == items[0])
    #expect(pool.take() == items[2])
    #expect(pool.take() == items[1])
    #expect(pool.take() == nil)
  }

  @Test("no item is had by two threads, whatever becomes of the threads")
  func threads() {
    let pool = ReusePool()
    let users = (0..<100).map { _ in UnsafeMutablePointer<Int>.allocate(capacity: 1) }
    for user in users { user.initialize(to: 0) }
    nonisolated(unsafe) let items = users
    let group = DispatchGroup()
    for round in 0..<100 {
      let thread = Thread {
        for _ in 0..<200 {
          let item = pool.take()?.assumingMemoryBound(to: Int.self) ?? nil
          // Without atomics: a second user at the same time is a race, which the thread sanitizer sees too.
          if let item {
            #expect(item.pointee == 0)
            item.pointee += 1
            item.pointee -= 1
            _ = pool.leave(UnsafeMutableRawPointer(item))
          } else {
            _ = pool.leave(UnsafeMutableRawPointer(items[round]))
            break
          }
        }
        group.leave()
      }
      group.enter()
      thread.start()
    }
    group.wait()
    while pool.take() != nil {}
    for user in users { user.deallocate() }
  }

  @Test("large items are kept up to a sum")
  func large() {
    let pool = ReusePool()
    var count = 0
    while count < 1000, pool.countLarge(1 << 20) { count += 1 }
    #expect(count == 64)
    pool.discountLarge(1 << 20)
    #expect(pool.countLarge(1 << 20))
    #expect(!pool.countLarge(1 << 20))
  }

  private struct Point: AutoCoding, Equatable {
    var x: Int
    var y: Int
  }

  private final class Mark: Sendable {}

  @Test("options of a coder that is gone are gone, whoever uses its memory next")
  func goneCoders() throws {
    let key = try #require(CodingUserInfoKey(rawValue: "mark"))
    let point = Point(x: 1, y: 2)
    let json = Data(#"{"x":1,"y":2}"#.utf8)
    weak var mark: Mark?
    for _ in 0..<3 {
      do {
        let object = Mark()
        mark = object
        let encoder = AutoJSONEncoder()
        let decoder = AutoJSONDecoder()
        let archiver = KeyedArchiveEncoder()
        encoder.userInfo = [key: object]
        decoder.userInfo = [key: object]
        archiver.userInfo = [key: object]
        #expect(try encoder.encode(point) == json)
        #expect(try decoder.decode(Point.self, from: json) == point)
        #expect(try KeyedArchiveDecoder().decode(Point.self, from: archiver.encode(point)) == point)
      }
      #expect(mark == nil)
      do {
        let object = Mark()
        mark = object
        let encoder = AutoJSONEncoder()
        let decoder = AutoJSONDecoder()
        encoder.keyEncodingStrategy = .custom { path in withExtendedLifetime(object) { path[path.count - 1] } }
        decoder.dateDecodingStrategy = .custom { _ in withExtendedLifetime(object) { Date() } }
        #expect(try encoder.encode(point) == json)
        #expect(try decoder.decode(Point.self, from: json) == point)
      }
      #expect(mark == nil)
    }
  }

  @Test("coders with different options take turns on one thread")
  func turns() throws {
    let point = Point(x: 1, y: 2)
    let plain = Data(#"{"x":1,"y":2}"#.utf8)
    let pretty = AutoJSONEncoder()
    pretty.outputFormatting = .prettyPrinted
    let strict = AutoJSONDecoder()
    strict.limits.maximumByteCount = 5
    let small = KeyedArchiveEncoder()
    small.limits.maximumByteCount = 60
    let archive = try KeyedArchiveEncoder().encode(point)
    for _ in 0..<4 {
      #expect(try AutoJSONEncoder().encode(point) == plain)
      #expect(try pretty.encode(point) == Data("{\n  \"x\" : 1,\n  \"y\" : 2\n}".utf8))
      #expect(try AutoJSONDecoder().decode(Point.self, from: plain) == point)
      #expect(throws: DecodingError.self) { try strict.decode(Point.self, from: plain) }
      #expect(throws: EncodingError.self) { try small.encode(point) }
      #expect(try KeyedArchiveEncoder().encode(point) == archive)
    }
  }
}
