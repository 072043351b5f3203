/// What is known of the code of an enum with raw values that conforms to `Codable` alone.
///
/// If that is the standard library's code, values need not be passed to it. Whether it is shows only when it runs, so it is
/// learned for each case when a value with this case is coded; see ``CallWatch``.
package final class PlainEnum: @unchecked Sendable {
  /// The codec that converts values to raw values.
  let conversion: Codec
  /// What JSON prepares, once a case is known.
  package let casesSlot = FormatSlot()
  package let decoding = KnownCases()
  package let encoding = KnownCases()

  /// The cases that the standard library's code has coded as their raw values.
  package struct KnownCases: ~Copyable, Sendable {
    /// A bit for each case; negative if the type has other code.
    private let bits = AtomicCount()
    private static let maximumCount = 62
    /// The number of values that were coded by the type's code since.
    private let calls = AtomicCount()
    /// To find out what has called takes longer than to code a value, so the first values of a type, which may be all, are
    /// coded without that. It is given up at last, since a case may be one that is never found.
    private static let watchedCalls = 4..<512

    /// Whether any case is known.
    @inline(__always)
    package var areAny: Bool { bits.value > 0 }

    /// Returns whether to find out if the standard library's code codes the next value.
    package func watchesNextCall() -> Bool {
      guard bits.value >= 0 else { return false }
      let call = calls.value
      guard call < Self.watchedCalls.upperBound else { return false }
      calls.value = call + 1
      return call >= Self.watchedCalls.lowerBound
    }

    @inline(__always)
    package func contains(_ tag: UInt8) -> Bool {
      let bits = bits.value
      return bits > 0 && tag < Self.maximumCount && bits & 1 &<< Int(tag) != 0
    }

    func insert(_ tag: UInt8) {
      if tag < Self.maximumCount { bits.formUnion(1 &<< Int(tag)) }
    }

    /// Called when other code has coded a value.
    func end() { bits.formUnion(.min) }
  }

  init(conversion: Codec) {
    self.conversion = conversion
  }
}
