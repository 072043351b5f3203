#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension IndexPath: ArchivedAsObject {
  package static var archivedClassNames: Set<String> { ["NSIndexPath"] }

  package init(archived object: CodedObject) throws {
    try object.checkKeys(["NSIndexPathLength", "NSIndexPathValue", "NSIndexPathData"])
    let count = try object.requiredValue(Int.self, forKey: "NSIndexPathLength")
    let indexes: [Int]
    switch count {
    case 0: indexes = []
    case 1: indexes = [try object.requiredValue(Int.self, forKey: "NSIndexPathValue")]
    default:
      let data = try object.requiredValue(Data.self, forKey: "NSIndexPathData")
      guard let values = PackedIntegers.values(in: data), values.count == count else {
        throw object.corrupted("whose NSIndexPathData does not have \(count) indexes.")
      }
      indexes = values.map { Int(truncatingIfNeeded: $0) }
    }
    self.init(indexes: indexes)
  }

  package var archivedObject: CodedObject? {
    var values: [(key: String, value: CodedTree)] = [("NSIndexPathLength", .int(Int64(count)))]
    switch count {
    case 0: break
    case 1: values.append(("NSIndexPathValue", .int(Int64(self[0]))))
    default:
      values.append(("NSIndexPathData", .data(PackedIntegers.data(map { UInt64(truncatingIfNeeded: $0) }))))
    }
    return CodedObject(["NSIndexPath", "NSObject"], values)
  }
}
