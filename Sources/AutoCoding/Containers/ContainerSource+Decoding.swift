#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ContainerSource {
  @inline(__always)
  final func leaf<Value: BitwiseCopyable>(_ kind: Codec.Kind, at position: Int, _ zero: Value) throws -> Value {
    var value = zero
    try withUnsafeMutableBytes(of: &value) { bytes in
      guard let address = bytes.baseAddress else { return }
      try readLeaf(kind, at: position, into: address)
    }
    return value
  }

  /// Calls `body` with a decoder of a value. The value's code may keep it.
  ///
  /// - Parameters:
  ///   - path: The value's path.
  ///   - endsPath: Whether the path is the value's own, and ends with its code.
  @inline(__always)
  final func withDecoder<Result>(
    at position: Int, _ path: consuming ContainerPath, endsPath: Bool = true,
    _ body: (ContainerDecoder) throws -> Result
  ) rethrows -> Result {
    let result: Result
    do {
      result = try body(ContainerDecoder(source: self, position: position, path: copy path))
    } catch {
      if endsPath { endPath(consume path) }
      throw error
    }
    if endsPath { endPath(consume path) }
    return result
  }

  /// Calls `body`, or a value's own code that it calls, with a decoder of the root.
  ///
  /// - Parameter start: The steps to it.
  @inline(__always)
  final func withRootDecoder<Result>(
    _ start: ContainerPath.Start = .nothing, _ body: (ContainerDecoder) throws -> Result
  ) rethrows -> Result {
    if report != nil { countRootKeys(start) }
    return try withRootPath(start) { path in
      // Ends before the path does, which containers refer to.
      let outer = beginCode()
      defer { endCode(outer) }
      return try ThreadState.callingOwnCode {
        try body(ContainerDecoder(source: self, position: Self.root, path: path))
      }
    }
  }

  @inline(never)
  private final func countRootKeys(_ start: ContainerPath.Start) {
    rootKeyCount = if case .tracked(let path, _) = start { path.keys.count } else { 0 }
  }

  /// Returns a decoder of the root for code whose end is not known. Only its path keeps the source alive, so callers hold the
  /// decoder, and do not use it as a temporary value.
  final func keptDecoder() -> ContainerDecoder {
    ContainerDecoder(source: self, position: Self.root, path: keptRootPath())
  }

  /// Reads a value of a codec's type.
  final func value<Value>(
    _ type: Value.Type, as codec: Codec, at position: Int, path: @autoclosure () -> ContainerPath
  ) throws -> Value {
    try withValue(of: type) { try walk(codec, at: position, path: path(), into: $0) }
  }

  /// Decodes a value; `type` may be a subclass of the requested class.
  ///
  /// - Parameters:
  ///   - endsPath: Whether `path` makes a path for the value; otherwise it is that of the value whose code is running.
  ///   - path: Returns the value's path. It is called only for the value's own code, and for errors.
  final func decode<Value: Decodable>(
    _ type: Value.Type, at position: Int, endsPath: Bool = true, path: () -> ContainerPath
  ) throws -> Value {
    if isReporting || mayBeCustom(type) { return try decodeUnusual(type, at: position, endsPath, path) }
    let dispatch = try ContainerDispatch.of(type, isDirect: isDirect, knownTypes)
    // Not in a function with the other cases, which makes room for a value for each of them.
    if case .own(let code) = dispatch { return try decodeOwn(type, code, at: position, endsPath, path) }
    return try decode(type, dispatch, at: position, endsPath, path)
  }

  /// Whether a custom strategy may decode values of a type, or an archive's object may represent them.
  @inline(__always)
  private final func mayBeCustom(_ type: Any.Type) -> Bool {
    !isDirect || hasCustomValues && (type == Date.self || type == Data.self)
  }

  @inline(never)
  private final func decodeUnusual<Value: Decodable>(
    _ type: Value.Type, at position: Int, _ endsPath: Bool, _ path: () -> ContainerPath
  ) throws -> Value {
    let count = reportCount
    do {
      return mayBeCustom(type)
        ? try decodeCustom(type, at: position, endsPath, path) : try decodeUsual(type, at: position, endsPath, path)
    } catch {
      // The caller may try another type.
      forgetReports(from: count)
      throw error
    }
  }

  @inline(never)
  private final func decodeUsual<Value: Decodable>(
    _ type: Value.Type, at position: Int, _ endsPath: Bool, _ path: () -> ContainerPath
  ) throws -> Value {
    let dispatch = try ContainerDispatch.of(type, isDirect: isDirect, knownTypes)
    return try decode(type, dispatch, at: position, endsPath, path)
  }

  @inline(never)
  private final func decode<Value: Decodable>(
    _ type: Value.Type, _ dispatch: ContainerDispatch, at position: Int, _ endsPath: Bool, _ path: () -> ContainerPath
  ) throws -> Value {
    switch dispatch {
    case .walk(let reference):
      let codec = reference.takeUnretainedValue()
      let scope = TypeScope.enterValue(codec.isMadeOfLeaves ? nil : reference)
      defer { scope.end() }
      let count = report?.count ?? 0
      let value: Value
      do {
        value =
          try position == Self.null
          ? missingValue(type, as: codec) : self.value(type, as: codec, at: position, path: path())
      } catch {
        throw ContainerPath.locating(error, at: path())
      }
      report?.prepend(Array(path().keys.dropFirst(rootKeyCount)), from: count)
      return value
    case .textKeyed(_, .some(let members)):
      return try withDecoder(at: position, path(), endsPath: endsPath) { decoder in
        try withValue(of: type) { try members.initialize($0, from: decoder) }
      }
    // The elements of collections enter levels of nesting themselves.
    case .array(let codec, let array):
      return try withDecoder(at: position, path(), endsPath: endsPath) { decoder in
        try codec._withUnsafeGuaranteedRef { codec in
          try withValue(of: type) { address in
            var elements = try decoder.elements(as: codec, array)
            codec.initialize(address, taking: &elements)
          }
        }
      }
    case .collection, .textKeyed:
      return try withDecoder(at: position, path(), endsPath: endsPath) { try type.init(from: $0) }
    case .own(let code): return try decodeOwn(type, code, at: position, endsPath, path)
    }
  }

  /// Decodes a value by its own code.
  @inline(never)
  private final func decodeOwn<Value: Decodable>(
    _ type: Value.Type, _ code: ContainerDispatch.OwnCode, at position: Int, _ endsPath: Bool,
    _ path: () -> ContainerPath
  ) throws -> Value {
    if let plainEnum = code.plainEnum, let tag = tag(of: plainEnum, at: position) {
      return try decodeCase(type, tag, path)
    }
    // Without a closure, which would retain the path once more.
    let path = path()
    let value: Value
    do {
      value = try callOwn(type, code, at: position, path)
    } catch {
      if endsPath { endPath(consume path) }
      throw error
    }
    if endsPath { endPath(consume path) }
    return value
  }

  /// Calls a value's own code.
  @inline(__always)
  private final func callOwn<Value: Decodable>(
    _ type: Value.Type, _ code: ContainerDispatch.OwnCode, at position: Int, _ path: ContainerPath
  ) throws -> Value {
    let outer = beginCode()
    defer { endCode(outer) }
    let level = try code.entersLevels ? nil : nestedLevel { path }
    defer { extendLifetime(level) }
    let decoder = ContainerDecoder(source: self, position: position, path: path)
    if !code.entersLevels {
      if let plainEnum = code.plainEnum, findsTags,
        plainEnum._withUnsafeGuaranteedRef({ $0.decoding.watchesNextCall() })
      {
        return try decodeWatched(type, plainEnum.takeUnretainedValue(), decoder)
      }
      if code.check != .none { try code.check.verify(decoder) }
    }
    return try type.init(from: decoder)
  }

  @inline(__always)
  final func nestedLevel(_ path: () -> ContainerPath) throws -> NestedLevel {
    do {
      return try NestedLevel.enter(toDecodeWithin: limits)
    } catch {
      throw ContainerPath.locating(error, at: path())
    }
  }

  /// Returns nil if the type is an Optional. The decoder of a missing value is one of null.
  @inline(never)
  private final func missingValue<Value>(_ type: Value.Type, as codec: Codec) throws -> Value {
    guard let codec = codec.optional else { throw Self.missing(type) }
    return try withValue(of: type) { codec.initializeNil($0) }
  }

  private final func decodeCustom<Value: Decodable>(
    _ type: Value.Type, at position: Int, _ endsPath: Bool, _ path: () -> ContainerPath
  ) throws -> Value {
    let isObject: Bool
    do {
      isObject = try self.isObject(at: position, for: type)
    } catch {
      throw ContainerPath.locating(error, at: path())
    }
    if isObject { return try decodeObject(type, at: position, endsPath, path) }
    return hasCustomValues && (type == Date.self || type == Data.self)
      ? try decodeByStrategy(type, at: position, endsPath, path) : try decodeUsual(type, at: position, endsPath, path)
  }

  // Never inlined, since every caller would look up the metadata of the Optional.

  @inline(never)
  private final func decodeObject<Value: Decodable>(
    _ type: Value.Type, at position: Int, _ endsPath: Bool, _ path: () -> ContainerPath
  ) throws -> Value {
    do {
      if let value = try value(type, ofObjectAt: position) { return value }
    } catch {
      throw ContainerPath.locating(error, at: path())
    }
    return try decodeUsual(type, at: position, endsPath, path)
  }

  @inline(never)
  private final func decodeByStrategy<Value: Decodable>(
    _ type: Value.Type, at position: Int, _ endsPath: Bool, _ path: () -> ContainerPath
  ) throws -> Value {
    if let value = try withDecoder(at: position, path(), endsPath: endsPath, { try $0.custom(type) }) { return value }
    return try decodeUsual(type, at: position, endsPath, path)
  }
}
