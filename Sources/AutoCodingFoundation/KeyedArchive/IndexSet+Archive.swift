import AutoCoding
import Foundation

extension IndexSet: ArchivedAsObject {
  package static var archivedClassNames: Set<String> { ["NSIndexSet", "NSMutableIndexSet"] }

  package init(archived object: CodedObject) throws {
    try object.checkKeys(["NSRangeCount", "NSLocation", "NSLength", "NSRangeData"])
    let count = try object.requiredValue(Int.self, forKey: "NSRangeCount")
    let numbers: [UInt64]
    switch count {
    case 0: numbers = []
    case 1:
      numbers = try ["NSLocation", "NSLength"].map { try object.requiredValue(UInt64.self, forKey: $0) }
    default:
      let data = try object.requiredValue(Data.self, forKey: "NSRangeData")
      guard let found = PackedIntegers.values(in: data), found.count.isMultiple(of: 2), found.count / 2 == count else {
        throw object.corrupted("whose NSRangeData does not have \(count) ranges.")
      }
      numbers = found
    }
    self.init()
    var end = 0
    for index in stride(from: 0, to: numbers.count, by: 2) {
      // Foundation stops the process if an index is too large.
      guard let first = Int(exactly: numbers[index]), let length = Int(exactly: numbers[index + 1]), first >= end,
        !first.addingReportingOverflow(length).overflow
      else { throw object.corrupted("whose ranges are not in order, or go beyond the last index.") }
      end = first + length
      insert(integersIn: first..<end)
    }
  }

  package var archivedObject: CodedObject? {
    // Foundation cannot encode negative indexes, which a set on Linux can hold.
    if let first, first < 0 { return nil }
    var values: [(key: String, value: CodedTree)] = [("NSRangeCount", .int(Int64(rangeView.count)))]
    if rangeView.count == 1, let range = rangeView.first {
      values.append(("NSLocation", .int(Int64(range.lowerBound))))
      values.append(("NSLength", .int(Int64(range.count))))
    } else if !rangeView.isEmpty {
      let numbers = rangeView.flatMap { [UInt64($0.lowerBound), UInt64($0.count)] }
      values.append(("NSRangeData", .data(PackedIntegers.data(numbers))))
    }
    return CodedObject(["NSIndexSet", "NSObject"], values)
  }
}
