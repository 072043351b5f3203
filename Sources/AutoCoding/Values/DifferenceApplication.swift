/// Applies changes to a value: all of them, or none.
///
/// The changed value is made in separate memory, and new values of objects' properties are kept, until all of them
/// exist. Objects are processed from a queue, so chains of references need no stack.
///
/// Precondition of all: sources hold values of the codec's type, which no other code uses meanwhile; targets are
/// uninitialized. A target is initialized afterwards, unless an error is thrown.
final class DifferenceApplication {
  typealias Step = ModelValue.Change.Step

  /// A node in the tree of paths: the change at the path, and the nodes below it.
  struct Node {
    var change: ModelValue.Change?
    var children: [Step: Int] = [:]
  }

  /// A property of an object and its new value.
  struct Assignment {
    let address: UnsafeMutableRawPointer
    let memory: ValueOperations
    let value: UnsafeMutableRawPointer
  }

  /// The tree of paths. The first node is the value itself.
  private(set) var nodes = [Node()]
  private let changes: [ModelValue.Change]
  var objects: [(object: UnsafeMutableRawPointer, codec: RecordCodec, node: Int)] = []
  var met = AddressTable()
  var assignments: [Assignment] = []

  init(_ changes: [ModelValue.Change]) {
    self.changes = changes
  }

  /// Copies the new values, and builds the tree of paths.
  ///
  /// - Parameter substitutes: Objects, and the ones that replace them in the copies.
  private func prepare(_ substitutes: [UnsafeRawPointer: UnsafeRawPointer]) throws {
    let newValues = try copies(substitutes)
    for (position, change) in changes.enumerated() {
      var node = 0
      for step in change.path {
        if let next = nodes[node].children[step] {
          node = next
        } else {
          nodes[node].children[step] = nodes.count
          node = nodes.count
          nodes.append(Node())
        }
      }
      nodes[node].change = ModelValue.Change(
        path: change.path, kind: change.kind, oldValue: change.oldValue, newValue: newValues[position])
    }
  }

  /// Copies all new values at once, so that objects they share stay shared.
  private func copies(_ substitutes: [UnsafeRawPointer: UnsafeRawPointer]) throws -> [Any?] {
    do {
      return try ModelValue.copy(of: changes.map(\.newValue), by: GraphCopier(substitutes: substitutes))
    } catch let error as DecodingError {
      // The path begins with the position of the change.
      throw error.mapContext { context in
        guard let position = context.codingPath.first?.intValue, changes.indices.contains(position) else {
          return context
        }
        return DecodingError.Context(
          codingPath: changes[position].path.map(\.codingKey) + context.codingPath.dropFirst(),
          debugDescription: context.debugDescription, underlyingError: context.underlyingError)
      }
    }
  }

  /// Returns the objects of the value that replace objects of the new values: those at the counterparts' paths.
  private func substitutes<Value>(
    for counterparts: [(object: AnyObject, path: [Step])], in value: Value, as codec: Codec
  ) throws -> [UnsafeRawPointer: UnsafeRawPointer] {
    var substitutes: [UnsafeRawPointer: UnsafeRawPointer] = [:]
    try withUnsafePointer(to: value) { pointer in
      for (object, path) in counterparts {
        guard let found = try ObjectWalk.object(at: path, from: UnsafeRawPointer(pointer), as: codec),
          ValueComparison.dynamicClass(of: found) == type(of: object)
        else {
          throw EncodingError.invalidValue(
            object,
            .init(
              codingPath: path.map(\.codingKey),
              debugDescription:
                "There is no object of class \(type(of: object)) at this path. The difference does not fit the value."))
        }
        substitutes[UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())] = found
      }
    }
    return substitutes
  }

  deinit {
    // Only assignments that were not made are left.
    for assignment in assignments {
      assignment.memory.destroy(assignment.value)
      assignment.value.deallocate()
    }
  }

  /// Applies the changes to a value.
  ///
  /// - Parameter counterparts: Objects to which new values refer, and the paths of the value's objects that replace
  ///   them.
  func apply<Value>(to value: inout Value, keeping counterparts: [(object: AnyObject, path: [Step])]) throws {
    guard !changes.isEmpty else { return }
    let codec = try Discovery.codec(for: Value.self)
    try prepare(substitutes(for: counterparts, in: value, as: codec))
    try codec.withTemporaryValue { changed in
      try withUnsafeMutablePointer(to: &value) { pointer in
        let address = UnsafeMutableRawPointer(pointer)
        try make(UnsafeRawPointer(address), to: changed, as: codec, node: 0)
        do {
          try changeObjects()
        } catch {
          codec.destroyValue(at: changed)
          throw error
        }
        ValueOperations(codec.type).assign(taking: changed, to: address)
      }
    }
    for assignment in assignments {
      assignment.memory.assign(taking: assignment.value, to: assignment.address)
      assignment.value.deallocate()
    }
    assignments = []
  }

  // MARK: Values

  /// Initializes the target with the changed value.
  func make(
    _ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, as codec: Codec, node: Int
  ) throws {
    if let change = nodes[node].change {
      guard change.kind == .replace else { throw failure(node, "There is no collection at this path.") }
      return try store(change.newValue, to: target, as: codec, node: node)
    }
    guard !nodes[node].children.isEmpty else { return ValueOperations(codec.type).copy(from: source, to: target) }
    switch codec.concrete {
    case .optional(let codec):
      if codec.isNil(source) { throw failure(node, "The value at this path is nil.") }
      try make(source, to: target, as: codec.wrapped, node: node)
      codec.wrap(target)
    case .record(let codec):
      if codec.isObject {
        try addObject(source, codec, node)
        return ValueOperations(codec.type).copy(from: source, to: target)
      }
      try makeRecord(source, to: target, as: codec, node: node)
    case .tuple(let codec): try makeParts(source, to: target, as: codec.map, node: node)
    case .sequence(let codec): try makeSequence(source, to: target, as: codec, node: node)
    case .dictionary(let codec): try makeDictionary(source, to: target, as: codec, node: node)
    case .conversion(let codec):
      try codec.withRepresentation(of: source) { representation in
        try codec.representation.withTemporaryValue { memory in
          try make(representation, to: memory, as: codec.representation, node: node)
          try codec.initialize(target, taking: memory)
        }
      }
    default: throw failure(node, "The \(codec.type) at this path has no parts that a path could lead to.")
    }
  }

  /// Initializes the target with a new value of a change.
  func store(_ value: Any?, to target: UnsafeMutableRawPointer, as codec: Codec, node: Int) throws {
    func initialize<Stored>(_ type: Stored.Type) -> Bool {
      guard let value, let stored = value as? Stored else { return false }
      target.initialize(with: stored)
      return true
    }
    // An element of a collection may be nil.
    if let value, Swift.type(of: value) == codec.type, _openExistential(codec.type, do: initialize) { return }
    if let codec = codec.optional {
      guard let value else { return codec.initializeNil(target) }
      if codec.wrapped.kind != .optional {
        try store(value, to: target, as: codec.wrapped, node: node)
        return codec.wrap(target)
      }
    }
    if let codec = codec.conversion, !codec.isRawValue {
      return try codec.representation.withTemporaryValue { memory in
        try store(value, to: memory, as: codec.representation, node: node)
        try codec.initialize(target, taking: memory)
      }
    }
    guard _openExistential(codec.type, do: initialize) else {
      throw failure(node, "\(ValueDescription.text(of: value)) is not a valid \(codec.type).")
    }
  }

  private func makeRecord(
    _ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, as codec: RecordCodec, node: Int
  ) throws {
    guard codec.decodingDefault == .structure else {
      throw failure(node, "The \(codec.type) is not coded by its properties.")
    }
    try NestedLevel.checkStack()
    let map = try codec.map._withUnsafeGuaranteedRef { $0 }
    guard case .enumeration(let cases) = map.shape else {
      return try makeParts(source, to: target, as: map, node: node)
    }
    let position = cases.layout.position(of: source)
    let name = cases.layout.cases[position].name
    let step = Step.property(name)
    guard nodes[node].children.count == 1, let child = nodes[node].children[step], nodes[child].change == nil,
      let payload = cases.payloads[position]
    else { throw failure(node, "The enum \(codec.type) at this path has another case, .\(name).") }
    try cases.layout.withPayload(of: source, case: position) { original in
      try cases.layout.initialize(target, case: position) {
        try makeParts(original, to: $0, as: payload, node: child)
      }
    }
  }

  private func makeParts(
    _ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, as map: TypeMap.Storage, node: Int
  ) throws {
    try ValueOperations(map.type).copy(from: source, to: target) {
      let names = map.codedNames
      for (step, child) in nodes[node].children {
        let operation = map.operations[try position(of: step, in: names, of: map.type, child)]
        try operation.codec.withTemporaryValue { part in
          try make(source + operation.offset, to: part, as: operation.codec, node: child)
          operation.memory.assign(taking: part, to: target + operation.offset)
        }
      }
    }
  }

  func position(of step: Step, in names: [String], of type: Any.Type, _ node: Int) throws -> Int {
    if case .property(let name) = step, let position = names.firstIndex(of: name) { return position }
    throw failure(node, "\(_typeName(type, qualified: false)) has no such property.")
  }

  /// Returns the error for a node, with its path.
  func failure(_ node: Int, _ explanation: String) -> EncodingError {
    // Every node is on the path of some change.
    let change = changes.first { change in
      var next = 0
      if next == node { return true }
      return change.path.contains { step in
        next = nodes[next].children[step] ?? 0
        return next == node
      }
    }
    var path: [any CodingKey] = []
    var next = 0
    for step in change?.path ?? [] where next != node {
      next = nodes[next].children[step] ?? 0
      path.append(step.codingKey)
    }
    let value: Any = change?.newValue ?? "nil"
    return .invalidValue(
      value, .init(codingPath: path, debugDescription: "\(explanation) The difference does not fit the value."))
  }
}

extension ModelValue.Change.Step {
  var codingKey: any CodingKey {
    switch self {
    case .property(let name): DynamicKey(name)
    case .index(let index): DynamicKey(index: index)
    case .key(let key): DynamicKey(ValueText.describing(key.base))
    case .member(let member): DynamicKey(ValueText.describing(member.base))
    }
  }
}
