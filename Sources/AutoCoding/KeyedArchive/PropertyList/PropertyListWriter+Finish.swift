#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension PropertyListWriter {
  /// The property list whose outermost object is `top`. The writer is empty afterwards, and may be used again.
  ///
  /// - Throws: `EncodingError` if the limit was exceeded, or a container refers to an object that was never added.
  package mutating func finish(top: UInt32) throws -> Data {
    defer { removeAll() }
    let objectCount = offsets.count
    if let failure { throw error(for: failure) }
    guard max(top, largestReference) < objectCount else {
      throw error("a container refers to object \(max(top, largestReference)) of \(objectCount)")
    }

    let referenceSize = PropertyListLayout.size(for: objectCount)
    if referenceSize < 4 { compactReferences(to: referenceSize) }
    let tableOffset = bytes.count
    let offsetSize = PropertyListLayout.size(for: tableOffset)
    // Four bytes for each object at the most, and every object takes one.
    guard let table = bytes.reserve(objectCount &* offsetSize &+ PropertyListLayout.trailerSize) else {
      throw error(for: .tooLarge)
    }
    storeOffsets(at: table, size: offsetSize, saved: 4 - referenceSize)

    let trailer = table + objectCount &* offsetSize
    store(0 as UInt64, at: trailer)
    trailer[6] = UInt8(truncatingIfNeeded: offsetSize)
    trailer[7] = UInt8(truncatingIfNeeded: referenceSize)
    store(UInt64(objectCount), at: trailer + 8)
    store(UInt64(top), at: trailer + 16)
    store(UInt64(tableOffset), at: trailer + 24)
    bytes.advance(by: objectCount &* offsetSize &+ PropertyListLayout.trailerSize)
    return bytes.takeData()
  }

  /// Takes the leading zeros off all references, and moves what is between them together.
  ///
  /// - Precondition: `size` is 1 or 2, and no reference needs more.
  private mutating func compactReferences(to size: Int) {
    guard let base = bytes.base, let runs = runs.base, self.runs.count > 0 else { return }
    let runCount = self.runs.count
    var target = base + Int(runs[0].position)
    for index in 0..<runCount {
      let count = Int(runs[index].count)
      // What is written is never ahead of what is read.
      var source = base + Int(runs[index].position)
      if size == 1 {
        for _ in 0..<count {
          target.pointee = source[3]
          source += 4
          target += 1
        }
      } else {
        for _ in 0..<count {
          target[0] = source[2]
          target[1] = source[3]
          source += 4
          target += 2
        }
      }
      let end = index + 1 < runCount ? Int(runs[index + 1].position) : bytes.count
      let between = base + end - source
      UnsafeMutableRawPointer(target).copyMemory(from: source, byteCount: between)
      target += between
    }
    bytes.truncate(to: target - base)
  }

  /// Writes the offset table.
  ///
  /// - Parameter saved: By how many bytes each reference has become smaller.
  private func storeOffsets(at table: UnsafeMutablePointer<UInt8>, size: Int, saved: Int) {
    guard let offsets = offsets.base else { return }
    let runs = runs.base
    let runCount = saved > 0 ? self.runs.count : 0
    var nextRun = 0
    var shift: UInt32 = 0
    for object in 0..<self.offsets.count {
      let offset = offsets[object]
      // Objects that come behind references have moved up by what those have lost.
      while nextRun < runCount, let runs, runs[nextRun].position < offset {
        shift &+= runs[nextRun].count &* UInt32(truncatingIfNeeded: saved)
        nextRun &+= 1
      }
      let moved = offset &- shift
      switch size {
      case 1: table[object] = UInt8(truncatingIfNeeded: moved)
      case 2: store(UInt16(truncatingIfNeeded: moved), at: table + object &* 2)
      default: store(moved, at: table + object &* 4)
      }
    }
  }

  private func error(for failure: Failure) -> EncodingError {
    switch failure {
    case .tooLarge:
      error("it exceeds the limit of its size, or the memory there is")
    case .badPatch(let object, let index):
      error("there is no reference \(index) in object \(object)")
    }
  }

  private func error(_ reason: String) -> EncodingError {
    .invalidValue(
      offsets.count,
      .init(
        codingPath: [],
        debugDescription: """
          The binary property list cannot be written: \(reason). It has \(offsets.count) objects in \(bytes.count) bytes.
          """))
  }
}
