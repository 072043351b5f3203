import AutoCoding

extension ArchiveInspection {
  /// The structure of an archive, collected before it is shown: its objects, classes and shared objects.
  struct Graph: Sendable {
    /// The parts that make a property list a keyed archive.
    struct Archive: Sendable {
      let archiver: String
      let version: String
      /// `$top`, a dictionary.
      let top: UInt32
      /// The objects of `$objects`, indexed by UID.
      let objects: [UInt32]
      /// Entries that no archiver writes.
      let others: [(key: String, object: UInt32)]
    }

    /// A class as described in the archive.
    struct Class: Sendable {
      let name: String
      /// Its superclasses, the nearest first.
      let superclasses: [String]
    }

    /// Texts that were read. Each may be referred to any number of times.
    private struct Texts {
      private var known: [UInt32: String] = [:]

      mutating func text(_ object: UInt32, in reader: PropertyListReader) throws -> String {
        if let known = known[object] { return known }
        let text = try reader.string(object)
        known[object] = text
        return text
      }
    }

    let archive: Archive?
    let objectCount: Int
    /// The number of references to each property list object, counted up to 2.
    private(set) var referenceCounts: [UInt8]
    /// The UID of each property list object that has one.
    private(set) var uids: [UInt32]
    /// The UIDs of objects that cannot be reached from the top, without those that another such object refers to.
    private(set) var unreached: [Int] = []
    /// All classes, in the order in which they are met.
    private(set) var classes: [Class] = []
    private var classNames: [UInt32: String] = [:]
    /// Dictionaries that are referred to as classes, and describe none.
    private var otherDictionaries: Set<UInt32> = []
    /// How many more superclasses may be kept. Classes may share a list of them, but an honest archive has a list for
    /// each class.
    private var superclassRoom: Int
    private var texts = Texts()
    /// Whether anything refers to each UID. An object may also be referred to without its UID, since writers merge
    /// equal values.
    private var isReached: [Bool]

    static let noUID = UInt32.max

    init(_ reader: PropertyListReader) throws {
      // Reads everything once, so that later reads do not fail.
      _ = try PropertyListSurvey(reader)
      objectCount = reader.objectCount
      archive = try Self.archive(in: reader, &texts)
      superclassRoom = reader.objectByteCount
      referenceCounts = [UInt8](repeating: 0, count: reader.objectCount)
      uids = [UInt32](repeating: Self.noUID, count: reader.objectCount)
      for (uid, object) in (archive?.objects ?? []).enumerated().reversed() {
        uids[Int(object)] = UInt32(truncatingIfNeeded: uid)
      }
      isReached = [Bool](repeating: false, count: archive?.objects.count ?? 0)
      try countReferences(in: reader)
    }

    private static func archive(in reader: PropertyListReader, _ texts: inout Texts) throws -> Archive? {
      guard try reader.kind(of: reader.topObject) == .dictionary else { return nil }
      var entries: [String: UInt32] = [:]
      var others: [(key: String, object: UInt32)] = []
      let pairs = try reader.dictionary(reader.topObject)
      for index in 0..<pairs.count {
        let key = try reader.key(index, of: pairs)
        // NSKeyedArchiver writes only string keys.
        guard try reader.kind(of: key) == .string else { return nil }
        let name = try texts.text(key, in: reader)
        let value = try reader.value(index, of: pairs)
        guard ["$archiver", "$version", "$top", "$objects"].contains(name) else {
          others.append((name, value))
          continue
        }
        guard entries.updateValue(value, forKey: name) == nil else { return nil }
      }
      guard let archiver = entries["$archiver"], try reader.kind(of: archiver) == .string,
        let version = entries["$version"], try reader.kind(of: version) == .integer,
        let top = entries["$top"], try reader.kind(of: top) == .dictionary,
        let objects = entries["$objects"], try reader.kind(of: objects) == .array
      else { return nil }
      let elements = try reader.array(objects)
      return Archive(
        archiver: try reader.string(archiver), version: try reader.integer(version).text, top: top,
        objects: try (0..<elements.count).map { try reader.element($0, of: elements) }, others: others)
    }

    /// Returns the object itself or, for a UID, the object with that number.
    func resolve(_ object: UInt32, in reader: PropertyListReader) throws -> UInt32 {
      guard let archive, let uid = try uid(object, in: reader) else { return object }
      let target = archive.objects[uid]
      // A UID of a UID is meaningless, and could form a cycle.
      return try reader.kind(of: target) == .uid ? object : target
    }

    /// Returns the number of an object's UID, or nil if it is not a UID of the archive.
    private func uid(_ object: UInt32, in reader: PropertyListReader) throws -> Int? {
      guard let archive, let uid = try reader.asUID(object), uid < archive.objects.count else { return nil }
      return Int(uid)
    }

    /// Returns the name of the class to which a `$class` refers, or nil if there is none.
    func className(of reference: UInt32, in reader: PropertyListReader) throws -> String? {
      classNames[try resolve(reference, in: reader)]
    }

    /// Visits every object once, and counts the references to it.
    private mutating func countReferences(in reader: PropertyListReader) throws {
      guard let archive else { return try countReferences(from: reader.topObject, in: reader) }
      let top = try reader.dictionary(archive.top)
      for index in 0..<top.count { try countReferences(from: try reader.value(index, of: top), in: reader) }
      for other in archive.others { try countReferences(from: other.object, in: reader) }
      for (uid, object) in archive.objects.enumerated() where uid > 0 && !isReached[uid] {
        unreached.append(uid)
        try countReferences(from: object, in: reader)
      }
    }

    private mutating func countReferences(from root: UInt32, in reader: PropertyListReader) throws {
      var waiting = [root]
      while let reference = waiting.popLast() {
        if let uid = try uid(reference, in: reader) { isReached[uid] = true }
        let object = try resolve(reference, in: reader)
        referenceCounts[Int(object)] = min(2, referenceCounts[Int(object)] + 1)
        guard referenceCounts[Int(object)] == 1 else { continue }
        switch try reader.kind(of: object) {
        case .array: try append(try reader.array(object), in: reader, to: &waiting)
        case .set: try append(try reader.set(object), in: reader, to: &waiting)
        case .orderedSet: try append(try reader.orderedSet(object), in: reader, to: &waiting)
        case .dictionary:
          let pairs = try reader.dictionary(object)
          for index in (0..<pairs.count).reversed() {
            let value = try reader.value(index, of: pairs)
            if archive != nil, try reader.isClassKey(index, of: pairs), try meetClass(value, in: reader) { continue }
            waiting.append(value)
          }
        default: break
        }
      }
    }

    private func append(
      _ elements: PropertyListReader.Elements, in reader: PropertyListReader, to waiting: inout [UInt32]
    ) throws {
      // Reversed, since the last one is taken first.
      for index in (0..<elements.count).reversed() { waiting.append(try reader.element(index, of: elements)) }
    }

    /// Records the class to which a `$class` refers.
    ///
    /// - Returns: Whether it refers to a class.
    private mutating func meetClass(_ reference: UInt32, in reader: PropertyListReader) throws -> Bool {
      let object = try resolve(reference, in: reader)
      if classNames[object] != nil {
        if let uid = try uid(reference, in: reader) { isReached[uid] = true }
        return true
      }
      guard object != reference, !otherDictionaries.contains(object), try reader.kind(of: object) == .dictionary else {
        return false
      }
      guard let found = try describedClass(object, in: reader) else {
        otherDictionaries.insert(object)
        return false
      }
      classNames[object] = found.name
      classes.append(found)
      // The class is not shown as an object.
      if let uid = try uid(reference, in: reader) { isReached[uid] = true }
      return true
    }

    /// Returns the class that a dictionary describes, or nil if it describes none.
    private mutating func describedClass(_ object: UInt32, in reader: PropertyListReader) throws -> Class? {
      var name: String?
      var names: [String] = []
      let pairs = try reader.dictionary(object)
      for index in 0..<pairs.count {
        let key = try reader.key(index, of: pairs)
        let value = try reader.value(index, of: pairs)
        guard try reader.kind(of: key) == .string else { return nil }
        switch (try texts.text(key, in: reader), try reader.kind(of: value)) {
        case ("$classname", .string): name = try texts.text(value, in: reader)
        case ("$classes", .array):
          let elements = try reader.array(value)
          guard elements.count <= superclassRoom else { return nil }
          superclassRoom -= elements.count
          for index in 0..<elements.count {
            let element = try reader.element(index, of: elements)
            guard try reader.kind(of: element) == .string else { return nil }
            names.append(try texts.text(element, in: reader))
          }
        // Alternative class names for readers that do not know the class.
        case ("$classhints", .array): break
        default: return nil
        }
      }
      guard let name else { return nil }
      if names.first == name { names.removeFirst() }
      return Class(name: name, superclasses: names)
    }
  }
}

extension PropertyListReader {
  /// Whether a key is `$class`.
  func isClassKey(_ index: Int, of pairs: Pairs) throws -> Bool {
    try isString(try key(index, of: pairs), equalTo: "$class")
  }
}
