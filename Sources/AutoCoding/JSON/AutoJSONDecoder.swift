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
/// Values of types with a type map are decoded straight into their memory. Types with their own `Codable` code are
/// decoded by it, and either kind of type may contain the other. The options have the same types as those of
/// `JSONDecoder`. Several threads may use one decoder.
///
/// A decoder is cheap to make: the working memory of a call, some 32 KB, is reused by the next call on the same thread,
/// even if another decoder makes that call.
///
/// A subclass may override `init()` to set options. All other members are as if they were final.
open class AutoJSONDecoder: @unchecked Sendable {
  /// How dates are read.
  public typealias DateDecodingStrategy = JSONDecoder.DateDecodingStrategy
  /// How `Data` is read.
  public typealias DataDecodingStrategy = JSONDecoder.DataDecodingStrategy
  /// How infinity and NaN are read, which JSON has no notation for.
  public typealias NonConformingFloatDecodingStrategy = JSONDecoder.NonConformingFloatDecodingStrategy
  /// How keys are read.
  public typealias KeyDecodingStrategy = JSONDecoder.KeyDecodingStrategy

  /// What a decoder does if an object has the same key more than once.
  public enum DuplicateKeyStrategy: Hashable, Sendable {
    /// The decoder uses the first value, as `JSONDecoder` does.
    case useFirst
    /// The decoder uses the last value.
    case useLast
    /// The decoder refuses the text, even if the object is in a value that is not decoded.
    case `throw`
  }

  private typealias Pool = CoderPool<JSONReader>
  private let pool = Pool()

  /// Makes a decoder with the options that `JSONDecoder` starts with.
  public init() {}

  // MARK: Options

  /// How dates are read. By default a date is a number of seconds since 2001, as in its `Codable` conformance.
  public var dateDecodingStrategy: DateDecodingStrategy {
    get { get(\.dates) }
    set { change { $0.dates = newValue } }
  }

  /// How `Data` is read. The default is Base64.
  public var dataDecodingStrategy: DataDecodingStrategy {
    get { get(\.data) }
    set { change { $0.data = newValue } }
  }

  /// How infinity and NaN are read. By default they are refused.
  public var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy {
    get { get(\.floats) }
    set { change { $0.floats = newValue } }
  }

  /// How keys are converted. By default they are used as they are.
  public var keyDecodingStrategy: KeyDecodingStrategy {
    get { get(\.keys) }
    set { change { $0.keys = newValue } }
  }

  /// What the decoder does if an object has the same key more than once. By default it uses the first value.
  public var duplicateKeys: DuplicateKeyStrategy {
    get { get(\.duplicateKeys) }
    set { change { $0.duplicateKeys = newValue } }
  }

  /// The mismatches between data and types that are tolerated. None by default.
  ///
  /// ``decode(_:from:reporting:)-(_,Data,_)`` lists those that were tolerated.
  public var leniency: Leniency {
    get { get(\.leniency) }
    set { change { $0.leniency = newValue } }
  }

  /// What the decoder does about keys that the decoded type does not know. By default it ignores them.
  ///
  /// With `.report`, ``decode(_:from:reporting:)-(_,Data,_)`` lists them among the issues.
  public var unknownKeys: UnknownKeyStrategy {
    get { get(\.unknownKeys) }
    set { change { $0.unknownKeys = newValue } }
  }

  /// What an update does with collections whose keys are in the data. By default the data replaces them.
  public var collectionUpdates: CollectionUpdateStrategy {
    get { get(\.collectionUpdates) }
    set { change { $0.collectionUpdates = newValue } }
  }

  /// Whether data of a newer ``AutoCoding/archiveVersion`` than the type's is accepted. If so, the properties that the
  /// type knows are read. By default it is an error.
  public var acceptsNewerVersions: Bool {
    get { get(\.acceptsNewerVersions) }
    set { change { $0.acceptsNewerVersions = newValue } }
  }

  /// Limits on the data. The defaults refuse no data for its size.
  public var limits: CodingLimits {
    get { get(\.limits) }
    set { change { $0.limits = newValue } }
  }

  /// Whether the text may be JSON5: with comments, trailing commas, keys without quotes, strings in single quotes,
  /// hexadecimal numbers, Infinity and NaN, as `JSONDecoder` reads them. The default is false.
  ///
  /// The text is made strict JSON first, in one pass and in memory. Errors and issues name the places in the text as it was.
  /// Infinity and NaN are read as `Double`, `Float` and `Date`.
  public var allowsJSON5: Bool {
    get { get(\.allowsJSON5) }
    set { change { $0.allowsJSON5 = newValue } }
  }

  /// Whether the text is a dictionary even if it lacks the braces around it, as in `"a": 1, "b": 2`. The default is false.
  ///
  /// A text with braces is read as well, and an empty one is an empty dictionary. It goes with ``allowsJSON5`` and without.
  public var assumesTopLevelDictionary: Bool {
    get { get(\.assumesTopLevelDictionary) }
    set { change { $0.assumesTopLevelDictionary = newValue } }
  }

  /// More types that data may name for a property of type `Any`. The types that are reachable through the properties of
  /// the decoded type are always allowed, and so are registered types. Empty by default.
  ///
  /// Subclasses of these types and the types of their properties are allowed too.
  public var allowedTypes: [any AutoCoding.Type] {
    get { get(\.allowedTypes) }
    set { change { $0.allowedTypes = newValue } }
  }

  /// Values for handwritten `Codable` code, which finds them in the decoder's `userInfo`, and for
  /// ``AutoCoding/didDecode(in:)``.
  @preconcurrency
  public var userInfo: [CodingUserInfoKey: any Sendable] {
    get { get(\.userInfo) }
    set { change { $0.userInfo = newValue } }
  }

  /// Whether records may be read in one pass. Tests compare that with the walk.
  var usesFastPath: Bool {
    get { get(\.usesFastPath) }
    set { change { $0.usesFastPath = newValue } }
  }

  private func get<Value>(_ option: KeyPath<JSONDecodingOptions.Values, Value>) -> Value {
    pool.options.values[keyPath: option]
  }

  private func change(_ change: (inout JSONDecodingOptions.Values) -> Void) {
    pool.changeOptions(change)
  }

  // MARK: Decoding

  // The other overloads are disfavored, so that `from: .init(contentsOf: url)` makes a `Data`, as with `JSONDecoder`.

  /// Decodes a value.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - data: JSON text in UTF-8, UTF-16 or UTF-32, with or without a byte order mark.
  /// - Throws: `DecodingError` with the coding path, and with an ``AutoJSONError`` as its underlying error, which has
  ///   the place in the text; ``AutoCodingError`` for a type that cannot be coded; any error that a type's own code
  ///   throws.
  public func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
    try data.bytes.withUnsafeBytes { try decode(type, from: $0) }
  }

  /// Decodes a value as ``decode(_:from:)-(_,Data)`` does, without a copy of the bytes.
  @_disfavoredOverload
  public func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws -> T {
    try bytes.withUnsafeBytes { try decode(type, from: $0) }
  }

  /// Decodes a value as ``decode(_:from:)-(_,Data)`` does, without a copy of the bytes.
  @_disfavoredOverload
  public func decode<T: Decodable>(_ type: T.Type, from bytes: UnsafeRawBufferPointer) throws -> T {
    try withReader(of: bytes) { try $0.document(type) }
  }

  /// Decodes a value, and reports the mismatches that ``leniency`` tolerated and, with `.report`, the ``unknownKeys``.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - data: JSON text in UTF-8, UTF-16 or UTF-32, with or without a byte order mark.
  ///   - issues: The array to which issues are appended, in the order of the data. If an error is thrown, none are
  ///     appended.
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
      return (try reader.document(type), found.located(in: document))
    }
    issues += list
    return value
  }

  /// Updates an existing struct or object: the properties whose keys are in the data are replaced, and all others keep
  /// their values.
  ///
  /// Models within the model are updated the same way, as a JSON merge patch (RFC 7396) requires: structs always, and
  /// objects in place unless the data names another class: a new object then replaces the existing one, `value` itself
  /// included. Null makes an Optional nil. Any other value whose key is
  /// present is replaced as a whole: arrays and dictionaries (unless ``collectionUpdates`` says otherwise), enums, tuples,
  /// types with handwritten `Codable` code, values that a transformer or a property wrapper codes, and models that were nil.
  /// Values are written in place, without calling observers (`willSet`, `didSet`) or setters of wrappers. `didDecode()` is called afterwards,
  /// on inner models first.
  ///
  /// Data without a `$version` is taken for a part of the current version, and is not migrated. Data of an older version is
  /// migrated first. Collections that a migration sets are replaced, and so are arrays that it has changed.
  ///
  /// - Parameters:
  ///   - value: A struct or object that is coded by its properties. Nothing else may use it during the call.
  ///   - data: JSON text in UTF-8, UTF-16 or UTF-32, with or without a byte order mark.
  /// - Throws: As ``decode(_:from:)-(_,Data)``; also if the data has the key of a `let` property of an object. If an
  ///   error is thrown, the value is unchanged, but for what the `didDecode()` of objects within it has set in addition to the
  ///   properties that the data has.
  public func update<T: AutoCoding>(_ value: inout T, from data: Data) throws {
    try data.withUnsafeBytes { try update(&value, from: $0) }
  }

  func update<T: AutoCoding>(_ value: inout T, from bytes: UnsafeRawBufferPointer) throws {
    try withReader(of: bytes) { reader in
      guard let codec = try Discovery.codec(for: T.self, in: reader.options.context).record else {
        throw DecodingError.notOverlaid(T.self)
      }
      try withUnsafeMutablePointer(to: &value) { pointer in
        let address = UnsafeMutableRawPointer(pointer)
        let scope = TypeScope.enter(root: .passUnretained(codec), context: reader.options.context)
        defer { scope.end() }
        // Copies of the reader look ahead, and none of them should search the text anew.
        _ = reader.textNamesTypes
        reader.pathTracking.begin(codec)
        try reader.overlay(address, as: codec, mergesCollections: reader.options.mergesCollections) { try $0.finish() }
      }
    }
  }

  /// Decodes a value by code that is given a decoder of the whole text.
  func decode<T>(from bytes: UnsafeRawBufferPointer, by decode: (any Decoder) throws -> T) throws -> T {
    try withReader(of: bytes) { reader in
      let scope = TypeScope.enter(root: nil, context: reader.options.context)
      defer { scope.end() }
      return try reader.decodingDocument { try decode($0) }
    }
  }

  func withReader<Result>(
    of bytes: UnsafeRawBufferPointer, _ body: (inout JSONReader) throws -> Result
  ) throws -> Result {
    let item = pool.take()
    do {
      let result = try Self.read(bytes, with: &item.pointee.worker, body)
      item.pointee.worker.reset()
      pool.leave(item)
      return result
    } catch {
      Pool.free(item)
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
    if reader.hasNotation || JSONTextEncoding.isForeign(bytes) {
      try reader.setForeignText(bytes)
    } else {
      reader.setText(bytes)
      // There may be many errors: rules, former keys, untagged cases and types' own code continue after one.
      if reader.lines == nil { reader.lines = JSONLineTable() }
    }
    reader.begin()
    if reader.refusesDuplicateKeys { try reader.refuseDuplicateKeys() }
    return try body(&reader)
  }
}
