extension Sequence {
  /// Returns the elements in the order of their texts. The sort is compiled once for all types of elements.
  package func sorted(byText text: (Element) -> String) -> [Element] {
    let elements = Array(self)
    return indices(inOrderOf: elements.map(text)).map { elements[$0] }
  }

  /// Returns the elements in the order of the UTF-8 of their texts.
  package func sorted(byUTF8Of text: (Element) -> String) -> [Element] {
    let elements = Array(self)
    return indices(inOrderOf: elements.map(text), comparesUTF8: true).map { elements[$0] }
  }
}

extension Sequence<String> {
  /// Returns the texts in their order. Unlike `sorted()`, it is compiled once for all types of sequences.
  package func inOrder() -> [String] { sorted(byText: { $0 }) }
}

extension String {
  /// Whether the text's UTF-8 is before another's.
  func precedesInUTF8(_ other: String) -> Bool {
    var (text, other) = (self, other)
    return text.withUTF8 { text in
      other.withUTF8 { other in
        let (left, right) = (UnsafeRawBufferPointer(text), UnsafeRawBufferPointer(other))
        let shared = min(left.count, right.count)
        var place = 0
        while shared - place >= 8 {
          let first = UInt64(bigEndian: left.loadUnaligned(fromByteOffset: place, as: UInt64.self))
          let second = UInt64(bigEndian: right.loadUnaligned(fromByteOffset: place, as: UInt64.self))
          if first != second { return first < second }
          place += 8
        }
        while place < shared {
          if left[place] != right[place] { return left[place] < right[place] }
          place += 1
        }
        return left.count < right.count
      }
    }
  }
}

@inline(never)
private func indices(inOrderOf texts: [String], comparesUTF8: Bool = false) -> [Int] {
  texts.indices.sorted {
    comparesUTF8 ? texts[$0].precedesInUTF8(texts[$1]) : texts[$0] < texts[$1]
  }
}
