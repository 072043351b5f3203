import AutoCoding
import AutoCodingSchema
import Foundation

/// A stored model over eight revisions. Each change is there once as it should be made, and once as a mistake.
enum Revisions {}

/// A revision with its type erased.
struct Revision: Sendable, CustomStringConvertible {
  let description: String
  /// The manifest as it was recorded after those of the revisions before.
  private(set) var manifest: ModelManifest
  /// This revision, and those whose data it has to read.
  private(set) var history: [Revision] = []
  let version: Int
  var isWrong: Bool { description.hasSuffix("wrong") }
  private let encodeAll: @Sendable () throws -> [[Form: Data]]
  private let read: @Sendable (Form, Data, _ isStrict: Bool) throws -> JSONValue

  /// How a value is stored.
  enum Form: CaseIterable { case json, propertyList, keyedArchive }

  init<Model: AutoCoding>(_ name: String, _ type: Model.Type) throws {
    description = name
    manifest = try ModelManifest(of: [type])
    version = type.archiveVersion
    encodeAll = {
      let samples = try (UInt64(0)..<4).map { try ModelValue.sample(of: type, seed: $0) }
      return try (samples + [ModelValue.sample(of: type, seed: 0, isSparse: true)]).map { value in
        [
          .json: try AutoJSONEncoder().encode(value), .propertyList: try AutoPropertyListEncoder().encode(value),
          .keyedArchive: try KeyedArchiveEncoder().encode(value),
        ]
      }
    }
    read = { form, data, isStrict in
      let value: Model
      switch form {
      case .json:
        let decoder = AutoJSONDecoder()
        if isStrict { decoder.unknownKeys = .refuse }
        value = try decoder.decode(type, from: data)
      case .propertyList: value = try AutoPropertyListDecoder().decode(type, from: data)
      case .keyedArchive:
        let decoder = KeyedArchiveDecoder()
        if isStrict { decoder.unknownKeys = .refuse }
        value = try decoder.decode(type, from: data)
      }
      return try JSONValue(encoding: value)
    }
  }

  /// Returns this revision as the successor of those before it.
  func following(_ others: [Revision]) -> Revision {
    var revision = self
    if let last = others.last { revision.manifest = manifest.remembering(last.manifest) }
    revision.history = others + [revision]
    return revision
  }

  /// The first error with which this revision refuses or loses data of another, or of those before that.
  func loss(of other: Revision) throws -> (any Error)? {
    for revision in other.history {
      if let error = try refusal(of: revision, isStrict: true) { return error }
    }
    return nil
  }

  /// The first error with which this revision refuses data of another one, or loses a part of it; nil if there is none.
  ///
  /// - Parameter isStrict: Whether a key that this revision does not know is a loss.
  func refusal(of other: Revision, isStrict: Bool) throws -> (any Error)? {
    for data in try other.encodeAll() {
      for form in Form.allCases {
        guard let data = data[form] else { continue }
        do {
          _ = try read(form, data, isStrict)
        } catch {
          return error
        }
      }
    }
    return nil
  }
}

extension Revisions {
  static let all: [Revision] = {
    do {
      let right = [
        try Revision("1", One.Order.self), try Revision("2", Two.Order.self), try Revision("3", Three.Order.self),
        try Revision("4", Four.Order.self), try Revision("5", Five.Order.self), try Revision("6", Six.Order.self),
        try Revision("7", Seven.Order.self), try Revision("8", Eight.Order.self),
      ]
      let wrong = [
        try Revision("2, wrong", Two.Wrong.self), try Revision("3, wrong", Three.Wrong.self),
        try Revision("4, wrong", Four.Wrong.self), try Revision("5, wrong", Five.Wrong.self),
        try Revision("6, wrong", Six.Wrong.self), try Revision("7, wrong", Seven.Wrong.self),
        try Revision("8, wrong", Eight.Wrong.self),
      ]
      var all: [Revision] = []
      for revision in right { all.append(revision.following(all)) }
      // Who records a mistake gives up older data.
      return all + wrong.map { $0.following([]) }
    } catch {
      fatalError("\(error)")
    }
  }()

  static func named(_ name: String) -> Revision { all.first { $0.description == name } ?? all[0] }

  // MARK: The first revision

  enum One {
    struct Line: AutoCoding {
      var product: String
      var count: Int16
      static let archivedTypeName = "Shop.Line"
    }
    enum State: String, AutoCoding { case open, paid, sent }
    enum Payment: AutoCoding {
      case cash, card(number: String)
      static let archivedTypeName = "Shop.Payment"
    }
    struct Order: AutoCoding {
      var title: String
      var total: Double
      var note: String?
      var lines: [Line]
      var state: State
      var payment: Payment
      static let archivedTypeName = "Shop.Order"
    }
  }

  // MARK: A property is added

  enum Two {
    struct Order: AutoCoding {
      var title: String
      var total: Double
      var note: String?
      var lines: [One.Line]
      var state: One.State
      var payment: One.Payment
      var priority: Int
      static let archivedTypeName = "Shop.Order"
      static let propertyRules: PropertyRules = ["priority": .default(1)]
    }
    struct Wrong: AutoCoding {
      var title: String
      var total: Double
      var note: String?
      var lines: [One.Line]
      var state: One.State
      var payment: One.Payment
      var priority: Int
      static let archivedTypeName = "Shop.Order"
    }
  }

  // MARK: A property is renamed

  enum Three {
    struct Order: AutoCoding {
      var name: String
      var total: Double
      var note: String?
      var lines: [One.Line]
      var state: One.State
      var payment: One.Payment
      var priority: Int
      static let archivedTypeName = "Shop.Order"
      static let propertyRules: PropertyRules = ["priority": .default(1), "name": .formerly("title")]
    }
    struct Wrong: AutoCoding {
      var name: String
      var total: Double
      var note: String?
      var lines: [One.Line]
      var state: One.State
      var payment: One.Payment
      var priority: Int
      static let archivedTypeName = "Shop.Order"
      static let propertyRules: PropertyRules = ["priority": .default(1)]
    }
  }

  // MARK: A property has another type

  enum Four {
    struct Order: AutoCoding {
      var name: String
      var total: Total
      var note: String?
      var lines: [One.Line]
      var state: One.State
      var payment: One.Payment
      var priority: Int
      static let archivedTypeName = "Shop.Order"
      static let propertyRules: PropertyRules = ["priority": .default(1), "name": .formerly("title")]
      static var archiveVersion: Int { 1 }
      static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
        try Total.migrate(&properties)
      }
    }
    struct Total: AutoCoding {
      var cents: Int
      static let archivedTypeName = "Shop.Total"

      static func migrate(_ properties: inout ArchivedProperties) throws {
        let total = try properties.decode(Double.self, forKey: "total")
        try properties.encode(Total(cents: Int(total * 100)), forKey: "total")
      }
    }
    struct Wrong: AutoCoding {
      var name: String
      var total: Total
      var note: String?
      var lines: [One.Line]
      var state: One.State
      var payment: One.Payment
      var priority: Int
      static let archivedTypeName = "Shop.Order"
      static let propertyRules: PropertyRules = ["priority": .default(1), "name": .formerly("title")]
    }
  }

  // MARK: A type is renamed

  enum Five {
    struct Item: AutoCoding {
      var product: String
      var count: Int
      static let archivedTypeName = "Shop.Item"
      static let formerTypeNames = ["Shop.Line"]
    }
    struct Order: AutoCoding {
      var name: String
      var total: Four.Total
      var note: String?
      var lines: [Item]
      var state: One.State
      var payment: One.Payment
      var priority: Int
      static let archivedTypeName = "Shop.Order"
      static let propertyRules: PropertyRules = ["priority": .default(1), "name": .formerly("title")]
      static var archiveVersion: Int { 1 }
      static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
        try Four.Total.migrate(&properties)
      }
    }
    struct WrongItem: AutoCoding {
      var product: String
      var count: Int
      static let archivedTypeName = "Shop.Item"
    }
    struct Wrong: AutoCoding {
      var name: String
      var total: Four.Total
      var note: String?
      var lines: [WrongItem]
      var state: One.State
      var payment: One.Payment
      var priority: Int
      static let archivedTypeName = "Shop.Order"
      static let propertyRules: PropertyRules = ["priority": .default(1), "name": .formerly("title")]
      static var archiveVersion: Int { 1 }
      static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
        try Four.Total.migrate(&properties)
      }
    }
  }

  // MARK: Cases are renamed and added

  enum Six {
    enum State: String, AutoCoding { case open, settled = "paid", sent, returned }
    enum Payment: AutoCoding {
      case coins, card(number: String)
      enum CodingKeys: String, CodingKey { case coins = "cash", card }
      static let archivedTypeName = "Shop.Payment"
    }
    struct Order: AutoCoding {
      var name: String
      var total: Four.Total
      var note: String?
      var lines: [Five.Item]
      var state: State
      var payment: Payment
      var priority: Int
      static let archivedTypeName = "Shop.Order"
      static let propertyRules: PropertyRules = ["priority": .default(1), "name": .formerly("title")]
      static var archiveVersion: Int { 1 }
      static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
        try Four.Total.migrate(&properties)
      }
    }
    enum WrongState: String, AutoCoding { case open, settled, sent, returned }
    enum WrongPayment: AutoCoding {
      case coins, card(number: String)
      static let archivedTypeName = "Shop.Payment"
    }
    struct Wrong: AutoCoding {
      var name: String
      var total: Four.Total
      var note: String?
      var lines: [Five.Item]
      var state: WrongState
      var payment: WrongPayment
      var priority: Int
      static let archivedTypeName = "Shop.Order"
      static let propertyRules: PropertyRules = ["priority": .default(1), "name": .formerly("title")]
      static var archiveVersion: Int { 1 }
      static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
        try Four.Total.migrate(&properties)
      }
    }
  }

  // MARK: An Optional is required

  enum Seven {
    struct Order: AutoCoding {
      var name: String
      var total: Four.Total
      var note: String
      var lines: [Five.Item]
      var state: Six.State
      var payment: Six.Payment
      var priority: Int
      static let archivedTypeName = "Shop.Order"
      static let propertyRules: PropertyRules = ["priority": .default(1), "name": .formerly("title")]
      static var archiveVersion: Int { 2 }
      static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
        if version < 1 { try Four.Total.migrate(&properties) }
        try properties.encode(properties.decodeIfPresent(String.self, forKey: "note") ?? "-", forKey: "note")
      }
    }
    struct Wrong: AutoCoding {
      var name: String
      var total: Four.Total
      var note: String
      var lines: [Five.Item]
      var state: Six.State
      var payment: Six.Payment
      var priority: Int
      static let archivedTypeName = "Shop.Order"
      static let propertyRules: PropertyRules = [
        "priority": .default(1), "name": .formerly("title"), "note": .default("-"),
      ]
      static var archiveVersion: Int { 1 }
      static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
        try Four.Total.migrate(&properties)
      }
    }
  }

  // MARK: A property is removed

  enum Eight {
    struct Order: AutoCoding {
      var name: String
      var total: Four.Total
      var note: String
      var lines: [Five.Item]
      var state: Six.State
      var payment: Six.Payment
      static let archivedTypeName = "Shop.Order"
      static let propertyRules: PropertyRules = ["name": .formerly("title")]
      static var archiveVersion: Int { 3 }
      static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
        if version < 2 { try Seven.Order.migrate(&properties, from: version) }
        properties.removeValue(forKey: "priority")
      }
    }
    struct Wrong: AutoCoding {
      var name: String
      var total: Four.Total
      var note: String
      var lines: [Five.Item]
      var state: Six.State
      var payment: Six.Payment
      static let archivedTypeName = "Shop.Order"
      static let propertyRules: PropertyRules = ["name": .formerly("title")]
    }
  }
}
