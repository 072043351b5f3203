@testable import AutoCoding

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What every harness here calls for one input.
///
/// Half of the inputs are taken as they are. The others are the objects of a property list alone, and get a header, an
/// offset table and a trailer that fit: bytes changed at random hardly ever do.
///
/// - Returns: What libFuzzer is to be told: to keep the input if it leads somewhere new.
func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int, _ body: (Data) -> Void) -> CInt {
  let input = UnsafeBufferPointer(start: start, count: count)
  if input.first == UInt8(ascii: "b") || input.isEmpty {
    body(Data(input))
  } else {
    body(framed(input))
  }
  return 0
}

/// A whole property list of objects that follow each other. The first byte says how large references are.
private func framed(_ input: UnsafeBufferPointer<UInt8>) -> Data {
  let referenceSize = input.first == 2 ? 2 : 1
  let objects = Array(input.dropFirst())
  var offsets: [Int] = []
  var position = 0
  while position < objects.count, offsets.count < 60_000 {
    offsets.append(position + 8)
    position += size(ofObjectAt: position, in: objects, referenceSize: referenceSize)
  }
  var data = Data("bplist00".utf8)
  data.append(contentsOf: objects)
  // Objects may go on behind their end, where the table is; that is for the reader to find out.
  for offset in offsets { append(UInt64(offset), size: 4, to: &data) }
  data.append(contentsOf: [0, 0, 0, 0, 0, 0, 4, UInt8(referenceSize)])
  append(UInt64(offsets.count), size: 8, to: &data)
  append(0, size: 8, to: &data)
  append(UInt64(8 + objects.count), size: 8, to: &data)
  return data
}

private func append(_ value: UInt64, size: Int, to data: inout Data) {
  for index in (0..<size).reversed() { data.append(UInt8(truncatingIfNeeded: value >> (8 * UInt64(index)))) }
}

/// How many bytes an object takes; one with a count of its own that is large takes some.
private func size(ofObjectAt position: Int, in bytes: [UInt8], referenceSize: Int) -> Int {
  let marker = bytes[position]
  var count = Int(marker & 0x0F)
  var head = 1
  if count == 15, marker >> 4 != 1, marker >> 4 != 8, position + 2 < bytes.count {
    count = Int(bytes[position + 2])
    head = 3
  }
  switch marker >> 4 {
  case 0x1: return 1 + (1 << min(count, 4))
  case 0x2: return marker == 0x22 ? 5 : 9
  case 0x3: return 9
  case 0x4, 0x5: return head + count
  case 0x6: return head + 2 * count
  case 0x8: return 2 + count
  case 0xA, 0xB, 0xC: return head + count * referenceSize
  case 0xD: return head + 2 * count * referenceSize
  default: return 1
  }
}
