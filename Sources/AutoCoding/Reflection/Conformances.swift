/// The protocols to which types conform.
package enum Conformances {
  /// Casts a type to a protocol: `cast(type, to: (any P.Type).self)` is `type as? any P.Type`, but costs little on Linux.
  /// See ``ConformanceIndex``.
  @inline(never)
  package static func cast<Result>(_ type: Any.Type, to result: Result.Type) -> Result? {
    #if os(Linux)
    switch ConformanceIndex.words(type, in: result, size: MemoryLayout<Result>.size) {
    case .no: return nil
    case .unknown: break
    case .found(let words): return withUnsafeBytes(of: words) { $0.baseAddress?.load(as: Result.self) }
    }
    #endif
    return type as? Result
  }

  /// Whether a type conforms to a protocol: `includes(type, (any P.Type).self)` is `type is any P.Type`, but costs little
  /// on Linux.
  @inline(never)
  package static func includes<Result>(_ type: Any.Type, _ result: Result.Type) -> Bool {
    #if os(Linux)
    switch ConformanceIndex.answer(type, result) {
    case .no: return false
    case .unknown: break
    case .conforms: return true
    }
    #endif
    return type is Result
  }
}

extension Conformances {
  /// Calls a closure that asks many questions. Images that are loaded meanwhile do not count.
  static func asking<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    #if os(Linux)
    guard !ThreadState.trustsImages else { return try body() }
    ConformanceIndex.refresh()
    ThreadState.trustsImages = true
    defer { ThreadState.trustsImages = false }
    #endif
    return try body()
  }
}

#if os(Linux) || canImport(Darwin)
extension Conformances {
  /// Returns whether a struct, class or enum itself conforms to a protocol that is declared neither by the toolchain
  /// nor by this library.
  ///
  /// - Complexity: O(*n*) in the number of conformances in the process. Use it only if nothing cheaper tells.
  package static func includeForeignProtocol(of type: Any.Type) -> Bool {
    areDeclared(of: type) {
      let module = TypeLookup.moduleName(of: $0)
      return !TypeLookup.isToolchain(module: module) && !TypeLookup.isOwn(module: module)
    }
  }

  /// Returns whether a struct, class or enum conforms to the protocol of `any P` itself, if only with other generic
  /// arguments.
  ///
  /// - Complexity: O(*n*) in the number of conformances in the process. Use it only if nothing cheaper tells.
  package static func areDeclared(of type: Any.Type, to existential: Any.Type) -> Bool {
    guard let proto = ExistentialLayout(existential)?.onlyProtocol else { return false }
    return areDeclared(of: type) { $0 == proto }
  }

  /// Returns whether a struct, class or enum itself conforms to the protocol of `any P`, whatever its generic arguments are.
  ///
  /// - Complexity: O(*n*) in the number of conformances in the process. Use it only if nothing cheaper tells.
  package static func areUnconditional(of type: Any.Type, to existential: Any.Type) -> Bool {
    guard let proto = ExistentialLayout(existential)?.onlyProtocol, let subject = Metadata(type).descriptor?.pointer
    else { return false }
    return LoadedImage.all.contains { image in
      image.conformances.contains {
        $0.isUnconditional && $0.typeDescriptor == subject && $0.protocolDescriptor == proto
      }
    }
  }

  /// Whether a type declares a conformance to a protocol whose descriptor fulfils a condition.
  private static func areDeclared(of type: Any.Type, where isIncluded: (UnsafeRawPointer) -> Bool) -> Bool {
    guard let subject = Metadata(type).descriptor?.pointer else { return false }
    return LoadedImage.all.contains { image in
      image.conformances.contains { conformance in
        guard conformance.typeDescriptor == subject, let proto = conformance.protocolDescriptor else { return false }
        return isIncluded(proto)
      }
    }
  }
}

/// The descriptor of a declared conformance (swift/ABI/Metadata.h, `TargetProtocolConformanceDescriptor`).
struct Conformance {
  let pointer: UnsafeRawPointer

  private var flags: UInt32 { pointer.load(fromByteOffset: 12, as: UInt32.self) }

  var protocolDescriptor: UnsafeRawPointer? { relativeTarget(of: pointer, mask: 1) }

  /// The descriptor of the type; nil for an Objective-C class.
  var typeDescriptor: UnsafeRawPointer? {
    // The kind of reference: 0 leads to the type's descriptor, 1 to a pointer to it.
    let kind = flags >> 3 & 0b111
    guard kind <= 1, let reference = relativeTarget(of: pointer + 4) else { return nil }
    return kind == 0 ? reference : reference.load(as: UnsafeRawPointer?.self)
  }

  /// Whether the type conforms in every case, whatever its generic arguments and wherever it is asked.
  var isUnconditional: Bool {
    // Only these flags may be set: the kind of reference, retroactive, resilient witnesses, a table that is made of a
    // pattern. Others stand for conditions, isolation to an actor, types of other languages, and what is not known yet.
    flags & ~(0b111 << 3 | 1 << 6 | 1 << 16 | 1 << 17) == 0
  }

  /// The module that declares the conformance, if it declares neither the type nor the protocol.
  var retroactiveModule: String? {
    guard flags & 1 << 6 != 0 else { return nil }
    return relativeTarget(of: pointer + 16, mask: 1).map(TypeLookup.moduleName(of:))
  }
}
#endif
