import AutoCoding
import Foundation

extension Zoo {
  package struct Permissions: OptionSet, AutoCoding {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }
    static let read = Permissions(rawValue: 1)
    static let write = Permissions(rawValue: 2)
  }

  package struct SmallOptions: OptionSet, AutoCoding {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
  }

  package struct BigOptions: OptionSet, AutoCoding {
    package let rawValue: UInt64
    package init(rawValue: UInt64) { self.rawValue = rawValue }
  }

  package struct Flag: RawRepresentable, AutoCoding, Equatable {
    package let rawValue: Bool
    package init(rawValue: Bool) { self.rawValue = rawValue }
  }

  package struct Identifier<Model>: RawRepresentable, AutoCoding, Hashable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
  }

  /// Refuses some raw values.
  package struct Even: RawRepresentable, AutoCoding, Equatable {
    package let rawValue: Int16
    package init?(rawValue: Int16) {
      guard rawValue.isMultiple(of: 2) else { return nil }
      self.rawValue = rawValue
    }
  }

  package final class RawObject: RawRepresentable, AutoCoding, Stateful {
    package let rawValue: Float
    package init(rawValue: Float) { self.rawValue = rawValue }
    package var state: [AnyHashable] { [rawValue] }
  }

  /// A raw type the standard library does not cover: coded as any struct is.
  package struct Moment: RawRepresentable, AutoCoding, Equatable {
    package let rawValue: Date
    package init(rawValue: Date) { self.rawValue = rawValue }
  }

  package struct RawProperties: AutoCoding, Equatable {
    let text: StringRaw
    let number: Int8Raw?
    let fraction: DoubleRaw
    let options: Permissions
    let small: SmallOptions?
    let flag: Flag
    let id: Identifier<Lets>
    let list: [StringRaw]
    let map: [String: IntRaw]
    let byText: [StringRaw: Int]
    let byNumber: [IntRaw: String]
    let byID: [Identifier<Lets>: Int]
    let set: Set<StringRaw>
  }
}

extension Twin {
  package struct Permissions: OptionSet, Codable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }
  }

  package struct SmallOptions: OptionSet, Codable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
  }

  package struct BigOptions: OptionSet, Codable {
    package let rawValue: UInt64
    package init(rawValue: UInt64) { self.rawValue = rawValue }
  }

  package struct Flag: RawRepresentable, Codable, Equatable {
    package let rawValue: Bool
    package init(rawValue: Bool) { self.rawValue = rawValue }
  }

  package struct Identifier<Model>: RawRepresentable, Codable, Hashable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
  }

  package struct Even: RawRepresentable, Codable, Equatable {
    package let rawValue: Int16
    package init?(rawValue: Int16) {
      guard rawValue.isMultiple(of: 2) else { return nil }
      self.rawValue = rawValue
    }
  }

  package struct Moment: RawRepresentable, Codable, Equatable {
    package let rawValue: Date
    package init(rawValue: Date) { self.rawValue = rawValue }
  }

  package struct RawFloat: RawRepresentable, Codable, Equatable {
    package let rawValue: Float
    package init(rawValue: Float) { self.rawValue = rawValue }
  }

  package struct RawProperties: Codable, Equatable {
    let text: StringRaw
    let number: Int8Raw?
    let fraction: DoubleRaw
    let options: Permissions
    let small: SmallOptions?
    let flag: Flag
    let id: Identifier<Lets>
    let list: [StringRaw]
    let map: [String: IntRaw]
    let byText: [StringRaw: Int]
    let byNumber: [IntRaw: String]
    let byID: [Identifier<Lets>: Int]
    let set: Set<StringRaw>
  }
}

extension Zoo {
  private static func properties() -> [RawProperties] {
    [
      RawProperties(
        text: .spaced, number: .min, fraction: .big, options: [.read, .write], small: SmallOptions(rawValue: 255),
        flag: Flag(rawValue: true), id: Identifier(rawValue: "id"), list: [.empty, .emoji], map: ["camelKey": .max],
        byText: [.emoji: 2], byNumber: [.min: "min"], byID: [Identifier(rawValue: "x"): 1],
        set: [.empty]),
      RawProperties(
        text: .empty, number: nil, fraction: .zero, options: [], small: nil, flag: Flag(rawValue: false),
        id: Identifier(rawValue: ""), list: [], map: [:], byText: [:], byNumber: [:], byID: [:], set: []),
    ]
  }

  private static func propertyTwins() -> [Twin.RawProperties] {
    [
      Twin.RawProperties(
        text: .spaced, number: .min, fraction: .big, options: Twin.Permissions(rawValue: 3),
        small: Twin.SmallOptions(rawValue: 255), flag: Twin.Flag(rawValue: true), id: Twin.Identifier(rawValue: "id"),
        list: [.empty, .emoji], map: ["camelKey": .max], byText: [.emoji: 2],
        byNumber: [.min: "min"], byID: [Twin.Identifier(rawValue: "x"): 1], set: [.empty]),
      Twin.RawProperties(
        text: .empty, number: nil, fraction: .zero, options: [], small: nil, flag: Twin.Flag(rawValue: false),
        id: Twin.Identifier(rawValue: ""), list: [], map: [:], byText: [:], byNumber: [:], byID: [:], set: []),
    ]
  }

  private static let moments = [Date(timeIntervalSinceReferenceDate: 0), Date(timeIntervalSince1970: 1e9 + 0.25)]

  static var rawStructs: [any ZooSpecimen] {
    [
      Specimen(
        "option set of Int", [0, 1, 3, .min].map(Permissions.init), [0, 1, 3, .min].map(Twin.Permissions.init)),
      Specimen("option set of UInt8", [0, 255].map(SmallOptions.init), [0, 255].map(Twin.SmallOptions.init)),
      Specimen("option set of UInt64", [0, .max].map(BigOptions.init), [0, .max].map(Twin.BigOptions.init)),
      Specimen("raw struct of Bool", [true, false].map(Flag.init), [true, false].map(Twin.Flag.init)),
      Specimen(
        "generic raw struct of String", ["", "id"].map(Identifier<Lets>.init),
        ["", "id"].map(Twin.Identifier<Lets>.init)),
      Specimen("failable raw struct", [0, .min].compactMap(Even.init), [0, .min].compactMap(Twin.Even.init)),
      Specimen("raw class of Float", [0, 0.1].map(RawObject.init), [0, 0.1].map(Twin.RawFloat.init)),
      Specimen("raw struct of Date", moments.map(Moment.init), moments.map(Twin.Moment.init)),
      Specimen("raw properties", properties(), propertyTwins()),
    ]
  }
}
