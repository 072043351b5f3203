#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Foundation's encoders and decoders.
enum FoundationCoders {
  private static let known = PermanentTable<Bool>()

  /// Whether a type of encoder or decoder is one of Foundation's.
  @inline(__always)
  static func include(_ type: Any.Type) -> Bool { known.value(for: type) ?? learn(type) }

  @inline(never)
  private static func learn(_ type: Any.Type) -> Bool {
    #if canImport(Darwin)
    // Older systems have coders whose nested containers report shorter coding paths.
    return known.insert(false, for: type)
    #else
    let name = _typeName(type, qualified: true)
    return known.insert(name.hasPrefix("Foundation.") || name.hasPrefix("FoundationEssentials."), for: type)
    #endif
  }

  /// What an encoder writes keys as.
  enum WrittenKeys {
    case same, inSnakeCase
    /// A program's own code converts the keys, or this is not one of Foundation's encoders.
    case unknown
  }

  /// What is known of the encoders of a type.
  private enum Keys {
    case same, unknown
    /// Objects have a key strategy at this offset.
    case converted(at: Int)
  }

  private static let keys = PermanentTable<Keys>()

  @inline(__always)
  static func writtenKeys(of encoder: UnsafePointer<any Encoder>) -> WrittenKeys {
    switch keys.value(for: type(of: encoder.pointee)) ?? learnKeys(of: type(of: encoder.pointee)) {
    case .same: return .same
    case .unknown: return .unknown
    case .converted(let offset):
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
  private static func learnKeys(of type: any Encoder.Type) -> Keys {
    guard include(type), type is AnyClass, let levels = try? TypeMirror(reflecting: type).levels else {
      return keys.insert(.unknown, for: type)
    }
    if !Portability.isRequired, let offset = offset(of: JSONEncoder.KeyEncodingStrategy.self, in: levels) {
      return keys.insert(.converted(at: offset), for: type)
    }
    // Encoders of property lists have no such strategy.
    return keys.insert(_typeName(type).contains("JSON") ? .unknown : .same, for: type)
  }

  /// Returns the offset of a property among those of a class, or among those of structs in them.
  private static func offset(of type: Any.Type, in levels: [TypeMirror]) -> Int? {
    for child in levels.flatMap(\.children) {
      if child.type == type { return child.offset }
      if Metadata(child.type).kind == .structure, let part = try? TypeMirror(reflecting: child.type),
        let offset = offset(of: type, in: [part])
      {
        return child.offset + offset
      }
    }
    return nil
  }
}
