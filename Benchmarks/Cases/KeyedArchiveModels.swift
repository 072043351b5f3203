import AutoCoding
import Foundation

// What archives are made of: shapes that both sides have, each as a class of its own under the same archived name, so that
// either side reads what the other wrote.

/// Six fields without an object of their own in an archive.
protocol ArchiveFlatModel: AnyObject {
  var number: Int { get set }
  var ratio: Double { get set }
  var isActive: Bool { get set }
  var count: Int32 { get set }
  var weight: Float { get set }
  var large: Int { get set }

  init()
}

/// A field of every common kind.
protocol ArchiveMixedModel: AnyObject {
  associatedtype Place: ArchivePlaceModel

  var id: Int { get set }
  var name: String { get set }
  var score: Double { get set }
  var isActive: Bool { get set }
  var nickname: String? { get set }
  var tags: [String] { get set }
  var created: Date { get set }
  var place: Place { get set }

  init()
}

protocol ArchivePlaceModel {
  var latitude: Double { get set }
  var longitude: Double { get set }

  init()
}

/// An object that refers to others, which others refer to as well.
protocol ArchiveNodeModel: AnyObject {
  var id: Int { get set }
  var weight: Double { get set }
  var parent: Self? { get set }
  var links: [Self] { get set }

  init()
}

extension ArchiveFlatModel {
  static func samples(_ count: Int) -> [Self] {
    (0..<count).map { index in
      let object = Self()
      object.number = index * 7919
      object.ratio = Double(index) * 1.37 - 1000
      object.isActive = index.isMultiple(of: 2)
      object.count = Int32(truncatingIfNeeded: index % 1000)
      object.weight = Float(index % 50) / 4
      object.large = 1 << 40 + index
      return object
    }
  }

  func combine(into hasher: inout Hasher) {
    hasher.combine(number)
    hasher.combine(ratio)
    hasher.combine(isActive)
    hasher.combine(count)
    hasher.combine(weight)
    hasher.combine(large)
  }
}

extension ArchiveMixedModel {
  static func samples(_ count: Int) -> [Self] {
    (0..<count).map { index in
      let object = Self()
      object.id = index * 7919
      object.name = "Object number \(index)"
      object.score = Double(index) * 1.37 - 1000
      object.isActive = index.isMultiple(of: 2)
      object.nickname = index.isMultiple(of: 3) ? nil : "nick \(index % 100)"
      object.tags = (0..<index % 5).map { "tag\($0)" }
      object.created = Date(timeIntervalSinceReferenceDate: 700_000_000 + Double(index) * 61.25)
      object.place.latitude = 47.3769 + Double(index % 10)
      object.place.longitude = 8.5417 - Double(index % 7)
      return object
    }
  }

  func combine(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(name)
    hasher.combine(score)
    hasher.combine(isActive)
    hasher.combine(nickname)
    hasher.combine(tags)
    hasher.combine(created)
    hasher.combine(place.latitude)
    hasher.combine(place.longitude)
  }
}

extension ArchiveNodeModel {
  /// Nodes that refer to some before them. There are no cycles, which `NSKeyedUnarchiver` does not survive on Linux, and no
  /// long chains, which it takes stack for.
  static func samples(_ count: Int) -> [Self] {
    var nodes: [Self] = []
    for index in 0..<count {
      let node = Self()
      node.id = index
      node.weight = Double(index) / 8
      if index > 0 {
        node.parent = nodes[index / 2]
        node.links = [nodes[index / 3], nodes[index / 5]]
      }
      nodes.append(node)
    }
    return nodes
  }

  /// Identity is part of what the node says: that its links are the same objects as others are.
  func combine(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(weight)
    hasher.combine(parent?.id)
    for link in links {
      hasher.combine(link.id)
      hasher.combine(link.parent === parent?.parent)
    }
  }
}

extension Auto {
  final class ArchiveFlat: AutoCoding, DefaultInitializable, ArchiveFlatModel {
    static var archivedTypeName: String { "benchmarks.HandArchiveFlat" }
    var number = 0
    var ratio = 0.0
    var isActive = false
    var count: Int32 = 0
    var weight: Float = 0
    var large = 0

    init() {}
  }

  final class ArchiveMixed: AutoCoding, DefaultInitializable, ArchiveMixedModel {
    static var archivedTypeName: String { "benchmarks.HandArchiveMixed" }
    var id = 0
    var name = ""
    var score = 0.0
    var isActive = false
    var nickname: String?
    var tags: [String] = []
    var created = Date(timeIntervalSinceReferenceDate: 0)
    var place = ArchivePlace()

    init() {}
  }

  struct ArchivePlace: AutoCoding, ArchivePlaceModel {
    static var archivedTypeName: String { "benchmarks.HandArchivePlace" }
    var latitude = 0.0
    var longitude = 0.0
  }

  class ArchivePerson: AutoCoding, DefaultInitializable {
    class var archivedTypeName: String { "benchmarks.HandArchivePerson" }
    var name = ""
    var age = 0
    var email: String?
    var height = 0.0

    required init() {}
  }

  class ArchiveTeacher: ArchivePerson {
    override class var archivedTypeName: String { "benchmarks.HandArchiveTeacher" }
    var course = ""
    var salary = 0.0
    var tenured = false
    var languages: [String] = []
  }

  final class ArchiveHead: ArchiveTeacher, HeadModel {
    override class var archivedTypeName: String { "benchmarks.HandArchiveHead" }
    var school = ""
    var budget = 0
    var since = Date(timeIntervalSinceReferenceDate: 0)
    var motto: String?
  }

  final class ArchiveNode: AutoCoding, DefaultInitializable, ArchiveNodeModel {
    static var archivedTypeName: String { "benchmarks.HandArchiveNode" }
    var id = 0
    var weight = 0.0
    var parent: ArchiveNode?
    var links: [ArchiveNode] = []

    init() {}
  }
}

extension HeadModel {
  /// What `hash(into:)` does, which is another function for an `NSObject`.
  func combine(into hasher: inout Hasher) {
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
