import AutoCoding
import Foundation

/// Models of what APIs have, each with the rules that say so.
extension Auto {
  enum Rules {
    /// An enum whose case is named inside the object.
    enum Event: AutoCoding {
      case opened(number: Int, title: String)
      case commented(number: Int, body: String, author: String)
      case merged(number: Int, commit: String)

      static let typeRules = TypeRules(caseKey: "type")
    }

    struct Customer: AutoCoding {
      var name: String
      var email: String
      var city: String
    }

    /// A nested model that lies in the object around it.
    struct Order: AutoCoding {
      var id: Int
      var customer: Customer
      var note: String

      static var propertyRules: PropertyRules { ["customer": .flattened] }
    }

    /// Most of the properties are missing in the text.
    struct Preferences: AutoCoding {
      var id: Int
      var volume: Double
      var theme: String
      var isMuted: Bool
      var recent: [String]
      var limit: Int

      static var propertyRules: PropertyRules {
        [
          "volume": .default(0.5), "theme": .default("light"), "isMuted": .default(false), "recent": .default([]),
          "limit": .default(100),
        ]
      }
    }

    /// Values that an API writes in its own form.
    struct Post: AutoCoding {
      var postID: Int
      var publishedAt: Date
      var viewCount: Int
      var authorName: String

      static let typeRules = TypeRules(keyStyle: .snakeCase)
      static var propertyRules: PropertyRules {
        ["publishedAt": .transformed(by: ISO8601Date.self), "viewCount": .transformed(by: NumberAsText<Int>.self)]
      }
    }

    /// A hierarchy with a discriminator of the API's own.
    class Vehicle: AutoCoding {
      var name = ""
      var wheels = 0

      required init() {}

      class var typeRules: TypeRules { TypeRules(typeKey: "kind", types: ["car": Car.self, "truck": Truck.self]) }
    }

    final class Car: Vehicle {
      var doors = 0
    }

    final class Truck: Vehicle {
      var load = 0.0
      var axles: [Double] = []
    }
  }
}
