import AutoCoding

/// A type that makes its own samples, for ``AutoCoding/ModelValue/sample(of:seed:)``.
///
/// Adopt it for a type whose code accepts only few values, such as a checksum or a path that must exist:
///
/// ```swift
/// extension ISBN: SampleProviding {
///   static func sample(seed: UInt64) -> ISBN { ISBN(prefix: 978, number: Int(seed % 1_000_000)) }
/// }
/// ```
///
/// If a module's default isolation is the main actor, write `nonisolated extension`.
public protocol SampleProviding: SendableMetatype {
  /// Returns a value that encoders and decoders accept.
  ///
  /// - Parameter seed: A number that determines the contents. It differs from one value of a sample to the next.
  /// - Throws: Any error; the sample that the value is for is then not made.
  static func sample(seed: UInt64) throws -> Self
}
