#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Encodes values as JSON: the calls, options and output of `JSONEncoder`, many times as fast for ``AutoCoding`` types.
///
/// ```swift
/// let data = try AutoJSONEncoder().encode(teacher)
/// ```
///
/// Values of types with a type map are encoded straight from their memory. Types with their own `Codable` code are
/// encoded by it, and either kind of type may contain the other. The options have the same types as those of
/// `JSONEncoder`. Several threads may use one encoder.
///
/// An encoder is cheap to make: the working memory of a call, some 16 KB, is reused by the next call on the same
/// thread, even if another encoder makes that call.
///
/// A subclass may override `init()` to set options. All other members are as if they were final.
open class AutoJSONEncoder: @unchecked Sendable {
  /// How the text is formatted.
  public typealias OutputFormatting = JSONEncoder.OutputFormatting
  /// How dates are written.
  public typealias DateEncodingStrategy = JSONEncoder.DateEncodingStrategy
  /// How `Data` is written.
  public typealias DataEncodingStrategy = JSONEncoder.DataEncodingStrategy
  /// How infinity and NaN are written, which JSON has no notation for.
  public typealias NonConformingFloatEncodingStrategy = JSONEncoder.NonConformingFloatEncodingStrategy
  /// How keys are written.
  public typealias KeyEncodingStrategy = JSONEncoder.KeyEncodingStrategy

  /// What an encoder does about properties that are nil.
  public enum NilEncodingStrategy: Hashable, Sendable {
    /// They are left out, as by `JSONEncoder`.
    case omit
    /// They are written as null.
    case null
  }

  private typealias Pool = CoderPool<JSONWriter>
  /// Its hint is the size of the previous call's text if that was larger than the memory that is reused; otherwise 0. A
  /// new writer's memory begins with about that size.
  private let pool = Pool()

  /// Makes an encoder with the options that `JSONEncoder` starts with.
  public init() {}

  convenience init(_ options: JSONEncodingOptions) {
    self.init()
    pool.changeOptions { $0 = options.values }
  }

  var encodingOptions: JSONEncodingOptions { pool.options }

  /// An encoder with the same options that writes all properties.
  var withoutSelection: AutoJSONEncoder {
    pool.options.whole.map { AutoJSONEncoder($0) } ?? self
  }

  // MARK: Options

  /// Indentation, order of keys, and escaping of slashes. By default the text is compact, keys are in the order of the
  /// properties, and slashes are escaped.
  public var outputFormatting: OutputFormatting {
    get { get(\.formatting) }
    set { change { $0.formatting = newValue } }
  }

  /// How dates are written. By default a date is a number of seconds since 2001, as in its `Codable` conformance.
  public var dateEncodingStrategy: DateEncodingStrategy {
    get { get(\.dates) }
    set { change { $0.dates = newValue } }
  }

  /// How `Data` is written. The default is Base64.
  public var dataEncodingStrategy: DataEncodingStrategy {
    get { get(\.data) }
    set { change { $0.data = newValue } }
  }

  /// How infinity and NaN are written. By default they are refused.
  public var nonConformingFloatEncodingStrategy: NonConformingFloatEncodingStrategy {
    get { get(\.floats) }
    set { change { $0.floats = newValue } }
  }

  /// How keys are converted. By default they are written as they are.
  public var keyEncodingStrategy: KeyEncodingStrategy {
    get { get(\.keys) }
    set { change { $0.keys = newValue } }
  }

  /// How properties that are nil are written. They are left out by default, as by `JSONEncoder`.
  ///
  /// With `.null`, every Optional property that is coded is in the output, also those that a type's own `encode(to:)` encodes
  /// by `encodeIfPresent`. A property wrapper still decides for itself, by ``CodedPropertyWrapper/isLeftOut``, and a nil
  /// that is the default of ``PropertyRule/omitsDefault-type.property`` is left out. Elements of arrays and values of dictionaries are null in either case.
  public var nilEncodingStrategy: NilEncodingStrategy {
    get { get(\.writesNils) ? .null : .omit }
    set { change { $0.writesNils = newValue == .null } }
  }

  /// Limits on values and text. The defaults refuse no value for its size.
  public var limits: CodingLimits {
    get { get(\.limits) }
    set { change { $0.limits = newValue } }
  }

  /// More types that a property of type `Any` may hold models of. The types that are reachable through the properties
  /// of the encoded type are always allowed, and so are registered types. Empty by default.
  ///
  /// The decoder has to allow these types too.
  public var allowedTypes: [any AutoCoding.Type] {
    get { get(\.allowedTypes) }
    set { change { $0.allowedTypes = newValue } }
  }

  /// Information for types with their own `Codable` code, which find it in `encoder.userInfo`.
  @preconcurrency
  public var userInfo: [CodingUserInfoKey: any Sendable] {
    get { get(\.userInfo) }
    set { change { $0.userInfo = newValue } }
  }

  /// The only properties that are written; nil for all. The default is nil.
  ///
  /// ```swift
  /// encoder.includedProperties = ["name", "address.city"]  // the body of a PATCH request
  /// ```
  ///
  /// A path has the names of properties as they are in Swift, with dots between them. It leads through Optionals, the
  /// elements of arrays and sets, and the values of dictionaries. A property is written with all that is in it, and the
  /// objects around it are written for its sake. The root and the types on the path have to be written by their
  /// properties. The names of classes, under `$class` or a type key, and the versions of models stay in the text. A custom
  /// key strategy cannot be combined with this: it is an `EncodingError`.
  ///
  /// A path that leads to no property is an `EncodingError`, and so is one that leads to a key under which an object of
  /// another class beside it has another property. The whole value is encoded first and then cut down, so an
  /// encoder with this option is slower.
  public var includedProperties: Set<String>? {
    get { get(\.included) }
    set { change { $0.included = newValue } }
  }

  /// Properties that are not written, although they are coded: `["password", "friends.email"]`. The default is none.
  ///
  /// Paths are as for ``includedProperties``. If a property is in both, it is not written.
  public var omittedProperties: Set<String> {
    get { get(\.omitted) }
    set { change { $0.omitted = newValue } }
  }

  private func get<Value>(_ option: KeyPath<JSONEncodingOptions.Values, Value>) -> Value {
    pool.options.values[keyPath: option]
  }

  private func change(_ change: (inout JSONEncodingOptions.Values) -> Void) {
    pool.changeOptions(change)
  }

  // MARK: Encoding

  /// Encodes a value.
  ///
  /// - Returns: The JSON text, in UTF-8.
  /// - Throws: `EncodingError` for a value that JSON has no notation for, for a limit that is exceeded, and for a path in
  ///   ``includedProperties`` or ``omittedProperties`` that leads to no property;
  ///   ``AutoCodingError`` for a type that cannot be coded; any error that a type's own code throws.
  public func encode<T: Encodable>(_ value: T) throws -> Data {
    let item = takeWriter()
    do {
      let count = try item.pointee.worker.writeText(of: value)
      if count > JSONWriter.keptCapacity {
        pool.hint = count
        let memory = Pool.remove(item).memory(of: count)
        return Data(bytesNoCopy: memory, count: count, deallocator: .custom { memory, _ in GrowingMemory.free(memory) })
      }
      let data = Data(bytes: item.pointee.worker.start, count: count)
      giveBack(item)
      return data
    } catch {
      Pool.free(item)
      throw error
    }
  }

  /// Encodes a value, and appends the JSON text to a buffer, which can be emptied and used again without allocating.
  ///
  /// - Throws: As ``encode(_:)``. If an error is thrown, the buffer is unchanged.
  public func encode<T: Encodable>(_ value: T, appendingTo buffer: inout [UInt8]) throws {
    let item = takeWriter()
    do {
      let count = try item.pointee.worker.writeText(of: value)
      buffer.append(contentsOf: UnsafeBufferPointer(start: item.pointee.worker.start, count: count))
    } catch {
      Pool.free(item)
      throw error
    }
    giveBack(item)
  }

  /// Encodes a value as text. The bytes are copied once, from the encoder's buffer into the `String`.
  ///
  /// ```swift
  /// let text = try AutoJSONEncoder().encodeToString(teacher)
  /// ```
  ///
  /// - Returns: The JSON text.
  /// - Throws: As ``encode(_:)``.
  public func encodeToString<T: Encodable>(_ value: T) throws -> String {
    let item = takeWriter()
    do {
      let count = try item.pointee.worker.writeText(of: value)
      let text = String(
        decoding: UnsafeBufferPointer(start: item.pointee.worker.start, count: count), as: UTF8.self)
      if count > JSONWriter.keptCapacity {
        pool.hint = count
        Pool.free(item)
      } else {
        giveBack(item)
      }
      return text
    } catch {
      Pool.free(item)
      throw error
    }
  }

  @inline(__always)
  private func takeWriter() -> Pool.Item {
    let expectedCount = pool.hint
    return expectedCount == 0 ? pool.take() : makeWriter(for: expectedCount)
  }

  @inline(never)
  private func makeWriter(for expectedCount: Int) -> Pool.Item {
    // Some more than the last text, since a writer reserves more bytes than it then writes.
    let capacity = max(JSONWriter.keptCapacity, expectedCount + expectedCount / 16)
    return pool.make {
      JSONWriter(options: $0, memory: GrowingMemory.resize(nil, to: capacity), capacity: capacity)
    }
  }

  /// Leaves the writer for the next call if its memory has not grown; frees it otherwise.
  @inline(__always)
  private func giveBack(_ item: Pool.Item) {
    if item.pointee.worker.capacity == JSONWriter.keptCapacity {
      item.pointee.worker.reset()
      return pool.leave(item)
    }
    pool.hint = 0
    Pool.free(item)
  }
}

extension JSONWriter {
  /// Writes the text of a root value, and returns its byte count.
  mutating func writeText<Value: Encodable>(of value: Value) throws -> Int {
    let route = try ContainerDispatch.of(Value.self, isDirect: true, isWithin: false, in: options.context)
    let scope = TypeScope.enter(root: route.codec, context: options.context)
    defer { scope.end() }
    if !options.usesContainers, case .walk(let reference) = route {
      try withUnsafePointer(to: value) { value in
        try reference._withUnsafeGuaranteedRef {
          isRootOwnCode = $0.isEncodedByHand(value)
          pathTracking.begin($0)
          try writeRoot(value, as: $0)
        }
      }
    } else if options.selects {
      try writeSelection(of: value)
    } else if Value.self == JSONValue.self, let value = value as? JSONValue {
      try writeJSONValue(value)
    } else {
      try writeRoot(value)
    }
    // Without the comma.
    let count = count - 1
    guard count <= limits.maximumByteCount else {
      throw EncodingError.invalidValue(
        PrintableValue.of(value),
        .init("The text has \(count) bytes, more than limits.maximumByteCount allows (\(limits.maximumByteCount))."))
    }
    return count
  }
}
