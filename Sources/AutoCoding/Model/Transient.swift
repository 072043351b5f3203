/// Marks a stored property that is neither written nor read.
///
/// The mark is on the property itself, so there is no name to misspell and no list to maintain:
///
/// ```swift
/// final class Letter: AutoCoding, DefaultInitializable {
///   var text = ""
///   @Transient var draft = ""
///   init() {}
/// }
/// ```
///
/// Decoding leaves the property as `init()` set it. If the type has no `init()`, the property has the default of its rule,
/// or is nil if it is Optional: metadata does not have its initial value.
///
/// ```swift
/// struct Message: AutoCoding {
///   let text: String
///   @Transient var isSelected = false
///   static let propertyRules: PropertyRules = ["isSelected": .default(false)]
/// }
/// ```
@propertyWrapper
public struct Transient<Value> {
  /// The value, which stays in memory only.
  public var wrappedValue: Value

  /// Creates a transient property with its initial value.
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }
}

extension Transient: Sendable where Value: Sendable {}
extension Transient: Equatable where Value: Equatable {}
extension Transient: Hashable where Value: Hashable {}
