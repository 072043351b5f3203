import AutoCoding

/// A record of three enums with raw values and an Optional one, built the same way on every side.
protocol ChoicesModel {
  associatedtype Color: CaseIterable
  associatedtype Size: CaseIterable
  associatedtype State: CaseIterable

  init(color: Color, size: Size, state: State, former: State?)
}

extension ChoicesModel where Color.AllCases == [Color], Size.AllCases == [Size], State.AllCases == [State] {
  static func sample(_ index: Int) -> Self {
    Self(
      color: Color.allCases[index % 3], size: Size.allCases[index / 3 % 3], state: State.allCases[index / 9 % 3],
      former: index % 2 == 0 ? nil : State.allCases[2])
  }
}

extension Auto.Shapes.Choices: ChoicesModel {}
extension Synth.Shapes.Choices: ChoicesModel {}

extension Hand {
  struct Choices: Codable, Hashable, ChoicesModel {
    var color: Synth.Shapes.Color
    var size: Synth.Shapes.Size
    var state: Synth.Shapes.State
    var former: Synth.Shapes.State?

    init(color: Synth.Shapes.Color, size: Synth.Shapes.Size, state: Synth.Shapes.State, former: Synth.Shapes.State?) {
      (self.color, self.size, self.state, self.former) = (color, size, state, former)
    }

    private enum CodingKeys: String, CodingKey { case color, size, state, former }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      color = try container.decode(Synth.Shapes.Color.self, forKey: .color)
      size = try container.decode(Synth.Shapes.Size.self, forKey: .size)
      state = try container.decode(Synth.Shapes.State.self, forKey: .state)
      former = try container.decodeIfPresent(Synth.Shapes.State.self, forKey: .former)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(color, forKey: .color)
      try container.encode(size, forKey: .size)
      try container.encode(state, forKey: .state)
      try container.encodeIfPresent(former, forKey: .former)
    }
  }
}
