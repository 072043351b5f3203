import AutoCodingFoundation
import Foundation

// The same shapes as those with `NSSecureCoding` written by hand, by the base class. At the top level, since Foundation on
// Linux has no names for nested classes.

final class BridgedFlat: AutoCodingObject, ArchiveFlatModel {
  var number = 0
  var ratio = 0.0
  var isActive = false
  var count: Int32 = 0
  var weight: Float = 0
  var large = 0
}

final class BridgedMixed: AutoCodingObject, ArchiveMixedModel {
  var id = 0
  var name = ""
  var score = 0.0
  var isActive = false
  var nickname: String?
  var tags: [String] = []
  var created = Date(timeIntervalSinceReferenceDate: 0)
  var place = BridgedPlace()
}

final class BridgedPlace: AutoCodingObject, ArchivePlaceModel {
  var latitude = 0.0
  var longitude = 0.0
}

final class BridgedStructured: AutoCodingObject, ArchiveMixedModel {
  var id = 0
  var name = ""
  var score = 0.0
  var isActive = false
  var nickname: String?
  var tags: [String] = []
  var created = Date(timeIntervalSinceReferenceDate: 0)
  var place = BridgedPoint()
}

struct BridgedPoint: AutoCoding, ArchivePlaceModel {
  var latitude = 0.0
  var longitude = 0.0
}

class BridgedPerson: AutoCodingObject {
  var name = ""
  var age = 0
  var email: String?
  var height = 0.0
}

class BridgedTeacher: BridgedPerson {
  var course = ""
  var salary = 0.0
  var tenured = false
  var languages: [String] = []
}

final class BridgedHead: BridgedTeacher, HeadModel {
  var school = ""
  var budget = 0
  var since = Date(timeIntervalSinceReferenceDate: 0)
  var motto: String?
}

final class BridgedNode: AutoCodingObject, ArchiveNodeModel {
  var id = 0
  var weight = 0.0
  var parent: BridgedNode?
  var links: [BridgedNode] = []
}
