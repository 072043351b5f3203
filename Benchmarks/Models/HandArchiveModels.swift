import Foundation

// `NSSecureCoding` written by hand. At the top level, since `NSKeyedUnarchiver` does not survive the name of a nested class
// on Linux.

final class HandArchiveFlat: NSObject, NSSecureCoding, ArchiveFlatModel {
  static var supportsSecureCoding: Bool { true }
  var number = 0
  var ratio = 0.0
  var isActive = false
  var count: Int32 = 0
  var weight: Float = 0
  var large = 0

  override init() {}

  init?(coder: NSCoder) {
    number = coder.decodeInteger(forKey: "number")
    ratio = coder.decodeDouble(forKey: "ratio")
    isActive = coder.decodeBool(forKey: "isActive")
    count = coder.decodeInt32(forKey: "count")
    weight = coder.decodeFloat(forKey: "weight")
    large = coder.decodeInteger(forKey: "large")
  }

  func encode(with coder: NSCoder) {
    coder.encode(number, forKey: "number")
    coder.encode(ratio, forKey: "ratio")
    coder.encode(isActive, forKey: "isActive")
    coder.encode(count, forKey: "count")
    coder.encode(weight, forKey: "weight")
    coder.encode(large, forKey: "large")
  }
}

final class HandArchiveMixed: NSObject, NSSecureCoding, ArchiveMixedModel {
  static var supportsSecureCoding: Bool { true }
  var id = 0
  var name = ""
  var score = 0.0
  var isActive = false
  var nickname: String?
  var tags: [String] = []
  var created = Date(timeIntervalSinceReferenceDate: 0)
  var place = HandArchivePlace()

  override init() {}

  init?(coder: NSCoder) {
    guard let name = coder.decodeObject(of: NSString.self, forKey: "name") as String?,
      let tags = coder.decodeObject(of: [NSArray.self, NSString.self], forKey: "tags") as? [String],
      let created = coder.decodeObject(of: NSDate.self, forKey: "created") as Date?,
      let place = coder.decodeObject(of: HandArchivePlace.self, forKey: "place")
    else { return nil }
    id = coder.decodeInteger(forKey: "id")
    self.name = name
    score = coder.decodeDouble(forKey: "score")
    isActive = coder.decodeBool(forKey: "isActive")
    nickname = coder.decodeObject(of: NSString.self, forKey: "nickname") as String?
    self.tags = tags
    self.created = created
    self.place = place
  }

  func encode(with coder: NSCoder) {
    coder.encode(id, forKey: "id")
    coder.encode(name as NSString, forKey: "name")
    coder.encode(score, forKey: "score")
    coder.encode(isActive, forKey: "isActive")
    coder.encode(nickname as NSString?, forKey: "nickname")
    coder.encode(tags as NSArray, forKey: "tags")
    coder.encode(created as NSDate, forKey: "created")
    coder.encode(place, forKey: "place")
  }
}

final class HandArchivePlace: NSObject, NSSecureCoding, ArchivePlaceModel {
  static var supportsSecureCoding: Bool { true }
  var latitude = 0.0
  var longitude = 0.0

  override init() {}

  init?(coder: NSCoder) {
    latitude = coder.decodeDouble(forKey: "latitude")
    longitude = coder.decodeDouble(forKey: "longitude")
  }

  func encode(with coder: NSCoder) {
    coder.encode(latitude, forKey: "latitude")
    coder.encode(longitude, forKey: "longitude")
  }
}

final class HandArchiveNode: NSObject, NSSecureCoding, ArchiveNodeModel {
  static var supportsSecureCoding: Bool { true }
  var id = 0
  var weight = 0.0
  var parent: HandArchiveNode?
  var links: [HandArchiveNode] = []

  override init() {}

  init?(coder: NSCoder) {
    guard
      let links = coder.decodeObject(of: [NSArray.self, HandArchiveNode.self], forKey: "links") as? [HandArchiveNode]
    else { return nil }
    id = coder.decodeInteger(forKey: "id")
    weight = coder.decodeDouble(forKey: "weight")
    parent = coder.decodeObject(of: HandArchiveNode.self, forKey: "parent")
    self.links = links
  }

  func encode(with coder: NSCoder) {
    coder.encode(id, forKey: "id")
    coder.encode(weight, forKey: "weight")
    coder.encode(parent, forKey: "parent")
    coder.encode(links as NSArray, forKey: "links")
  }
}
