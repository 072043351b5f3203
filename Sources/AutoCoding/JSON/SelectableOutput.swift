/// Encoded values of which parts can be left out.
protocol SelectableOutput {
  /// Returns an array with its elements replaced, an object with only the members for which there is a value, and any other
  /// value as it is.
  ///
  /// The conforming type goes through elements and members, since code that is generic over it would look up metadata for
  /// each of them.
  func edited(
    members: (String, Self) throws -> Self?, elements: (Self) throws -> Self
  ) rethrows -> Self
}

extension JSONValue: SelectableOutput {
  func edited(
    members edit: (String, JSONValue) throws -> JSONValue?, elements: (JSONValue) throws -> JSONValue
  ) rethrows -> JSONValue {
    switch self {
    case .array(let array): return .array(try array.map(elements))
    case .object(let object):
      var members: [JSONObject.Element] = []
      members.reserveCapacity(object.count)
      for member in object.all {
        if let value = try edit(member.key, member.value) { members.append((member.key, value)) }
      }
      return .object(JSONObject(uniqueMembers: members))
    default: return self
    }
  }
}
