import AutoCoding
import Foundation

// A hierarchy of three classes with four fields each. There is no synthesized side: the compiler writes no `Codable`
// for a subclass, it inherits the one of its superclass and loses the subclass's fields.

/// The leaf of the hierarchy, built the same way on every side.
protocol HeadModel: AnyObject, Hashable {
  var name: String { get set }
  var age: Int { get set }
  var email: String? { get set }
  var height: Double { get set }

  var course: String { get set }
  var salary: Double { get set }
  var tenured: Bool { get set }
  var languages: [String] { get set }

  var school: String { get set }
  var budget: Int { get set }
  var since: Date { get set }
  var motto: String? { get set }

  init()
}

extension HeadModel {
  static func sample(_ index: Int) -> Self {
    let head = Self()
    head.name = "Person \(index)"
    head.age = 20 + index % 50
    head.email = index.isMultiple(of: 4) ? nil : "person\(index)@school.example"
    head.height = 1.5 + Double(index % 50) / 100
    head.course = "Course \(index % 12)"
    head.salary = 50_000 + Double(index) * 12.5
    head.tenured = index.isMultiple(of: 2)
    head.languages = ["Deutsch", "français", "italiano"].dropLast(index % 3)
    head.school = "School \(index % 40)"
    head.budget = index * 1000
    head.since = Date(timeIntervalSinceReferenceDate: 600_000_000 + Double(index) * 86_400)
    head.motto = index.isMultiple(of: 2) ? "Non scholae sed vitae" : nil
    return head
  }

  static func samples(_ count: Int) -> [Self] {
    (0..<count).map(sample)
  }

  static func == (left: Self, right: Self) -> Bool {
    left === right
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(age)
    hasher.combine(email)
    hasher.combine(height)
    hasher.combine(course)
    hasher.combine(salary)
    hasher.combine(tenured)
    hasher.combine(languages)
    hasher.combine(school)
    hasher.combine(budget)
    hasher.combine(since)
    hasher.combine(motto)
  }
}

extension Auto {
  class Person: AutoCoding, DefaultInitializable {
    var name = ""
    var age = 0
    var email: String?
    var height = 0.0

    required init() {}
  }

  class Teacher: Person {
    var course = ""
    var salary = 0.0
    var tenured = false
    var languages: [String] = []
  }

  final class Head: Teacher, HeadModel {
    var school = ""
    var budget = 0
    var since = Date(timeIntervalSinceReferenceDate: 0)
    var motto: String?
  }
}

extension Uncached {
  class Person: MirrorEncodable {
    var name = ""
    var age = 0
    var email: String?
    var height = 0.0

    required init() {}
  }

  class Teacher: Person {
    var course = ""
    var salary = 0.0
    var tenured = false
    var languages: [String] = []
  }

  final class Head: Teacher, HeadModel {
    var school = ""
    var budget = 0
    var since = Date(timeIntervalSinceReferenceDate: 0)
    var motto: String?
  }
}
