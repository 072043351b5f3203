import AutoCodingFoundation
import Foundation

/// The examples of the README, compiled with the main actor as default isolation.
enum ReadmeExamples {
  struct Coordinate: AutoCoding {
    let latitude: Double
    let longitude: Double
  }

  class Person: AutoCoding, DefaultInitializable {
    var name = ""
    var age = 0
    var home: Coordinate?
    var session: String?  // not coded
    class var unEncodedProperties: Set<String> { ["session"] }
    class var propertyKeys: [String: String] { ["name": "fullName"] }
    required init() {}
  }

  nonisolated final class Teacher: Person {
    var course = ""
    var salary = 0  // not coded
    @Transient var draft = ""  // not coded
    override class var unEncodedProperties: Set<String> { ["salary"] }  // joined with Person's
  }

  static func coding() throws -> [Person] {
    let teacher = Teacher()
    teacher.name = "Ada"
    teacher.home = Coordinate(latitude: 51.5, longitude: -0.1)
    teacher.course = "Algebra"
    teacher.session = "secret"
    let data = try JSONEncoder().encode(teacher)
    // {"fullName":"Ada","age":0,"home":{"latitude":51.5,"longitude":-0.1},"course":"Algebra"}
    let copy = try JSONDecoder().decode(Teacher.self, from: data)
    // copy.name is "Ada", copy.session is nil, copy.draft is ""
    print(try TypeMap(reflecting: Teacher.self))  // properties, types, keys; what is left out and why
    let fast = try AutoJSONEncoder().encode(teacher)  // the same JSON, straight from memory
    // NSKeyedArchiver's own format, with every object once:
    let archive = try KeyedArchiveEncoder().encode([teacher, teacher])
    let pair = try KeyedArchiveDecoder().decode([Person].self, from: archive)
    // pair[0] === pair[1], and it is a Teacher
    return try [copy, AutoJSONDecoder().decode(Teacher.self, from: fast)] + pair
  }

  static let folder = FileManager.default.temporaryDirectory.appendingPathComponent("readme-\(UUID().uuidString)")

  nonisolated final class AppSettings: StoredObject {
    var name = ""
    var home: Coordinate?
    @Transient var unsaved = 0
    @MainActor static let shared = Result {
      try AppSettings(identifier: "user", store: FileStore(directory: .applicationSupportDirectory))
    }
  }

  static func saving() throws -> AppSettings {
    let settings = try AppSettings.shared.get()  // what was saved, or the defaults
    settings.name = "Nora"
    try settings.save()
    return settings
  }
}

extension URL {
  /// In place of Foundation's, which is the user's own folder.
  fileprivate static var applicationSupportDirectory: URL { ReadmeExamples.folder }
}
