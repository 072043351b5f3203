#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Foundation's encoders and decoders, which are told from those of other libraries.
enum FoundationCoders {
  /// What an encoder writes keys as.
  enum WrittenKeys {
    case same, inSnakeCase
    /// A program's own code converts the keys, or this is not one of Foundation's encoders.
    case unknown
  }

  /// What is known of a type of encoder or decoder.
  private enum Kind {
    case decoder
    /// An encoder that writes keys as they are.
    case plainEncoder
    /// An encoder whose objects have a key strategy at this offset.
    case convertingEncoder(strategyOffset: Int)
    case unknown
  }

  private static let kinds = PermanentTable<Kind>()

  /// Whether a type of decoder is one of Foundation's.
  @inline(__always)
  static func include(_ type: any Decoder.Type) -> Bool {
    if case .decoder = kinds.value(for: type) ?? learnDecoder(type) { true } else { false }
  }

  @inline(never)
  private static func learnDecoder(_ type: any Decoder.Type) -> Kind {
    kinds.insert(foundationName(of: type) == nil ? .unknown : .decoder, for: type)
  }

  /// Whether an encoder is known to be one of Foundation's.
  static func includeEncoder(_ encoder: any Encoder) -> Bool {
    switch kinds.value(for: type(of: encoder)) ?? learnEncoder(type(of: encoder)) {
    case .plainEncoder, .convertingEncoder: true
    case .decoder, .unknown: false
    }
  }

  private static let foreignDecoders = PermanentTable<Bool>()

  /// Whether a type of decoder is neither Foundation's nor AutoCoding's.
  @inline(__always)
  static func isForeign(_ type: any Decoder.Type) -> Bool {
    foreignDecoders.value(for: type) ?? learnModule(of: type)
  }

  @inline(never)
  private static func learnModule(of type: any Decoder.Type) -> Bool {
    let module = _typeName(type, qualified: true).prefix { $0 != "." }
    let known = ["AutoCoding", "AutoCodingFoundation", "AutoCodingSchema", "Foundation", "FoundationEssentials"]
    return foreignDecoders.insert(!known.contains(String(module)), for: type)
  }

  @inline(__always)
  static func writtenKeys(of encoder: UnsafePointer<any Encoder>) -> WrittenKeys {
    switch kinds.value(for: type(of: encoder.pointee)) ?? learnEncoder(type(of: encoder.pointee)) {
    case .plainEncoder: return .same
    case .decoder, .unknown: return .unknown
    case .convertingEncoder(let offset):
      // An existential has an object in its first word.
      let object = UnsafeRawPointer(encoder).value(as: UnsafeRawPointer.self)
      switch (object + offset).assumingMemoryBound(to: JSONEncoder.KeyEncodingStrategy.self).pointee {
      case .useDefaultKeys: return .same
      case .convertToSnakeCase: return .inSnakeCase
      default: return .unknown
      }
    }
  }

  @inline(never)
  private static func learnEncoder(_ type: any Encoder.Type) -> Kind {
    guard type is AnyClass, let name = foundationName(of: type) else { return kinds.insert(.unknown, for: type) }
    // Encoders of property lists have no such strategy.
    guard name.contains("JSON") else { return kinds.insert(.plainEncoder, for: type) }
    guard !Portability.isRequired, let options = TypeMirror.property(named: "options", of: type),
      let strategy = TypeMirror.property(named: "keyEncodingStrategy", of: options.type),
      strategy.type == JSONEncoder.KeyEncodingStrategy.self, Metadata(options.type).kind == .structure
    else { return kinds.insert(.unknown, for: type) }
    return kinds.insert(.convertingEncoder(strategyOffset: options.offset + strategy.offset), for: type)
  }

  /// The offset of the keys in objects of a type that containers refer to; 0 for a type in which they are not known.
  private static let keyOffsets = PermanentTable<Int>()
  private static let areContainersReferences = ContainerBox.isReference(KeyedDecodingContainer<PropertyKey>.self)

  /// Returns the keys of a container of one of Foundation's decoders; nil if they are not known without asking it.
  @inline(__always)
  static func keys(of container: KeyedDecodingContainer<PropertyKey>) -> ContainerKeys? {
    guard areContainersReferences else { return nil }
    let offset = keyOffsets.value(for: ContainerBox.objectType(of: container)) ?? learnKeys(of: container)
    return offset == 0 ? nil : ContainerBox.keys(of: container, at: offset)
  }

  @inline(never)
  private static func learnKeys(of container: KeyedDecodingContainer<PropertyKey>) -> Int {
    var offset = ContainerBox.dictionaryOffset(of: container) { foundationName(of: $0) != nil } ?? 0
    // The container must have as many keys as the dictionary.
    if offset != 0, ContainerBox.keys(of: container, at: offset).count != PropertyKey.count(of: container) {
      offset = 0
    }
    return keyOffsets.insert(offset, for: ContainerBox.objectType(of: container))
  }

  /// Returns the name of a coder of Foundation's; nil if it is another's, or if this system's are not relied on.
  private static func foundationName(of type: Any.Type) -> String? {
    #if canImport(Darwin)
    // Older systems have coders whose nested containers report shorter coding paths.
    return nil
    #else
    let name = _typeName(type, qualified: true)
    return name.hasPrefix("Foundation.") || name.hasPrefix("FoundationEssentials.") ? name : nil
    #endif
  }
}

extension KeyedDecodingContainer<PropertyKey> {
  /// Whether the container has a key. Faster than `contains` if the decoder is Foundation's.
  @inline(__always)
  func has(_ key: PropertyKey) -> Bool { has(key, in: FoundationCoders.keys(of: self)) }

  /// Whether the container has a key. Precondition: the keys are its own, if they are known.
  @inline(__always)
  func has(_ key: PropertyKey, in keys: ContainerKeys?) -> Bool { keys?.contains(key.stringValue) ?? contains(key) }
}
