import AutoCoding

extension Zoo {
  /// A model with enums whose cases are named in its object.
  package struct Buoy: AutoCoding, Hashable {
    var id: Int
    var signal: Signal
    var owner: String?
    var parcel: Parcel?
    var depth: Double

    package static let propertyRules: PropertyRules = ["signal": .flattened, "parcel": .flattened]
  }

  package static var flattenedEnums: [any ZooSpecimen] {
    [
      Specimen(
        "struct with flattened enums",
        [
          Buoy(id: 1, signal: .on, owner: nil, parcel: nil, depth: 1.5),
          Buoy(id: 2, signal: .level(value: 2.5, unit: "m"), owner: "o", parcel: .empty, depth: -1),
          Buoy(id: 3, signal: .place(Spot(city: "c", street: nil)), owner: "", parcel: .point(x: 1, y: nil), depth: 0),
          Buoy(id: 4, signal: .both(first: .on, second: .on), owner: nil, parcel: .list([1, 2]), depth: 2.25),
        ],
        [
          Twin.Buoy(id: 1, signal: .on, owner: nil, parcel: nil, depth: 1.5),
          Twin.Buoy(id: 2, signal: .level(value: 2.5, unit: "m"), owner: "o", parcel: .empty, depth: -1),
          Twin.Buoy(
            id: 3, signal: .place(Twin.Spot(city: "c", street: nil)), owner: "", parcel: .point(x: 1, y: nil), depth: 0),
          Twin.Buoy(id: 4, signal: .both(first: .on, second: .on), owner: nil, parcel: .list([1, 2]), depth: 2.25),
        ])
    ]
  }
}

extension Twin {
  package struct Buoy: Hashable {
    var id: Int
    var signal: Signal
    var owner: String?
    var parcel: Parcel?
    var depth: Double

    private enum Key: CodingKey { case id, owner, depth, kind }
  }
}

extension Twin.Buoy: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    id = try container.decode(Int.self, forKey: .id)
    signal = try Twin.Signal(from: decoder)
    owner = try container.decodeIfPresent(String.self, forKey: .owner)
    let isParcel = try container.contains(.kind) && !container.decodeNil(forKey: .kind)
    parcel = isParcel ? try Twin.Parcel(from: decoder) : nil
    depth = try container.decode(Double.self, forKey: .depth)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(id, forKey: .id)
    try signal.encode(to: encoder)
    try container.encodeIfPresent(owner, forKey: .owner)
    try parcel?.encode(to: encoder)
    try container.encode(depth, forKey: .depth)
  }
}
