import AutoCoding
import ThirdPartyModels

// What a program writes for the wrappers of a package whose overloads synthesized code calls.

extension ThirdPartyFallback: CodedPropertyWrapper {
  /// What stands for a missing value.
  package static var fallback: Self { Self(wrappedValue: Source.fallback) }
  /// As the overload has it.
  public static var wrapperForMissingKey: Self? { fallback }
  /// As the overload has it.
  public static func makeWrapper(from decoder: any Decoder) throws -> Self { (try? Self(from: decoder)) ?? fallback }
}

extension ThirdPartyTextIfAny: CodedPropertyWrapper {
  /// As the overload has it.
  public static var wrapperForMissingKey: Self? { Self(wrappedValue: nil) }
  /// As the overload has it.
  public var isLeftOut: Bool { wrappedValue == nil }
}

extension Zoo {
  package struct Wrapping: AutoCoding, Hashable {
    @ThirdPartyFallback<ThirdPartyFalse> package var isOn: Bool
    @ThirdPartyTextIfAny package var code: Int?
    @ThirdPartyLossyArray package var list: [Int]
    @ThirdPartyFallback<ThirdPartyNoNumbers> package var numbers: [Int]
    package var name: String
  }

  package final class WrappingObject: AutoCoding, Stateful {
    @ThirdPartyTextIfAny package var code: Int?
    @ThirdPartyFallback<ThirdPartyFalse> package var isOn: Bool
    package init(_ code: Int?, _ isOn: Bool) { (self.code, self.isOn) = (code, isOn) }
    package var state: [AnyHashable] { [code, isOn] }
  }

  package enum WrappingCase: AutoCoding, Hashable {
    case value(ThirdPartyFallback<ThirdPartyFalse>, code: ThirdPartyTextIfAny<Int>)
  }
}

extension Twin {
  package struct Wrapping: Codable, Hashable {
    @ThirdPartyFallback<ThirdPartyFalse> package var isOn: Bool
    @ThirdPartyTextIfAny package var code: Int?
    @ThirdPartyLossyArray package var list: [Int]
    @ThirdPartyFallback<ThirdPartyNoNumbers> package var numbers: [Int]
    package var name: String
  }

  package final class WrappingObject: Codable, Stateful {
    @ThirdPartyTextIfAny package var code: Int?
    @ThirdPartyFallback<ThirdPartyFalse> package var isOn: Bool
    package init(_ code: Int?, _ isOn: Bool) { (self.code, self.isOn) = (code, isOn) }
    package var state: [AnyHashable] { [code, isOn] }
  }

  package enum WrappingCase: Codable, Hashable {
    case value(ThirdPartyFallback<ThirdPartyFalse>, code: ThirdPartyTextIfAny<Int>)
  }
}

extension Zoo {
  static var wrappers: [any ZooSpecimen] {
    [
      Specimen(
        "third-party property wrappers",
        [
          Wrapping(isOn: true, code: 1, list: [1], numbers: [2], name: "a"),
          Wrapping(isOn: false, code: nil, list: [], numbers: [], name: ""),
        ],
        [
          Twin.Wrapping(isOn: true, code: 1, list: [1], numbers: [2], name: "a"),
          Twin.Wrapping(isOn: false, code: nil, list: [], numbers: [], name: ""),
        ]),
      Specimen(
        "third-party property wrappers of a class", [WrappingObject(nil, true), WrappingObject(7, false)],
        [Twin.WrappingObject(nil, true), Twin.WrappingObject(7, false)]),
      Specimen(
        "third-party property wrappers in a payload",
        [
          WrappingCase.value(.init(wrappedValue: true), code: .init(wrappedValue: nil)),
          .value(.init(wrappedValue: false), code: .init(wrappedValue: 3)),
        ],
        [
          Twin.WrappingCase.value(.init(wrappedValue: true), code: .init(wrappedValue: nil)),
          .value(.init(wrappedValue: false), code: .init(wrappedValue: 3)),
        ]),
    ]
  }
}
