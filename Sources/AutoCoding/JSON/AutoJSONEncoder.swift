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

  private struct State {
    var options = JSONEncodingOptions()
    /// How much memory to begin with: what the last call needed, if it was much.
    var expectedCount = 0
  }

  /// Texts of up to so many bytes are copied from memory that is used again.
  private static let spareCapacity = 16 << 10

  private let state = Locked(State())
  /// Memory of ``spareCapacity`` bytes that an earlier call wrote to.
  private let spare = SpareMemory()

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

  /// What types with `Codable` code of their own may ask the encoder for.
  public var userInfo: [CodingUserInfoKey: any Sendable] {
    get { get(\.userInfo) }
    set { set(\.userInfo, newValue) }
  }

  private func get<Value>(_ option: KeyPath<JSONEncodingOptions, Value>) -> Value {
    state.withLock { $0.options[keyPath: option] }
  }

  private func set<Value>(_ option: ReferenceWritableKeyPath<JSONEncodingOptions, Value>, _ value: Value) {
    state.withLock { state in
      // A call that is under way keeps the options that it began with.
      let options = JSONEncodingOptions(copying: state.options)
      options[keyPath: option] = value
      state.options = options
    }
  }

  // MARK: Encoding

  /// Encodes a value.
  ///
  /// - Returns: The JSON text, in UTF-8.
  /// - Throws: `EncodingError` for a value that JSON has no notation for, or that is nested too deeply;
  ///   ``AutoCodingError`` for a type that cannot be coded; whatever a type's own code throws.
  public func encode<T: Encodable>(_ value: T) throws -> Data {
    var writer = takeWriter()
    do {
      let count = try writer.writeText(of: value)
      if count > Self.spareCapacity {
        state.withLock { $0.expectedCount = count }
        // A little that is left over stays: an allocator that is asked for as much as was given back before has it at hand.
        let isTight = writer.capacity - count <= count / 8
        return Data(
          bytesNoCopy: isTight ? UnsafeMutableRawPointer(writer.start) : GrowingMemory.resize(writer.start, to: count),
          count: count,
          deallocator: .custom { memory, _ in GrowingMemory.free(memory) })
      }
      let data = Data(bytes: writer.start, count: count)
      giveBack(writer)
      return data
    } catch {
      writer.free()
      throw error
    }
  }

  /// Encodes a value, and appends the JSON text to a buffer, which can be emptied and used again without allocating.
  ///
  /// - Throws: As ``encode(_:)``. The buffer is as it was then.
  public func encode<T: Encodable>(_ value: T, appendingTo buffer: inout [UInt8]) throws {
    var writer = takeWriter()
    do {
      let count = try writer.writeText(of: value)
      buffer.append(contentsOf: UnsafeBufferPointer(start: writer.start, count: count))
    } catch {
      writer.free()
      throw error
    }
    giveBack(writer)
  }

  private func takeWriter() -> JSONWriter {
    let (options, expectedCount) = state.withLock { ($0.options, $0.expectedCount) }
    if expectedCount == 0, let memory = spare.take() {
      return JSONWriter(options: options, memory: memory, capacity: Self.spareCapacity)
    }
    // With some room beyond what was written, which the writer asks for in advance.
    let capacity = max(Self.spareCapacity, expectedCount + expectedCount / 16)
    return JSONWriter(options: options, memory: GrowingMemory.resize(nil, to: capacity), capacity: capacity)
  }

  /// Keeps the memory for the next call, where it is of the size that is kept.
  private func giveBack(_ writer: borrowing JSONWriter) {
    if writer.capacity == Self.spareCapacity { return spare.leave(UnsafeMutableRawPointer(writer.start)) }
    state.withLock { $0.expectedCount = 0 }
    writer.free()
  }
}

extension JSONWriter {
  /// Writes the text of a root value, and returns how many bytes it has.
  mutating func writeText<Value: Encodable>(of value: Value) throws -> Int {
    if !options.needsPath, case .walk(let reference) = try JSONRoute.of(Value.self, isDirect: true) {
      try withUnsafePointer(to: value) { value in
        try reference._withUnsafeGuaranteedRef { try writeRoot(value, as: $0) }
      }
    } else {
      try writeRoot(value)
    }
    // Without the comma.
    return count - 1
  }
}
