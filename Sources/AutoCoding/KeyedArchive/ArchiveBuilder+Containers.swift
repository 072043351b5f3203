/// Adds keys, containers and classes.
extension ArchiveBuilder {
  /// How many members the open record has.
  var memberCount: Int { keys.count - frame.firstKey }

  /// Moves the value that was added last to the place of an earlier member of the open record, and drops its key.
  ///
  /// Precondition: the record has more members than `index` and one.
  mutating func replaceMember(at index: Int) {
    guard memberCount > index + 1, let values = values.base else { return }
    values[frame.firstValue + index] = values[self.values.count - 1]
    self.values.truncate(to: self.values.count - 1)
    keys.truncate(to: keys.count - 1)
  }

  @inline(__always)
  mutating func addKey(_ key: PropertyKey) {
    appendKey(propertyKeys.nextObject(of: key) ?? addUnexpectedKey(key))
  }

  @inline(never)
  private mutating func addUnexpectedKey(_ key: PropertyKey) -> UInt32 {
    if let known = propertyKeys.object(of: key) { return known }
    let plain = key.withUTF8 { text in
      text.first == UInt8(ascii: "$") ? nil : list.add(utf8: text, isASCII: strings.scan(text).isASCII)
    }
    let object = (plain ?? nil) ?? list.add(string: ArchiveKeys.escaped(key.stringValue))
    propertyKeys.insert(object, for: key)
    return object
  }

  // MARK: Containers

  mutating func begin(_ container: Container, classUID: UInt32) {
    let uid = nextUID
    nextUID = Self.none
    isOptional = false
    if !frames.append(frame) { list.fail(.tooLarge) }
    frame = Frame(
      container: container, firstKey: keys.count, firstValue: values.count, classUID: classUID, uid: uid,
      firstWeakReference: weakReferences.count)
  }

  mutating func end() {
    let object =
      switch frame.container {
      case .record, .root: endRecord()
      case .array, .set: endCollection()
      case .dictionary: endDictionary()
      }
    nextUID = frame.uid
    if let last = frames.last {
      frame = last
      frames.removeLast()
    }
    finish(object)
  }

  /// Finishes a container: it takes the UID already assigned, or else is added as a value.
  @inline(__always)
  mutating func finish(_ container: UInt32) {
    isOptional = false
    if nextUID == Self.none { return push(object: container) }
    objects.base?[Int(nextUID)] = container
    nextUID = Self.none
  }

  private mutating func endRecord() -> UInt32 {
    appendKey(classKey)
    push(list.add(uid: frame.classUID))
    let count = keys.count - frame.firstKey
    let object = addDictionary(frame.firstKey, frame.firstValue)
    if weakReferences.count > frame.firstWeakReference { place(weakReferencesIn: object, keyCount: count) }
    return object
  }

  /// Records the positions of a record's weak references, after it was written.
  mutating func place(weakReferencesIn record: UInt32, keyCount: Int) {
    for index in weakReferences.indices.dropFirst(frame.firstWeakReference) {
      // Those of nested containers have already been recorded.
      guard weakReferences[index].container == Self.none else { continue }
      weakReferences[index].container = record
      weakReferences[index].index += keyCount - frame.firstValue
    }
  }

  private mutating func endCollection() -> UInt32 {
    let elements = list.addArray(values.suffix(from: frame.firstValue))
    values.truncate(to: frame.firstValue)
    addKey(FoundationClass.Key.objects)
    push(elements)
    return endRecord()
  }

  /// Precondition: keys and values were added alternately.
  private mutating func endDictionary() -> UInt32 {
    var names: [UInt32] = []
    var contents: [UInt32] = []
    let elements = values.suffix(from: frame.firstValue)
    names.reserveCapacity(elements.count / 2)
    contents.reserveCapacity(elements.count / 2)
    for index in elements.indices {
      if index % 2 == 0 { names.append(elements[index]) } else { contents.append(elements[index]) }
    }
    values.truncate(to: frame.firstValue)
    let nameList = names.withUnsafeBufferPointer { list.addArray($0) }
    let contentList = contents.withUnsafeBufferPointer { list.addArray($0) }
    addKey(FoundationClass.Key.keys)
    push(nameList)
    addKey(FoundationClass.Key.objects)
    push(contentList)
    return endRecord()
  }

  /// Returns the UID of a class.
  ///
  /// - Parameters:
  ///   - identity: An address that identifies the class in this process.
  ///   - names: The name of the class, followed by those of its superclasses.
  @inline(__always)
  mutating func classUID(_ identity: UnsafeRawPointer, names: () throws -> [String]) rethrows -> UInt32 {
    if let lastClass, lastClass.identity == identity { return lastClass.uid }
    let uid = try classes[identity].map { UInt32(truncatingIfNeeded: $0) } ?? addClass(identity, names())
    lastClass = (identity, uid)
    return uid
  }

  @inline(never)
  private mutating func addClass(_ identity: UnsafeRawPointer, _ names: [String]) -> UInt32 {
    let (firstKey, firstValue) = (keys.count, values.count)
    let name = list.add(string: names.first ?? "")
    appendValue(name)
    for above in names.dropFirst() { appendValue(list.add(string: above)) }
    appendKey(list.add(string: "$classname"))
    appendKey(list.add(string: "$classes"))
    let chain = list.addArray(values.suffix(from: firstValue))
    values.truncate(to: firstValue)
    appendValue(name)
    appendValue(chain)
    let object = addDictionary(firstKey, firstValue)
    let uid = addObject(object)
    classes.insert(Int(uid), for: identity)
    return uid
  }
}
