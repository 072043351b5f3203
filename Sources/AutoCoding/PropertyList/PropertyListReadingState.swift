#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What all readers of one property list share.
final class PropertyListReadingState {
  struct Values {
    /// How many more values may be read. Without a limit, nested double references would expand exponentially.
    var budget: Int
    /// The number of records read so far.
    var recordCount = 0
    /// Made once there are enough records to pay for them. A pointer, so that a look-up retains nothing.
    var plans: UnsafeMutablePointer<RecordPlans>?
    /// Long strings and data, which several values may share.
    var strings: [UInt32: String] = [:]
    var data: [UInt32: Data] = [:]
    /// The source of the last value that coded itself, for the next one.
    var spareSource: PropertyListContainerSource?
    var pathTracking = PathTracking()
  }

  /// A pointer, since the runtime guards every access to what an object stores in a `var`.
  let values: UnsafeMutablePointer<Values>

  /// Whether the list was XML, whose numbers are text, without a size.
  let isFromText: Bool

  init(_ list: PropertyListReader, limits: CodingLimits, isFromText: Bool) {
    self.isFromText = isFromText
    values = .allocate(capacity: 1)
    values.initialize(to: Values(budget: list.budget(maximumExpansion: limits.maximumExpansion)))
  }

  /// Makes the plans. Precondition: there are none.
  func makePlans() {
    let plans = UnsafeMutablePointer<RecordPlans>.allocate(capacity: 1)
    plans.initialize(to: RecordPlans())
    values.pointee.plans = plans
  }

  deinit {
    values.pointee.plans?.deinitialize(count: 1)
    values.pointee.plans?.deallocate()
    values.deinitialize(count: 1)
    values.deallocate()
  }

  /// The size in bytes from which strings and data are kept.
  static let longCount = 256
}
