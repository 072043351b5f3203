import AutoCoding

extension Auto {
  struct FeatureCollection: AutoCoding, Hashable {
    let type: String
    let features: [Feature]
  }

  struct Feature: AutoCoding, Hashable {
    let type: String
    let properties: [String: String]
    let geometry: Geometry
  }

  struct Geometry: AutoCoding, Hashable {
    let type: String
    let coordinates: [[[Double]]]
  }
}

extension Hand {
  struct FeatureCollection: Codable, Hashable {
    let type: String
    let features: [Feature]
  }

  struct Feature: Codable, Hashable {
    let type: String
    let properties: [String: String]
    let geometry: Geometry
  }

  struct Geometry: Codable, Hashable {
    let type: String
    let coordinates: [[[Double]]]
  }
}
