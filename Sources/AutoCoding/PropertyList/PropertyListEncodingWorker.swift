/// The memory that a call of an encoder leaves for the next call.
struct PropertyListEncodingWorker: PooledWorker {
  static let pool = ReusePool()
  static var standardOptions: PropertyListEncodingOptions.Values { .init() }

  private(set) var options: PropertyListEncodingOptions
  let builder: UnsafeMutablePointer<PropertyListBuilder>

  init(options: PropertyListEncodingOptions) {
    self.options = options
    builder = .allocate(capacity: 1)
    builder.initialize(to: PropertyListBuilder(limits: options.coding.limits))
  }

  mutating func adopt(_ options: PropertyListEncodingOptions) {
    self.options = options
    builder.pointee.setLimits(options.coding.limits)
    if let sink = builder.pointee.spareSink, !sink.options.mayOutliveCoder { sink.adopt(options.coding) }
  }

  var keptByteCount: Int { builder.pointee.keptByteCount }

  func free() {
    builder.deinitialize(count: 1)
    builder.deallocate()
  }
}
