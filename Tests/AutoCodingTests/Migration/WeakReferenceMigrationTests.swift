import AutoCoding
import Foundation
import Testing

private final class OldTeam: AutoCoding, DefaultInitializable {
  var players: [OldPlayer] = []
  var boards: [OldBoard] = []
  init() {}
  static var archivedTypeName: String { "Weak.OldTeam" }
}
private final class OldPlayer: AutoCoding, DefaultInitializable {
  var name = ""
  weak var boss: OldTeam?
  weak var former: OldTeam?
  init() {}
  static var archivedTypeName: String { "Weak.OldPlayer" }
}
private struct OldBoard: AutoCoding {
  var size = 3
  weak var maker: OldPlayer?
  static var archivedTypeName: String { "Weak.OldBoard" }
}

private final class Team: AutoCoding, DefaultInitializable {
  var players: [Player] = []
  var boards: [Board] = []
  init() {}
  static var archivedTypeName: String { "Weak.Team" }
  static var formerTypeNames: Set<String> { ["Weak.OldTeam"] }
}
private class Player: AutoCoding, DefaultInitializable {
  var name = ""
  weak var team: Team?
  weak var former: Team?
  required init() {}
  class var archivedTypeName: String { "Weak.Player" }
  class var formerTypeNames: Set<String> { ["Weak.OldPlayer"] }
  class var archiveVersion: Int { 1 }
  class func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
    properties.renameKey("boss", to: "team")
    properties.removeValue(forKey: "former")
  }
}
private struct Board: AutoCoding {
  var size = 0
  weak var owner: Player?
  static var archivedTypeName: String { "Weak.Board" }
  static var formerTypeNames: Set<String> { ["Weak.OldBoard"] }
  static var archiveVersion: Int { 1 }
  static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
    properties.renameKey("maker", to: "owner")
  }
}
/// Its migration sets a reference that nothing would keep.
private final class Loner: AutoCoding, DefaultInitializable {
  var name = ""
  weak var team: Team?
  init() {}
  static var archivedTypeName: String { "Weak.Loner" }
  static var formerTypeNames: Set<String> { ["Weak.OldPlayer"] }
  static var archiveVersion: Int { 1 }
  static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
    try properties.encode("text", forKey: "team")
  }
}
/// Its players refer to objects of another class.
private final class StrangeTeam: AutoCoding, DefaultInitializable {
  var players: [StrangePlayer] = []
  init() {}
  static var archivedTypeName: String { "Weak.StrangeTeam" }
  static var formerTypeNames: Set<String> { ["Weak.OldTeam"] }
}
private final class StrangePlayer: AutoCoding, DefaultInitializable {
  var name = ""
  weak var boss: Loner?
  init() {}
  static var archivedTypeName: String { "Weak.StrangePlayer" }
  static var formerTypeNames: Set<String> { ["Weak.OldPlayer"] }
}

/// Weak references in older archives.
struct WeakReferenceMigrationTests {
  private func archive() throws -> Data {
    let team = OldTeam()
    for name in ["a", "b"] {
      let player = OldPlayer()
      (player.name, player.boss, player.former) = (name, team, team)
      team.players.append(player)
      team.boards.append(OldBoard(maker: player))
    }
    return try KeyedArchiveEncoder().encode(team)
  }

  @Test("are read under the keys to which the migration moved them, in objects and structs")
  func moved() throws {
    let team = try KeyedArchiveDecoder().decode(Team.self, from: archive())
    #expect(team.players.map(\.name) == ["a", "b"] && team.boards.map(\.size) == [3, 3])
    #expect(team.players.allSatisfy { $0.team === team && $0.former == nil })
    #expect(zip(team.boards, team.players).allSatisfy { $0.owner === $1 })
  }

  @Test("in an archive of the current version are unchanged")
  func current() throws {
    let team = Team()
    let player = Player()
    (player.team, player.former) = (team, team)
    (team.players, team.boards) = ([player], [Board(owner: player)])
    let back = try KeyedArchiveDecoder().decode(Team.self, from: KeyedArchiveEncoder().encode(team))
    #expect(back.players[0].team === back && back.players[0].former === back)
    #expect(back.boards[0].owner === back.players[0])
  }

  @Test("cannot be set to a value of the migration's")
  func set() throws {
    let data = try KeyedArchiveEncoder().encode(OldPlayer())
    let error = #expect(throws: DecodingError.self) { try KeyedArchiveDecoder().decode(Loner.self, from: data) }
    guard case .dataCorrupted(let context)? = error else { return }
    #expect(context.codingPath.map(\.stringValue) == ["team"])
  }

  @Test("to an object of another class are errors with the whole path")
  func path() throws {
    let error = #expect(throws: DecodingError.self) {
      try KeyedArchiveDecoder().decode(StrangeTeam.self, from: archive())
    }
    guard case .typeMismatch(_, let context)? = error else { return }
    #expect(context.codingPath.map(\.stringValue) == ["players", "Index 0", "boss"])
  }
}
