import AutoCoding
import Foundation

extension Measurement: ArchivedAsObject {
  package static var archivedClassNames: Set<String> { ["NSMeasurement"] }

  package init(archived object: CodedObject) throws {
    try object.checkKeys(["NS.value", "NS.unit"])
    let value = try object.requiredValue(Double.self, forKey: "NS.value")
    let unit = try object.requiredValue(ArchivedUnit.self, forKey: "NS.unit").unit
    guard let unit = unit as? UnitType else {
      throw object.corrupted("with the unit '\(unit.symbol)', which is not of type \(UnitType.self).")
    }
    self.init(value: value, unit: unit)
  }

  package var archivedObject: CodedObject? {
    get throws {
      guard let unit = ArchivedUnit.object(of: unit) else {
        throw EncodingError.invalidValue(
          self,
          .init(
            """
            The unit '\(unit.symbol)' cannot be archived: it is of class \(type(of: unit)), with a converter of class \
            \((unit as? Dimension).map { "\(type(of: $0.converter))" } ?? "none"). Convert the measurement to another \
            unit, or store its value.
            """))
      }
      return CodedObject(["NSMeasurement", "NSObject"], [("NS.value", .double(value)), ("NS.unit", .object(unit))])
    }
  }
}

/// A unit of measurement, of one of Foundation's classes.
struct ArchivedUnit: ArchivedAsObject, Decodable {
  let unit: Unit

  private struct Kind {
    let type: Dimension.Type
    let name: String
    /// Stored as a closure, since a class known only at run time does not expose its initializers.
    let make: @Sendable (String, UnitConverter) -> Dimension

    init(type: Dimension.Type, make: @escaping @Sendable (String, UnitConverter) -> Dimension) {
      (self.type, name, self.make) = (type, BridgedObjects.name(of: type), make)
    }
  }

  static let types: [Dimension.Type] = kinds.map(\.type)

  private static let kinds: [Kind] = [
    Kind(type: UnitAcceleration.self) { UnitAcceleration(symbol: $0, converter: $1) },
    Kind(type: UnitAngle.self) { UnitAngle(symbol: $0, converter: $1) },
    Kind(type: UnitArea.self) { UnitArea(symbol: $0, converter: $1) },
    Kind(type: UnitConcentrationMass.self) { UnitConcentrationMass(symbol: $0, converter: $1) },
    Kind(type: UnitDispersion.self) { UnitDispersion(symbol: $0, converter: $1) },
    Kind(type: UnitDuration.self) { UnitDuration(symbol: $0, converter: $1) },
    Kind(type: UnitElectricCharge.self) { UnitElectricCharge(symbol: $0, converter: $1) },
    Kind(type: UnitElectricCurrent.self) { UnitElectricCurrent(symbol: $0, converter: $1) },
    Kind(type: UnitElectricPotentialDifference.self) { UnitElectricPotentialDifference(symbol: $0, converter: $1) },
    Kind(type: UnitElectricResistance.self) { UnitElectricResistance(symbol: $0, converter: $1) },
    Kind(type: UnitEnergy.self) { UnitEnergy(symbol: $0, converter: $1) },
    Kind(type: UnitFrequency.self) { UnitFrequency(symbol: $0, converter: $1) },
    Kind(type: UnitFuelEfficiency.self) { UnitFuelEfficiency(symbol: $0, converter: $1) },
    Kind(type: UnitIlluminance.self) { UnitIlluminance(symbol: $0, converter: $1) },
    Kind(type: UnitInformationStorage.self) { UnitInformationStorage(symbol: $0, converter: $1) },
    Kind(type: UnitLength.self) { UnitLength(symbol: $0, converter: $1) },
    Kind(type: UnitMass.self) { UnitMass(symbol: $0, converter: $1) },
    Kind(type: UnitPower.self) { UnitPower(symbol: $0, converter: $1) },
    Kind(type: UnitPressure.self) { UnitPressure(symbol: $0, converter: $1) },
    Kind(type: UnitSpeed.self) { UnitSpeed(symbol: $0, converter: $1) },
    Kind(type: UnitTemperature.self) { UnitTemperature(symbol: $0, converter: $1) },
    Kind(type: UnitVolume.self) { UnitVolume(symbol: $0, converter: $1) },
  ]

  static let archivedClassNames: Set<String> = Set(kinds.map(\.name)).union(["NSUnit"])

  init(archived object: CodedObject) throws {
    // Apple's number for a unit in formatted texts is derived from the symbol; Foundation on Linux has none.
    try object.checkKeys(["NS.symbol", "NS.converter", "NS.specifier"])
    let symbol = try object.requiredValue(String.self, forKey: "NS.symbol")
    guard let kind = Self.kinds.first(where: { $0.name == object.className }) else {
      try object.checkKeys(["NS.symbol"])
      unit = Unit(symbol: symbol)
      return
    }
    let converter = try object.requiredValue(ArchivedConverter.self, forKey: "NS.converter")
    switch converter {
    case .linear(let converter): unit = kind.make(symbol, converter)
    case .reciprocal(let reciprocal):
      // Foundation's private converter class cannot be created, so find the predefined unit that has it.
      let known = [UnitFuelEfficiency.litersPer100Kilometers, .milesPerImperialGallon, .milesPerGallon].first {
        $0.symbol == symbol && $0.converter.baseUnitValue(fromValue: 1) == reciprocal
      }
      guard kind.type == UnitFuelEfficiency.self, let known else {
        throw object.corrupted("with a custom converter.")
      }
      unit = known
    }
  }

  init(from decoder: any Decoder) throws { throw Self.notAnObject(decoder) }

  fileprivate static func notAnObject(_ decoder: any Decoder) -> DecodingError {
    .dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "A unit is not an archived object."))
  }

  /// Returns the object of a unit, or nil if the format of Apple's archives is unknown for its class or converter.
  static func object(of unit: Unit) -> CodedObject? {
    let symbol: (key: String, value: CodedTree) = ("NS.symbol", .string(unit.symbol))
    if type(of: unit) == Unit.self { return CodedObject(["NSUnit", "NSObject"], [symbol]) }
    guard let unit = unit as? Dimension, let kind = kinds.first(where: { $0.type == type(of: unit) }),
      type(of: unit.converter) == UnitConverterLinear.self, let converter = unit.converter as? UnitConverterLinear
    else { return nil }
    let linear = CodedObject(
      ["NSUnitConverterLinear", "NSUnitConverter", "NSObject"],
      [("NS.coefficient", .double(converter.coefficient)), ("NS.constant", .double(converter.constant))])
    return CodedObject([kind.name, "NSDimension", "NSUnit", "NSObject"], [symbol, ("NS.converter", .object(linear))])
  }
}

/// The conversion of a unit to the base unit of its dimension.
private enum ArchivedConverter: ArchivedAsObject, Decodable {
  case linear(UnitConverterLinear)
  case reciprocal(Double)

  static let archivedClassNames: Set<String> = ["NSUnitConverterLinear", "NSUnitConverterReciprocal"]

  init(archived object: CodedObject) throws {
    if object.className == "NSUnitConverterReciprocal" {
      try object.checkKeys(["NS.reciprocal"])
      self = .reciprocal(try object.requiredValue(Double.self, forKey: "NS.reciprocal"))
    } else {
      try object.checkKeys(["NS.coefficient", "NS.constant"])
      self = .linear(
        UnitConverterLinear(
          coefficient: try object.requiredValue(Double.self, forKey: "NS.coefficient"),
          constant: try object.requiredValue(Double.self, forKey: "NS.constant")))
    }
  }

  init(from decoder: any Decoder) throws { throw ArchivedUnit.notAnObject(decoder) }
}
