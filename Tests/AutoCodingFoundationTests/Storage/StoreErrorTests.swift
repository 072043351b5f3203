import AutoCodingFoundation
import Foundation
import Testing

private struct Point: AutoCoding, DefaultInitializable, Equatable {
  var x = 0
  var y = 0
}
private struct Newer: AutoCoding, DefaultInitializable {
  var x = 0
  static var archivedTypeName: String { "StorageErrors.Versioned" }
  static var archiveVersion: Int { 3 }
}
private struct Older: AutoCoding, DefaultInitializable {
  var x = 0
  static var archivedTypeName: String { "StorageErrors.Versioned" }
  static var archiveVersion: Int { 2 }
}
private class Shape: AutoCoding, DefaultInitializable {
  var name = ""
  required init() {}
}
private struct Nest: AutoCoding { var inner: [Nest] = [] }
private final class Plugged: Shape { var sides = 3 }
private struct Drawing: AutoCoding, DefaultInitializable { var shapes: [Shape] = [] }
private final class Kept: StoredObject { var x = 1 }
private enum Mode: String, AutoCoding { case light, dark }
private struct Screen: AutoCoding, DefaultInitializable { var mode = Mode.light }
private struct Broken: AutoCoding { var action: () -> Void = {} }
private struct Picky: AutoCoding, DefaultInitializable {
  var value = 0
  mutating func didDecode() throws { throw CancellationError() }
}

/// Errors of stores.
struct StoreErrorTests {
  let store = MemoryStore()

  private func error<Value: Codable>(
    _ type: Value.Type, _ data: Data, coder: some DataCoder = .keyedArchive
  ) throws -> StorageError {
    store.saveData(data, forKey: "k")
    // The type says that nothing else is thrown.
    do throws(StorageError) {
      let value = try store.load(type, forKey: "k", coder: coder)
      Issue.record("\(String(describing: value))")
      throw StorageError(.readFailed, location: "", explanation: "", remedy: "")
    } catch {
      #expect(store.loadData(forKey: "k") == data)
      if error.code != .corrupted { #expect(!error.description.contains("remove it"), "\(error)") }
      return error
    }
  }

  private func renamed(_ data: Data, _ name: String, _ other: String) throws -> Data {
    var data = data
    let range = try #require(data.range(of: Data(name.utf8)))
    data.replaceSubrange(range, with: Data(other.utf8))
    return data
  }

  @Test("Data of a newer version: the code, the versions and the remedy")
  func newerVersion() throws {
    let expected = "The data is of version 3 of AutoCodingFoundationTests."
    for (data, coder) in [
      (try KeyedArchiveEncoder().encode(Newer()), KeyedArchiveCoder() as any DataCoder),
      (try AutoJSONEncoder().encode(Newer()), JSONCoder()), (try JSONEncoder().encode(Newer()), FoundationCoder()),
    ] {
      let error = try opened(Older.self, data, coder)
      #expect(error.code == .newerVersion, "\(error)")
      #expect(error.explanation.contains(expected), "\(error)")
      #expect(error.explanation.hasSuffix("which is at version 2 here."), "\(error)")
      #expect(
        error.remedy
          == "Update the program that reads it, or set acceptsNewerVersions of the decoder, which then reads the properties that it knows."
      )
      #expect(error.underlyingError is DecodingError)
    }
    let unversioned = try error(Point.self, Data(#"{"$version":1,"x":2,"y":3}"#.utf8), coder: .json)
    #expect(unversioned.code == .newerVersion)
  }

  private func opened<Value: Codable>(_ type: Value.Type, _ data: Data, _ coder: any DataCoder) throws -> StorageError {
    func open(_ coder: some DataCoder) throws -> StorageError { try error(type, data, coder: coder) }
    return try open(coder)
  }

  @Test("A class that was renamed, or a plug-in that is missing")
  func unknownType() throws {
    let archive = try KeyedArchiveEncoder().encode(Point(x: 1, y: 2))
    let old = try error(Point.self, try renamed(archive, "Point", "Paint"))
    #expect(old.code == .unknownType)
    #expect(old.explanation.contains("Paint"))
    #expect(old.remedy.contains("formerTypeNames"))
    var drawing = Drawing()
    drawing.shapes = [Plugged()]
    let plugged = try error(Drawing.self, try renamed(KeyedArchiveEncoder().encode(drawing), "Plugged", "Plucked"))
    #expect(plugged.code == .unknownType)
    #expect(plugged.explanation.contains("Plucked"), "\(plugged)")
    #expect(plugged.underlyingError is DecodingError)
    let json = Data(#"{"shapes":[{"$class":"Gone.Plugin","name":""}]}"#.utf8)
    for coder in [JSONCoder() as any DataCoder, FoundationCoder()] {
      let error = try opened(Drawing.self, json, coder)
      #expect(error.code == .unknownType)
      #expect(
        error.explanation
          == "The stored data cannot be read as Drawing at .shapes[0]. The data names the type 'Gone.Plugin', which is not known, or not AutoCoding."
      )
    }
  }

  @Test("Intact data that does not fit the type is no damage")
  func typeMismatch() throws {
    let number = try error(Point.self, Data(#"{"x":"secret"}"#.utf8), coder: .json)
    #expect(number.code == .typeMismatch)
    #expect(number.explanation == "The stored data cannot be read as Point: expected Int at .x, found something else.")
    #expect(!number.description.contains("secret"))
    let mode = try error(Screen.self, Data(#"{"mode":"sepia"}"#.utf8), coder: .json)
    #expect(mode.code == .typeMismatch)
    #expect(try error(Point.self, AutoJSONEncoder().encode(Point())).code == .typeMismatch)
    #expect(try error(Point.self, KeyedArchiveEncoder().encode(Point()), coder: .json).code == .typeMismatch)
    #expect(try error(Point.self, KeyedArchiveEncoder().encode(Screen())).code == .typeMismatch)
    let list = try PropertyListSerialization.data(fromPropertyList: ["x": 1], format: .binary, options: 0)
    #expect(try error(Point.self, list).code == .typeMismatch)
    let half = try error(String.self, Data(#""\ud800""#.utf8), coder: .json)
    #expect(half.code == .typeMismatch)
  }

  @Test("Keys of dictionaries are data, and stay out of it, with every coder")
  func dictionaryKeys() throws {
    let data = Data(#"{"secret":{"x":[]}}"#.utf8)
    for coder in [JSONCoder() as any DataCoder, FoundationCoder()] {
      let error = try opened([String: Point].self, data, coder)
      #expect(error.code == .typeMismatch)
      #expect(error.explanation.hasSuffix("expected Int at […].x, found something else."), "\(error)")
      #expect(!error.description.contains("secret"))
      let number = try opened([Int: Point].self, Data(#"{"4711":{"x":[]}}"#.utf8), coder)
      #expect(number.explanation.hasSuffix("expected Int at […].x, found something else."), "\(number)")
    }
  }

  @Test("An object's data names no class that it need not")
  func className() throws {
    let object = try Kept(identifier: "kept", store: store, coder: .json)
    try object.save()
    #expect(String(decoding: store.loadData(forKey: "kept") ?? Data(), as: UTF8.self) == #"{"x":1}"#)
  }

  @Test("Damage is what breaks the format's rules, and only there removal is a remedy")
  func corrupted() throws {
    let archive = try KeyedArchiveEncoder().encode(Point(x: 1, y: 2))
    for data in [Data(), Data([1]), Data("garbage".utf8), archive.dropLast(), archive.prefix(archive.count / 2)] {
      let error = try error(Point.self, Data(data))
      #expect(error.code == .corrupted, "\(data.count): \(error)")
      #expect(error.remedy == "Restore it from a copy, or have it moved aside; remove it once it is not needed.")
    }
    for text in ["", "{", #"{"x":1"#, "{x}", #"{"x":1} 2"#] {
      #expect(try error(Point.self, Data(text.utf8), coder: .json).code == .corrupted, "\(text)")
      // Foundation's decoder tells why on Apple platforms alone.
      let foreign = try error(Point.self, Data(text.utf8), coder: FoundationCoder())
      #expect(foreign.code == .corrupted || foreign.code == .typeMismatch, "\(text)")
    }
  }

  @Test("A limit is neither")
  func limits() throws {
    let decoder = AutoJSONDecoder()
    decoder.limits.maximumDepth = 4
    let deep = Data((String(repeating: #"{"inner":["#, count: 9) + String(repeating: "]}", count: 9)).utf8)
    #expect(try error(Nest.self, deep, coder: JSONCoder(decoder: decoder)).code == .readFailed)
    let small = AutoJSONDecoder()
    small.limits.maximumByteCount = 5
    let large = try error(Point.self, Data(#"{"x":1,"y":2}"#.utf8), coder: JSONCoder(decoder: small))
    #expect(large.code == .readFailed)
    #expect(large.explanation == "There are 13 bytes, but the coder's limit is 5.")
    #expect(large.remedy == "Raise limits.maximumByteCount of the coder, if you trust the data.")
  }

  @Test("Types that cannot be coded, and code that throws, are errors of the store as well")
  func otherErrors() throws {
    do throws(StorageError) {
      try store.save(Broken(), forKey: "b")
      Issue.record("It was saved.")
    } catch {
      #expect(error.code == .writeFailed)
      #expect(error.underlyingError is AutoCodingError)
      #expect(error.remedy.contains("unEncodedProperties"))
    }
    #expect(store.keys().isEmpty)
    let picky = try error(Picky.self, Data(#"{"value":1}"#.utf8), coder: .json)
    #expect(picky.code == .readFailed)
    #expect(picky.underlyingError is CancellationError)
    let nan = #expect(throws: StorageError.self) { try store.save([Double.nan], forKey: "n", coder: .json) }
    #expect(nan?.code == .writeFailed)
    #expect(nan?.underlyingError is EncodingError)
  }

  @Test("Errors of an app's own store come through")
  func ownStore() throws {
    let failing = FailingStore()
    failing.fails = true
    let error = #expect(throws: StorageError.self) { try failing.load(Point.self, forKey: "k") }
    #expect(error?.code == .readFailed)
    #expect(error?.explanation == "It was told to fail.")
  }
}
