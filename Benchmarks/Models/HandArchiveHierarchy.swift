import Foundation

class HandArchivePerson: NSObject, NSSecureCoding {
  class var supportsSecureCoding: Bool { true }
  var name = ""
  var age = 0
  var email: String?
  var height = 0.0

  override required init() {}

  required init?(coder: NSCoder) {
    guard let name = coder.decodeObject(of: NSString.self, forKey: "name") as String? else { return nil }
    self.name = name
    age = coder.decodeInteger(forKey: "age")
    email = coder.decodeObject(of: NSString.self, forKey: "email") as String?
    height = coder.decodeDouble(forKey: "height")
  }

  func encode(with coder: NSCoder) {
    coder.encode(name as NSString, forKey: "name")
    coder.encode(age, forKey: "age")
    coder.encode(email as NSString?, forKey: "email")
    coder.encode(height, forKey: "height")
  }
}

class HandArchiveTeacher: HandArchivePerson {
  var course = ""
  var salary = 0.0
  var tenured = false
  var languages: [String] = []

  required init() { super.init() }

  required init?(coder: NSCoder) {
    guard let course = coder.decodeObject(of: NSString.self, forKey: "course") as String?,
      let languages = coder.decodeObject(of: [NSArray.self, NSString.self], forKey: "languages") as? [String]
    else { return nil }
    self.course = course
    salary = coder.decodeDouble(forKey: "salary")
    tenured = coder.decodeBool(forKey: "tenured")
    self.languages = languages
    super.init(coder: coder)
  }

  override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(course as NSString, forKey: "course")
    coder.encode(salary, forKey: "salary")
    coder.encode(tenured, forKey: "tenured")
    coder.encode(languages as NSArray, forKey: "languages")
  }
}

final class HandArchiveHead: HandArchiveTeacher, HeadModel {
  var school = ""
  var budget = 0
  var since = Date(timeIntervalSinceReferenceDate: 0)
  var motto: String?

  required init() { super.init() }

  required init?(coder: NSCoder) {
    guard let school = coder.decodeObject(of: NSString.self, forKey: "school") as String?,
      let since = coder.decodeObject(of: NSDate.self, forKey: "since") as Date?
    else { return nil }
    self.school = school
    budget = coder.decodeInteger(forKey: "budget")
    self.since = since
    motto = coder.decodeObject(of: NSString.self, forKey: "motto") as String?
    super.init(coder: coder)
  }

  override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(school as NSString, forKey: "school")
    coder.encode(budget, forKey: "budget")
    coder.encode(since as NSDate, forKey: "since")
    coder.encode(motto as NSString?, forKey: "motto")
  }
}
