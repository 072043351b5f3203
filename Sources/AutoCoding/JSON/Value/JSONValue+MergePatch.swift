/// Merge patches, as RFC 7396 has them.
extension JSONValue {
  /// Changes the value by a merge patch (RFC 7396): members that the patch has are set, those that are null in it are
  /// removed, and objects are entered. A patch that is no object replaces the value.
  ///
  /// ```swift
  /// var value: JSONValue = ["title": "Hello", "author": ["name": "Ada", "age": 36]]
  /// value.apply(mergePatch: ["author": ["age": nil]])
  /// // {"title":"Hello","author":{"name":"Ada"}}
  /// ```
  public mutating func apply(mergePatch patch: JSONValue) {
    guard case .object(let changes) = patch else {
      self = patch
      return
    }
    var members = JSONObject()
    if case .object(let known) = self { members = known }
    // Members are then changed in place.
    self = .null
    var removed: [String] = []
    for (key, change) in changes.all {
      if case .null = change {
        removed.append(key)
        continue
      }
      var value = members[key] ?? .null
      if members[key] != nil { members[key] = .null }
      value.apply(mergePatch: change)
      members[key] = value
    }
    members.removeValues(forKeys: removed)
    self = .object(members)
  }

  /// Returns the merge patch (RFC 7396) that makes another value of this one: ``apply(mergePatch:)`` gives that value.
  ///
  /// The patch of two objects has what has changed, by keys: arrays and leaves as a whole, and null for what is gone. It is empty
  /// if they are equal. A merge patch has no way to make a member null: it removes the member.
  public func mergePatch(to other: JSONValue) -> JSONValue { mergePatch(to: other, replacing: nil) }

  /// - Parameter replaced: The values that the patch has, with all their members, although some are equal.
  func mergePatch(to other: JSONValue, replacing replaced: SelectedParts?) -> JSONValue {
    guard case .object(let before) = self, case .object(let after) = other else { return other }
    var patch = JSONObject()
    for (key, value) in after.all {
      guard let former = before[key] else {
        patch[key] = value
        continue
      }
      if case .object = former, case .object = value {
        var key = key
        let inner = replaced.flatMap { replaced in
          replaced.isWhole ? replaced : key.withUTF8 { replaced.found(under: $0) }
        }
        let change = former.mergePatch(to: value, replacing: inner)
        if change != [:] || replaced?.isWhole ?? false { patch[key] = change }
      } else if former != value || replaced?.hasAll(under: key) ?? false {
        patch[key] = value
      }
    }
    for (key, _) in before.all where after[key] == nil { patch[key] = .some(.null) }
    return .object(patch)
  }
}

extension SelectedParts {
  /// Whether the value under a key is selected with all that is in it.
  fileprivate func hasAll(under key: String) -> Bool {
    if isWhole { return true }
    var key = key
    return key.withUTF8 { found(under: $0)?.isWhole ?? false }
  }
}
