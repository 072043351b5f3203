/// The options of an encoder of property lists, as one call sees them.
final class PropertyListEncodingOptions: CoderOptions {
  struct Values: CoderOptionValues {
    var coding = JSONEncodingOptions.Values()
    var format = AutoPropertyListEncoder.PropertyListFormat.binary

    var choices: UInt? { coding.choices.map { $0 << 2 | (format == .binary ? 0 : format == .xml ? 1 : 2) } }
  }

  static let shared = PermanentTable<Unmanaged<PropertyListEncodingOptions>>()

  let isShared: Bool
  let values: Values
  let coding: JSONEncodingOptions
  var mayOutliveCoder: Bool { coding.mayOutliveCoder }

  init(_ values: Values) {
    isShared = values.choices != nil
    self.values = values
    coding = .with(values.coding)
  }
}
