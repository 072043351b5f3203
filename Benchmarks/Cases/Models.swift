import Foundation

/// One side's model of a case, and how to make a value of it.
protocol Model {
  var side: String { get }

  /// - Parameter fingerprint: Of the encoded form; shared by all sides.
  func encoding(with coder: some Coder, fingerprint: @escaping (Data) throws -> Int) throws -> Side

  /// Nil if the side has no way to decode.
  func decoding(_ data: Data, with coder: some Coder) -> Side?
}

/// A model that is encoded and decoded. Its hash covers every field and is the same on all sides.
struct CodableModel<Value: Codable & Hashable>: Model {
  let side: String
  let make: () throws -> Value

  func encoding(with coder: some Coder, fingerprint: @escaping (Data) throws -> Int) throws -> Side {
    let value = try make()
    return Side(side, operation: { try coder.encode(value) }, fingerprint: fingerprint)
  }

  func decoding(_ data: Data, with coder: some Coder) -> Side? {
    Side(side, operation: { try coder.decode(Value.self, from: data) }, fingerprint: \.hashValue)
  }

  /// A fingerprint of encoded data: what this model makes of it, and the number of bytes, which gives away anything
  /// written that the model does not read. The order of keys, which `JSONEncoder` picks at random, is not part of it.
  func fingerprint(of data: Data, with coder: some Coder) throws -> Int {
    var hasher = Hasher()
    hasher.combine(data.count)
    hasher.combine(try coder.decode(Value.self, from: data))
    return hasher.finalize()
  }
}

/// A model that is only encoded.
struct EncodableModel<Value: Encodable>: Model {
  let side: String
  let make: () throws -> Value

  func encoding(with coder: some Coder, fingerprint: @escaping (Data) throws -> Int) throws -> Side {
    let value = try make()
    return Side(side, operation: { try coder.encode(value) }, fingerprint: fingerprint)
  }

  func decoding(_ data: Data, with coder: some Coder) -> Side? {
    nil
  }
}
