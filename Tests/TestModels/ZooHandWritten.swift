import AutoCoding

/// Code of the user's own is kept, wherever the type is.
extension Zoo {
  package struct Version: AutoCoding, Hashable {
    let major: Int
    let minor: Int
    init(_ major: Int, _ minor: Int) {
      self.major = major
      self.minor = minor
    }
    package init(from decoder: any Decoder) throws {
      let parts = try decoder.singleValueContainer().decode(String.self).split(separator: ".").map { Int($0) ?? 0 }
      self.init(parts.first ?? 0, parts.last ?? 0)
    }
    package func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode("\(major).\(minor)")
    }
  }

  package final class VersionObject: AutoCoding, Stateful {
    let version: Version
    init(_ version: Version) { self.version = version }
    package init(from decoder: any Decoder) throws { version = try Version(from: decoder) }
    package func encode(to encoder: any Encoder) throws { try version.encode(to: encoder) }
    package var state: [AnyHashable] { [version] }
  }

  /// Only the writing is its own.
  package struct Stamped: AutoCoding, Equatable {
    enum Key: CodingKey { case text, stamp }
    let text: String
    package func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode("stamp", forKey: .stamp)
      try container.encode(text, forKey: .text)
    }
  }

  /// Only the reading is its own.
  package struct Trimmed: AutoCoding, Equatable {
    enum Key: CodingKey { case text }
    let text: String
    init(text: String) { self.text = text }
    package init(from decoder: any Decoder) throws {
      let whole = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .text)
      text = String(whole.drop { $0 == " " })
    }
  }

  package struct HandWrittenProperties: AutoCoding, Equatable {
    let version: Version
    let object: VersionObject?
    let list: [Stamped]
    let map: [String: Trimmed]
    let set: Set<Version>
  }
}

extension Twin {
  package struct Stamped: Codable, Equatable {
    enum Key: CodingKey { case text, stamp }
    let text: String
    package func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode("stamp", forKey: .stamp)
      try container.encode(text, forKey: .text)
    }
  }

  package struct Trimmed: Codable, Equatable {
    enum Key: CodingKey { case text }
    let text: String
    init(text: String) { self.text = text }
    package init(from decoder: any Decoder) throws {
      let whole = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .text)
      text = String(whole.drop { $0 == " " })
    }
  }

  /// A version as the text it is written as.
  package struct HandWrittenProperties: Codable, Equatable {
    let version: String
    let object: String?
    let list: [Stamped]
    let map: [String: Trimmed]
    let set: Set<String>
  }
}

extension Zoo {
  private static func properties() -> [HandWrittenProperties] {
    let version = Version(1, 2)
    return [
      HandWrittenProperties(
        version: version, object: VersionObject(version), list: [Stamped(text: "a")], map: ["b": Trimmed(text: "c")],
        set: [version]),
      HandWrittenProperties(version: version, object: nil, list: [], map: [:], set: []),
    ]
  }

  private static func propertyTwins() -> [Twin.HandWrittenProperties] {
    [
      Twin.HandWrittenProperties(
        version: "1.2", object: "1.2", list: [Twin.Stamped(text: "a")], map: ["b": Twin.Trimmed(text: "c")],
        set: ["1.2"]),
      Twin.HandWrittenProperties(version: "1.2", object: nil, list: [], map: [:], set: []),
    ]
  }

  static var handWritten: [any ZooSpecimen] {
    [
      Specimen("hand-written struct", [Version(1, 2), Version(.max, 0)], ["1.2", "\(Int.max).0"]),
      Specimen("hand-written class", [VersionObject(Version(1, 2))], ["1.2"]),
      Specimen("hand-written encode(to:)", ["", "a"].map(Stamped.init), ["", "a"].map(Twin.Stamped.init)),
      Specimen("hand-written init(from:)", ["", "a"].map(Trimmed.init), ["", "a"].map(Twin.Trimmed.init)),
      Specimen("hand-written code inside", properties(), propertyTwins()),
    ]
  }
}
