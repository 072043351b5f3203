import AutoCodingFoundation
import Foundation

/// The recipes of `Docs/Cookbook.md`, compiled with the main actor as default isolation.
enum CookbookExamples {
  static func foundation() throws -> Novel? {
    let novel = Novel()
    novel.title = "Middlemarch"
    novel.categories = ["classic", "society"]
    let archive = try KeyedArchiveEncoder().encode(novel)
    let back = try NSKeyedUnarchiver.unarchivedObject(ofClass: Novel.self, from: archive)
    return back
  }

  class Vehicle: AutoCoding, DefaultInitializable {
    var wheels = 4
    required init() {}
  }

  nonisolated final class Truck: Vehicle {
    var load = 0.0
  }

  static func file(_ url: URL) throws -> [Vehicle] {
    let truck = Truck()
    truck.load = 7.5
    try JSONCoder().write([truck, Vehicle()], to: url)
    let garage = try JSONCoder().read([Vehicle].self, from: url)  // a Truck and a Vehicle
    return garage
  }

  struct Forecast: AutoCoding {
    var degrees: [Double]
  }

  static func cache(_ store: some DataStore, _ downloaded: Forecast, show: (Forecast) -> Void) throws {
    let forecasts = Cache<Forecast>(store: store, lifetime: 3600)
    // Nil if there is none, if it is too old, or if an older version of the app wrote another format.
    if let known = try forecasts.load(forKey: "Bern") { show(known) }
    // False if nothing has changed.
    if try forecasts.update(with: downloaded, forKey: "Bern") { show(downloaded) }
  }

  nonisolated final class EditorSettings: StoredObject {
    var width = 800
    var recentFiles: [String] = []
    @Transient var search = ""  // not kept
  }

  static func settings(_ folder: URL) throws -> EditorSettings {
    let settings = try EditorSettings(identifier: "editor", store: FileStore(directory: folder))
    settings.width = 1024
    try settings.save()
    settings.width = 0
    try settings.load()  // 1024 again
    try settings.remove()  // the file is gone, and the properties have their defaults
    return settings
  }

  struct Secret: AutoCoding { var token = "" }

  static func secret(_ token: String) throws {
    let secret = try Stored(Secret(), identifier: "login", store: KeyringStore(service: "com.example.editor"))
    try secret.update { $0.token = token }
  }

  static func dictionaries(_ place: Place) throws -> Place {
    var dictionary = try DictionaryEncoder().encode(place)  // ["name": "Bern", "visitors": 7]
    dictionary["visitors"] = 8
    let changed = try DictionaryDecoder().decode(Place.self, from: dictionary)
    return changed
  }

  struct Friend: AutoCoding {
    var firstName: String, lastName: String
    var mail: String?  // new in version 1, needs nothing
    static var archiveVersion: Int { 3 }

    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      if version < 2 { properties.renameKey("fullName", to: "name") }
      guard version < 3 else { return }
      let parts = try properties.decode(String.self, forKey: "name").split(separator: " ", maxSplits: 1)
      try properties.encode(String(parts.first ?? ""), forKey: "firstName")
      try properties.encode(String(parts.dropFirst().first ?? ""), forKey: "lastName")
      properties.removeValue(forKey: "name")
    }
  }

  struct Card: AutoCoding {
    struct Image: AutoCoding { var url: String, width: Int }
    var image: Image?
    var size: Int
    var images: [Image]
    static let propertyRules: PropertyRules = [
      "image": .nilForUndecodable, "size": .default(12).defaultForUndecodable, "images": .skipsUndecodableElements,
    ]
  }

  struct Drawing: AutoCoding {
    var title = ""
    var strokes: [[Double]] = []
  }

  static func undo(_ drawing: inout Drawing) throws {
    let before = drawing
    drawing.strokes.append([0, 0, 5, 5])
    let edit = try ModelDifference(from: before, to: drawing)
    print(edit)  // what has changed, for a menu or a log
    try edit.reversed().apply(to: &drawing)  // undo
    try edit.apply(to: &drawing)  // redo
  }
}

nonisolated final class Novel: AutoCodingObject {
  var title = ""
  var categories: Set<String> = []
}

struct Place: AutoCoding { let name: String, visitors: Int }

nonisolated final class Pin: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  let place: Place
  init(place: Place) { self.place = place }
  func encode(with coder: NSCoder) { coder.encode(place, forKey: "place") }

  required init?(coder: NSCoder) {
    guard let place = coder.decode(Place.self, forKey: "place") else { return nil }
    self.place = place
  }
}
