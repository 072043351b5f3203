import TestSupport

/// A JSON document to which something was done.
struct DamagedJSON {
  let value: AnyJSON
  /// Whether no value can be made of it: a missing key may be a nil or a default.
  let mustFail: Bool
}

extension AnyJSON {
  /// The document with each of its values, in turn, replaced by one that does not fit, and with each key left out.
  var damaged: [DamagedJSON] {
    switch self {
    case .null, .bool, .int, .double, .string: [DamagedJSON(value: ["wrong": []], mustFail: true)]
    case .array(let elements): Self.damaged(elements)
    case .object(let members): Self.damaged(members)
    }
  }

  private static func damaged(_ elements: [AnyJSON]) -> [DamagedJSON] {
    var result = [DamagedJSON(value: 5, mustFail: true)]
    for (index, element) in elements.enumerated() {
      for damage in element.damaged {
        var copy = elements
        copy[index] = damage.value
        result.append(DamagedJSON(value: .array(copy), mustFail: damage.mustFail))
      }
    }
    return result
  }

  private static func damaged(_ members: [String: AnyJSON]) -> [DamagedJSON] {
    var result = [DamagedJSON(value: 5, mustFail: true)]
    // In an order that is the same in every run.
    for key in members.keys.sorted() {
      var copy = members
      let value = copy.removeValue(forKey: key)
      result.append(DamagedJSON(value: .object(copy), mustFail: false))
      for damage in value?.damaged ?? [] {
        copy[key] = damage.value
        result.append(DamagedJSON(value: .object(copy), mustFail: damage.mustFail))
      }
    }
    return result
  }
}
