/// Encoded values of which parts can be left out.
protocol SelectableOutput {
  /// The elements of an array, or nil.
  var selectableElements: [Self]? { get }
  /// The members of an object, or nil.
  var selectableMembers: [(key: String, value: Self)]? { get }
  init(selected elements: [Self])
  init(selected members: [(key: String, value: Self)])
}

extension JSONValue: SelectableOutput {
  var selectableElements: [JSONValue]? { if case .array(let array) = self { array } else { nil } }
  var selectableMembers: [(key: String, value: JSONValue)]? {
    if case .object(let object) = self { object.all.map { ($0.key, $0.value) } } else { nil }
  }
  init(selected elements: [JSONValue]) { self = .array(elements) }
  init(selected members: [(key: String, value: JSONValue)]) {
    self = .object(JSONObject(members.map { ($0.key, $0.value) }))
  }
}
