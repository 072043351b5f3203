#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Values whose type is known from themselves alone.
extension KeyedArchiveWriter {
  mutating func writeExistential(_ address: UnsafeRawPointer, as codec: Codec) throws {
    let codec = unsafeDowncast(codec, to: ExistentialCodec.self)
    try writeDynamic(codec.boxedValue(at: address), isPlainAllowed: codec.isAny, isDeclared: codec.isDeclared)
  }

  /// Writes a model with its type, or a value like JSON's. The parameters are those of ``DynamicValue``.
  mutating func writeDynamic(_ value: Any, isPlainAllowed: Bool, isDeclared: Bool) throws {
    if let model = value as? any AutoCoding { return try write(model, isDeclared: isDeclared) }
    guard isPlainAllowed else { throw refusal(value, "is not AutoCoding") }
    switch value {
    case let value as Bool: try write(value)
    case let value as any FixedWidthInteger: try write(value)
    case let value as Double: try write(value)
    case let value as Float: try write(value)
    case let value as String: try write(value)
    case let value as Date: try write(value)
    case let value as Data: try write(value)
    case let value as URL: try write(value)
    case let value as UUID: try write(value)
    case let value as Decimal: try write(value)
    case let value as [String: Any]:
      try NestedLevel.encoding(value, limits: limits, codingPath: { [] }) { try write(value) }
    case let value as [Any]:
      try NestedLevel.encoding(value, limits: limits, codingPath: { [] }) { try write(value) }
    case let value as any OptionalValue:
      guard let wrapped = value.wrappedValue else { return try writeNull() }
      try writeDynamic(wrapped, isPlainAllowed: true, isDeclared: false)
    default: throw refusal(value, "is neither AutoCoding nor a value like JSON's")
    }
  }

  private mutating func write(_ values: [String: Any]) throws {
    try beginDictionary(count: values.count)
    for (key, value) in values {
      try writeKey(key)
      do {
        try writeDynamic(value, isPlainAllowed: true, isDeclared: false)
      } catch {
        throw error.prepending(DynamicKey(key))
      }
    }
    try endDictionary()
  }

  private mutating func write(_ values: [Any]) throws {
    try beginArray(count: values.count)
    for (index, value) in values.enumerated() {
      do {
        try writeDynamic(value, isPlainAllowed: true, isDeclared: false)
      } catch {
        throw error.prepending(DynamicKey(index: index))
      }
    }
    try endArray()
  }

  private mutating func write<Model: AutoCoding>(_ model: Model, isDeclared: Bool) throws {
    let type = Swift.type(of: model)
    _ = isDeclared ? try TypeNames.writtenName(of: type) : try TypeScope.writtenName(of: type)
    let codec = try Discovery.codec(for: type)
    let scope = TypeScope.enterValue(.passUnretained(codec))
    defer { scope.end() }
    try withUnsafePointer(to: model) { pointer in
      let address = UnsafeRawPointer(pointer)
      if let record = codec as? RecordCodec, record.isObject || record.encodingDefault(of: address) == .structure {
        // Its type is written with it in any case.
        return try encode(address, as: codec)
      }
      try beginRecord(of: type)
      try writeKey(DynamicValue.valuePropertyKey)
      try encode(address, as: codec)
      try endRecord()
    }
  }

  private func refusal(_ value: Any, _ reason: String) -> EncodingError {
    .invalidValue(
      value,
      .init(
        codingPath: [],
        debugDescription: """
          The value of type \(_typeName(Swift.type(of: value), qualified: true)) \(reason). Conform its type to \
          AutoCoding, or leave the property out: name it in unEncodedProperties or mark it @Transient.
          """))
  }
}

/// `Optional`, whatever it wraps.
private protocol OptionalValue {
  var wrappedValue: Any? { get }
}

extension Optional: OptionalValue {
  fileprivate var wrappedValue: Any? { self.map { $0 as Any } }
}
