import Foundation

extension Hand {
  class Person: Codable {
    var name = ""
    var age = 0
    var email: String?
    var height = 0.0

    private enum CodingKeys: String, CodingKey {
      case name, age, email, height
    }

    init() {}

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name)
      age = try container.decode(Int.self, forKey: .age)
      email = try container.decodeIfPresent(String.self, forKey: .email)
      height = try container.decode(Double.self, forKey: .height)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: .name)
      try container.encode(age, forKey: .age)
      try container.encodeIfPresent(email, forKey: .email)
      try container.encode(height, forKey: .height)
    }
  }

  class Teacher: Person {
    var course = ""
    var salary = 0.0
    var tenured = false
    var languages: [String] = []

    private enum CodingKeys: String, CodingKey {
      case course, salary, tenured, languages
    }

    override init() {
      super.init()
    }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      course = try container.decode(String.self, forKey: .course)
      salary = try container.decode(Double.self, forKey: .salary)
      tenured = try container.decode(Bool.self, forKey: .tenured)
      languages = try container.decode([String].self, forKey: .languages)
      try super.init(from: decoder)
    }

    // `super` gets the same encoder, whose keyed container is then the same one: all levels are written flat, which
    // is what the other sides write.
    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(course, forKey: .course)
      try container.encode(salary, forKey: .salary)
      try container.encode(tenured, forKey: .tenured)
      try container.encode(languages, forKey: .languages)
    }
  }

  final class Head: Teacher, HeadModel {
    var school = ""
    var budget = 0
    var since = Date(timeIntervalSinceReferenceDate: 0)
    var motto: String?

    private enum CodingKeys: String, CodingKey {
      case school, budget, since, motto
    }

    override init() {
      super.init()
    }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      school = try container.decode(String.self, forKey: .school)
      budget = try container.decode(Int.self, forKey: .budget)
      since = try container.decode(Date.self, forKey: .since)
      motto = try container.decodeIfPresent(String.self, forKey: .motto)
      try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(school, forKey: .school)
      try container.encode(budget, forKey: .budget)
      try container.encode(since, forKey: .since)
      try container.encodeIfPresent(motto, forKey: .motto)
    }
  }
}
