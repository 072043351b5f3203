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
    /// Memory that an earlier call wrote to.
    var spare: JSONWriter?
    /// How much memory to begin with: what the last call needed, if it was much.
    var expectedCount = 0
  }

  /// More is not kept between calls.
  private static let spareCapacity = 64 << 10

  private let state = Locked(State())

  /// Makes an encoder with the options that `JSONEncoder` starts with.
  public init() {}

  deinit {
    state.withLock { $0.spare?.free() }
  }

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
      state.spare?.free()
      state.spare = nil
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
        return Data(
          bytesNoCopy: GrowingMemory.resize(writer.start, to: count), count: count,
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
    state.withLock { state in
      if let spare = state.spare, state.expectedCount == 0 {
        state.spare = nil
        return spare
      }
      // With some room beyond what was written, which the writer asks for in advance.
      return JSONWriter(options: state.options, capacity: max(1024, state.expectedCount + state.expectedCount / 16))
    }
  }

  /// Keeps the memory for the next call, where nothing speaks against it.
  private func giveBack(_ writer: JSONWriter) {
    let isKept = state.withLock { state in
      state.expectedCount = 0
      guard state.spare == nil, writer.options === state.options, writer.capacity <= Self.spareCapacity else {
        return false
      }
      state.spare = writer.emptied
      return true
    }
    if !isKept { writer.free() }
  }
}

extension JSONWriter {
  /// Writes the text of a root value, and returns how many bytes it has.
  mutating func writeText<Value: Encodable>(of value: Value) throws -> Int {
    if !options.needsPath, case .walk(let codec) = try JSONRoute.of(Value.self, isDirect: true) {
      try withUnsafePointer(to: value) { try encode($0, as: codec) }
    } else {
      try writeRoot(value)
    }
    // Without the comma.
    return count - 1
  }
}
