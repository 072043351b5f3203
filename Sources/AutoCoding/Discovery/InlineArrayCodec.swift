#if compiler(>=6.2)
/// Codes `InlineArray` as an array of the same number of elements.
@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
extension InlineArray: ComposedType {
  static func makeCodec(_ codec: (Any.Type) throws -> Codec) throws -> Codec {
    try CodecDiscovery.arrayCodec(for: Self.self, of: Element.self, stride: MemoryLayout<Element>.stride, count: count)
  }
}
#endif

extension CodecDiscovery {
  /// Returns the codec of a value whose memory is its elements, one after the other.
  fileprivate static func arrayCodec(for type: Any.Type, of element: Any.Type, stride: Int, count: Int) throws -> Codec
  {
    var record = RecordBuilder()
    for index in 0..<count {
      let child = TypeMirror.Child(
        label: "", type: element, offset: index * stride, isVariable: true, ownership: .strong, isDeclaredOptional: true
      )
      record.add(PropertyCandidate(child, declaringType: type, level: 0, name: "\(index)"), describedAs: "\(index)")
      if let failure = record.failure { throw failure }
    }
    return TupleCodec(type: type, map: record.storage(ofElementsOf: type), isKeyed: false)
  }
}

extension RecordBuilder {
  /// Makes the map of a tuple, or of a type with the same layout.
  func storage(ofElementsOf type: Any.Type) -> TypeMap.Storage {
    let operations = ValueOperations(type)
    return storage(
      type: type, shape: .structure, construction: .memberwise, uncodedProperties: [],
      layout: (operations.size, operations.alignment))
  }
}
