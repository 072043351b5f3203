/// The memory that a call of an encoder leaves for the next call.
struct ArchiveEncodingWorker: PooledWorker {
  static let pool = ReusePool()
  static var standardOptions: ArchiveCodingOptions.Values { .init(coder: .encoder) }

  private(set) var options: ArchiveCodingOptions
  let archive: UnsafeMutablePointer<ArchiveBuilder>

  init(options: ArchiveCodingOptions) {
    self.options = options
    archive = .allocate(capacity: 1)
    archive.initialize(to: ArchiveBuilder(limits: options.limits))
  }

  mutating func adopt(_ options: ArchiveCodingOptions) {
    self.options = options
    archive.pointee.setLimits(options.limits)
  }

  var keptByteCount: Int { archive.pointee.keptByteCount }

  func free() {
    archive.deinitialize(count: 1)
    archive.deallocate()
  }
}
