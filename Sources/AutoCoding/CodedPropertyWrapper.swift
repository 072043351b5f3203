/// A property wrapper that does not show in data: the wrapped value alone is coded, under the property's own name.
///
/// ```swift
/// @propertyWrapper struct Clamped: CodedPropertyWrapper {
///   private var value = 0
///   var wrappedValue: Int { get { value } set { value = min(max(newValue, 0), 10) } }
///   init(wrappedValue: Int) { self.wrappedValue = wrappedValue }
/// }
/// ```
///
/// A wrapper that does not adopt this protocol is coded by its own `Codable`, under the property's name as well.
public protocol CodedPropertyWrapper {
  /// The type of the wrapped value.
  associatedtype WrappedValue
  /// The value that is encoded.
  var wrappedValue: WrappedValue { get }
  /// Makes a wrapper of a decoded value.
  init(wrappedValue: WrappedValue)
}
