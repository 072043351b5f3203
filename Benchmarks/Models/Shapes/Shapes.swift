import AutoCoding
import Foundation

/// Small types of the kinds that an app has beside its records.
extension Auto {
  enum Shapes {
    struct Pair: AutoCoding, Hashable {
      var id: Int
      var name: String
    }

    enum Color: String, AutoCoding, CaseIterable { case red, green, blue }
    enum Size: Int, AutoCoding, CaseIterable { case small = 1, medium, large }
    enum State: String, AutoCoding, CaseIterable { case open, closed, merged }

    struct Choices: AutoCoding, Hashable {
      var color: Color
      var size: Size
      var state: State
      var former: State?
    }

    /// A model of ours with enums that are only `Codable`.
    struct PlainChoices: AutoCoding, Hashable {
      var color: Synth.Shapes.Color
      var size: Synth.Shapes.Size
      var state: Synth.Shapes.State
      var former: Synth.Shapes.State?
    }

    struct Values: AutoCoding, Hashable {
      var id: UUID
      var url: URL
      var data: Data
      var price: Decimal
      var tags: Set<Int>
      var names: [Int: String]
    }

    /// A model of ours that holds plain types.
    struct Page: AutoCoding, Hashable {
      var title: String
      var repositories: [Synth.Repository]
    }
  }
}

extension Synth {
  enum Shapes {
    struct Pair: Codable, Hashable {
      var id: Int
      var name: String
    }

    enum Color: String, Codable, CaseIterable { case red, green, blue }
    enum Size: Int, Codable, CaseIterable { case small = 1, medium, large }
    enum State: String, Codable, CaseIterable { case open, closed, merged }

    struct Choices: Codable, Hashable {
      var color: Color
      var size: Size
      var state: State
      var former: State?
    }

    struct Values: Codable, Hashable {
      var id: UUID
      var url: URL
      var data: Data
      var price: Decimal
      var tags: Set<Int>
      var names: [Int: String]
    }

    struct Page: Codable, Hashable {
      var title: String
      var repositories: [Synth.Repository]
    }
  }
}

/// Any JSON, as many an app writes it: each type is tried in turn.
enum TriedJSON: Codable, Hashable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([TriedJSON])
  case object([String: TriedJSON])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([TriedJSON].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: TriedJSON].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}

/// Texts as an issue tracker has them: 2 KB of Markdown each, with escapes and some characters beyond ASCII.
enum LongTexts {
  static func text(_ index: Int) -> String {
    let step =
      "## Step \(index)\r\n\r\n1. Open `file/\(index).swift` and \"run\" it\n2. It says: <b>*naïve → error*</b>\t& stops\r\n"
    return String(repeating: step, count: 20)
  }

  static func synth(_ count: Int) -> [Synth.Shapes.Pair] { (0..<count).map { .init(id: $0, name: text($0)) } }
  static func auto(_ count: Int) -> [Auto.Shapes.Pair] { (0..<count).map { .init(id: $0, name: text($0)) } }
}
