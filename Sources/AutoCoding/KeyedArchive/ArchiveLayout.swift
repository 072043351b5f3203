/// The locations of an archive's parts, checked once before anything is read.
struct ArchiveLayout {
  let objects: PropertyListReader.Elements
  let root: UInt32

  /// - Throws: `DecodingError.dataCorrupted` if the property list is not an archive with a root.
  init(_ list: PropertyListReader) throws {
    func fail(_ explanation: String) -> DecodingError {
      DataRefusal(.otherFormat, "This property list is not a keyed archive: \(explanation)").decodingError()
    }
    guard try list.kind(of: list.topObject) == .dictionary else { throw fail("it is not a dictionary.") }
    let top = try list.dictionary(list.topObject)
    func value(_ key: StaticString, in pairs: PropertyListReader.Pairs) throws -> UInt32? {
      for index in 0..<pairs.count where try list.isString(try list.key(index, of: pairs), equalTo: key) {
        return try list.value(index, of: pairs)
      }
      return nil
    }
    guard let archiver = try value("$archiver", in: top), try list.kind(of: archiver) == .string else {
      throw fail("it does not name its $archiver.")
    }
    guard let version = try value("$version", in: top), try list.kind(of: version) == .integer else {
      throw fail("it has no $version.")
    }
    guard try list.integer(version).exactly(Int.self) == 100_000 else {
      throw fail("its $version is not 100000, the only known version.")
    }
    guard let entries = try value("$objects", in: top), try list.kind(of: entries) == .array else {
      throw fail("it has no $objects.")
    }
    objects = try list.array(entries)
    guard let roots = try value("$top", in: top), try list.kind(of: roots) == .dictionary else {
      throw fail("it has no $top.")
    }
    guard let root = try value("root", in: try list.dictionary(roots)) else {
      throw fail("its $top has no root; it was encoded under other keys.")
    }
    self.root = root
  }
}
