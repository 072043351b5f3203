#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Encodes values as property lists, with the calls and options of Foundation's `PropertyListEncoder`.
///
/// ```swift
/// let data = try AutoPropertyListEncoder().encode(settings)
/// ```
///
/// `PropertyListDecoder` reads the output as what `PropertyListEncoder` would have written. Dates, data, numbers and
/// Bools have their own types; a nil that is not left out is the text `$null`. The outermost value has to be a
/// struct, an object, an array, a dictionary, a set or `Data`, since property lists have no other root.
///
/// In XML, a date has whole seconds: the format has no more, and what is below a second is left out, as Foundation
/// leaves it out. Use the binary format, the default, to keep it.
///
/// Several threads may use one encoder. It is cheap to make: calls on one thread use the same memory again, whichever
/// encoder makes them.
///
/// A subclass may override `init()` to set options. All other members are as if they were final.
open class AutoPropertyListEncoder: @unchecked Sendable {
  #if canImport(FoundationEssentials)
  /// The format of a property list: `PropertyListSerialization.PropertyListFormat`.
  public typealias PropertyListFormat = PropertyListDecoder.PropertyListFormat
  #else
  /// The format of a property list: `PropertyListSerialization.PropertyListFormat`.
  public typealias PropertyListFormat = PropertyListSerialization.PropertyListFormat
  #endif

  private typealias Pool = CoderPool<PropertyListEncodingWorker>
  private let pool = Pool()

  /// Makes an encoder that writes the binary format.
  public init() {}

  // MARK: Options

  /// The format to write: `.binary`, the default, or `.xml`. With `.openStep`, every call of ``encode(_:)`` throws an
  /// error, as with Foundation's encoder.
  public var outputFormat: PropertyListFormat {
    get { pool.options.values.format }
    set { pool.changeOptions { $0.format = newValue } }
  }

  /// Limits on the encoded data. The defaults do not limit its size.
  public var limits: CodingLimits {
    get { get(\.limits) }
    set { change { $0.limits = newValue } }
  }

  /// The types of models that a property of type `Any` may hold, in addition to registered types and those that the
  /// properties of the encoded type lead to. None by default.
  ///
  /// The decoder of the data must allow them, too.
  public var allowedTypes: [any AutoCoding.Type] {
    get { get(\.allowedTypes) }
    set { change { $0.allowedTypes = newValue } }
  }

  /// Values for handwritten `Codable` code, which finds them in the encoder's `userInfo`.
  @preconcurrency
  public var userInfo: [CodingUserInfoKey: any Sendable] {
    get { get(\.userInfo) }
    set { change { $0.userInfo = newValue } }
  }

  private func get<Value>(_ option: KeyPath<JSONEncodingOptions.Values, Value>) -> Value {
    pool.options.values.coding[keyPath: option]
  }

  private func change(_ change: (inout JSONEncodingOptions.Values) -> Void) {
    pool.changeOptions { change(&$0.coding) }
  }

  // MARK: Encoding

  /// Encodes a value.
  ///
  /// - Parameter value: A model, or any other value that is `Encodable`.
  /// - Returns: A property list in the ``outputFormat``.
  /// - Throws: `EncodingError` for a root that is no container and no `Data`, for a value that property lists have no
  ///   notation for, such as an integer of more than 64 bits, and for a limit that is exceeded; ``AutoCodingError`` for
  ///   a type that cannot be coded; errors of handwritten code of the types.
  /// - Complexity: O(*n*) in the number of values.
  public func encode<T: Encodable>(_ value: T) throws -> Data {
    let item = pool.take()
    let (builder, options) = (item.pointee.worker.builder, item.pointee.worker.options)
    defer {
      builder.pointee.removeAll()
      pool.leave(item)
    }
    let limits = options.coding.limits
    guard options.values.format == .binary else {
      builder.pointee.list.keepsUTF8 = true
      builder.pointee.list.isIntermediate = true
      return try PropertyListXML.encode(value, options.values.format, limits: limits) { text in
        try Self.add(value, to: builder, options.coding)
        return try builder.pointee.withList(value, limits: limits, text)
      }
    }
    try Self.add(value, to: builder, options.coding)
    return try builder.pointee.finish(value, limits: limits)
  }

  private static func add<T: Encodable>(
    _ value: T, to builder: UnsafeMutablePointer<PropertyListBuilder>, _ options: JSONEncodingOptions
  ) throws {
    let route = try ContainerDispatch.of(T.self, isDirect: true, isWithin: false, in: options.context)
    let scope = TypeScope.enter(root: route.codec, context: options.context)
    defer { scope.end() }
    var writer = PropertyListCodingWriter(builder, options: options)
    if case .walk(let reference) = route {
      try withUnsafePointer(to: value) { value in
        try reference._withUnsafeGuaranteedRef {
          writer.isRootOwnCode = $0.isEncodedByHand(value)
          builder.pointee.pathTracking.begin($0)
          try writer.encode(UnsafeRawPointer(value), as: $0)
        }
      }
    } else {
      try writer.writeOwn { try $0.encodeRoot(value) }
    }
  }
}

extension PropertyListBuilder {
  /// Returns the property list, whose root is the only value that was added.
  fileprivate mutating func finish<T>(_ value: T, limits: CodingLimits) throws -> Data {
    let root = try root(value, limits: limits)
    let (isWhole, hasUTF8) = (!hasOrphans, list.keepsUTF8)
    var data = try list.finish(top: root)
    // Leave out what code has encoded and then replaced.
    if !isWhole { data = try data.withUnsafeBytes { try PropertyListReader($0, hasUTF8: hasUTF8).rewritten() } }
    // Of a list in UTF-8, XML is made, to which the limit applies.
    if !hasUTF8 { try PropertyListXML.check(data, of: value, limits: limits) }
    return data
  }

  /// Calls `body` with the property list, whose root is the only value that was added.
  fileprivate mutating func withList<T>(
    _ value: T, limits: CodingLimits, _ body: (UnsafeRawBufferPointer) throws -> Data
  ) throws -> Data {
    if hasOrphans { return try finish(value, limits: limits).withUnsafeBytes(body) }
    let root = try root(value, limits: limits)
    return try list.withList(top: root, body)
  }

  /// Returns the object of the only value that was added.
  private mutating func root<T>(_ value: T, limits: CodingLimits) throws -> UInt32 {
    let root = pop()
    switch list.failure == nil ? list.marker(of: root) : nil {
    case PropertyListMarker.array, PropertyListMarker.dictionary, PropertyListMarker.data, nil: break
    case .some(let marker): throw Self.fragment(value, marker)
    }
    guard list.objectCount <= limits.maximumObjectCount else {
      throw EncodingError.invalidValue(
        PrintableValue.of(value),
        .init(
          """
          The property list has \(list.objectCount) objects, more than limits.maximumObjectCount allows \
          (\(limits.maximumObjectCount)).
          """))
    }
    return root
  }

  @inline(never)
  private static func fragment<T>(_ value: T, _ marker: UInt8) -> EncodingError {
    // The singular values share their first bits, and only booleans of them are written.
    let kind = marker == 0 ? "a boolean" : PropertyListReader.kind(ofMarker: marker | 3)?.name ?? "a leaf"
    return .invalidValue(
      PrintableValue.of(value),
      .init(
        """
        Top-level \(T.self) is encoded as \(kind), and the root of a property list has to be an array, a dictionary or \
        data; put the value into an array or a struct.
        """))
  }
}
