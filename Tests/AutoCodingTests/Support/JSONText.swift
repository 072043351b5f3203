import Foundation

/// The JSON text of a value, with sorted keys, by Foundation's encoder.
func jsonText(_ value: some Encodable) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = .sortedKeys
  return String(decoding: try encoder.encode(value), as: UTF8.self)
}

/// Decodes JSON text by Foundation's decoder.
func jsonValue<Value: Decodable>(_ text: String) throws -> Value {
  try jsonValue(Value.self, text)
}

func jsonValue<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
  try JSONDecoder().decode(type, from: Data(text.utf8))
}
