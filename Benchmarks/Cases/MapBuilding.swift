import AutoCoding

/// How long it takes to find out all about a type, which a program does once per type.
enum MapBuilding {
  static var suite: Suite {
    Suite(
      name: "type maps", sides: [SideName.auto], baseline: nil, floor: nil,
      cases: [
        building(Auto.Mixed.self, what: "8 properties", expecting: 8),
        building(Auto.Head.self, what: "12 properties in 3 classes", expecting: 12),
        building(Auto.User.self, what: "40 properties", expecting: 40),
      ])
  }

  private static func building(_ type: Any.Type, what: String, expecting count: Int) -> Case {
    Case(name: what, coder: "map building", operation: "cold", objects: 1) {
      let side = Side(
        SideName.auto, operation: { try coldDiscovery(of: type) },
        fingerprint: { map in
          guard map.properties.count == count else {
            throw Failure("\(map.properties.count) properties were found instead of \(count)")
          }
          return count
        })
      return Work(bytes: nil, sides: [side])
    }
  }
}

/// Builds a type map without asking or filling the cache.
private func coldDiscovery(of type: Any.Type) throws -> TypeMap.Storage {
  try Discovery.map(of: type)
}
