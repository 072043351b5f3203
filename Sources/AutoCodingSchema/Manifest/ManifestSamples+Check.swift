import AutoCoding

extension ManifestSamples {
  /// Decodes all samples, and returns a change for each that is refused, or whose contents are lost.
  func check() throws -> [ModelManifest.Change] {
    var changes: [ModelManifest.Change] = []
    let models = models
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

  func check<Model: AutoCoding>(
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
  struct Refusal: Error {
    let form: String
    let error: any Error
  }

  /// Decodes a sample in all its forms.
  ///
  /// - Returns: The values, and the paths of keys that the type does not have.
  func decode<Model: AutoCoding>(
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
    guard let type = manifest.types[name], file.version == type.version else { return [] }
    let contents = WrittenContents(before: sample.json, now: now)
    var lost: [String] = []
    var known = Set([TypeNames.classKey, ArchivedVersions.key] + [type.typeKey].compactMap { $0 })
    forEachProperty(of: type) { key, property in
      guard !property.isFlattened else { return }
      let keys = ([key] + property.former).map(Self.steps)
      known.formUnion(keys.compactMap(\.first))
      guard property.direction == nil, sample.shape == shape || namesNoType(property.type) else { return }
      if !contents.areEqual(under: keys) { lost.append(key) }
    }
    // A flattened dictionary has all other keys, which are the same in all data.
    forEachProperty(of: type) { _, property in
      guard property.isFlattened, property.direction == nil, manifest.types[property.modelName] == nil,
        sample.shape == shape || namesNoType(property.type)
      else { return }
      let others = (sample.json.object.map { $0.map(\.key) } ?? []).filter { !known.contains($0) }
      lost += others.filter { !contents.areEqual(under: [[$0]]) }
    }
    return lost.sorted()
  }

  /// The keys of a path.
  private static func steps(_ path: String) -> [String] { PropertyPath(parsing: path)?.steps ?? [path] }

  /// Calls `body` with all properties in the object of a type, those of flattened models included, and with the flattened
  /// properties themselves.
  private func forEachProperty(of type: ManifestType, _ body: (String, ManifestProperty) -> Void) {
    for (key, property) in type.properties {
      body(key, property)
      if property.isFlattened, property.direction == nil, let model = manifest.types[property.modelName] {
        forEachProperty(of: model, body)
      }
    }
  }

  /// Whether values of a type have no models in them, whose own changes may be harmless.
  private func namesNoType(_ type: String) -> Bool { manifest.names(in: type).isEmpty }
}

extension ManifestProperty {
  /// The name of the model that a flattened property is, perhaps as an Optional.
  fileprivate var modelName: String { mayBeNil ? String(type.dropLast()) : type }
}

/// The contents of a sample, and those that are written after it was read.
private struct WrittenContents {
  let before: JSONValue
  let now: JSONValue

  /// Whether the contents under a path are the same.
  ///
  /// - Parameter paths: The path and former ones, under which the sample may have them. It may also not have them.
  func areEqual(under paths: [[String]]) -> Bool {
    guard let path = paths.first, let old = paths.lazy.compactMap({ Self.value(under: $0, in: before) }).first,
      !old.isNull
    else { return true }
    return Self.value(under: path, in: now) == old
  }

  private static func value(under path: [String], in json: JSONValue) -> JSONValue? {
    path.reduce(json) { json, step in json?[step] ?? Int(step).flatMap { json?[$0] } }
  }
}
