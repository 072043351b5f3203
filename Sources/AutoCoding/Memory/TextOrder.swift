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

@inline(never)
private func indices(inOrderOf texts: [String], comparesUTF8: Bool = false) -> [Int] {
  texts.indices.sorted {
    comparesUTF8 ? texts[$0].utf8.lexicographicallyPrecedes(texts[$1].utf8) : texts[$0] < texts[$1]
  }
}
