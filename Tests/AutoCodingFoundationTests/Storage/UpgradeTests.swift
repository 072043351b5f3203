import AutoCodingFoundation
import Foundation
import Testing

/// One release of the app, started once over what is kept.
struct Release: Sendable, CustomTestStringConvertible {
  let number: Int
  /// Starts the app, looks at what it loaded, and saves it if `saves` says so. Returns what users see of it.
  let run:
    @Sendable (_ store: any DataStore, _ policy: UnreadableDataPolicy, _ isJSON: Bool, _ saves: Bool) throws -> Seen

  /// What users see: the title as one text, the notes' texts, and what was moved aside.
  struct Seen: Equatable {
    var title: String
    var notes: [String]
    var asideKey: String?
  }

  var testDescription: String { "release \(number)" }

  private static func coder(isJSON: Bool) -> any DataCoder { isJSON ? JSONCoder() : KeyedArchiveCoder() }

  static let all: [Release] = [
    Release(number: 1) { store, policy, isJSON, saves in
      let library = try Release1.Library(
        identifier: "library", store: store, coder: coder(isJSON: isJSON), unreadableData: policy)
      if saves {
        library.notes.append(Release1.Note("from 1"))
        try library.save()
      }
      return Seen(title: library.title, notes: library.notes.map(\.text), asideKey: library.movedAside?.key)
    },
    Release(number: 2) { store, policy, isJSON, saves in
      let library = try Release2.Library(
        identifier: "library", store: store, coder: coder(isJSON: isJSON), unreadableData: policy)
      #expect(library.count == 7)
      if saves {
        let entry = Release2.Entry()
        entry.text = "from 2"
        library.notes.append(entry)
        try library.save()
      }
      return Seen(title: library.title, notes: library.notes.map(\.text), asideKey: library.movedAside?.key)
    },
    Release(number: 3) { store, policy, isJSON, saves in
      let library = try Release3.Library(
        identifier: "library", store: store, coder: coder(isJSON: isJSON), unreadableData: policy)
      if saves {
        let entry = Release3.Entry()
        entry.text = "from 3"
        library.notes.append(entry)
        try library.save()
      }
      return Seen(title: library.heading, notes: library.notes.map(\.text), asideKey: library.movedAside?.key)
    },
    Release(number: 4) { store, policy, isJSON, saves in
      let library = try Release4.Collection(
        identifier: "library", store: store, coder: coder(isJSON: isJSON), unreadableData: policy)
      if saves {
        let entry = Release4.Entry()
        entry.text = "from 4"
        library.entries.append(entry)
        try library.save()
      }
      return Seen(title: library.heading, notes: library.entries.map(\.text), asideKey: library.movedAside?.key)
    },
  ]
}

@Suite("An app over four releases", .serialized)
struct UpgradeTests {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  /// A store of its own for each time that the app is installed.
  private func store() throws -> FileStore {
    try FileStore(directory: directory.url.appendingPathComponent(UUID().uuidString))
  }

  @Test("Each release has what all before it kept", arguments: [false, true])
  func upgrades(isJSON: Bool) throws {
    for start in 0..<4 {
      let store = try self.store()
      var notes: [String] = []
      for release in Release.all[start...] {
        let seen = try release.run(store, .report, isJSON, true)
        notes.append("from \(release.number)")
        #expect(seen.notes == notes, "from \(start + 1) to \(release.number)")
        if start < 2 { #expect(seen.title == "Untitled") }
        #expect(seen.asideKey == nil)
      }
      #expect(try store.keys() == ["library"])
    }
  }

  @Test("An upgrade that skips releases has it as well", arguments: [false, true])
  func leaps(isJSON: Bool) throws {
    for (from, to) in [(0, 2), (0, 3), (1, 3)] {
      let store = try self.store()
      _ = try Release.all[from].run(store, .report, isJSON, true)
      let seen = try Release.all[to].run(store, .report, isJSON, true)
      #expect(seen.notes == ["from \(from + 1)", "from \(to + 1)"])
      #expect(seen.title == "Untitled")
    }
  }

  /// What a downgrade finds: archives name classes that an older release does not know, JSON does not.
  private func expected(from newer: Int, to older: Int, isJSON: Bool) -> Set<StorageError.Code> {
    switch (newer, older) {
    case (2, 1): isJSON ? [] : [.unknownType]
    case (4, _) where !isJSON: [.unknownType]
    // Whichever is met first.
    case (3, 1) where !isJSON: [.newerVersion, .unknownType]
    default: [.newerVersion]
    }
  }

  @Test("A downgrade loads, or is an error that leaves every byte where it is", arguments: [false, true])
  func downgrades(isJSON: Bool) throws {
    for newer in Release.all {
      for older in Release.all where older.number < newer.number {
        let store = try self.store()
        _ = try newer.run(store, .report, isJSON, true)
        let kept = try #require(try store.loadData(forKey: "library"))
        let name = "from \(newer.number) to \(older.number)"
        let codes = expected(from: newer.number, to: older.number, isJSON: isJSON)
        if !codes.isEmpty {
          let error = #expect(throws: StorageError.self, "\(name)") {
            try older.run(store, .report, isJSON, false)
          }
          #expect(error.map { codes.contains($0.code) } == true, "\(name): \(String(describing: error))")
          #expect(error?.underlyingError is DecodingError)
          #expect(error?.description.contains("emove") == false, "\(name): \(String(describing: error))")
        } else {
          #expect(try older.run(store, .report, isJSON, false).notes == ["from \(newer.number)"], "\(name)")
        }
        #expect(try store.loadData(forKey: "library") == kept, "\(name)")
        // The newer release is installed again.
        #expect(try newer.run(store, .report, isJSON, false).notes == ["from \(newer.number)"], "\(name)")
      }
    }
  }

  @Test(
    "With moveAside the older release starts anew, and the newer data is under another name", arguments: [false, true])
  func moveAside(isJSON: Bool) throws {
    for newer in Release.all {
      for older in Release.all where older.number < newer.number {
        if expected(from: newer.number, to: older.number, isJSON: isJSON).isEmpty { continue }
        let name = "from \(newer.number) to \(older.number)"
        let store = try self.store()
        _ = try newer.run(store, .moveAside, isJSON, true)
        let kept = try #require(try store.loadData(forKey: "library"))
        let seen = try older.run(store, .moveAside, isJSON, true)
        #expect(seen.notes == ["from \(older.number)"], "\(name)")
        let aside = try #require(seen.asideKey, "\(name)")
        #expect(try store.loadData(forKey: aside) == kept, "\(name)")
        #expect(try Set(store.keys()) == ["library", aside])
        // The upgrade goes on with what the older release has saved, and the other is still there to be put back.
        #expect(try newer.run(store, .moveAside, isJSON, false).notes == ["from \(older.number)"], "\(name)")
        try store.moveData(forKey: aside, toKey: "library")
        #expect(try newer.run(store, .report, isJSON, false).notes == ["from \(newer.number)"], "\(name)")
      }
    }
  }

  @Test("Back and forth for long, nothing is ever lost", arguments: [false, true])
  func backAndForth(isJSON: Bool) throws {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<10 {
      let store = try self.store()
      var saved = 0
      for _ in 0..<12 {
        let release = try #require(Release.all.randomElement(using: &random))
        let seen = try release.run(store, .moveAside, isJSON, true)
        #expect(seen.notes.last == "from \(release.number)")
        saved += 1
      }
      // Every note that was ever saved is in one of the files.
      var found = 0
      for key in try store.keys() {
        let data = try #require(try store.loadData(forKey: key))
        let text = String(decoding: data, as: UTF8.self)
        found += text.components(separatedBy: "from ").count - 1
      }
      // Archives have equal texts once.
      #expect(isJSON ? found == saved : found > 0)
    }
  }
}
