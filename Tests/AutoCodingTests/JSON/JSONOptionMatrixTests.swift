import AutoCoding
import Foundation
import TestModels
import TestSupport
import Testing

/// Every option with every type of the zoo: the bytes are `JSONEncoder`'s, and the values are those that `JSONDecoder` reads,
/// however the text is laid out and on whichever path it is coded.
struct JSONOptionMatrixTests {
  /// The options that ``JSONOptions/all`` lacks, and several at once.
  static let options =
    JSONOptions.all + [
      JSONOptions(
        name: "formatted dates",
        encoder: { $0.dateEncodingStrategy = .formatted(formatter()) },
        decoder: { $0.dateDecodingStrategy = .formatted(formatter()) }),
      JSONOptions(
        name: "snake case, slashes as they are",
        encoder: {
          $0.keyEncodingStrategy = .convertToSnakeCase
          $0.outputFormatting.insert(.withoutEscapingSlashes)
        },
        decoder: { $0.keyDecodingStrategy = .convertFromSnakeCase }),
      JSONOptions(
        name: "many at once",
        encoder: {
          $0.keyEncodingStrategy = .convertToSnakeCase
          $0.outputFormatting.formUnion([.prettyPrinted, .withoutEscapingSlashes])
          $0.dateEncodingStrategy = .iso8601
          $0.dataEncodingStrategy = .deferredToData
          $0.nonConformingFloatEncodingStrategy =
            .convertToString(positiveInfinity: "+inf", negativeInfinity: "-inf", nan: "nan")
        },
        decoder: {
          $0.keyDecodingStrategy = .convertFromSnakeCase
          $0.dateDecodingStrategy = .iso8601
          $0.dataDecodingStrategy = .deferredToData
          $0.nonConformingFloatDecodingStrategy =
            .convertFromString(positiveInfinity: "+inf", negativeInfinity: "-inf", nan: "nan")
        }),
    ]

  private static func formatter() -> DateFormatter {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "yyyy-MM-dd'T'HH:mm:ss.SSS"
    return formatter
  }

  @Test("bytes", arguments: options)
  func bytes(_ options: JSONOptions) throws {
    let matrix = JSONMatrix(options)
    for specimen in options.specimens { try specimen.accept(EncodingVisitor(matrix: matrix)) }
    matrix.expectNoDifference()
  }

  @Test("values", arguments: options)
  func values(_ options: JSONOptions) throws {
    let matrix = JSONMatrix(options)
    let number = Self.options.firstIndex { $0.name == options.name } ?? 0
    matrix.numberOfOptions = number
    for specimen in TestEffort.part(of: Zoo.all, turn: number, every: 9) {
      try specimen.accept(DecodingVisitor(matrix: matrix))
    }
    matrix.expectNoDifference()
  }

  /// Compares the bytes of each sample by itself.
  private struct EncodingVisitor: ZooVisitor {
    let matrix: JSONMatrix

    func visit<Auto, Twin>(_ specimen: Specimen<Auto, Twin>) throws {
      let isShort = !matrix.options.takesEverySample && matrix.options.name != "many at once"
      for (index, sample) in specimen.samples.prefix(isShort ? 1 : .max).enumerated() {
        let place = "\(specimen.name), sample \(index)"
        let expected = matrix.data { try matrix.reference.encode(sample.twin) }
        let found = matrix.data { try matrix.sorted.encode(sample.auto) }
        let unsorted = matrix.data { try matrix.unsorted.encode(sample.auto) }
        matrix.compare(found, expected, isOrdered: specimen.isOrdered, "\(place), sorted")
        guard let expected, let unsorted, let known = JSONDocument(expected) else {
          if (expected == nil) != (unsorted == nil) { matrix.note("\(place): only one fails unsorted") }
          continue
        }
        guard let document = JSONDocument(unsorted) else {
          matrix.note("\(place), unsorted: no JSON")
          continue
        }
        // Layout does not depend on the order of the members.
        let layout: JSONDocument.Layout = matrix.isPretty ? .pretty : .compact
        matrix.compare(unsorted, Data(document.text(layout).utf8), isOrdered: true, "\(place), unsorted layout")
        if specimen.isOrdered, document.sorted != known.sorted { matrix.note("\(place): the members differ unsorted") }
        guard let containers = matrix.containersEncoder else { continue }
        // One by one through containers, which is what keys that code converts need.
        let slow = matrix.data { try containers.encode(sample.auto) }
        matrix.compare(slow, unsorted, isOrdered: specimen.isOrdered, "\(place), through containers")
      }
    }
  }

  /// Decodes the text of all samples that can be encoded, in every layout.
  private struct DecodingVisitor: ZooVisitor {
    let matrix: JSONMatrix

    func visit<Auto, Twin>(_ specimen: Specimen<Auto, Twin>) throws {
      let samples = specimen.samples.filter { (try? matrix.reference.encode($0.twin)) != nil }
      guard let data = try? matrix.unsorted.encode(samples.map(\.auto)), let document = JSONDocument(data) else {
        matrix.note("\(specimen.name): not encoded")
        return
      }
      let number = matrix.nextNumber()
      var random = SplitMix(state: UInt64(number))
      for (position, layout) in JSONOptionMatrixTests.layouts.enumerated() {
        // A short run takes all layouts with the commonest options, and one of them with each other pair.
        let isWhole = matrix.options.takesEverySample || matrix.options.name == "snake case"
        guard isWhole || (number + matrix.numberOfOptions) % JSONOptionMatrixTests.layouts.count == position else {
          continue
        }
        let data = Data(layout.text(document, &random).utf8)
        let known = DifferentialOutcome { try matrix.referenceDecoder.decode([Twin].self, from: data) }
        let plain = DifferentialOutcome { try matrix.decoder.decode([Twin].self, from: data) }
        let place = "\(specimen.name), \(layout.name)"
        matrix.compare(plain, known, "\(place), plain Codable")
        let roads = TestEffort.isThorough || !isWhole || (number % 8 == position % 8) ? .max : 2
        for road in matrix.roads.prefix(roads) {
          let model = DifferentialOutcome { try road.decoder.decode([Auto].self, from: data) }
          if (model.error == nil) != (known.error == nil) {
            matrix.note("\(place), \(road.name): \(model.error ?? "no error"), expected \(known.error ?? "no error")")
          }
          guard let model = model.value, let known = known.value else { continue }
          if known == samples.map(\.twin) {
            if model != samples.map(\.auto) { matrix.note("\(place), \(road.name): another value") }
          } else {
            // What a strategy loses, both lose alike.
            matrix.compare(
              matrix.data { try matrix.sorted.encode(model) }, matrix.data { try matrix.reference.encode(known) },
              isOrdered: specimen.isOrdered, "\(place), \(road.name), encoded again")
          }
        }
      }
    }
  }

  /// A way to write the same values, or more than they have.
  struct Layout: Sendable {
    let name: String
    let text: @Sendable (JSONDocument, inout SplitMix) -> String
  }

  static let layouts: [Layout] = [
    Layout(name: "in the type's order") { document, _ in document.text() },
    Layout(name: "sorted") { document, _ in document.sorted.text() },
    Layout(name: "in random order") { $0.shuffled(&$1).text() },
    Layout(name: "in random order, spaced") { $0.shuffled(&$1).text(.spaced) },
    Layout(name: "unknown keys first") { document, _ in document.adding(.first, depth: 1).text() },
    Layout(name: "unknown keys in the middle") { document, _ in document.adding(.middle, depth: 1).text(.spaced) },
    Layout(name: "unknown keys last") { document, _ in document.adding(.last, depth: 1).text() },
    Layout(name: "unknown keys in random order") { $0.shuffled(&$1).adding(.middle, depth: 1).text(.pretty) },
    Layout(name: "unknown keys in every object") { document, _ in document.adding(.first).text() },
    Layout(name: "spaced") { document, _ in document.text(.spaced) },
    Layout(name: "pretty") { document, _ in document.text(.pretty) },
    Layout(name: "escaped keys") { document, _ in document.escapingKeys().text() },
    Layout(name: "escaped keys, in random order") { $0.shuffled(&$1).escapingKeys().text(.pretty) },
  ]

  @Test("data within a type's own code is indented where it is an array of numbers")
  func indentedData() throws {
    struct Plain: Codable {
      var data = Data([1, 2])
      var list = [Data([3]), Data()]
      var map = ["key": Data([4])]
    }
    let coders: [any JSONEncoding] = [AutoJSONEncoder(), JSONEncoder()]
    let texts = try coders.map { encoder in
      encoder.dataEncodingStrategy = .deferredToData
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      return try String(decoding: encoder.encode([[Plain()]]), as: UTF8.self)
    }
    #expect(texts[0] == texts[1])
  }
}
