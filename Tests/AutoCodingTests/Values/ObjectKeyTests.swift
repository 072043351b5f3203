import AutoCoding
import Testing

/// Comparisons of values whose own code says what is equal.
struct ObjectKeyTests {
  /// A key that is equal to itself alone.
  private final class Key: AutoCoding, Hashable {
    var name = ""
    init() {}
    static func == (left: Key, right: Key) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  private final class Holder: AutoCoding {
    var numbers: [Key: Int] = [:]
    var keys: [Key: [Key]] = [:]
    init() {}
  }

  @Test("the entries of a dictionary are compared until a key and its value fit", arguments: 2...6)
  func entries(count: Int) throws {
    let holder = Holder()
    let keys = (0..<count).map { _ in Key() }
    for (index, key) in keys.enumerated() {
      holder.numbers[key] = index
      holder.keys[key] = Array(keys[..<index])
    }
    let copy = try ModelValue.copy(of: holder)
    #expect(try ModelValue.areEqual(holder, copy))
    #expect(try ModelValue.areEqual(holder.numbers, copy.numbers))
    #expect(try ModelDifference(from: holder, to: copy).isEmpty)
    copy.numbers[try #require(copy.numbers.keys.first)] = -1
    #expect(try !ModelValue.areEqual(holder, copy))
  }

  private class Plain: Codable {}

  /// A subclass with an `==`, all of whose values have one encoding.
  private final class Numbered: Plain, Equatable {
    let number: Int
    init(_ number: Int) {
      self.number = number
      super.init()
    }
    required init(from decoder: any Decoder) throws { throw CancellationError() }
    override func encode(to encoder: any Encoder) throws {}
    static func == (left: Numbered, right: Numbered) -> Bool { left.number == right.number }
  }

  private struct Box: AutoCoding {
    var plain: Plain
  }

  @Test("an == of a subclass decides, and not the encoding")
  func subclass() throws {
    #expect(try ModelValue.areEqual(Box(plain: Numbered(1)), Box(plain: Numbered(1))))
    #expect(try !ModelValue.areEqual(Box(plain: Numbered(1)), Box(plain: Numbered(2))))
  }
}
