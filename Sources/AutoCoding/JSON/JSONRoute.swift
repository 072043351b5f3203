/// Which way a value goes that a container is handed.
enum JSONRoute {
  /// By its codec, straight between bytes and memory.
  case walk(Unmanaged<Codec>)
  /// By its own `Codable` code, over containers.
  case own

  /// - Parameter isDirect: Whether types with a map may be walked; false where code of the caller's has to be told where
  ///   every value is.
  static func of(_ type: Any.Type, isDirect: Bool) throws -> JSONRoute {
    guard let reference = try Discovery.codecIfAny(for: type) else { return .own }
    let isWalked = reference._withUnsafeGuaranteedRef { codec in
      switch codec.kind {
      case .codable: false
      case .record: isDirect && unsafeDowncast(codec, to: RecordCodec.self).decodingDefault != nil
      case .sequence, .dictionary, .optional, .tuple, .existential, .conversion: isDirect
      default: true
      }
    }
    return isWalked ? .walk(reference) : .own
  }
}

/// A dictionary whose keys are text: key strategies leave them alone.
protocol JSONTextKeyed {}
extension Dictionary: JSONTextKeyed where Key == String {}
