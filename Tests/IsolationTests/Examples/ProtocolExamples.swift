import AutoCoding
import Foundation

/// The examples of protocols, of stored forms and of the values of cases in the article about APIs.
enum ProtocolExamples {
  protocol Figure {}
  struct Circle: Figure, AutoCoding { var radius: Double }
  struct Square: Figure, AutoCoding { var side: Double }

  enum NamedFigure: AutoCoding {
    case circle(Circle), square(Square)
    static let typeRules = TypeRules(caseKey: "type")
  }

  enum Figures: PropertyTransformer {
    static func encode(_ figure: any Figure) throws -> NamedFigure {
      switch figure {
      case let circle as Circle: .circle(circle)
      case let square as Square: .square(square)
      default: throw CocoaError(.coderInvalidValue)
      }
    }

    static func decode(_ figure: NamedFigure) -> any Figure {
      switch figure {
      case .circle(let circle): circle
      case .square(let square): square
      }
    }
  }

  struct Sketch: AutoCoding {
    var figures: [any Figure]
    static let propertyRules: PropertyRules = ["figures": .transformed(by: Figures.self)]
  }

  static func sketch() throws -> Sketch {
    let sketchText = #"{"figures": [{"radius": 1, "type": "circle"}, {"type": "square", "side": 2}]}"#
    let sketch = try AutoJSONDecoder().decode(Sketch.self, from: Data(sketchText.utf8))  // a Circle and a Square
    return sketch
  }

  enum MessagePart: AutoCoding {
    case text(String), image(url: String, detail: String)
    static let propertyKeys = ["text._0": "text", "image.url": "image_url"]
    static let propertyRules: PropertyRules = ["image.detail": .default("auto").omitsDefault]
    static let typeRules = TypeRules(caseKey: "type")
  }

  static func message() throws -> [MessagePart] {
    let parts = #"[{"type": "text", "text": "Hi"}, {"type": "image", "image_url": "a.png"}]"#
    let message = try AutoJSONDecoder().decode([MessagePart].self, from: Data(parts.utf8))
    return message
  }

  enum OneOrMany: AutoCoding {
    case one(String), many([String])
    static let typeRules = TypeRules(casesAreUntagged: true)
  }

  enum Audience: PropertyTransformer {
    static func encode(_ names: [String]) throws -> OneOrMany { names.count == 1 ? .one(names[0]) : .many(names) }

    static func decode(_ form: OneOrMany) throws -> [String] {
      switch form {
      case .one(let name): [name]
      case .many(let names): names
      }
    }
  }

  struct Token: AutoCoding {
    var audience: [String]  // "app", or ["app", "web"]
    static let propertyRules: PropertyRules = ["audience": .key("aud").transformed(by: Audience.self)]
  }
}
