extension Sequence {
  /// Returns the elements in the order of their texts. The sort is compiled once for all types of elements.
  package func sorted(byText text: (Element) -> String) -> [Element] {
    let elements = Array(self)
    return indices(inOrderOf: elements.map(text)).map { elements[$0] }
  }
}

@inline(never)
private func indices(inOrderOf texts: [String]) -> [Int] {
  texts.indices.sorted { texts[$0] < texts[$1] }
}
