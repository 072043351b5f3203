#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Decodes values from JSON: the calls and options of `JSONDecoder`, many times as fast for ``AutoCoding`` types.
///
/// ```swift
/// let teacher = try AutoJSONDecoder().decode(Teacher.self, from: data)
/// ```
///
/// Types with a type map are read straight into memory. Types with `Codable` code of their own are asked for it, and
/// both may hold each other. The options are `JSONDecoder`'s own types. A decoder may be used by several threads.
///
/// A decoder is cheap to make: what a call works with, some 32 KB, is left for the next call on the same thread, whichever
/// decoder makes it.
public final class AutoJSONDecoder: @unchecked Sendable {
  /// How dates are read.
  public typealias DateDecodingStrategy = JSONDecoder.DateDecodingStrategy
  /// How bytes are read.
  public typealias DataDecodingStrategy = JSONDecoder.DataDecodingStrategy
  /// How infinity and not-a-number are read, for which JSON has no notation.
  public typealias NonConformingFloatDecodingStrategy = JSONDecoder.NonConformingFloatDecodingStrategy
  /// How keys are read.
  public typealias KeyDecodingStrategy = JSONDecoder.KeyDecodingStrategy

  /// What a decoder does about duplicate keys: a key that one object has more than once.
  public enum DuplicateKeyStrategy: Hashable, Sendable {
    /// The first value counts, as it does for `JSONDecoder`.
    case useFirst
    /// The last value counts.
    case useLast
    /// The text is refused, wherever in it the keys are.
    case `throw`
  }

  private typealias Workers = CoderWorkers<JSONReader>
  private let workers = Workers()

  /// Makes a decoder with the options that `JSONDecoder` starts with.
  public init() {}

  // MARK: Options

  /// How dates are read. The default is their own encoding: the seconds since 2001.
  public var dateDecodingStrategy: DateDecodingStrategy {
    get { get(\.dates) }
    set { set(\.dates, newValue) }
  }

  /// How `Data` is read. The default is Base64.
  public var dataDecodingStrategy: DataDecodingStrategy {
    get { get(\.data) }
    set { set(\.data, newValue) }
  }

  /// How infinity and not-a-number are read. The default is not at all.
  public var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy {
    get { get(\.floats) }
    set { set(\.floats, newValue) }
  }

  /// How keys are read. The default is as they are.
  public var keyDecodingStrategy: KeyDecodingStrategy {
    get { get(\.keys) }
    set { set(\.keys, newValue) }
  }

  /// What the decoder does about duplicate keys: a key that one object has more than once. It uses the first value by default.
  public var duplicateKeys: DuplicateKeyStrategy {
    get { get(\.duplicateKeys) }
    set { set(\.duplicateKeys, newValue) }
  }

  /// The mismatches between data and types that are tolerated. None by default.
  ///
  /// ``decode(_:from:reporting:)-(_,Data,_)`` lists those that occurred.
  public var leniency: Leniency {
    get { get(\.leniency) }
    set { set(\.leniency, newValue) }
  }

  /// What is done about keys that the decoded type does not know. They are ignored by default.
  ///
  /// With `.report`, ``decode(_:from:reporting:)-(_,Data,_)`` lists them among what was let pass.
  public var unknownKeys: UnknownKeyStrategy {
    get { get(\.unknownKeys) }
    set { set(\.unknownKeys, newValue) }
  }

  /// Whether data of a newer ``AutoCoding/archiveVersion`` than a type's is read by the properties that the type knows. It is
  /// an error by default.
  public var acceptsNewerVersions: Bool {
    get { get(\.acceptsNewerVersions) }
    set { set(\.acceptsNewerVersions, newValue) }
  }

  /// Limits on what is decoded. The defaults refuse nothing for its size.
  public var limits: CodingLimits {
    get { get(\.limits) }
    set { set(\.limits, newValue) }
  }

  /// JSON5 is not supported.
  @available(*, unavailable, message: "AutoJSONDecoder does not support JSON5. Use JSONDecoder for this data.")
  public var allowsJSON5: Bool {
    get { false }
    set {}
  }

  /// A top-level dictionary without braces is not supported.
  @available(
    *, unavailable,
    message: "AutoJSONDecoder does not support top-level dictionaries without braces. Use JSONDecoder for this data."
  )
  public var assumesTopLevelDictionary: Bool {
    get { false }
    set {}
  }

  /// The types that data may name in a property of type `Any`, besides those that the properties of the decoded type lead
  /// to and those that are registered. None by default.
  ///
  /// Subclasses of these types, and the types of their properties, are allowed with them.
  public var allowedTypes: [any AutoCoding.Type] {
    get { get(\.allowedTypes) }
    set { set(\.allowedTypes, newValue) }
  }

  /// What types with `Codable` code of their own may ask the decoder for.
  public var userInfo: [CodingUserInfoKey: any Sendable] {
    get { get(\.userInfo) }
    set { set(\.userInfo, newValue) }
  }

  private func get<Value>(_ option: KeyPath<JSONDecodingOptions.Values, Value>) -> Value {
    workers.options.values[keyPath: option]
  }

  private func set<Value>(_ option: WritableKeyPath<JSONDecodingOptions.Values, Value>, _ value: Value) {
    workers.replaceOptions { $0.setting(option, to: value) }
  }

  // MARK: Decoding

  /// Decodes a value.
  ///
  /// - Parameters:
  ///   - type: What the value is to be.
  ///   - data: JSON text in UTF-8.
  /// - Throws: `DecodingError` with the coding path, and an ``AutoJSONError`` underneath that says where in the text;
  ///   ``AutoCodingError`` for a type that cannot be coded; whatever a type's own code throws.
  public func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
    try data.bytes.withUnsafeBytes { try decode(type, from: $0) }
  }

  /// Decodes a value, without a copy of the bytes; otherwise as ``decode(_:from:)-(_,Data)``.
  public func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws -> T {
    try bytes.withUnsafeBytes { try decode(type, from: $0) }
  }

  /// Decodes a value, without a copy of the bytes; otherwise as ``decode(_:from:)-(_,Data)``.
  public func decode<T: Decodable>(_ type: T.Type, from bytes: UnsafeRawBufferPointer) throws -> T {
    try withReader(of: bytes) { try $0.document(type) }
  }

  /// Decodes a value, and says what ``leniency`` let pass in it and which ``unknownKeys`` it has, in the order of the data.
  ///
  /// - Parameters:
  ///   - type: What the value is to be.
  ///   - data: JSON text in UTF-8.
  ///   - issues: Issues are appended to it; none if an error is thrown.
  /// - Throws: As ``decode(_:from:)-(_,Data)``.
  public func decode<T: Decodable>(
    _ type: T.Type, from data: Data, reporting issues: inout [Issue]
  ) throws -> T {
    try data.withUnsafeBytes { try decode(type, from: $0, reporting: &issues) }
  }

  func decode<T: Decodable>(
    _ type: T.Type, from bytes: UnsafeRawBufferPointer, reporting issues: inout [Issue]
  ) throws -> T {
    let (value, list) = try withReader(of: bytes) { reader in
      let document = reader
      let found = JSONIssues()
      reader.issues = found
      return (try reader.document(type), found.list.isEmpty ? [] : found.located(in: document))
    }
    issues += list
    return value
  }

  /// Overlays a struct or object that exists with the keys that the data has, and leaves the rest of it.
  ///
  /// Models within the model are overlaid the same way, as a JSON merge patch (RFC 7396) asks for: structs, and objects in
  /// place, if the data names no other class. Null makes an Optional nil. Any other value whose key is there is decoded anew,
  /// as a whole: arrays, dictionaries, enums, and a model where there was nil. Values are written in place, past observers
  /// (`willSet`, `didSet`) and setters of wrappers. `didDecode()` is called afterwards, on models within others first.
  ///
  /// - Parameters:
  ///   - value: A struct or object that is coded by its properties. Nothing else may use it during the call.
  ///   - data: JSON text in UTF-8.
  /// - Throws: As ``decode(_:from:)-(_,Data)``; also if the data has a key of a `let` of an object. The value
  ///   is as it was then.
  public func update<T: AutoCoding>(_ value: inout T, from data: Data) throws {
    try data.withUnsafeBytes { try update(&value, from: $0) }
  }

  func update<T: AutoCoding>(_ value: inout T, from bytes: UnsafeRawBufferPointer) throws {
    guard let codec = try Discovery.codec(for: T.self) as? RecordCodec else { return }
    try withReader(of: bytes) { reader in
      try withUnsafeMutablePointer(to: &value) { pointer in
        let address = UnsafeMutableRawPointer(pointer)
        let scope = TypeScope.enter(root: .passUnretained(codec), context: reader.options.context)
        defer { scope.end() }
        guard reader.options.needsPath else { return try reader.overlay(address, as: codec) { try $0.finish() } }
        try reader.decodingDocument { try CodableBridge.overlay(address, as: codec, from: $0) }
      }
    }
  }

  private func withReader<Result>(
    of bytes: UnsafeRawBufferPointer, _ body: (inout JSONReader) throws -> Result
  ) throws -> Result {
    let item = workers.take()
    do {
      let result = try Self.read(bytes, with: &item.pointee.worker, body)
      item.pointee.worker.reset()
      Workers.leave(item)
      return result
    } catch {
      Workers.free(item)
      throw error
    }
  }

  @inline(__always)
  private static func read<Result>(
    _ bytes: UnsafeRawBufferPointer, with reader: inout JSONReader, _ body: (inout JSONReader) throws -> Result
  ) throws -> Result {
    if bytes.count > reader.limits.maximumByteCount {
      throw DataRefusal(
        .limit,
        "The text has \(bytes.count) bytes, more than limits.maximumByteCount allows (\(reader.limits.maximumByteCount))."
      ).decodingError()
    }
    reader.setText(bytes)
    if reader.isLenient { reader.lines = JSONLineTable() }
    try reader.begin()
    if reader.options.values.duplicateKeys == .throw { try reader.refuseDuplicateKeys() }
    return try body(&reader)
  }
}

extension JSONReader {
  /// Reads the whole text as one value.
  fileprivate mutating func document<T: Decodable>(_ type: T.Type) throws -> T {
    let value: T
    let route = try ContainerDispatch.of(type, isDirect: true, isWithin: false)
    let scope = TypeScope.enter(root: route.codec, context: options.context)
    defer { scope.end() }
    if !options.needsPath, case .walk(let reference) = route {
      value = try reference._withUnsafeGuaranteedRef { try self.value(type, as: $0) }
    } else if T.self == JSONValue.self, let read = try readJSONValue() as? T {
      value = read
    } else {
      value = try decodingDocument { try $0.decode(type) }
    }
    try finish()
    return value
  }

  /// Calls `decode` with a decoder of the whole text. Text that is not JSON is refused before any `Codable` code runs.
  fileprivate mutating func decodingDocument<Value>(_ decode: (ContainerDecoder) throws -> Value) throws -> Value {
    let source = try containerSource()
    defer { source.close() }
    try finish()
    return try decode(ContainerDecoder(source: source, position: ContainerSource.root, path: nil))
  }
}
