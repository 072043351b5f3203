/// Decodes a value from a container if the value's type has no conformance that a container can use.
///
/// A container is given only a type to decode; ``codec`` passes on which codec to use, for a single call.
final class DecodableSlot: Decodable {
  /// The codec of the slots that the current call decodes, and whether those that cannot be decoded stay empty.
  @TaskLocal private static var request: (codec: Codec, skipsUndecodable: Bool)?

  private let codec: Codec
  private let operations: ValueOperations
  private let memory: UnsafeMutableRawPointer
  /// Whether the slot has a value.
  private(set) var isFull = false

  /// Calls `decode`. Slots that a container decodes in it use `codec`, and its errors about slots name the value's type.
  ///
  /// - Parameters:
  ///   - dictionary: The codec of the dictionary if the container decodes one of slots.
  ///   - skipsUndecodable: Whether a slot whose value does not fit stays empty; otherwise that is an error.
  static func decoding<Result>(
    _ codec: Codec, in dictionary: DictionaryCodec? = nil, skipsUndecodable: Bool = false,
    _ decode: () throws -> Result
  ) throws -> Result {
    do {
      return try $request.withValue((codec, skipsUndecodable), operation: decode)
    } catch {
      throw naming(codec, dictionary, in: error)
    }
  }

  @inline(never)
  private static func naming(_ codec: Codec, _ dictionary: DictionaryCodec?, in error: any Error) -> any Error {
    func declared(_ type: Any.Type) -> Any.Type? {
      if type == Self.self || type == Self?.self { return codec.type }
      return type == [String: Self].self ? dictionary?.type : nil
    }
    func named(_ context: DecodingError.Context) -> DecodingError.Context {
      let text = context.debugDescription.replacing(String(reflecting: Self.self), with: "\(codec.type)")
        .replacing(String(describing: Self.self), with: "\(codec.type)")
      return .init(codingPath: context.codingPath, debugDescription: text, underlyingError: context.underlyingError)
    }
    switch error {
    case DecodingError.valueNotFound(let type, let context):
      return declared(type).map { DecodingError.valueNotFound($0, named(context)) } ?? error
    case DecodingError.typeMismatch(let type, let context):
      return declared(type).map { DecodingError.typeMismatch($0, named(context)) } ?? error
    default: return error
    }
  }

  init(from decoder: any Decoder) throws {
    guard let (codec, skipsUndecodable) = Self.request else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "A slot was decoded outside of AutoCoding."))
    }
    self.codec = codec
    operations = ValueOperations(codec.type)
    memory = allocateMemory(size: operations.size, alignment: operations.alignment)
    guard skipsUndecodable else {
      try CodableBridge.decode(into: memory, as: codec, from: decoder)
      isFull = true
      return
    }
    let reported = ContainerDecoder(decoder)?.source.reportCount ?? 0
    let begun = ThreadState.ownCodeFailures
    do {
      try CodableBridge.decode(into: memory, as: codec, from: decoder)
      isFull = true
    } catch let error where CodableBridge.isRecoverable(error, since: begun) {
      // The container passes over the value, since it was decoded.
      ContainerDecoder(decoder)?.source.forgetReports(from: reported)
    }
  }

  /// Makes a slot that holds nil.
  init(nilOf codec: OptionalCodec) {
    self.codec = codec
    operations = ValueOperations(codec.type)
    memory = allocateMemory(size: operations.size, alignment: operations.alignment)
    codec.initializeNil(memory)
    isFull = true
  }

  deinit {
    if isFull { operations.destroy(memory) }
    memory.deallocate()
  }

  /// Moves the value to uninitialized memory. The slot is empty afterwards.
  ///
  /// - Parameter codec: The codec that the container was to decode with.
  /// - Throws: `DecodingError` for a slot that the container has returned before, or that has another codec: it keeps
  ///   the values that it has decoded.
  func move(
    to address: UnsafeMutableRawPointer, as codec: Codec, codingPath: @autoclosure () -> [any CodingKey]
  ) throws {
    guard isFull, codec === self.codec else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: codingPath(),
          debugDescription: """
            The decoder returned a value of type \(self.codec.type) that it had decoded before, where a new value of type \
            \(codec.type) was asked for. A decoder must not keep values of types that it does not know.
            """))
    }
    isFull = false
    operations.move(from: memory, to: address)
  }
}
