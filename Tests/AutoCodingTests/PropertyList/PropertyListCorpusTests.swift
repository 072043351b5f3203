import ArchiveInspection
import Foundation
import TestSupport
import Testing

@testable import AutoCoding

/// Property lists of others.
struct PropertyListCorpusTests {
  @Test(
    "Apple's archives are read, shown, and written again to the same tree",
    .enabled(if: !ArchiveCorpora.archives.isEmpty, "\(ArchiveCorpora.absence)"), arguments: ArchiveCorpora.archives)
  func archives(_ file: ArchiveCorpora.File) throws {
    let data = try file.data()
    let tree = try PropertyListTree(data)
    #expect(try PropertyListTree(try tree.written()) == tree)

    let rewritten = try data.withUnsafeBytes { try PropertyListReader($0).rewritten() }
    #expect(try PropertyListTree(rewritten) == tree)
    // Nothing that NSKeyedArchiver has once is written twice.
    #expect(rewritten.count <= data.count)

    let inspection = try ArchiveInspection(data: data)
    #expect(inspection.isKeyedArchive)
    #expect(inspection.description.hasPrefix("NSKeyedArchiver archive, version 100000, "))
    let again = try ArchiveInspection(data: rewritten)
    #expect(again.description == inspection.description)
    #expect(again.jsonDescription == inspection.jsonDescription)
    let json = try JSONSerialization.jsonObject(with: Data(inspection.jsonDescription.utf8))
    #expect((json as? [String: Any])?["archiver"] as? String == "NSKeyedArchiver")
    #expect((json as? [String: Any])?["truncated"] == nil)
  }

  @Test(
    "There are as many archives as the corpora say",
    .enabled(if: !ArchiveCorpora.archives.isEmpty, "\(ArchiveCorpora.absence)"))
  func allArchives() {
    #expect(ArchiveCorpora.archives.count == 18)
    #expect(ArchiveCorpora.hostile.count > 80)
  }

  @Test(
    "Hostile property lists are refused, or shown, at once",
    .enabled(if: !ArchiveCorpora.hostile.isEmpty, "\(ArchiveCorpora.absence)"), arguments: ArchiveCorpora.hostile)
  func hostile(_ file: ArchiveCorpora.File) throws {
    let data = try file.data()
    let name = file.url.lastPathComponent
    let started = ThreadTime.now
    do {
      switch PropertyListProbe.outcome(of: data) {
      case .refused(let reason):
        #expect(!reason.isEmpty)
        #expect(Self.refused.contains { name.hasPrefix($0) }, "\(name) is refused: \(reason)")
      case .read(let text, let json):
        #expect(!Self.refused.contains { name.hasPrefix($0) }, "\(name) is read")
        #expect(text.utf8.count < 1_100_000)
        // JSONSerialization refuses what is nested more than 512 deep.
        if !name.contains("deep") { _ = try JSONSerialization.jsonObject(with: Data(json.utf8)) }
      case .broken(let reason):
        Issue.record("\(name): \(reason)")
      }
    }
    #expect(ThreadTime.now - started < 1, "\(name)")
  }

  /// What is no sound property list in the binary format; all others are, whatever sense they make.
  static let refused = [
    "b_count_huge", "b_numobj_max", "b_real2", "b_table", "b_top_oob", "b_uid16", "b_url", "b_uuid", "empty",
    "short_bplist", "x_",
  ]
}

/// Does with data all that can be done without knowing a type.
enum PropertyListProbe {
  enum Outcome {
    case refused(String)
    case read(text: String, json: String)
    /// Something that must not happen.
    case broken(String)
  }

  static func outcome(of data: Data) -> Outcome {
    let inspection: ArchiveInspection
    do {
      readEverything(in: data)
      inspection = try ArchiveInspection(data: data)
    } catch DecodingError.dataCorrupted(let context) {
      return .refused(context.debugDescription)
    } catch {
      return .broken("another error than DecodingError.dataCorrupted: \(error)")
    }
    let text = inspection.description
    let json = inspection.jsonDescription
    do {
      let rewritten = try data.withUnsafeBytes { try PropertyListReader($0).rewritten() }
      let again = try ArchiveInspection(data: rewritten)
      guard again.isKeyedArchive == inspection.isKeyedArchive else { return .broken("it is no archive any more") }
      // Objects that were cut off by the limit may be others now.
      guard text.utf8.count < inspection.maximumLength else { return .read(text: text, json: json) }
      guard withoutNumbers(again.description) == withoutNumbers(text) else {
        return .broken("it is shown otherwise after it was written again:\n\(text)\n\(again.description)")
      }
    } catch {
      return .broken("it is not the same after it was written again: \(error)")
    }
    return .read(text: text, json: json)
  }

  /// The lines behind the first, which counts objects, without the numbers of objects: a copy has other ones.
  private static func withoutNumbers(_ text: String) -> [UInt8] {
    var isNumber = false
    var result: [UInt8] = []
    for byte in text.utf8.drop(while: { $0 != UInt8(ascii: "\n") }) {
      isNumber = byte == UInt8(ascii: "#") || isNumber && (0x30...0x39 ~= byte || byte == UInt8(ascii: "o"))
      if !isNumber { result.append(byte) }
    }
    return result
  }

  /// Asks for the objects, those included to which nothing refers, and the first ones as every kind; only that it ends is
  /// of interest.
  private static func readEverything(in data: Data) {
    data.withUnsafeBytes { bytes in
      guard let reader = try? PropertyListReader(bytes) else { return }
      for object in 0..<UInt32(min(reader.objectCount, 1000)) {
        let kind = try? reader.kind(of: object)
        func wants(_ kinds: PropertyListReader.Kind...) -> Bool { object < 8 || kind.map(kinds.contains) == true }
        _ = try? reader.size(of: object)
        _ = try? reader.isString(object, equalTo: "$class")
        if wants(.bool) { _ = try? reader.bool(object) }
        if wants(.integer) { _ = try? reader.integer(object) }
        if wants(.real) { _ = try? reader.real(object) }
        if wants(.real) { _ = try? reader.float(object) }
        if wants(.date) { _ = try? reader.date(object) }
        if wants(.uid) { _ = try? reader.uid(object) }
        if wants(.string) { _ = try? reader.string(object) }
        if wants(.string) { _ = try? reader.asciiString(object) }
        if wants(.data) { _ = try? reader.data(object).reduce(0, ^) }
        if wants(.array), let elements = try? reader.array(object) {
          for index in 0..<min(elements.count, 1000) { _ = try? reader.element(index, of: elements) }
        }
        if wants(.dictionary), let pairs = try? reader.dictionary(object) {
          _ = reader.hasSameKeys(pairs, pairs)
          for index in 0..<min(pairs.count, 1000) {
            _ = try? reader.key(index, of: pairs)
            _ = try? reader.value(index, of: pairs)
          }
        }
      }
    }
  }
}
