/// Writes any JSON, straight to the text.
extension JSONWriter {
  /// Writes a value, and a comma. Strategies do not apply; the layout, the order of keys and the escapes are the encoder's.
  mutating func writeJSONValue(_ value: JSONValue) throws {
    switch value {
    case .null: try writeNull()
    case .bool(let value): try write(value)
    case .number(let number): writeJSONNumber(number.description)
    case .string(let text): writeJSONString(text)
    case .array(let elements):
      try NestedLevel.encoding(elements, limits: limits, codingPath: { [] }) {
        open(.openBracket)
        for index in elements.indices {
          do {
            try writeJSONValue(elements[index])
          } catch {
            throw error.prepending(DynamicKey(index: index))
          }
        }
        close(.closeBracket)
      }
    case .object(let members):
      try NestedLevel.encoding(members.all, limits: limits, codingPath: { [] }) {
        open(.openBrace)
        for (key, value) in members.all {
          writeJSONKey(key)
          do {
            try writeJSONValue(value)
          } catch {
            throw error.prepending(DynamicKey(key))
          }
        }
        close(.closeBrace)
      }
    }
  }

  @inline(never)
  private mutating func writeJSONString(_ text: String) {
    prepareValue()
    putQuoted(text)
  }

  @inline(never)
  private mutating func writeJSONKey(_ key: String) { writeText(key) }

  @inline(never)
  private mutating func writeJSONNumber(_ text: String) {
    prepareValue()
    reserve(Self.numberRoom)
    let small = takesSmallStringsApart ? withUnsafePointer(to: text) { SmallString.bytes(at: $0) } : nil
    if let small {
      UnsafeMutableRawPointer(next).storeBytes(of: small.block, as: SIMD16<UInt8>.self)
      next += small.count
    } else {
      var text = text
      text.withUTF8 { put($0) }
    }
    put(.comma)
  }
}
