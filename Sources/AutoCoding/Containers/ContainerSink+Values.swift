#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Encodes values, by their codec or their own code.
extension ContainerSink {
  /// Calls `body` with an encoder of a node. The value's code may keep it.
  ///
  /// - Parameters:
  ///   - depth: The number of arrays and objects around the node.
  ///   - path: The node's path.
  ///   - endsPath: Whether the path is the value's own, and ends with its code.
  @inline(__always)
  final func withEncoder<Result>(
    of node: Int32, depth: Int32, _ path: consuming ContainerPath, endsPath: Bool,
    _ body: (ContainerEncoder) throws -> Result
  ) rethrows -> Result {
    let result: Result
    do {
      result = try body(ContainerEncoder(sink: self, node: node, depth: depth, path: copy path))
    } catch {
      if endsPath { endPath(consume path) }
      throw error
    }
    if endsPath { endPath(consume path) }
    return result
  }

  /// Calls `body` with an encoder of the root.
  ///
  /// - Parameters:
  ///   - depth: The number of arrays and objects around it.
  ///   - start: The steps to it.
  @inline(__always)
  final func withRootEncoder<Result>(
    depth: Int = 0, _ start: ContainerPath.Start = .nothing, _ body: (ContainerEncoder) throws -> Result
  ) rethrows -> Result {
    try withRootPath(start) {
      try body(ContainerEncoder(sink: self, node: Self.root, depth: Int32(clamping: depth), path: $0))
    }
  }

  final func null(_ path: @autoclosure () -> ContainerPath) throws -> Int32 {
    do {
      return makeNode(try null())
    } catch {
      throw ContainerPath.locating(error, at: path())
    }
  }

  /// Encodes a value in a new node.
  ///
  /// - Parameters:
  ///   - depth: The number of arrays and objects around the value.
  ///   - path: The value's path.
  final func encoded<Value: Encodable>(
    _ value: Value, depth: Int32, path: @autoclosure () -> ContainerPath
  ) throws -> Int32 {
    let made = makeNode()
    try encode(value, in: made, depth: depth, path: path())
    return made
  }

  /// Encodes a value in an empty node.
  ///
  /// - Parameters:
  ///   - depth: The number of arrays and objects around the value.
  ///   - endsPath: Whether `path` makes a path for the value; otherwise it is that of the value whose code is running.
  ///   - path: The value's path.
  final func encode<Value: Encodable>(
    _ value: Value, in made: Int32, depth: Int32, endsPath: Bool = true, path: @autoclosure () -> ContainerPath
  ) throws {
    if hasCustomValues, try encodeCustom(value, in: made, depth: depth, endsPath, path: path()) { return }
    let dispatch = try ContainerDispatch.of(Value.self, isDirect: isDirect, knownTypes)
    guard case .own(let code) = dispatch else {
      return try encode(value, dispatch, in: made, depth: depth, endsPath, path: path())
    }
    if let plainEnum = code.plainEnum, isKnown(value, plainEnum) {
      return try encodeCase(value, plainEnum.takeUnretainedValue(), in: made, path)
    }
    // Without a closure, which would retain the path once more.
    let path = path()
    do {
      try callOwn(value, code, ContainerEncoder(sink: self, node: made, depth: depth, path: path))
      try finish(made)
    } catch {
      if endsPath { endPath(consume path) }
      throw error
    }
    if endsPath { endPath(consume path) }
  }

  /// Precondition: the value is not encoded by its own code.
  @inline(never)
  private final func encode<Value: Encodable>(
    _ value: Value, _ dispatch: ContainerDispatch, in made: Int32, depth: Int32, _ endsPath: Bool,
    path: @autoclosure () -> ContainerPath
  ) throws {
    switch dispatch {
    case .walk(let reference):
      let codec = reference.takeUnretainedValue()
      let scope = TypeScope.enterValue(codec.isMadeOfLeaves ? nil : reference)
      defer { scope.end() }
      do {
        let leaf = try withUnsafePointer(to: value) {
          try walk(UnsafeRawPointer($0), as: codec, depth: Int(depth), path: path())
        }
        set(leaf, at: made)
      } catch {
        throw ContainerPath.locating(error, at: path())
      }
    case .textKeyed(.some(let members), _):
      _ = open(made, as: .object)
      try withEncoder(of: made, depth: depth, path(), endsPath: endsPath) { encoder in
        try withUnsafePointer(to: value) { try members.encodeMembers(at: UnsafeRawPointer($0), in: encoder) }
      }
    // The elements of collections enter levels of nesting themselves.
    case .array(let codec, let array):
      _ = open(made, as: .array)
      try withEncoder(of: made, depth: depth, path(), endsPath: endsPath) { encoder in
        try withUnsafePointer(to: value) { value in
          try codec.takeUnretainedValue().withElements(of: value) {
            try array.encodeElements($0, count: $1, in: encoder)
          }
        }
      }
    case .collection, .textKeyed, .own:
      try withEncoder(of: made, depth: depth, path(), endsPath: endsPath) { try value.encode(to: $0) }
      try finish(made)
    }
  }

  /// Encodes a date or data by the caller's own strategy; returns false if there is none for the value.
  private final func encodeCustom<Value: Encodable>(
    _ value: Value, in made: Int32, depth: Int32, _ endsPath: Bool, path: @autoclosure () -> ContainerPath
  ) throws -> Bool {
    if Value.self == Date.self, !keepsDatesAndData, case .custom(let encode) = options.values.dates,
      let date = value as? Date
    {
      try withEncoder(of: made, depth: depth, path(), endsPath: endsPath) { try encode(date, $0) }
      try finish(made)
      return true
    }
    if Value.self == Data.self, !keepsDatesAndData, case .custom(let encode) = options.values.data,
      let data = value as? Data
    {
      try withEncoder(of: made, depth: depth, path(), endsPath: endsPath) { try encode(data, $0) }
      try finish(made)
      return true
    }
    return false
  }

  /// Calls a value's own `encode(to:)`.
  ///
  /// - Parameter encoder: The encoder, as the code is given it: each conversion would retain its parts once more.
  @_semantics("optimize.sil.specialize.generic.never")
  @inline(never)
  final func callOwn<Value: Encodable>(
    _ value: Value, _ code: ContainerDispatch.OwnCode, _ encoder: any Encoder
  ) throws {
    let outer = beginCode()
    defer { endCode(outer) }
    if code.entersLevels {
      if let codec = try ContainerDispatch.classCodec(of: Value.self) {
        try withUnsafePointer(to: value) { try InheritedCode.check($0, codec) }
      }
      return try value.encode(to: encoder)
    }
    guard let plainEnum = code.plainEnum else {
      return try NestedLevel.encoding(value, limits: limits, codingPath: { encoder.codingPath }) {
        try value.encode(to: encoder)
      }
    }
    try NestedLevel.encoding(value, limits: limits, codingPath: { encoder.codingPath }) {
      if !isKnown(value, plainEnum), plainEnum._withUnsafeGuaranteedRef({ $0.encoding.watchesNextCall() }) {
        return try encodeWatched(value, plainEnum.takeUnretainedValue(), encoder)
      }
      try value.encode(to: encoder)
    }
  }

  /// Called when foreign code has filled in a node.
  final func finish(_ node: Int32) throws {
    if let misuse {
      self.misuse = nil
      throw misuse
    }
    // Like Foundation's coders, write an empty object for a value that encodes nothing.
    if at(node).pointee.kind == .empty { _ = open(node, as: .object) }
  }

  // MARK: Keys

  /// Returns the key in the output for a key of the code.
  ///
  /// - Parameter path: The path of the object.
  @inline(__always)
  final func text(of key: some CodingKey, at path: @autoclosure () -> ContainerPath) -> String {
    usesKeysAsTheyAre ? key.stringValue : converted(key, at: path())
  }

  @inline(never)
  private final func converted(_ key: any CodingKey, at path: ContainerPath) -> String {
    let isFixed = key.isFixedKey
    if !isFixed, case .custom(let convert) = options.values.keys {
      var keyPath = path.keys
      keyPath.append(key)
      return convert(keyPath).stringValue
    }
    return options.writtenKey(key.stringValue, isFixed: isFixed)
  }
}
