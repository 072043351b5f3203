#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension DictionaryWriter {
  mutating func writeNull() throws {
    if leafFormat == .propertyList {
      throw unsupported(DictionaryValue.null, "Property lists have no null. Leave it out, or use another leafFormat.")
    }
    try put(DictionaryValue.null)
  }

  mutating func write(_ value: Bool) throws { try put(value) }
  mutating func write(_ value: String) throws { try put(value) }

  mutating func write<Integer: FixedWidthInteger>(_ value: Integer) throws {
    guard Integer.bitWidth > 64, leafFormat != .native else { return try put(value) }
    if let value = Int64(exactly: value) { return try put(value) }
    if let value = UInt64(exactly: value) { return try put(value) }
    guard leafFormat == .json, let decimal = Decimal(string: String(value)), decimal.description == String(value) else {
      throw unsupported(value, "The integer \(value) has more than 64 bits; use leafFormat = .native.")
    }
    try put(decimal)
  }

  mutating func write(_ value: Float) throws {
    if value.isFinite || leafFormat != .json { return try put(value) }
    try writeNonFinite(value)
  }

  mutating func write(_ value: Double) throws {
    if value.isFinite || leafFormat != .json { return try put(value) }
    try writeNonFinite(value)
  }

  private mutating func writeNonFinite(_ value: some BinaryFloatingPoint) throws {
    guard let text = options.text(ofNonFinite: value) else {
      throw unsupported(
        value,
        """
        JSON has no notation for \(value). Use nonConformingFloatEncodingStrategy = .convertToString to say how it is \
        written, or another leafFormat.
        """)
    }
    try put(text)
  }

  mutating func write(_ value: Date) throws {
    guard leafFormat == .json else { return try put(value) }
    switch options.values.dates {
    case .deferredToDate: try write(value.timeIntervalSinceReferenceDate)
    case .secondsSince1970: try write(value.timeIntervalSince1970)
    case .millisecondsSince1970: try write(1000 * value.timeIntervalSince1970)
    case .iso8601: try put(value.iso8601)
    case .custom(let encode): try writeCustom { try encode(value, $0) }
    #if !canImport(FoundationEssentials)
    case .formatted(let formatter): try put(formatter.string(from: value))
    #endif
    @unknown default: throw unsupported(value, "The date strategy is not known here; use .custom.")
    }
  }

  mutating func write(_ value: Data) throws {
    guard leafFormat == .json else { return try put(value) }
    switch options.values.data {
    case .base64: try put(value.base64EncodedString())
    case .deferredToData: try put(value.map { $0 as Any })
    case .custom(let encode): try writeCustom { try encode(value, $0) }
    @unknown default: throw unsupported(value, "The data strategy is not known here; use .custom.")
    }
  }

  mutating func write(_ value: URL) throws {
    if leafFormat == .native { try put(value) } else { try put(value.absoluteString) }
  }

  mutating func write(_ value: UUID) throws {
    if leafFormat == .native { try put(value) } else { try put(value.text) }
  }

  mutating func write(_ value: Decimal) throws {
    switch leafFormat {
    case .native: try put(value)
    case .propertyList: try put(value.description)
    case .json:
      guard value.isFinite else { throw unsupported(value, "JSON has no notation for Decimal.\(value).") }
      try put(value)
    }
  }

  @inline(__always)
  var rules: WritingRules {
    var rules = WritingRules()
    rules.limits = options.limits
    rules.writesNilProperties = options.values.writesNils
    rules.convertsToSnakeCase = options.convertsToSnakeCase
    rules.distinctLeaves =
      switch leafFormat {
      case .json: .decimals
      case .propertyList: .datesAndData
      case .native: .all
      }
    return rules
  }

  private func unsupported(_ value: Any, _ explanation: String) -> EncodingError {
    .invalidValue(value, .init(explanation))
  }
}
