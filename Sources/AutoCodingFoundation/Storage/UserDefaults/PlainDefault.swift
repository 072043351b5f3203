/// Unwraps values of `UserDefaults`. On Linux it wraps them, and all values within them, in Optionals.
enum PlainDefault {
  static func value(_ value: Any) -> Any {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.map { Self.value($0.value) } ?? value
    case .collection: return (value as? [Any?])?.map { $0.map(Self.value) as Any } ?? value
    case .dictionary:
      guard let pairs = value as? [AnyHashable: Any?] else { return value }
      var plain: [String: Any] = [:]
      for (key, value) in pairs { if let key = key as? String, let value { plain[key] = Self.value(value) } }
      return plain
    default: return value
    }
  }
}
