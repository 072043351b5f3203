import AutoCoding

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A folder with data of models, as each version of them wrote it.
struct ManifestSamples {
  private let manifest: ModelManifest
  private let folder: URL

  init(of manifest: ModelManifest, in folder: URL) {
    self.manifest = manifest
    self.folder = folder
  }

  /// The samples of one version of a model.
  struct File: Codable, Equatable {
    /// The archived name of the model.
    var model: String
    var version: Int
    /// In the order in which they were recorded.
    var samples: [Sample]
  }

  struct Sample: Codable, Equatable {
    /// A number that differs if what is written differs.
    var shape: String
    var seed: UInt64
    /// Whether Optionals are nil and collections are empty.
    var isSparse: Bool
    var json: JSONValue
    /// Nil for a value that archives have no form for.
    var keyedArchive: Data?
    /// The keys that the model has never read, since its own code writes them; nil if there are none.
    var unknownKeys: [String]?

    enum CodingKeys: String, CodingKey { case shape, seed, isSparse = "sparse", json, keyedArchive, unknownKeys }
  }

  // MARK: Writing

  /// Adds samples of the models as they are now, if they are not there yet.
  func write() throws {
    for (name, model) in manifest.listed.sorted(by: { $0.key < $1.key }) {
      guard let type = manifest.types[name], !type.isEncodeOnly else { continue }
      let url = url(of: name, version: type.version)
      let old = FileManager.default.fileExists(atPath: url.path) ? try read(url) : nil
      var file = old ?? File(model: name, version: type.version, samples: [])
      let shape = manifest.shape(of: name)
      guard !file.samples.contains(where: { $0.shape == shape }) else { continue }
      file.samples += try samples(of: model, shape: shape)
      let encoder = AutoJSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      try ModelManifest.write(try encoder.encode(file) + Data("\n".utf8), to: url)
    }
  }

  private func url(of name: String, version: Int) -> URL {
    // Names of generic types have characters that file systems do not have.
    let safe = String(name.map { $0.isLetter || $0.isNumber || $0 == "." ? $0 : "_" })
    return folder.appendingPathComponent("\(safe)-\(version).json")
  }

  private func samples<Model: AutoCoding>(of type: Model.Type, shape: String) throws -> [Sample] {
    let count = manifest.caseCount(from: TypeNames.name(of: type))
    var samples: [Sample] = []
    for (seed, isSparse) in (0..<count).map({ (UInt64($0), false) }) + [(0, true)] {
      let value = try ModelValue.sample(of: type, seed: seed, isSparse: isSparse)
      var sample = Sample(
        shape: shape, seed: seed, isSparse: isSparse, json: try JSONValue(encoding: value),
        keyedArchive: try? KeyedArchiveEncoder().encode(value))
      guard !samples.contains(where: { $0.json == sample.json }) else { continue }
      do {
        let unknownKeys = try decode(type, from: sample).unknownKeys
        if !unknownKeys.isEmpty { sample.unknownKeys = unknownKeys }
      } catch let error as Refusal {
        throw SampleError(
          root: type, type: type, codingPath: [],
          explanation: "What it writes is refused as \(error.form): \(error.error).",
          remedy: "Let its code read what it writes.", underlyingError: error.error)
      }
      samples.append(sample)
    }
    return samples
  }

  // MARK: Checking

  /// Decodes all samples, and returns a change for each that is refused, or whose contents are lost.
  func check() throws -> [ModelManifest.Change] {
    var changes: [ModelManifest.Change] = []
    var models: [String: any AutoCoding.Type] = [:]
    for model in manifest.listed.values { for name in TypeNames.names(of: model) { models[name] = model } }
    for url in try files() {
      let file = try read(url)
      guard let model = models[file.model] else {
        changes.append(
          .init(
            type: file.model, member: nil,
            explanation: "No listed model reads the samples in \(url.lastPathComponent).",
            remedy: "List the model, with its former name if it was renamed. If it is gone for good, delete the file.",
            breaks: .readsOld))
        continue
      }
      let shape = manifest.shape(of: TypeNames.name(of: model))
      changes += file.samples.flatMap { check($0, of: file, as: model, shape: shape) }
    }
    return changes
  }

  private func files() throws -> [URL] {
    guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }.sorted()
        .map { folder.appendingPathComponent($0) }
    } catch {
      throw ModelManifest.FileError(file: folder, explanation: "The folder cannot be read.", underlyingError: error)
    }
  }

  private func read(_ url: URL) throws -> File {
    do {
      return try AutoJSONDecoder().decode(File.self, from: Data(contentsOf: url))
    } catch {
      throw ModelManifest.FileError(file: url, explanation: "The samples cannot be read.", underlyingError: error)
    }
  }

  private func check<Model: AutoCoding>(
    _ sample: Sample, of file: File, as type: Model.Type, shape: String
  ) -> [ModelManifest.Change] {
    let name = TypeNames.name(of: type)
    let what = "The \(sample.isSparse ? "sparse " : "")sample \(sample.seed) of version \(file.version)"
    func change(_ explanation: String) -> ModelManifest.Change {
      .init(
        type: name, member: nil, explanation: explanation,
        remedy: "Let the model read it. If its data exists nowhere, delete it from the samples.", breaks: .readsOld)
    }
    let found: (json: Model, archived: Model?, unknownKeys: [String])
    do {
      found = try decode(type, from: sample)
    } catch let error as Refusal {
      return [change("\(what) is refused as \(error.form): \(error.error).")]
    } catch {
      return [change("\(what) is refused: \(error).")]
    }
    let unknownKeys = found.unknownKeys.filter { !(sample.unknownKeys ?? []).contains($0) }
    var changes = unknownKeys.map { change("\(what) has a value for \"\($0)\", which nothing reads any more.") }
    do {
      if let archived = found.archived, try !ModelValue.areEqual(found.json, archived) {
        changes.append(change("\(what) is read from JSON as another value than from a keyed archive."))
      }
      let now = try JSONValue(encoding: found.json)
      changes += lost(sample, now, of: file, name, shape: shape).map {
        change("\(what) had other contents under \"\($0)\".")
      }
    } catch {
      changes.append(change("\(what) cannot be written again: \(error)."))
    }
    return changes
  }

  /// The form in which a sample is refused.
  private struct Refusal: Error {
    let form: String
    let error: any Error
  }

  /// Decodes a sample in all its forms.
  ///
  /// - Returns: The values, and the paths of keys that the type does not have.
  private func decode<Model: AutoCoding>(
    _ type: Model.Type, from sample: Sample
  ) throws -> (json: Model, archived: Model?, unknownKeys: [String]) {
    var unknownKeys: [String] = []
    let value: Model
    do {
      let decoder = AutoJSONDecoder()
      decoder.unknownKeys = .report
      var issues: [AutoJSONDecoder.Issue] = []
      value = try decoder.decode(type, from: AutoJSONEncoder().encode(sample.json), reporting: &issues)
      unknownKeys += issues.map(\.codingPath.pathDescription)
    } catch {
      throw Refusal(form: "JSON", error: error)
    }
    guard let archive = sample.keyedArchive else { return (value, nil, Set(unknownKeys).sorted()) }
    do {
      let decoder = KeyedArchiveDecoder()
      decoder.unknownKeys = .report
      var found: [UnknownKey] = []
      let archived = try decoder.decode(type, from: archive, reporting: &found)
      unknownKeys += found.map(\.description)
      return (value, archived, Set(unknownKeys).sorted())
    } catch {
      throw Refusal(form: "a keyed archive", error: error)
    }
  }

  /// The keys whose values differ from those of a sample, as far as they can be compared.
  ///
  /// - Parameter shape: The model's present shape.
  private func lost(
    _ sample: Sample, _ now: JSONValue, of file: File, _ name: String, shape: String
  ) -> [String] {
    guard let type = manifest.types[name], file.version == type.version, let members = sample.json.object else {
      return []
    }
    return type.properties.sorted { $0.key < $1.key }.compactMap { key, property in
      guard property.direction == nil, sample.shape == shape || isPlain(property.type) else {
        return nil
      }
      let keys = [key] + property.former
      guard let before = keys.lazy.compactMap({ members[$0] }).first, !before.isNull else { return nil }
      return now[key] == before ? nil : key
    }
  }

  /// Whether values of a type have no models in them, whose own changes may be harmless.
  private func isPlain(_ type: String) -> Bool { manifest.names(in: type).isEmpty }
}

extension ModelManifest {
  /// The names of a type and all that it leads to, in order.
  private func closure(of root: String) -> [String] {
    var met: Set<String> = []
    var next = [root]
    while let name = next.popLast() {
      guard let type = types[name], met.insert(name).inserted else { continue }
      for property in Array(type.properties.values) + type.cases.values.flatMap({ $0.values }) {
        next += names(in: property.type)
      }
      next += Array(type.tags.values) + [type.superclass].compactMap { $0 }
    }
    return met.sorted()
  }

  /// The names of the manifest's types that are in the text of a type.
  func names(in text: String) -> [String] {
    // Names of generic types have more than this.
    let names = text.split { "[](), ?<>".contains($0) }.map(String.init).filter { types[$0] != nil }
    return text.contains("<") ? names + types.keys.filter { $0.contains("<") && text.contains($0) } : names
  }

  /// A number that differs if models write something else, in hexadecimal digits.
  func shape(of root: String) -> String {
    var manifest = ModelManifest(models: [], types: [:])
    for name in closure(of: root) {
      guard var type = types[name] else { continue }
      type.formerNames = []
      type.migrates = false
      type.properties = type.properties.mapValues(\.written)
      type.cases = type.cases.mapValues { $0.mapValues(\.written) }
      manifest.types[name] = type
    }
    // FNV-1a, since `Hasher` differs from run to run.
    let hash = manifest.description.utf8.reduce(14_695_981_039_346_656_037 as UInt64) {
      ($0 ^ UInt64($1)) &* 1_099_511_628_211
    }
    return String(hash, radix: 16)
  }

  /// How many samples show each case of the enums that a type leads to; at most 8.
  func caseCount(from root: String) -> Int {
    min(max(closure(of: root).compactMap { types[$0]?.cases.count }.max() ?? 1, 1), 8)
  }
}

extension ManifestProperty {
  /// The property without what is said of older data.
  fileprivate var written: ManifestProperty {
    var property = self
    property.former = []
    property.isAdded = false
    property.hasDefault = false
    return property
  }
}
