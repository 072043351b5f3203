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
    let copy = try JSONDecoder().decode(Teacher.self, from: data)
    // copy.name is "Ada", copy.session is nil, copy.draft is ""
    print(try TypeMap(reflecting: Teacher.self))  // properties, types, keys; what is left out and why
    let fast = try AutoJSONEncoder().encode(teacher)  // the same JSON, straight from memory
    // {"fullName":"Ada","age":0,"home":{"latitude":51.5,"longitude":-0.1},"course":"Algebra"}
    // NSKeyedArchiver's own format, with every object once:
    let archive = try KeyedArchiveEncoder().encode([teacher, teacher])
    let pair = try KeyedArchiveDecoder().decode([Person].self, from: archive)
    // pair[0] === pair[1], and it is a Teacher
    return try [copy, AutoJSONDecoder().decode(Teacher.self, from: fast)] + pair
  }

  nonisolated static let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "readme-\(UUID().uuidString)")

  nonisolated final class AppSettings: StoredObject {
    var name = ""
    @Transient var unsaved = 0
    @MainActor static let shared = Result {
      let folder = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]
      return try AppSettings(identifier: "user", store: FileStore(directory: folder))
    }
  }

  static func saving() throws -> AppSettings {
    let settings = try AppSettings.shared.get()  // what was saved, or the defaults
    settings.name = "Nora"
    try settings.save()
    return settings
  }
}

extension FileManager {
  /// In place of Foundation's, which is the user's own folder.
  fileprivate nonisolated func urls(for directory: SearchPathDirectory, in domain: SearchPathDomainMask) -> [URL] {
    [ReadmeExamples.folder]
  }
}
