/// An enum that is coded as the name of its case, and whose case for unknown data has a name as its value; see ``OpenEnum``.
final class OpenEnumCodec: ConversionCodec, @unchecked Sendable {
  /// The names that data has.
  enum Names {
    /// - Parameters:
    ///   - names: The name of each case; that of the case for unknown data is not used.
    ///   - positions: The positions of the cases by their names, former ones included.
    case texts(_ names: [String], positions: [String: Int])
    case integers(_ names: [Int], positions: [Int: Int])
  }

  private let layout: EnumLayout
  /// The position of the case for unknown data.
  private let unknown: Int
  private let names: Names

  init(_ layout: EnumLayout, unknown: Int, names: Names, representation: Codec, codable: CodableAccess) {
    self.layout = layout
    self.unknown = unknown
    self.names = names
    super.init(type: layout.type, representation: representation, codable: codable)
  }

  override func withRepresentation(of address: UnsafeRawPointer, _ body: (UnsafeRawPointer) throws -> Void) throws {
    let position = layout.position(of: address)
    if position == unknown { return try layout.withPayload(of: address, case: unknown, body) }
    switch names {
    case .texts(let names, _): try withUnsafePointer(to: names[position]) { try body($0) }
    case .integers(let names, _): try withUnsafePointer(to: names[position]) { try body($0) }
    }
  }

  override func initialize(_ address: UnsafeMutableRawPointer, taking representation: UnsafeMutableRawPointer) {
    switch names {
    case .texts(_, let positions): initialize(address, representation.take(as: String.self)) { positions[$0] }
    case .integers(_, let positions): initialize(address, representation.take(as: Int.self)) { positions[$0] }
    }
  }

  @inline(__always)
  private func initialize<Name>(_ address: UnsafeMutableRawPointer, _ name: Name, _ position: (Name) -> Int?) {
    if let position = position(name) {
      layout.initialize(address, case: position) { _ in }
    } else {
      layout.initialize(address, case: unknown) { $0.initialize(with: name) }
    }
  }
}
