import Foundation

/// A way in which values lie in memory, with some values of it.
struct Layout {
  let name: String
  /// Codes values so many times, every other time with a decode of damaged data, and returns how many of these failed.
  let run: (_ count: Int) throws -> Int

  /// - Parameters:
  ///   - values: What is coded, in turn.
  ///   - refused: Data that must be refused, beside that which is made of the values by damaging it everywhere.
  ///   - takesAnything: Whether damaged data may still fit, since a part of the value can be anything.
  init<Value: Codable>(
    _ name: String, refused: [String] = [], takesAnything: Bool = false, _ values: @escaping @autoclosure () -> [Value]
  ) {
    self.name = name
    run = { count in
      var trips = try RoundTrip(
        values: values(), refused: refused.map { Data($0.utf8) }, takesAnything: takesAnything)
      return try trips.run(count)
    }
  }
}

private struct RoundTrip<Value: Codable> {
  private let encoder: JSONEncoder
  private let decoder = JSONDecoder()
  private var values: [Value]
  private let encoded: [Data]
  private var damaged: [Damaged] = []

  init(values: [Value], refused: [Data], takesAnything: Bool) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    self.encoder = encoder
    self.values = values
    encoded = try values.map { try encoder.encode($0) }
    for data in encoded {
      damaged += try decoder.decode(JSONTree.self, from: data).damaged.map {
        Damaged(data: try encoder.encode($0.tree), mustFail: $0.mustFail && !takesAnything)
      }
    }
    damaged += refused.map { Damaged(data: $0, mustFail: true) }
  }

  /// What is decoded is what is encoded the next time, so every encode checks the decode before it.
  mutating func run(_ count: Int) throws -> Int {
    var failed = 0
    for trip in 0..<count {
      let index = trip % values.count
      let data = try encoder.encode(values[index])
      guard data == encoded[index] else {
        throw Failure("trip \(trip) wrote \(data.text) instead of \(encoded[index].text)")
      }
      values[index] = try decoder.decode(Value.self, from: data)
      if trip.isMultiple(of: 2), try isRefused(damaged[trip / 2 % damaged.count]) { failed += 1 }
    }
    return failed
  }

  private func isRefused(_ damaged: Damaged) throws -> Bool {
    do {
      _ = try decoder.decode(Value.self, from: damaged.data)
    } catch is DecodingError {
      return true
    } catch let error as Refusal {
      return error == .wanted
    }
    if damaged.mustFail { throw Failure("\(damaged.data.text) was accepted") }
    return false
  }
}

/// What `didDecode()` of a layout throws.
enum Refusal: Error {
  case wanted
}

/// Data that a value could have been made of, had it been left alone.
private struct Damaged {
  let data: Data
  /// Whether no value can be made of it: a missing key may be a nil or a default.
  let mustFail: Bool
}

extension Data {
  fileprivate var text: String { String(decoding: self, as: UTF8.self) }
}

/// A JSON document that was read, to be damaged.
private enum JSONTree: Codable {
  case null
  case bool(Bool)
  case int(Int)
  case double(Double)
  case string(String)
  case array([JSONTree])
  case object([String: JSONTree])

  /// The document with each of its values, in turn, replaced by one that does not fit, and with each key left out.
  var damaged: [(tree: JSONTree, mustFail: Bool)] {
    switch self {
    case .null, .bool, .int, .double, .string: return [(.object(["wrong": .array([])]), true)]
    case .array(let elements):
      var trees: [(tree: JSONTree, mustFail: Bool)] = [(.int(5), true)]
      for (index, element) in elements.enumerated() {
        var copy = elements
        for damaged in element.damaged {
          copy[index] = damaged.tree
          trees.append((.array(copy), damaged.mustFail))
        }
      }
      return trees
    case .object(let members):
      var trees: [(tree: JSONTree, mustFail: Bool)] = [(.int(5), true)]
      for (key, value) in members.sorted(by: { $0.key < $1.key }) {
        var copy = members
        copy[key] = nil
        trees.append((.object(copy), false))
        for damaged in value.damaged {
          copy[key] = damaged.tree
          trees.append((.object(copy), damaged.mustFail))
        }
      }
      return trees
    }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int.self) {
      self = .int(value)
    } else if let value = try? container.decode(Double.self) {
      self = .double(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSONTree].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONTree].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .int(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}
