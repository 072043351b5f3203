import AutoCoding

extension Zoo {
  /// An enum with rules for the values of its cases.
  package enum Passage: AutoCoding, Hashable {
    case emptyLine
    case plainText(String)
    case imageLink(url: String, detail: String, size: Int?)

    package static let propertyRules: PropertyRules = [
      "plainText._0": .key("text"), "imageLink.detail": .default("auto").omitsDefault, "imageLink.size": .encodesNil,
    ]
  }

  /// A model that leaves out its defaults, and reads null as a missing key.
  package struct Letter: AutoCoding, Hashable {
    var title: String
    var tags: [String]
    var size: Double
    var isOpen: Bool
    var note: String?
    var copies: [String: Int]
    var passages: [Passage]

    package static let propertyRules: PropertyRules = [
      "tags": .default([]).omitsDefault, "size": .default(12).omitsDefault.defaultForNull,
      "isOpen": .default(true).defaultForNull, "note": .default("none").omitsDefault,
      "copies": .default([:]).omitsDefault.key("about.copies"),
    ]
  }

  package static var omissions: [any ZooSpecimen] {
    [
      Specimen(
        "enum with rules for its values",
        [
          Passage.emptyLine, .plainText(""), .imageLink(url: "a", detail: "auto", size: nil),
          .imageLink(url: "", detail: "high", size: 3),
        ],
        [
          Twin.Passage.emptyLine, .plainText(""), .imageLink(url: "a", detail: "auto", size: nil),
          .imageLink(url: "", detail: "high", size: 3),
        ]),
      Specimen(
        "struct that leaves out its defaults",
        [
          Letter(
            title: "a", tags: [], size: 12, isOpen: true, note: "none", copies: [:],
            passages: [.emptyLine, .plainText("b")]),
          Letter(title: "", tags: ["c"], size: -0.5, isOpen: false, note: nil, copies: ["d": 1], passages: []),
          Letter(title: "e", tags: [], size: 0, isOpen: true, note: "", copies: [:], passages: []),
        ],
        [
          Twin.Letter(
            title: "a", tags: [], size: 12, isOpen: true, note: "none", copies: [:],
            passages: [.emptyLine, .plainText("b")]),
          Twin.Letter(title: "", tags: ["c"], size: -0.5, isOpen: false, note: nil, copies: ["d": 1], passages: []),
          Twin.Letter(title: "e", tags: [], size: 0, isOpen: true, note: "", copies: [:], passages: []),
        ]),
    ]
  }
}

// The same by hand, since the compiler has no rules.
extension Twin {
  package enum Passage: Codable, Hashable {
    case emptyLine
    case plainText(String)
    case imageLink(url: String, detail: String, size: Int?)

    private enum Key: CodingKey { case emptyLine, plainText, imageLink, text, url, detail, size }

    package init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      guard let key = container.allKeys.first, container.allKeys.count == 1 else {
        throw DecodingError.dataCorrupted(.init(codingPath: container.codingPath, debugDescription: "no case"))
      }
      let values = try container.nestedContainer(keyedBy: Key.self, forKey: key)
      switch key {
      case .emptyLine: self = .emptyLine
      case .plainText: self = .plainText(try values.decode(String.self, forKey: .text))
      default:
        self = .imageLink(
          url: try values.decode(String.self, forKey: .url),
          detail: values.contains(.detail) ? try values.decode(String.self, forKey: .detail) : "auto",
          size: try values.decodeIfPresent(Int.self, forKey: .size))
      }
    }

    package func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      switch self {
      case .emptyLine: _ = container.nestedContainer(keyedBy: Key.self, forKey: .emptyLine)
      case .plainText(let text):
        var values = container.nestedContainer(keyedBy: Key.self, forKey: .plainText)
        try values.encode(text, forKey: .text)
      case .imageLink(let url, let detail, let size):
        var values = container.nestedContainer(keyedBy: Key.self, forKey: .imageLink)
        try values.encode(url, forKey: .url)
        if detail != "auto" { try values.encode(detail, forKey: .detail) }
        try values.encode(size, forKey: .size)
      }
    }
  }

  package struct Letter: Codable, Hashable {
    var title: String
    var tags: [String]
    var size: Double
    var isOpen: Bool
    var note: String?
    var copies: [String: Int]
    var passages: [Passage]

    private enum Key: CodingKey { case title, tags, size, isOpen, note, about, copies, passages }

    package init(
      title: String, tags: [String], size: Double, isOpen: Bool, note: String?, copies: [String: Int],
      passages: [Passage]
    ) {
      (self.title, self.tags, self.size, self.isOpen) = (title, tags, size, isOpen)
      (self.note, self.copies, self.passages) = (note, copies, passages)
    }

    package init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      title = try container.decode(String.self, forKey: .title)
      tags = container.contains(.tags) ? try container.decode([String].self, forKey: .tags) : []
      size = try container.decodeIfPresent(Double.self, forKey: .size) ?? 12
      isOpen = try container.decodeIfPresent(Bool.self, forKey: .isOpen) ?? true
      note = container.contains(.note) ? try container.decode(String?.self, forKey: .note) : "none"
      copies = [:]
      if try container.contains(.about) && !container.decodeNil(forKey: .about) {
        let about = try container.nestedContainer(keyedBy: Key.self, forKey: .about)
        if about.contains(.copies) { copies = try about.decode([String: Int].self, forKey: .copies) }
      }
      passages = try container.decode([Passage].self, forKey: .passages)
    }

    package func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(title, forKey: .title)
      if !tags.isEmpty { try container.encode(tags, forKey: .tags) }
      if size != 12 { try container.encode(size, forKey: .size) }
      try container.encode(isOpen, forKey: .isOpen)
      if note != "none" { try container.encode(note, forKey: .note) }
      if !copies.isEmpty {
        var about = container.nestedContainer(keyedBy: Key.self, forKey: .about)
        try about.encode(copies, forKey: .copies)
      }
      try container.encode(passages, forKey: .passages)
    }
  }
}
