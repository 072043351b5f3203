import AutoCoding

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A folder with data of models, as each version of them wrote it.
struct ManifestSamples {
  let manifest: ModelManifest
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
      if let old, old.model != name {
        throw ModelManifest.FileError(
          file: url,
          explanation: """
            The file has the samples of '\(old.model)', and the name '\(name)' leads to the same file. Let the names differ \
            in their letters or digits.
            """, underlyingError: nil)
      }
      var file = old ?? File(model: name, version: type.version, samples: [])
      let shape = manifest.shape(of: name)
      guard !file.samples.contains(where: { $0.shape == shape }) else { continue }
      file.samples += try samples(of: model, for: file, shape: shape)
      try write(file, to: url)
    }
  }

  private func write(_ file: File, to url: URL) throws {
    let encoder = AutoJSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try ModelManifest.write(try encoder.encode(file) + Data("\n".utf8), to: url)
  }

  /// Removes samples that the models cannot read any more. A key that nothing reads any more is recorded as such.
  func removeUnreadable() throws {
    let models = models
    for url in try files() {
      var file = try read(url)
      let old = file
      if let model = models[file.model] {
        let shape = manifest.shape(of: TypeNames.name(of: model))
        file.samples = file.samples.compactMap { accepted($0, of: old, as: model, shape: shape) }
      } else {
        file.samples = []
      }
      if file.samples.isEmpty {
        try remove(url)
      } else if file != old {
        try write(file, to: url)
      }
    }
  }

  private func remove(_ url: URL) throws {
    do {
      try FileManager.default.removeItem(at: url)
    } catch {
      throw ModelManifest.FileError(
        file: url, explanation: "The file cannot be removed. Make the folder writable for the tests.",
        underlyingError: error)
    }
  }

  /// Returns a sample as it is read now; nil if it is not.
  private func accepted<Model: AutoCoding>(
    _ sample: Sample, of file: File, as type: Model.Type, shape: String
  ) -> Sample? {
    guard let unknownKeys = try? decode(type, from: sample).unknownKeys else { return nil }
    var sample = sample
    sample.unknownKeys = unknownKeys.isEmpty ? nil : unknownKeys
    return check(sample, of: file, as: type, shape: shape).isEmpty ? sample : nil
  }

  private func url(of name: String, version: Int) -> URL {
    // Names of generic types have characters that file systems do not have.
    let safe = String(name.map { $0.isLetter || $0.isNumber || $0 == "." ? $0 : "_" })
    return folder.appendingPathComponent("\(safe)-\(version).json")
  }

  private func samples<Model: AutoCoding>(of type: Model.Type, for file: File, shape: String) throws -> [Sample] {
    let count = manifest.caseCount(from: TypeNames.name(of: type))
    var samples: [Sample] = []
    for (seed, isSparse) in (0..<count).map({ (UInt64($0), false) }) + [(0, true)] {
      let value = try ModelValue.sample(of: type, seed: seed, isSparse: isSparse)
      var sample = Sample(
        shape: shape, seed: seed, isSparse: isSparse, json: try JSONValue(encoding: value),
        keyedArchive: try archive(of: value))
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
      // The next check would not accept it, either.
      if let change = check(sample, of: file, as: type, shape: shape).first {
        throw SampleError(
          root: type, type: type, codingPath: [], explanation: change.explanation,
          remedy: "Let the model read what it writes, or adopt SampleProviding in it to make samples that it reads.",
          underlyingError: nil)
      }
      samples.append(sample)
    }
    return samples
  }

  /// Returns nil for a value that archives have no form for, such as an integer of more than 64 bits.
  private func archive(of value: some AutoCoding) throws -> Data? {
    do {
      return try KeyedArchiveEncoder().encode(value)
    } catch is EncodingError {
      return nil
    }
  }

  // MARK: Reading

  /// The listed models by all their names.
  var models: [String: any AutoCoding.Type] {
    var models: [String: any AutoCoding.Type] = [:]
    for model in manifest.listed.values { for name in TypeNames.names(of: model) { models[name] = model } }
    return models
  }

  func files() throws -> [URL] {
    guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }.sorted()
        .map { folder.appendingPathComponent($0) }
    } catch {
      throw ModelManifest.FileError(file: folder, explanation: "The folder cannot be read.", underlyingError: error)
    }
  }

  func read(_ url: URL) throws -> File {
    do {
      return try AutoJSONDecoder().decode(File.self, from: Data(contentsOf: url))
    } catch {
      throw ModelManifest.FileError(
        file: url, explanation: "The samples cannot be read. Restore the file.", underlyingError: error)
    }
  }
}
