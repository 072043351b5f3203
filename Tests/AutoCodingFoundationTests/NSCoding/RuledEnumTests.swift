import AutoCodingFoundation
import Foundation
import Testing

/// What an earlier version of an app archives.
private enum OldTicket: AutoCoding, Equatable {
  case plain
  case wide(size: Int)
  case strange(text: String)
  static var archivedTypeName: String { "Tests.Ticket" }
}

private enum Ticket: AutoCoding, Equatable {
  case basic
  case broad(size: Int)
  case other
  static var archivedTypeName: String { "Tests.Ticket" }
  static let propertyRules: PropertyRules = ["basic": .formerly("simple", "plain"), "broad": .formerly("wide")]
  static let typeRules = TypeRules(unknownCase: "other")
}

private enum OldState: String, AutoCoding { case open, lost }
private enum State: String, AutoCoding {
  case open, unknown
  static let typeRules = TypeRules(unknownCase: "unknown")
}

/// Archives name a case as they do without a case key.
private enum OldFigure: AutoCoding, Equatable {
  case circle(radius: Double)
  case spot(Spot)
  case none
  static var archivedTypeName: String { "Tests.Figure" }
}

private enum Figure: AutoCoding, Equatable {
  case circle(radius: Double)
  case dot(Spot)
  case none
  static var archivedTypeName: String { "Tests.Figure" }
  static let propertyRules: PropertyRules = ["dot": .formerly("spot")]
  static let typeRules = TypeRules(caseKey: "figureType", unknownCase: "none")
}

private struct Spot: AutoCoding, Equatable {
  var cityName = "Bern"
  static var archivedTypeName: String { "Tests.Spot" }
  static let typeRules = TypeRules(keyStyle: .kebabCase)
}

final class OldTicketBox: AutoCodingObject {
  fileprivate var firstTicket = OldTicket.plain
  fileprivate var allTickets: [OldTicket] = []
  fileprivate var byName: [String: OldTicket] = [:]
  fileprivate var maybe: OldTicket?
  fileprivate var state = OldState.open
  fileprivate var allStates: [OldState] = []
  fileprivate var figures: [OldFigure] = []
}

final class TicketBox: AutoCodingObject {
  fileprivate var firstTicket = Ticket.other
  fileprivate var allTickets: [Ticket] = []
  fileprivate var byName: [String: Ticket] = [:]
  fileprivate var maybe: Ticket?
  fileprivate var state = State.unknown
  fileprivate var allStates: [State] = []
  fileprivate var figures: [Figure] = []
  override class var formerTypeNames: Set<String> { ["AutoCodingFoundationTests.TicketBoxOld"] }
}

class StyledBox: AutoCodingObject {
  var firstName = "f"
  fileprivate var homeSpot = Spot()
  fileprivate var tickets: [Ticket] = []
  override class var typeRules: TypeRules { TypeRules(keyStyle: .snakeCase) }
}

final class StyledSubclassBox: StyledBox {
  var streetNumber: Int? = 7
  override class var propertyRules: PropertyRules { ["streetNumber": .formerly("number")] }
}

/// The keys that styles and rules make, given by hand.
final class KeyedBox: AutoCodingObject {
  var name = "k"
  fileprivate var spot = KeyedSpot()
  fileprivate var tickets: [Ticket] = []
  var number: Int? = 3
  override class var propertyKeys: [String: String] { ["name": "first_name", "spot": "home_spot"] }
}

private struct KeyedSpot: AutoCoding, Equatable {
  var name = "Chur"
  static var archivedTypeName: String { "Tests.Spot" }
  static var propertyKeys: [String: String] { ["name": "city-name"] }
}

private enum Mood: AutoCoding, Equatable {
  case calm, wild, other(String)
  static let propertyKeys = ["wild": "very-wild"]
  static let typeRules = TypeRules(unknownCase: "other")
}

private enum Rank: AutoCoding, Equatable {
  case low, high, other(Int)
  static let propertyKeys = ["low": "1", "high": "2"]
  static let typeRules = TypeRules(unknownCase: "other")
}

private enum Size: AutoCoding, Equatable {
  case number(Int), text(String), box(width: Int, height: Int), none
  static var archivedTypeName: String { "Tests.Size" }
  static let typeRules = TypeRules(casesAreUntagged: true)
}

private enum Part: AutoCoding, Equatable {
  case line, button(label: String)
  static var archivedTypeName: String { "Tests.Part" }
  static let propertyKeys = ["line": "1", "button": "2"]
  static let typeRules = TypeRules(caseKey: "type", tagsAreIntegers: true)
}

final class LaterRulesBox: AutoCodingObject {
  fileprivate var mood = Mood.calm
  fileprivate var moods: [Mood] = []
  fileprivate var byName: [String: Mood] = [:]
  fileprivate var maybe: Mood?
  fileprivate var rank = Rank.low
  fileprivate var ranks: [Rank] = []
  fileprivate var size = Size.none
  fileprivate var sizes: [Size] = []
  fileprivate var parts: [Part] = []
  var number = 1
  var numbers: [Int] = []
  override class var propertyRules: PropertyRules {
    ["number": .defaultForUndecodable, "numbers": .skipsUndecodableElements]
  }
}

/// Enums with rules, and key styles, under NSCoder.
struct RuledEnumTests {
  /// The object as each pair of coders brings it back.
  ///
  /// - Parameter names: The name of the object's class, and one of the same length that the type was known by. A class
  ///   that is still there cannot have the name.
  private func read<Object: AutoCodingObject>(
    _ type: Object.Type, from object: AutoCodingObject, names: (old: String, former: String)? = nil
  ) throws -> [Object] {
    try [foundationArchive(object), KeyedArchiveEncoder().encode(object)].flatMap { data in
      var data = data
      var classes: [String: AnyClass] = [:]
      if let names {
        while let range = data.range(of: Data(names.old.utf8)) { data.replaceSubrange(range, with: names.former.utf8) }
        classes["AutoCodingFoundationTests.\(names.former)"] = type
      }
      return [
        try #require(try foundationObject(type, from: data, classes: classes)),
        try KeyedArchiveDecoder().decode(type, from: data),
      ]
    }
  }

  @Test("former names of cases, and unknown ones")
  func olderCases() throws {
    let old = OldTicketBox()
    old.firstTicket = .wide(size: 4)
    old.allTickets = [.plain, .strange(text: "x"), .wide(size: 2), .plain]
    old.byName = ["a": .plain, "b": .strange(text: "y")]
    old.maybe = .strange(text: "z")
    old.state = .lost
    old.allStates = [.open, .lost]
    old.figures = [.circle(radius: 2), .spot(Spot(cityName: "Chur")), .none]
    for box in try read(TicketBox.self, from: old, names: ("OldTicketBox", "TicketBoxOld")) {
      #expect(box.firstTicket == .broad(size: 4))
      #expect(box.allTickets == [.basic, .other, .broad(size: 2), .basic])
      #expect(box.byName == ["a": .basic, "b": .other] && box.maybe == .other)
      #expect(box.state == .unknown && box.allStates == [.open, .unknown])
      #expect(box.figures == [.circle(radius: 2), .dot(Spot(cityName: "Chur")), .none])
    }
  }

  @Test("current names come back")
  func currentCases() throws {
    let box = TicketBox()
    box.firstTicket = .broad(size: 1)
    box.allTickets = [.basic, .other]
    box.byName = ["a": .broad(size: 2)]
    box.maybe = .basic
    box.state = .open
    box.figures = [.dot(Spot()), .circle(radius: 1), .none]
    for back in try read(TicketBox.self, from: box) {
      #expect(back.firstTicket == box.firstTicket && back.allTickets == box.allTickets)
      #expect(back.byName == box.byName && back.maybe == box.maybe && back.state == .open)
      #expect(back.figures == box.figures)
    }
    let text = try AutoJSONEncoder().encodeToString(box)
    #expect(text.contains(#"[{"figureType":"dot","city-name":"Bern"},{"figureType":"circle","radius":1},"#))
    #expect(try AutoJSONDecoder().decode(TicketBox.self, from: Data(text.utf8)).figures == box.figures)
  }

  @Test("enums that keep unknown names, have no tags, or integers as tags")
  func laterRules() throws {
    let box = LaterRulesBox()
    (box.mood, box.moods, box.byName) = (.other("odd"), [.wild, .other(""), .calm], ["a": .wild, "b": .other("c")])
    (box.maybe, box.rank, box.ranks) = (.other("d"), .other(-7), [.high, .other(0), .low])
    (box.size, box.sizes) = (.box(width: 1, height: 2), [.text("t"), .none, .number(3)])
    (box.parts, box.number, box.numbers) = ([.button(label: "b"), .line], 5, [1, 2])
    for back in try read(LaterRulesBox.self, from: box) {
      #expect(back.mood == box.mood && back.moods == box.moods && back.byName == box.byName)
      #expect(back.maybe == box.maybe && back.rank == box.rank && back.ranks == box.ranks)
      #expect(back.size == box.size && back.sizes == box.sizes && back.parts == box.parts)
      #expect(back.number == 5 && back.numbers == [1, 2])
    }
    box.maybe = nil
    for back in try read(LaterRulesBox.self, from: box) { #expect(back.maybe == nil) }
  }

  @Test("an unknown case of an enum with a case key")
  func unknownFigures() throws {
    let box = NewerFigureBox()
    box.figures = [.square(side: 1), .none]
    for back in try read(FigureBox.self, from: box, names: ("NewerFigureBox", "FigureBoxNewer")) {
      #expect(back.figures == [.none, .none] && back.figure == .circle(radius: 3))
    }
  }

  @Test("key styles of objects, subclasses and structs")
  func keyStyles() throws {
    let box = StyledSubclassBox()
    (box.firstName, box.homeSpot, box.tickets, box.streetNumber) = ("x", Spot(cityName: "Zug"), [.basic], nil)
    for back in try read(StyledSubclassBox.self, from: box) {
      #expect(back.firstName == "x" && back.homeSpot.cityName == "Zug")
      #expect(back.tickets == [.basic] && back.streetNumber == nil)
    }
    // The keys are those of the style.
    let keyed = KeyedBox()
    (keyed.name, keyed.number) = ("y", 9)
    keyed.tickets = [.broad(size: 1)]
    let name = "AutoCodingFoundationTests.KeyedBox"
    for data in [try foundationArchive(keyed), try KeyedArchiveEncoder().encode(keyed)] {
      let back = try #require(
        try foundationObject(StyledSubclassBox.self, from: data, classes: [name: StyledSubclassBox.self]))
      #expect(back.firstName == "y" && back.homeSpot.cityName == "Chur")
      #expect(back.tickets == keyed.tickets && back.streetNumber == 9)
    }
  }

  @Test("a struct and an enum in code by hand")
  func values() throws {
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    archiver.encode(OldTicket.wide(size: 3), forKey: "old")
    archiver.encode([OldTicket.strange(text: "s"), .plain], forKey: "list")
    archiver.encode(Figure.dot(Spot(cityName: "Ulm")), forKey: "figure")
    archiver.encode(Spot(cityName: "Ems"), forKey: "spot")
    archiver.finishEncoding()
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
    unarchiver.requiresSecureCoding = true
    #expect(unarchiver.decode(Ticket.self, forKey: "old") == .broad(size: 3))
    #expect(unarchiver.decode([Ticket].self, forKey: "list") == [.other, .basic])
    #expect(unarchiver.decode(Figure.self, forKey: "figure") == .dot(Spot(cityName: "Ulm")))
    #expect(unarchiver.decode(KeyedSpot.self, forKey: "spot") == KeyedSpot(name: "Ems"))
    #expect(unarchiver.error == nil)
  }
}

private enum NewerFigure: AutoCoding {
  case square(side: Int)
  case none
  static var archivedTypeName: String { "Tests.Figure" }
  static let typeRules = TypeRules(caseKey: "figureType")
}

final class NewerFigureBox: AutoCodingObject {
  fileprivate var figures: [NewerFigure] = []
}

final class FigureBox: AutoCodingObject {
  fileprivate var figures: [Figure] = []
  fileprivate var figure = Figure.circle(radius: 3)
  override class var formerTypeNames: Set<String> { ["AutoCodingFoundationTests.FigureBoxNewer"] }
}
