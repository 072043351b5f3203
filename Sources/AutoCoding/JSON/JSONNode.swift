/// What a container encoder was given: text that is written already, or a container that may still be filled.
enum JSONNode {
  case text(Range<Int>)
  case container(JSONContainer)
  /// What another encoder gets, of a superclass mostly.
  case encoder(JSONContainerEncoder)
}

/// An array or object that is being filled; shared by the containers that code asked for.
final class JSONContainer {
  private(set) var elements: [JSONNode] = []
  /// Of an object; nil for an array.
  private(set) var keys: [String]?
  /// Where each key is; made when there are many.
  private var positions: [String: Int]?
  let indentation: Int

  init(isArray: Bool, indentation: Int) {
    keys = isArray ? nil : []
    self.indentation = indentation
  }

  func append(_ node: JSONNode) {
    elements.append(node)
  }

  /// Sets a member; one that was set before is replaced.
  func set(_ node: JSONNode, forKey key: String) {
    if let position = position(of: key) {
      elements[position] = node
      return
    }
    positions?[key] = elements.count
    keys?.append(key)
    elements.append(node)
  }

  func node(forKey key: String) -> JSONNode? {
    position(of: key).map { elements[$0] }
  }

  private func position(of key: String) -> Int? {
    guard let keys else { return nil }
    if keys.count <= 16 { return keys.firstIndex(of: key) }
    if let positions { return positions[key] }
    let made = Dictionary(uniqueKeysWithValues: zip(keys, keys.indices))
    positions = made
    return made[key]
  }
}

extension JSONWriter {
  /// Writes what an encoder gathered.
  mutating func write(_ node: JSONNode, text source: JSONWriter) {
    switch node {
    case .text(let range):
      prepareValue()
      put(UnsafeBufferPointer(start: UnsafePointer(source.start) + range.lowerBound, count: range.count))
      reserve(1)
      put(.comma)
    case .encoder(let encoder): encoder.finish(in: &self, text: source)
    case .container(let container):
      if let keys = container.keys {
        open(.openBrace)
        for (key, element) in zip(keys, container.elements) {
          writeText(key)
          write(element, text: source)
        }
        close(.closeBrace)
      } else {
        open(.openBracket)
        for element in container.elements { write(element, text: source) }
        close(.closeBracket)
      }
    }
  }
}
