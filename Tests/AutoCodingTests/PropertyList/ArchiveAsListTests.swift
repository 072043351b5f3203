import AutoCoding
import Foundation
import Testing

/// What `$version` means in data that is none of a model with versions.
struct ArchiveAsListTests {
  struct Plain: AutoCoding, DefaultInitializable, Equatable { var name = "default" }
  struct Versioned: AutoCoding, DefaultInitializable, Equatable {
    var name = "default"
    static var archiveVersion: Int { 2 }
  }
  struct Keyed: AutoCoding, Equatable {
    var format = 1
    var name = "a"
    static let propertyKeys = ["format": "$version"]
  }

  @Test("a keyed archive is refused by name, whatever versions are accepted", arguments: [false, true])
  func archive(acceptsNewer: Bool) throws {
    let archive = try KeyedArchiveEncoder().encode(Plain(name: "x"))
    let decoder = AutoPropertyListDecoder()
    decoder.acceptsNewerVersions = acceptsNewer
    for decode in [
      { _ = try decoder.decode(Plain.self, from: archive) }, { _ = try decoder.decode(Versioned.self, from: archive) },
    ] {
      let error = #expect(throws: DecodingError.self) { try decode() }
      #expect("\(error.map { "\($0)" } ?? "")".contains("Decode it with KeyedArchiveDecoder"))
    }
  }

  @Test("a property may have the key $version in a type without versions", arguments: TestCoder.allCases)
  func property(coder: TestCoder) throws {
    #expect(try coder.roundTrip(Keyed(format: 3)) == Keyed(format: 3))
  }
}
