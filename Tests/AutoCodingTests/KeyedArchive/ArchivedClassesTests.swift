import Foundation
import Testing

@testable import AutoCoding

/// What a call leaves for the next one about the classes that archives name.
struct ArchivedClassesTests {
  struct Dog: AutoCoding, Equatable {
    var name: String
  }

  struct Cat: AutoCoding, Equatable {
    var name: String
  }

  class Part: AutoCoding {
    class var archivedTypeName: String { "ArchivedClassesTests-Base" }
    var size = 1
    required init() {}
  }

  final class KnownPart: Part {
    override class var archivedTypeName: String { "ArchivedClassesTests-Part" }
    required init() {}
  }

  /// Not found by its name before it is registered, since it is generic.
  final class RegisteredPart<Unit>: Part {
    override class var archivedTypeName: String { "ArchivedClassesTests-Part" }
    required init() {}
  }

  struct Box: AutoCoding {
    var part: Part
  }

  @Test("an archive is not read by the classes of the archive before it")
  func classesOfOneArchive() throws {
    let dog = try KeyedArchiveEncoder().encode(Dog(name: "Rex"))
    let cat = try KeyedArchiveEncoder().encode(Cat(name: "Tom"))
    // The classes have the same UIDs.
    #expect(dog.count == cat.count)
    let decoder = KeyedArchiveDecoder()
    for _ in 0..<3 {
      #expect(try decoder.decode(Dog.self, from: dog) == Dog(name: "Rex"))
      #expect(throws: DecodingError.self) { try decoder.decode(Dog.self, from: cat) }
      #expect(try decoder.decode(Cat.self, from: cat) == Cat(name: "Tom"))
      #expect(throws: DecodingError.self) { try decoder.decode(Cat.self, from: dog) }
    }
  }

  @Test("a name that led to one subclass leads to another as soon as that is registered")
  func registeredLater() throws {
    let data = try KeyedArchiveEncoder().encode(Box(part: KnownPart()))
    for _ in 0..<2 {
      let box = try KeyedArchiveDecoder().decode(Box.self, from: data)
      #expect(box.part is KnownPart)
    }
    try TypeMap.register(RegisteredPart<Int>.self)
    let box = try KeyedArchiveDecoder().decode(Box.self, from: data)
    #expect(box.part is RegisteredPart<Int>)
  }

  /// Returns a list of strings, to be read as names of classes.
  private func withNames<Result>(
    _ names: [String], _ body: (PropertyListReader, Range<UInt32>) throws -> Result
  ) throws -> Result {
    var writer = PropertyListWriter()
    var last: UInt32 = 0
    for name in names { last = writer.add(string: name) }
    return try writer.finish(top: last).withUnsafeBytes {
      try body(PropertyListReader($0), 0..<UInt32(names.count))
    }
  }

  @Test("each name has one class, which is kept if there are few")
  func kept() throws {
    // Another test may take what was left for the next archive.
    let isKept = try (0..<50).contains { _ in try isKeptOnce() }
    #expect(isKept)
  }

  private func isKeptOnce() throws -> Bool {
    try withNames(["Module.One", "NSArray", "Module.Öne", "Module.One"]) { list, objects in
      let first = try ArchivedClasses.using { classes in
        let found = try objects.map { try classes.named($0, in: list) }
        #expect(found.map(\.name) == ["Module.One", "NSArray", "Module.Öne", "Module.One"])
        #expect(found.map(\.foundation) == [nil, .array, nil, nil])
        #expect(found[0] === found[3])
        classes[7] = .passUnretained(found[0])
        return found
      }
      return try ArchivedClasses.using { classes in
        #expect(classes[7] == nil)
        let again = try objects.map { try classes.named($0, in: list) }
        #expect(again[2] !== first[2])
        return again[0] === first[0]
      }
    }
  }

  @Test("many classes or long names are not kept", arguments: [(1_000, 10), (10, 2_000)])
  func notKept(count: Int, length: Int) throws {
    let names = (0..<count).map { String(repeating: "x", count: length) + "\($0)" }
    try withNames(names) { list, objects in
      let first = try ArchivedClasses.using { classes in
        let found = try objects.map { try classes.named($0, in: list) }
        #expect(found.map(\.name) == names)
        for (object, known) in zip(objects, found) {
          let again = try classes.named(object, in: list)
          #expect(again === known)
        }
        return found
      }
      let again = try ArchivedClasses.using { try $0.named(0, in: list) }
      #expect(again !== first[0])
    }
  }

  @Test("a name that is not ASCII, but says so, is refused each time")
  func damagedName() throws {
    try withNames(["Module.One"]) { list, _ in
      var bytes = Data(list.bytes)
      let position = try #require(bytes.firstIndex(of: UInt8(ascii: "O")))
      bytes[position] = 0xD6
      try bytes.withUnsafeBytes {
        let damaged = try PropertyListReader($0)
        for _ in 0..<2 {
          ArchivedClasses.using { classes in
            _ = #expect(throws: DecodingError.self) { try classes.named(0, in: damaged) }
          }
        }
      }
    }
  }
}
