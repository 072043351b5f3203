/// The options of an encoder of property lists, as one call sees them.
final class PropertyListEncodingOptions: WorkerOptions {
  let coding: JSONEncodingOptions
  let format: AutoPropertyListEncoder.PropertyListFormat
  var mayOutliveCoder: Bool { coding.mayOutliveCoder }

  init(_ coding: JSONEncodingOptions, format: AutoPropertyListEncoder.PropertyListFormat) {
    self.coding = coding
    self.format = format
  }
}
