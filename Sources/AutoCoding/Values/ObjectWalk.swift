/// Visits the objects that a value refers to, each once, with the path at which it was found first.
///
/// Precondition of all: addresses hold values of the codec's type, which no code changes meanwhile.
final class ObjectWalk {
  typealias Step = ModelValue.Change.Step

  struct Found {
    let object: UnsafeRawPointer
    let codec: RecordCodec
    /// The number of the path's last step; nil if the object is in a set or in a key of a dictionary, which have no
    /// path.
    let path: Int?
    /// Whether only weak references lead to the object.
    var isWeak: Bool
  }

  static let root = -1

  private(set) var found: [Found] = []
  /// Whether an object that `isEnd` accepts was found at a place without a path.
  private(set) var hasLostEnd = false
  private var steps: [(previous: Int, step: Step)] = []
  private var numbers = AddressTable()
  private let isEnd: (UnsafeRawPointer) -> Bool
  private let entersSets: Bool

  /// - Parameters:
  ///   - entersSets: Whether to visit places without a path: sets and the keys of dictionaries.
  ///   - isEnd: Returns whether to leave out the objects that an object refers to.
  init(entersSets: Bool, isEnd: @escaping (UnsafeRawPointer) -> Bool) {
    self.entersSets = entersSets
    self.isEnd = isEnd
  }

  func walk(_ address: UnsafeRawPointer, as codec: Codec) throws {
    var next = found.count
    try visit(address, codec, at: Self.root)
    while next < found.count {
      let (object, path) = (found[next].object, found[next].path)
      if !isEnd(object) {
        try found[next].codec.map._withUnsafeGuaranteedRef { map in
          try visitParts(object, map, at: path)
          for reference in map.weakReferences where entersSets {
            guard let target = reference.object(in: object), let type = type(of: target) as? any AutoCoding.Type else {
              continue
            }
            let address = UnsafeRawPointer(Unmanaged.passUnretained(target).toOpaque())
            if isEnd(address) { meet(address, try found[next].codec.subclassCodec(type), at: path, isWeak: true) }
          }
        }
      }
      next += 1
    }
  }

  /// Returns the path of an object; nil if it has none.
  func path(of found: Found) -> [Step]? {
    guard var number = found.path else { return nil }
    var path: [Step] = []
    while number != Self.root {
      path.append(steps[number].step)
      number = steps[number].previous
    }
    return path.reversed()
  }

  private func step(_ step: @autoclosure () -> Step, after previous: Int?) -> Int? {
    guard let previous else { return nil }
    steps.append((previous, step()))
    return steps.count - 1
  }

  private func meet(_ object: UnsafeRawPointer, _ codec: RecordCodec, at path: Int?, isWeak: Bool = false) {
    if path == nil, isEnd(object) { hasLostEnd = true }
    if let known = numbers[object] {
      if !isWeak { found[known].isWeak = false }
      return
    }
    guard codec.decodingDefault == .structure else { return }
    numbers.insert(found.count, for: object)
    found.append(Found(object: object, codec: codec, path: path, isWeak: isWeak))
  }

  private func visit(_ address: UnsafeRawPointer, _ codec: Codec, at path: Int?) throws {
    guard codec.refersToObjects else { return }
    switch codec.concrete {
    case .optional(let codec):
      if !codec.isNil(address) { try visit(address, codec.wrapped, at: path) }
    case .record(let codec): try visitRecord(address, codec, at: path)
    case .tuple(let codec): try visitParts(address, codec.map, at: path)
    case .sequence(let codec):
      guard entersSets || !codec.isSet else { return }
      try codec.withElements(of: address) { first, count in
        for index in 0..<count {
          let next = codec.isSet ? nil : step(.index(index), after: path)
          try visit(first + index * codec.stride, codec.element, at: next)
        }
      }
    case .dictionary(let codec):
      try codec.forEach(of: address) { key, value in
        let name = codec.key.plainValue(at: key) as? AnyHashable
        if entersSets { try visit(key, codec.key, at: nil) }
        try visit(
          value, codec.value, at: codec.key.refersToObjects ? nil : name.flatMap { step(.key($0), after: path) })
      }
    case .conversion(let codec):
      try codec.withRepresentation(of: address) { try visit($0, codec.representation, at: path) }
    case .existential:
      try NestedLevel.checkStack()
      let value = codec.plainValue(at: address)
      guard let codec = try Discovery.codecIfAny(for: type(of: value))?.takeUnretainedValue() else { return }
      try ValueComparison.withAddress(of: value) { try visit($0, codec, at: path) }
    default: break
    }
  }

  private func visitRecord(_ address: UnsafeRawPointer, _ codec: RecordCodec, at path: Int?) throws {
    if codec.isObject {
      let object = address.value(as: UnsafeRawPointer.self)
      let type: AnyClass = ValueComparison.dynamicClass(of: object)
      return meet(object, try ValueComparison.codec(of: type, declared: codec).takeUnretainedValue(), at: path)
    }
    guard codec.decodingDefault == .structure else { return }
    try NestedLevel.checkStack()
    let map = try codec.map._withUnsafeGuaranteedRef { $0 }
    guard case .enumeration(let cases) = map.shape else { return try visitParts(address, map, at: path) }
    let position = cases.layout.position(of: address)
    guard let payload = cases.payloads[position] else { return }
    let next = step(.property(cases.layout.cases[position].name), after: path)
    try cases.layout.withPayload(of: address, case: position) { try visitParts($0, payload, at: next) }
  }

  private func visitParts(_ base: UnsafeRawPointer, _ map: TypeMap.Storage, at path: Int?) throws {
    for (operation, name) in zip(map.operations, map.codedNames) where operation.codec.refersToObjects {
      try visit(base + operation.offset, operation.codec, at: step(.property(name), after: path))
    }
  }
}

// MARK: - Following a path

extension ObjectWalk {
  /// Returns the object at the end of a path; nil if the value has no such path.
  static func object(
    at path: [Step], from address: UnsafeRawPointer, as codec: Codec
  ) throws -> UnsafeRawPointer? {
    var rest = path[...]
    var (object, found) = try next(address, codec, &rest)
    // A loop from object to object, so a long path needs no stack.
    while !rest.isEmpty, let base = object, let codec = found {
      (object, found) = try codec.map._withUnsafeGuaranteedRef { try next(base, of: $0, &rest) }
    }
    return object
  }

  private typealias Reached = (object: UnsafeRawPointer?, codec: RecordCodec?)

  /// Returns the first object on a path, and removes the steps to it from the path.
  private static func next(
    _ address: UnsafeRawPointer, _ codec: Codec, _ path: inout ArraySlice<Step>
  ) throws -> Reached {
    switch codec.concrete {
    case .optional(let codec):
      return codec.isNil(address) ? (nil, nil) : try next(address, codec.wrapped, &path)
    case .record(let codec): return try next(address, codec, &path)
    case .tuple(let codec): return try next(address, of: codec.map, &path)
    case .sequence(let codec):
      guard case .index(let index)? = path.popFirst() else { return (nil, nil) }
      var reached: Reached = (nil, nil)
      try codec.withElements(of: address) { first, count in
        if index < count { reached = try next(first + index * codec.stride, codec.element, &path) }
      }
      return reached
    case .dictionary(let codec):
      guard case .key(let name)? = path.popFirst() else { return (nil, nil) }
      var reached: Reached = (nil, nil)
      try codec.forEach(of: address) { key, value in
        if reached.object == nil, codec.key.plainValue(at: key) as? AnyHashable == name {
          reached = try next(value, codec.value, &path)
        }
      }
      return reached
    case .conversion(let codec):
      var reached: Reached = (nil, nil)
      try codec.withRepresentation(of: address) { reached = try next($0, codec.representation, &path) }
      return reached
    case .existential:
      try NestedLevel.checkStack()
      let value = codec.plainValue(at: address)
      guard let codec = try Discovery.codecIfAny(for: type(of: value))?.takeUnretainedValue() else { return (nil, nil) }
      return try ValueComparison.withAddress(of: value) { try next($0, codec, &path) }
    default: return (nil, nil)
    }
  }

  private static func next(
    _ address: UnsafeRawPointer, _ codec: RecordCodec, _ path: inout ArraySlice<Step>
  ) throws -> Reached {
    if codec.isObject {
      let object = address.value(as: UnsafeRawPointer.self)
      return (
        object,
        try ValueComparison.codec(of: ValueComparison.dynamicClass(of: object), declared: codec).takeUnretainedValue()
      )
    }
    try NestedLevel.checkStack()
    let map = try codec.map._withUnsafeGuaranteedRef { $0 }
    guard case .enumeration(let cases) = map.shape else { return try next(address, of: map, &path) }
    let position = cases.layout.position(of: address)
    guard case .property(cases.layout.cases[position].name)? = path.popFirst(), let payload = cases.payloads[position]
    else { return (nil, nil) }
    var reached: Reached = (nil, nil)
    try cases.layout.withPayload(of: address, case: position) { reached = try next($0, of: payload, &path) }
    return reached
  }

  private static func next(
    _ base: UnsafeRawPointer, of map: TypeMap.Storage, _ path: inout ArraySlice<Step>
  ) throws -> Reached {
    guard case .property(let name)? = path.popFirst(), let position = map.codedNames.firstIndex(of: name) else {
      return (nil, nil)
    }
    let operation = map.operations[position]
    return try next(base + operation.offset, operation.codec, &path)
  }
}
