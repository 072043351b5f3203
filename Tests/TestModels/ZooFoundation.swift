import AutoCoding
import Foundation

extension Zoo {
  package struct Dates: AutoCoding, Equatable {
    let date: Date
    let optional: Date?
    let list: [Date]
    let map: [String: Date]
    let set: Set<Date>
    let nested: Date??
  }

  package struct Datas: AutoCoding, Equatable {
    let data: Data
    let optional: Data?
    let list: [Data]
    let map: [String: Data]?
  }

  package struct URLs: AutoCoding, Equatable {
    let url: URL
    let optional: URL?
    let list: [URL]
    let map: [String: URL]
  }

  package struct UUIDs: AutoCoding, Equatable {
    let uuid: UUID
    let optional: UUID?
    let list: [UUID]
  }

  package struct Decimals: AutoCoding, Equatable {
    let decimal: Decimal
    let optional: Decimal?
    let list: [Decimal]
    let map: [String: Decimal]
  }
}

extension Twin {
  package struct Dates: Codable, Equatable {
    let date: Date
    let optional: Date?
    let list: [Date]
    let map: [String: Date]
    let set: Set<Date>
    let nested: Date??
  }

  package struct Datas: Codable, Equatable {
    let data: Data
    let optional: Data?
    let list: [Data]
    let map: [String: Data]?
  }

  package struct URLs: Codable, Equatable {
    let url: URL
    let optional: URL?
    let list: [URL]
    let map: [String: URL]
  }

  package struct UUIDs: Codable, Equatable {
    let uuid: UUID
    let optional: UUID?
    let list: [UUID]
  }

  package struct Decimals: Codable, Equatable {
    let decimal: Decimal
    let optional: Decimal?
    let list: [Decimal]
    let map: [String: Decimal]
  }
}

extension Zoo {
  private static func dates<R>(_ make: (Date, Date?, [Date], [String: Date], Set<Date>, Date??) -> R) -> [R] {
    let epoch = Date(timeIntervalSince1970: 0)
    let now = Date(timeIntervalSinceReferenceDate: 795_000_000)
    let fraction = Date(timeIntervalSinceReferenceDate: 795_000_000.123_456_7)
    return [
      make(now, epoch, [now, epoch], ["camelKey": now], [now], epoch), make(epoch, nil, [], [:], [], nil),
      make(fraction, .distantFuture, [.distantPast], [:], [], now),
    ]
  }

  private static func datas<R>(_ make: (Data, Data?, [Data], [String: Data]?) -> R) -> [R] {
    let bytes = Data(0...255)
    return [make(bytes, Data(), [bytes[10..<20], Data()], ["camelKey": bytes]), make(Data(), nil, [], nil)]
  }

  private static func urls<R>(_ make: (URL, URL?, [URL], [String: URL]) -> R) -> [R] {
    guard let web = URL(string: "https://user@example.org:80/a%20b/?q=%C3%A9&r=/#f"),
      let relative = URL(string: "c/d", relativeTo: URL(string: "https://example.org/b/")),
      let mail = URL(string: "mailto:a@b.c")
    else { return [] }
    let file = URL(fileURLWithPath: "/tmp/a b.txt")
    return [
      make(web, nil, [file, mail], ["camelKey": web]), make(file, web, [], [:]), make(mail, relative, [web], [:]),
    ]
  }

  private static let ids = [UInt8(1), 2, 3].map {
    UUID(uuid: ($0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0xff))
  }

  private static func uuids<R>(_ make: (UUID, UUID?, [UUID]) -> R) -> [R] {
    [make(ids[0], ids[1], ids), make(ids[2], nil, [])]
  }

  private static func decimals<R>(_ make: (Decimal, Decimal?, [Decimal], [String: Decimal]) -> R) -> [R] {
    let small = Decimal(sign: .minus, exponent: -20, significand: 12_345_678_901_234_567)
    return [
      make(1, nil, [0, -1], ["camelKey": 2]), make(small, small, [], [:]),
      make(.greatestFiniteMagnitude, .leastFiniteMagnitude, [.leastNonzeroMagnitude], [:]),
    ]
  }

  static var foundation: [any ZooSpecimen] {
    [
      Specimen("Date", dates(Dates.init), dates(Twin.Dates.init)),
      Specimen("Data", datas(Datas.init), datas(Twin.Datas.init)),
      Specimen("URL", urls(URLs.init), urls(Twin.URLs.init)),
      Specimen("UUID", uuids(UUIDs.init), uuids(Twin.UUIDs.init)),
      Specimen("Decimal", decimals(Decimals.init), decimals(Twin.Decimals.init)),
    ]
  }
}
