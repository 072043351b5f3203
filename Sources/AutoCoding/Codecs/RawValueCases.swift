/// The raw values of an enum's cases, in the order of their tags.
///
/// It describes an enum only if a value is one byte that equals its case's tag, and if a raw value and its case can be
/// exchanged: `init(rawValue:)` of each case's raw value makes that case.
package enum RawValueCases {
  case texts([String])
  case integers([Int])

  /// More cases would leave no byte for the nil of an Optional.
  private static let largestCount = 255

  /// Returns nil for a type that is not such an enum, or is not decoded as its raw value.
  package init?(of codec: RecordCodec) {
    guard codec.decodingDefault == .rawValue, let conversion = codec.rawValue.conversion else { return nil }
    self.init(of: conversion)
  }

  /// Returns nil for a type that is not such an enum.
  ///
  /// - Parameter conversion: The codec that codes the type as its raw value.
  init?(of conversion: ConversionCodec) {
    guard Metadata(conversion.type).kind == .enumeration, let layout = try? EnumLayout(reflecting: conversion.type),
      case let operations = ValueOperations(conversion.type), operations.size == 1, operations.isTrivial,
      (2...Self.largestCount).contains(layout.cases.count), layout.cases.allSatisfy({ $0.payload == nil })
    else { return nil }
    var texts: [String] = []
    var integers: [Int] = []
    for position in layout.cases.indices {
      var byte: UInt8 = .max
      var isExchanged = false
      withUnsafeMutableBytes(of: &byte) { byte in
        guard let address = byte.baseAddress else { return }
        layout.initialize(address, case: position) { _ in }
        isExchanged = conversion.exchange(address, &texts, &integers)
      }
      guard isExchanged, byte == UInt8(position) else { return nil }
    }
    if texts.count == layout.cases.count {
      self = .texts(texts)
    } else if integers.count == layout.cases.count {
      self = .integers(integers)
    } else {
      return nil
    }
  }
}

extension ConversionCodec {
  /// Appends the raw value of the case at the address, and makes the case again from it. Returns whether it is a string
  /// or an integer that makes the same case.
  fileprivate func exchange(
    _ address: UnsafeMutableRawPointer, _ texts: inout [String], _ integers: inout [Int]
  ) -> Bool {
    let byte = address.load(as: UInt8.self)
    var text: String?
    var integer: Int?
    let operations = ValueOperations(representation.type)
    let isRead: Void? = try? withRepresentation(of: address) { rawValue in
      if representation.kind == .string { text = rawValue.value(as: String.self) }
      integer = representation.kind.withLeafType(IntegerReader(address: rawValue)) ?? nil
      guard text != nil || integer != nil else { return }
      try operations.withTemporaryValue { copy in
        operations.copy(from: rawValue, to: copy)
        try initialize(address, taking: copy)
      }
    }
    guard isRead != nil, address.load(as: UInt8.self) == byte else { return false }
    if let text { texts.append(text) }
    if let integer { integers.append(integer) }
    return text != nil || integer != nil
  }

  /// Reads an integer of at most 64 bits.
  private struct IntegerReader: LeafVisitor {
    let address: UnsafeRawPointer

    func visit<Value: Codable & Hashable>(_ type: Value.Type) -> Int? { nil }
    func visit<Integer: FixedWidthInteger & Codable>(integer type: Integer.Type) -> Int? {
      Integer.bitWidth <= 64 ? Int(exactly: address.value(as: type)) : nil
    }
  }
}
