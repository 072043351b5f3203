#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Decodes values from property lists, with the calls and options of Foundation's `PropertyListDecoder`.
///
/// ```swift
/// let settings = try AutoPropertyListDecoder().decode(Settings.self, from: data)
/// ```
///
/// It reads binary and XML property lists that ``AutoPropertyListEncoder``, `PropertyListEncoder`,
/// `PropertyListSerialization` and others write, and finds out which of them the data is. OpenStep's text format is an
/// error. Property lists are untrusted: the data may be damaged, refer to itself, or announce any number of elements.
///
/// Numbers are read exactly, but for a `Float` from XML, which is the nearest to the text. A number that the type cannot
/// represent is an error. The text `$null` is nil. Several
/// threads may use one decoder.
///
/// A subclass may override `init()` to set options. All other members are as if they were final.
open class AutoPropertyListDecoder: @unchecked Sendable {
  /// The format of a property list: `PropertyListSerialization.PropertyListFormat`.
  public typealias PropertyListFormat = AutoPropertyListEncoder.PropertyListFormat

  private let options = Locked(JSONDecodingOptions.with(.init(decoder: .propertyList)))

  /// Makes a decoder with default limits.
  public init() {}

  // MARK: Options

  /// How to treat keys that the decoded type does not know. By default they are ignored.
  ///
  /// With `.report`, ``decode(_:from:reporting:)`` lists them.
  public var unknownKeys: UnknownKeyStrategy {
    get { get(\.unknownKeys) }
    set { change { $0.unknownKeys = newValue } }
  }

  /// Whether to accept data of a newer ``AutoCoding/archiveVersion`` than the type's, and to read the properties that
  /// the type knows. By default such data is an error.
  public var acceptsNewerVersions: Bool {
    get { get(\.acceptsNewerVersions) }
    set { change { $0.acceptsNewerVersions = newValue } }
  }

  /// Limits on the decoded data. The defaults refuse nothing for its size.
  public var limits: CodingLimits {
    get { get(\.limits) }
    set { change { $0.limits = newValue } }
  }

  /// The types that data may name in a property of type `Any`, in addition to registered types and those that the
  /// properties of the decoded type lead to. None by default.
  ///
  /// Subclasses of these types, and the types of their properties, are allowed with them.
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

  private func get<Value>(_ option: KeyPath<JSONDecodingOptions.Values, Value>) -> Value {
    options.withLock { $0 }.values[keyPath: option]
  }

  private func change(_ change: (inout JSONDecodingOptions.Values) -> Void) {
    // A call in progress keeps the options that it began with.
    options.replace { $0.changed(by: change) }
  }

  // MARK: Decoding

  /// Decodes a value.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - data: A property list, binary or XML.
  /// - Throws: `DecodingError` with the coding path, for damaged data with the byte offset or the line as well;
  ///   ``AutoCodingError`` for a type that cannot be coded; errors of handwritten code of the types.
  /// - Complexity: O(*n*) in the number of values.
  public func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
    try decode(type, from: data, reportingTo: nil).value
  }

  /// Decodes a value, and says in which format it was.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - data: A property list, binary or XML.
  ///   - format: Set to the format of the data; unchanged if an error is thrown.
  /// - Throws: The errors of ``decode(_:from:)``.
  public func decode<T: Decodable>(
    _ type: T.Type, from data: Data, format: inout PropertyListFormat
  ) throws -> T {
    let (value, found) = try decode(type, from: data, reportingTo: nil)
    format = found
    return value
  }

  /// Decodes a value, and lists the keys that its type does not know if ``unknownKeys`` is `.report`.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - data: A property list, binary or XML.
  ///   - unknownKeys: The array to which the keys are appended, in the order of the data; unchanged if an error is
  ///     thrown.
  /// - Throws: The errors of ``decode(_:from:)``.
  public func decode<T: Decodable>(
    _ type: T.Type, from data: Data, reporting unknownKeys: inout [UnknownKey]
  ) throws -> T {
    let report = UnknownKeyReport()
    let value = try decode(type, from: data, reportingTo: report).value
    unknownKeys += report.keys
    return value
  }

  /// Decodes the value at a path in a property list: `decode([Item].self, from: data, at: "data.items")`.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - data: A property list, binary or XML.
  ///   - path: Keys as they are in the list, with dots between them, as in ``AutoCoding/propertyKeys``. A number
  ///     is an index if the list has an array there. An empty path leads to the root.
  /// - Throws: The errors of ``decode(_:from:)``; `DecodingError.keyNotFound` if the path leads to nothing.
  public func decode<T: Decodable>(_ type: T.Type, from data: Data, at path: String) throws -> T {
    try decode(type, from: data, at: PathInData(path), reportingTo: nil).value
  }

  /// Returns the binary form of a property list that is binary or XML.
  ///
  /// - Throws: `DecodingError` for data that is neither.
  package static func binaryList(of data: Data) throws -> Data {
    try data.withUnsafeBytes { bytes in
      PropertyListReader.isBinary(bytes) ? data : try PropertyListXML.binary(from: bytes, limits: CodingLimits())
    }
  }

  /// Decodes a value by code that is given a decoder of the whole list.
  func decode<T>(
    from data: Data, by decode: (any Decoder) throws -> T
  ) throws -> (value: T, format: PropertyListFormat) {
    let options = options.withLock { $0 }
    return try Self.reading(data, options) { reader in
      let scope = TypeScope.enter(root: nil, context: options.context)
      defer { scope.end() }
      return try reader.decodingOwn { try decode($0) }
    }
  }

  private func decode<T: Decodable>(
    _ type: T.Type, from data: Data, at path: PathInData? = nil, reportingTo report: UnknownKeyReport?
  ) throws -> (value: T, format: PropertyListFormat) {
    // A call keeps the options with which it began.
    let options = options.withLock { $0 }
    let context = report.map(options.context.reporting) ?? options.context
    return try Self.reading(data, options) { reader in
      try withExtendedLifetime(context) {
        let route = try ContainerDispatch.of(type, isDirect: true, isWithin: false, in: context)
        let scope = TypeScope.enter(root: route.codec, context: context)
        defer { scope.end() }
        let keys = try path.map { try reader.seek($0) } ?? []
        do {
          if case .walk(let reference) = route {
            return try reference._withUnsafeGuaranteedRef { codec in
              reader.state.values.pointee.pathTracking.begin(codec)
              return try withValue(of: type) { try reader.decode(into: $0, as: codec) }
            }
          }
          return try reader.decodingOwn { try $0.decode(type) }
        } catch {
          throw keys.isEmpty ? error : error.prepending(keys)
        }
      }
    }
  }

  /// Calls `body` with a reader of the list's root. XML is converted into a binary list first.
  private static func reading<Result>(
    _ data: Data, _ options: JSONDecodingOptions, _ body: (inout PropertyListCodingReader) throws -> Result
  ) throws -> (value: Result, format: PropertyListFormat) {
    func read(_ bytes: UnsafeRawBufferPointer, limits: CodingLimits, isFromText: Bool) throws -> Result {
      let list = try PropertyListReader(bytes, limits: limits, hasUTF8: isFromText)
      var reader = PropertyListCodingReader(
        list, object: list.topObject, options: options,
        state: PropertyListReadingState(list, limits: options.limits, isFromText: isFromText))
      return try body(&reader)
    }
    return try data.withUnsafeBytes { bytes in
      if PropertyListReader.isBinary(bytes) {
        return (try read(bytes, limits: options.limits, isFromText: false), .binary)
      }
      var limits = options.limits
      // The limit applies to the data as it is, and is checked before it is converted.
      limits.maximumByteCount = .max
      return try PropertyListXML.withBinary(from: bytes, limits: options.limits) {
        (try read($0, limits: limits, isFromText: true), .xml)
      }
    }
  }
}
