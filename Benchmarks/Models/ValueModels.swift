import AutoCoding
import Foundation

/// An object of several kinds of properties, for what is done with values by their maps and by hand.
final class Ticket: AutoCoding {
  var id = 0
  var title = ""
  var score = 0.0
  var isOpen = false
  var nickname: String?
  var tags: [String] = []
  var created = Date(timeIntervalSinceReferenceDate: 0)
  var place = Auto.Place(city: "", latitude: 0, longitude: 0)

  init() {}

  /// As one writes it by hand: every property, one by one.
  func copied() -> Ticket {
    let copy = Ticket()
    copy.id = id
    copy.title = title
    copy.score = score
    copy.isOpen = isOpen
    copy.nickname = nickname
    copy.tags = tags
    copy.created = created
    copy.place = place
    return copy
  }

  func isEqual(to other: Ticket) -> Bool {
    id == other.id && title == other.title && score == other.score && isOpen == other.isOpen
      && nickname == other.nickname && tags == other.tags && created == other.created && place == other.place
  }

  static func samples(_ count: Int) -> [Ticket] {
    Auto.Mixed.samples(count).map { sample in
      let ticket = Ticket()
      ticket.id = sample.id
      ticket.title = sample.name
      ticket.score = sample.score
      ticket.isOpen = sample.active
      ticket.nickname = sample.nickname
      ticket.tags = sample.tags
      ticket.created = sample.created
      ticket.place = sample.place
      return ticket
    }
  }
}

/// A tree of objects.
final class Branch: AutoCoding {
  var name: String
  var children: [Branch]

  init(_ name: String, _ children: [Branch]) {
    self.name = name
    self.children = children
  }

  func copied() -> Branch { Branch(name, children.map { $0.copied() }) }

  func isEqual(to other: Branch) -> Bool {
    name == other.name && children.count == other.children.count
      && zip(children, other.children).allSatisfy { $0.isEqual(to: $1) }
  }

  var size: Int { children.reduce(1) { $0 + $1.size } }

  /// - Returns: A tree of 4 children each, with `4^levels / 3` objects or so.
  static func sample(levels: Int, name: String = "b") -> Branch {
    Branch(name, levels == 0 ? [] : (0..<4).map { sample(levels: levels - 1, name: "\(name).\($0)") })
  }
}
