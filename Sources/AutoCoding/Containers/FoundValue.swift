#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The kind of a value in the data that does not match the requested type.
enum FoundValue: Int, CaseIterable {
  case string, dictionary, array, bool, null, number

  /// Cached, because code that tries one type after the other causes such an error for every value.
  private static let texts = PermanentTable<Texts>()

  /// The texts for one type, in the order of the cases. Those that are stored are never freed.
  private struct Texts: Sendable {
    nonisolated(unsafe) let first: UnsafePointer<String>

    init(_ texts: [String]) {
      let first = UnsafeMutablePointer<String>.allocate(capacity: texts.count)
      first.initialize(from: texts, count: texts.count)
      self.first = UnsafePointer(first)
    }

    func free(count: Int) {
      let first = UnsafeMutablePointer(mutating: first)
      first.deinitialize(count: count)
      first.deallocate()
    }
  }

  /// The text of the error, worded as in Foundation's decoders. That for null also says what can be done.
  func mismatch(_ type: Any.Type) -> String {
    (Self.texts.value(for: type) ?? Self.makeTexts(type)).first[rawValue]
  }

  private static func makeTexts(_ type: Any.Type) -> Texts {
    let made = Texts(allCases.map { $0.makeText(type) })
    let stored = texts.insert(made, for: type)
    // Another thread was faster.
    if stored.first != made.first { made.free(count: allCases.count) }
    return stored
  }

  private func makeText(_ type: Any.Type) -> String {
    switch self {
    case .null:
      """
      Cannot get value of type \(type) -- found null value instead. To accept null, make it Optional; a property that \
      has a default keeps it by the rule .defaultForNull, or if leniency of the JSON or dictionary decoder contains .defaultsForNull.
      """
    case .string: "Expected to decode \(type) but found a string instead."
    case .dictionary: "Expected to decode \(type) but found a dictionary instead."
    case .array: "Expected to decode \(type) but found an array instead."
    case .bool: "Expected to decode \(type) but found bool instead."
    case .number: "Expected to decode \(type) but found number instead."
    }
  }
}

extension Error {
  /// The error for a date whose kind does not match the decoder's strategy, with advice.
  func explainingDate() -> any Error {
    let error: any Error = self
    guard case DecodingError.typeMismatch(let type, let context) = error else { return refusingNull(as: Date.self) }
    return DecodingError.typeMismatch(
      type,
      .init(
        codingPath: context.codingPath,
        debugDescription: context.debugDescription
          + " Set dateDecodingStrategy of the decoder to the form in which dates are written.",
        underlyingError: context.underlyingError))
  }
  /// The error for null in place of a value that is read as text, a number or an array. It names the type that was asked
  /// for, as in Foundation's decoders.
  func refusingNull(as type: Any.Type) -> any Error {
    let error: any Error = self
    guard case DecodingError.valueNotFound(_, let context) = error, context.codingPath.isEmpty else { return self }
    return DecodingError.valueNotFound(
      type,
      .init(
        codingPath: [], debugDescription: FoundValue.null.mismatch(type), underlyingError: context.underlyingError))
  }
}
