import AutoCodingFoundation

/// Four versions of one app's library: each is what the app of that release had under the same identifier.
///
/// 1: a library of notes. 2: properties are added, one goes, and `Note` becomes `Entry`. 3: the model is of version 1, and a
/// title is split. 4: the model is of version 2, the library's own class is renamed, and a subclass of entries is added.
enum Release1 {
  final class Library: StoredObject {
    var title = "Untitled"
    var notes: [Note] = []
    var draft = ""
    override class var archivedTypeName: String { "Upgrade.Library" }
  }
  class Note: AutoCoding {
    var text = ""
    init(_ text: String = "") { self.text = text }
    class var archivedTypeName: String { "Upgrade.Note" }
  }
}

enum Release2 {
  final class Library: StoredObject {
    var title = "Untitled"
    var notes: [Entry] = []
    var count = 7
    override class var archivedTypeName: String { "Upgrade.Library" }
  }
  class Entry: AutoCoding, DefaultInitializable {
    var text = ""
    var isPinned = false
    required init() {}
    class var archivedTypeName: String { "Upgrade.Entry" }
    class var formerTypeNames: Set<String> { ["Upgrade.Note"] }
  }
}

enum Release3 {
  final class Library: StoredObject {
    var heading = ""
    var subtitle = ""
    var notes: [Entry] = []
    var count = 7
    override class var archivedTypeName: String { "Upgrade.Library" }
    override class var archiveVersion: Int { 1 }
    override class func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      try splitTitle(&properties, from: version)
    }
  }
  class Entry: AutoCoding, DefaultInitializable {
    var text = ""
    var isPinned = false
    required init() {}
    class var archivedTypeName: String { "Upgrade.Entry" }
    class var formerTypeNames: Set<String> { ["Upgrade.Note"] }
  }
}

enum Release4 {
  final class Collection: StoredObject {
    var heading = ""
    var subtitle = ""
    var entries: [Entry] = []
    override class var archivedTypeName: String { "Upgrade.Collection" }
    override class var formerTypeNames: Set<String> { ["Upgrade.Library"] }
    override class var propertyRules: PropertyRules { ["entries": .formerly("notes")] }
    override class var archiveVersion: Int { 2 }
    override class func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      if version < 1 { try splitTitle(&properties, from: version) }
    }
  }
  class Entry: AutoCoding, DefaultInitializable {
    var text = ""
    var isPinned = false
    required init() {}
    class var archivedTypeName: String { "Upgrade.Entry" }
    class var formerTypeNames: Set<String> { ["Upgrade.Note"] }
  }
}

/// A second class of the newest name, since a name of several types leads to none: so it is unknown, as it is to a process
/// that has only the older releases.
final class Namesake: AutoCoding {
  class var archivedTypeName: String { "Upgrade.Collection" }
  init() {}
}

private func splitTitle(_ properties: inout ArchivedProperties, from version: Int) throws {
  let title = try properties.decode(String.self, forKey: "title")
  let parts = title.split(separator: ":", maxSplits: 1)
  try properties.encode(String(parts.first ?? ""), forKey: "heading")
  try properties.encode(parts.count > 1 ? String(parts[1]) : "", forKey: "subtitle")
  properties.removeValue(forKey: "title")
}
