/// Keys that a type does not have.
extension KeyedArchiveReader {
  var checksKeys: Bool { keyCheck != nil }

  /// State for finding unknown keys and their paths.
  final class KeyCheck {
    /// A key of a record's dictionary. An index of -1 means a value that its type's own code decodes, or the member at a path
    /// in properties that a migration has changed.
    struct KeyLocation: Hashable {
      let keys: Int
      let index: Int
      var path: [String] = []
    }

    private struct Origin {
      /// The object that referred to it first.
      let parent: UInt32
      /// The path from there.
      let path: [any CodingKey]
    }

    let refuses: Bool
    /// Collects unknown keys, if they are to be reported.
    let report: UnknownKeyReport?
    /// The unknown keys already reported, since values may be read twice.
    var met: Set<KeyLocation> = []
    /// The first reference to each object.
    private var origins: [Int: Origin] = [:]
    /// The path of the root.
    private let rootPath: [any CodingKey]
    /// Keys on the path that no frame has, each with the number of enclosing frames.
    fileprivate var outerKeys: [(depth: Int, key: String)] = []

    /// Nil if unknown keys are ignored.
    convenience init?(_ strategy: UnknownKeyStrategy) {
      guard strategy != .ignore else { return nil }
      self.init(refuses: strategy == .refuse, report: CoderContext.current?.report, met: [], rootPath: [])
    }

    /// Returns the state for a nested reader of the value at a path.
    func nested(at path: [any CodingKey]) -> KeyCheck {
      KeyCheck(refuses: refuses, report: report, met: met, rootPath: path)
    }

    private init(refuses: Bool, report: UnknownKeyReport?, met: Set<KeyLocation>, rootPath: [any CodingKey]) {
      self.refuses = refuses
      self.report = report
      self.met = met
      self.rootPath = rootPath
    }

    fileprivate func addObject(_ number: Int, in parent: UInt32, at path: [any CodingKey]) {
      origins[number] = Origin(parent: parent, path: path)
    }

    /// Returns the path of an object, or of the root value. A very long path is cut to its end.
    fileprivate func path(to object: UInt32) -> [any CodingKey] {
      var steps: [[any CodingKey]] = []
      var length = 0
      var next = object
      while next != ObjectTable.none, length < ArchivePath.maximumLength, let origin = origins[Int(next)] {
        steps.append(origin.path)
        length += max(origin.path.count, 1)
        next = origin.parent
      }
      if next == ObjectTable.none { steps.append(rootPath) }
      return Array(steps.reversed().joined())
    }
  }

  /// Records the first reference to an object.
  @inline(never)
  mutating func noteObject(_ number: Int) {
    if let keyCheck, keyCheck.report != nil { keyCheck.addObject(number, in: objectTable.current, at: framePath) }
  }

  /// The path of the next value, from the object whose property it is.
  private var framePath: [any CodingKey] {
    var path: [any CodingKey] = []
    var outer = (keyCheck?.outerKeys ?? [])[...]
    var listed = listed[...]
    // The first frame is an empty one.
    for (depth, frame) in (frames.dropFirst() + [frame]).enumerated() {
      while let next = outer.first, next.depth <= depth {
        path.append(DynamicKey(next.key))
        outer.removeFirst()
      }
      if case .listed = frame.contents { listed.removeFirst() }
      if !frames.isEmpty, let key = key(of: frame) { path.append(key) }
    }
    return path + outer.map { DynamicKey($0.key) }
  }

  /// The path of the next value, from the root.
  var path: [any CodingKey] { (keyCheck?.path(to: objectTable.current) ?? []) + framePath }

  /// Returns the key or index of the value that a frame last began.
  private func key(of frame: Frame) -> (any CodingKey)? {
    let index = frame.next - 1
    guard index >= 0 else { return nil }
    switch frame.contents {
    case .none: return nil
    case .record(let pairs):
      guard index < pairs.count, let text = try? list.string(list.key(index, of: pairs)) else { return nil }
      return DynamicKey(ArchiveKeys.unescaped(text))
    case .elements, .listed: return DynamicKey(index: index)
    case .pairs(let keys, _):
      guard index / 2 < keys.count, var key = try? list.element(index / 2, of: keys) else { return nil }
      if (try? isUID(key)) == true, let uid = try? list.uid(key), Int(uid) < objects.count,
        let object = try? list.element(Int(uid), of: objects)
      {
        key = object
      }
      // A key that is not text is shown by its index.
      return (try? list.string(key)).map { DynamicKey($0) } ?? DynamicKey(index: index / 2)
    }
  }

  /// Reports or refuses a key without a property.
  @inline(never)
  mutating func passOver(_ index: Int, of pairs: PropertyListReader.Pairs, in keys: PropertyIndex) throws {
    let key = try string(try list.key(index, of: pairs))
    if ArchiveKeys.isOfFormat(key) { return }
    let place = KeyCheck.KeyLocation(keys: pairs.keys, index: index)
    let text = ArchiveKeys.unescaped(key)
    if keys.isKnown(text) { return }
    try report(unknownKey: text, at: place, in: keys)
  }

  /// Reports or refuses a key of properties that a migration has changed.
  @inline(never)
  mutating func passOver(unknownKey key: String, as converted: String, in keys: PropertyIndex) throws {
    guard let keyCheck, case .record(let pairs) = frame.contents, !keys.isKnown(converted) else { return }
    let outerKeys = keyCheck.outerKeys.filter { $0.depth == frames.count }
    let place = KeyCheck.KeyLocation(keys: pairs.keys, index: -1, path: outerKeys.map(\.key))
    try report(unknownKey: key, at: place, in: keys)
  }

  private func report(unknownKey key: String, at place: KeyCheck.KeyLocation, in keys: PropertyIndex) throws {
    guard let keyCheck, !keyCheck.met.contains(place) else { return }
    if keyCheck.refuses { throw unknownKey(key, in: keys) }
    keyCheck.report?.add(path)
    keyCheck.met.insert(place)
  }

  mutating func reading<Result>(under key: String, _ body: (inout Self) throws -> Result) throws -> Result {
    keyCheck?.outerKeys.append((frames.count, key))
    defer { if keyCheck?.outerKeys.isEmpty == false { keyCheck?.outerKeys.removeLast() } }
    return try body(&self)
  }
}
