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
/// Types with a type map are written straight from memory. Types with `Codable` code of their own are asked for it, and
/// both may hold each other. The options are `JSONEncoder`'s own types. An encoder may be used by several threads.
///
/// An encoder is cheap to make: what a call works with, some 16 KB, is left for the next call on the same thread, whichever
/// encoder makes it.
public final class AutoJSONEncoder: @unchecked Sendable {
  /// How the text is laid out.
  public typealias OutputFormatting = JSONEncoder.OutputFormatting
  /// How dates are written.
  public typealias DateEncodingStrategy = JSONEncoder.DateEncodingStrategy
  /// How bytes are written.
  public typealias DataEncodingStrategy = JSONEncoder.DataEncodingStrategy
  /// How infinity and not-a-number are written, for which JSON has no notation.
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

  private typealias Workers = CoderWorkers<JSONWriter>
  private let workers = Workers()
  /// How much memory to begin with: what the call before needed, if that was more than what is used again; else 0.
  private let expectedCount = AtomicCount()

  /// Makes an encoder with the options that `JSONEncoder` starts with.
  public init() {}

  // MARK: Options

  /// Indentation, order of keys, and whether slashes are escaped. The default is compact, in the order of the properties.
  public var outputFormatting: OutputFormatting {
    get { get(\.formatting) }
    set { set(\.formatting, newValue) }
  }

  /// How dates are written. The default is their own encoding: the seconds since 2001.
  public var dateEncodingStrategy: DateEncodingStrategy {
    get { get(\.dates) }
    set { set(\.dates, newValue) }
  }

  /// How `Data` is written. The default is Base64.
  public var dataEncodingStrategy: DataEncodingStrategy {
    get { get(\.data) }
    set { set(\.data, newValue) }
  }

  /// How infinity and not-a-number are written. The default is to refuse them.
  public var nonConformingFloatEncodingStrategy: NonConformingFloatEncodingStrategy {
    get { get(\.floats) }
    set { set(\.floats, newValue) }
  }

  /// How keys are written. The default is as they are.
  public var keyEncodingStrategy: KeyEncodingStrategy {
    get { get(\.keys) }
    set { set(\.keys, newValue) }
  }

  /// How properties that are nil are written. They are left out by default, as by `JSONEncoder`.
  ///
  /// With `.null`, every Optional property that is coded is in the output, also those that a type's own `encode(to:)` encodes
  /// by `encodeIfPresent`. A property wrapper still decides for itself, by ``CodedPropertyWrapper/isLeftOut``. Elements of
  /// arrays and values of dictionaries are null in either case.
  public var nilEncodingStrategy: NilEncodingStrategy {
    get { get(\.writesNils) ? .null : .omit }
    set { set(\.writesNils, newValue == .null) }
  }

  /// Limits on what is encoded. The defaults refuse nothing for its size.
  public var limits: CodingLimits {
    get { get(\.limits) }
    set { set(\.limits, newValue) }
  }

  /// The types of which models may stand in a property of type `Any`, besides those that the properties of the encoded type
  /// lead to and those that are registered. None by default.
  ///
  /// The decoder has to allow them too.
  public var allowedTypes: [any AutoCoding.Type] {
    get { get(\.allowedTypes) }
    set { set(\.allowedTypes, newValue) }
  }

  /// What types with `Codable` code of their own may ask the encoder for.
  public var userInfo: [CodingUserInfoKey: any Sendable] {
    get { get(\.userInfo) }
    set { set(\.userInfo, newValue) }
  }

  private func get<Value>(_ option: KeyPath<JSONEncodingOptions.Values, Value>) -> Value {
    workers.options.values[keyPath: option]
  }

  private func set<Value>(_ option: WritableKeyPath<JSONEncodingOptions.Values, Value>, _ value: Value) {
    workers.replaceOptions { $0.setting(option, to: value) }
  }

  // MARK: Encoding

  /// Encodes a value.
  ///
  /// - Returns: The JSON text, in UTF-8.
  /// - Throws: `EncodingError` for a value that JSON has no notation for, or that is nested too deeply;
  ///   ``AutoCodingError`` for a type that cannot be coded; whatever a type's own code throws.
  public func encode<T: Encodable>(_ value: T) throws -> Data {
    let item = takeWriter()
    do {
      let count = try item.pointee.worker.writeText(of: value)
      if count > JSONWriter.keptCapacity {
        expectedCount.value = count
        let memory = Workers.remove(item).memory(of: count)
        return Data(bytesNoCopy: memory, count: count, deallocator: .custom { memory, _ in GrowingMemory.free(memory) })
      }
      let data = Data(bytes: item.pointee.worker.start, count: count)
      giveBack(item)
      return data
    } catch {
      Workers.free(item)
      throw error
    }
  }

  /// Encodes a value, and appends the JSON text to a buffer, which can be emptied and used again without allocating.
  ///
  /// - Throws: As ``encode(_:)``. The buffer is as it was then.
  public func encode<T: Encodable>(_ value: T, appendingTo buffer: inout [UInt8]) throws {
    let item = takeWriter()
    do {
      let count = try item.pointee.worker.writeText(of: value)
      buffer.append(contentsOf: UnsafeBufferPointer(start: item.pointee.worker.start, count: count))
    } catch {
      Workers.free(item)
      throw error
    }
    giveBack(item)
  }

  /// Encodes a value as text, which is copied once from where it was written.
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
        expectedCount.value = count
        Workers.free(item)
      } else {
        giveBack(item)
      }
      return text
    } catch {
      Workers.free(item)
      throw error
    }
  }

  @inline(__always)
  private func takeWriter() -> Workers.Item {
    let expectedCount = expectedCount.value
    return expectedCount == 0 ? workers.take() : makeWriter(for: expectedCount)
  }

  @inline(never)
  private func makeWriter(for expectedCount: Int) -> Workers.Item {
    // With some room beyond what was written, which the writer asks for in advance.
    let capacity = max(JSONWriter.keptCapacity, expectedCount + expectedCount / 16)
    return workers.make {
      JSONWriter(options: $0, memory: GrowingMemory.resize(nil, to: capacity), capacity: capacity)
    }
  }

  /// Leaves the writer for the next call, if it has memory of the size that is kept.
  @inline(__always)
  private func giveBack(_ item: Workers.Item) {
    if item.pointee.worker.capacity == JSONWriter.keptCapacity {
      item.pointee.worker.reset()
      return Workers.leave(item)
    }
    expectedCount.value = 0
    Workers.free(item)
  }
}

extension JSONWriter {
  /// Writes the text of a root value, and returns how many bytes it has.
  mutating func writeText<Value: Encodable>(of value: Value) throws -> Int {
    let route = try ContainerDispatch.of(Value.self, isDirect: true, isWithin: false)
    let scope = TypeScope.enter(root: route.codec, context: options.context)
    defer { scope.end() }
    if !options.needsPath, case .walk(let reference) = route {
      try withUnsafePointer(to: value) { value in
        try reference._withUnsafeGuaranteedRef { try writeRoot(value, as: $0) }
      }
    } else if Value.self == JSONValue.self, let value = value as? JSONValue {
      try writeJSONValue(value)
    } else {
      try writeRoot(value)
    }
    // Without the comma.
    let count = count - 1
    guard count <= limits.maximumByteCount else {
      throw EncodingError.invalidValue(
        value,
        .init(
          codingPath: [],
          debugDescription:
            "The text has \(count) bytes, more than limits.maximumByteCount allows (\(limits.maximumByteCount))."))
    }
    return count
  }
}
