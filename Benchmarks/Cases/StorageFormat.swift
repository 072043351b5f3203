import AutoCodingFoundation
import Foundation

/// Objects that are saved and loaded, against what everybody writes for that.
///
/// There is no floor: what a disk takes is the disk's. The file store waits until a value is on the disk, with the name that
/// it has there; `Data.write(options: .atomic)` waits for the value alone, and `UserDefaults` for nothing.
enum StorageFormat {
  private static let file = "AutoCoding, FileStore"
  private static let memory = "AutoCoding, MemoryStore"
  private static let archive = "NSKeyedArchiver to a file"
  private static let defaults = "UserDefaults by hand"

  /// - Parameter isThorough: Whether there are 10,000 models instead of 1,000.
  static func suite(isThorough: Bool) -> Suite {
    let count = isThorough ? 10_000 : 1_000
    return Suite(
      name: "stores", sides: [file, memory, archive, defaults], baseline: archive, floor: nil,
      cases: [
        settings(isSaved: true), settings(isSaved: false), models(count, isSaved: true), models(count, isSaved: false),
      ])
  }

  /// One object with seven properties.
  private static func settings(isSaved: Bool) -> Case {
    Case(name: "a settings object", coder: "stores", operation: isSaved ? "save" : "load", objects: 1) {
      let place = try Place()
      func kept(in store: any DataStore) throws -> Auto.Settings {
        let settings = try Auto.Settings(identifier: "settings", store: store)
        settings.fill()
        try settings.save()
        return settings
      }
      let inFile = try kept(in: FileStore(directory: place.directory))
      let inMemory = try kept(in: MemoryStore())
      let archived = HandArchiveSettings()
      archived.fill()
      try place.archive(archived)
      let inDefaults = HandDefaultsSettings(place.defaults)
      inDefaults.fill()
      try inDefaults.save()
      let bytes = try KeyedArchiveEncoder().encode(inFile).count

      guard isSaved else {
        return Work(
          bytes: bytes,
          sides: [
            Side(file, operation: { try inFile.load() }) { inFile.fingerprint },
            Side(memory, operation: { try inMemory.load() }) { inMemory.fingerprint },
            Side(archive, operation: { try place.unarchive(HandArchiveSettings.self) }) { $0.fingerprint },
            // From memory: UserDefaults reads its file once.
            Side(defaults, operation: { HandDefaultsSettings(place.defaults).fingerprint }) { $0 },
          ])
      }
      return Work(
        bytes: bytes,
        sides: [
          Side(file, operation: { try inFile.save() }) {
            try inFile.load()
            return inFile.fingerprint
          },
          Side(memory, operation: { try inMemory.save() }) {
            try inMemory.load()
            return inMemory.fingerprint
          },
          Side(archive, operation: { try place.archive(archived) }) {
            try place.unarchive(HandArchiveSettings.self).fingerprint
          },
          Side(
            defaults,
            operation: {
              inDefaults.fill()
              try inDefaults.save()
            }
          ) { inDefaults.fingerprint },
        ])
    }
  }

  /// Many models that are kept as one value.
  private static func models(_ modelCount: Int, isSaved: Bool) -> Case {
    Case(
      name: "\(modelCount.grouped) flat models", coder: "stores", operation: isSaved ? "save" : "load",
      objects: modelCount
    ) {
      let place = try Place()
      func kept(in store: any DataStore) throws -> Auto.Library {
        let library = try Auto.Library(identifier: "library", store: store)
        library.objects = Auto.ArchiveFlat.samples(modelCount)
        try library.save()
        return library
      }
      let inFile = try kept(in: FileStore(directory: place.directory))
      let inMemory = try kept(in: MemoryStore())
      let archived = HandArchiveFlat.samples(modelCount) as NSArray
      try place.archive(archived)
      place.setModels(HandArchiveFlat.samples(modelCount))
      let bytes = try KeyedArchiveEncoder().encode(inFile).count

      func load() throws -> [HandArchiveFlat] {
        try place.unarchive(NSArray.self, with: [HandArchiveFlat.self]) as? [HandArchiveFlat] ?? []
      }
      guard isSaved else {
        return Work(
          bytes: bytes,
          sides: [
            Side(file, operation: { try inFile.load() }) { fingerprint(inFile.objects) },
            Side(memory, operation: { try inMemory.load() }) { fingerprint(inMemory.objects) },
            Side(archive, operation: { try load() }) { fingerprint($0) },
            Side(defaults, operation: { place.models() }) { fingerprint($0) },
          ])
      }
      return Work(
        bytes: bytes,
        sides: [
          Side(file, operation: { try inFile.save() }) { fingerprint(inFile.objects) },
          Side(memory, operation: { try inMemory.save() }) { fingerprint(inMemory.objects) },
          Side(archive, operation: { try place.archive(archived) }) { fingerprint(try load()) },
          Side(
            defaults,
            operation: {
              place.setModels(archived as? [HandArchiveFlat] ?? [])
              guard place.defaults.synchronize() else { throw Failure("UserDefaults did not write") }
            }
          ) { fingerprint(place.models()) },
        ])
    }
  }

  private static func fingerprint(_ objects: [some ArchiveFlatModel]) -> Int {
    var hasher = Hasher()
    for object in objects { object.combine(into: &hasher) }
    return hasher.finalize()
  }
}

/// Where the sides of a case keep what they keep; it goes with the case.
private final class Place {
  let directory: URL
  private let suite = "autocoding.benchmark.\(UUID().uuidString)"
  let defaults: UserDefaults

  init() throws {
    directory = FileManager.default.temporaryDirectory.appendingPathComponent("autocoding-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
    guard let defaults = UserDefaults(suiteName: suite) else { throw Failure("there is no UserDefaults") }
    self.defaults = defaults
  }

  deinit {
    try? FileManager.default.removeItem(at: directory)
    defaults.removePersistentDomain(forName: suite)
    defaults.synchronize()
    #if !canImport(Darwin)
    let home = ProcessInfo.processInfo.environment["XDG_CONFIG_HOME"] ?? NSHomeDirectory() + "/.config"
    try? FileManager.default.removeItem(atPath: "\(home)/\(suite).plist")
    #endif
  }

  private var file: URL { directory.appendingPathComponent("ARCHIVE") }

  func archive(_ object: Any) throws {
    try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
      .write(to: file, options: .atomic)
  }

  func unarchive<Object: NSObject & NSSecureCoding>(
    _ type: Object.Type, with others: [AnyClass] = []
  ) throws -> Object {
    let found = try NSKeyedUnarchiver.unarchivedObject(ofClasses: [type] + others, from: Data(contentsOf: file))
    guard let object = found as? Object else { throw Failure("there is no \(type) in the archive") }
    return object
  }

  func setModels(_ models: [HandArchiveFlat]) {
    let list = models.map { model in
      [
        "number": model.number, "ratio": model.ratio, "isActive": model.isActive, "count": Int(model.count),
        "weight": Double(model.weight), "large": model.large,
      ] as [String: Any]
    }
    defaults.set(list, forKey: "models")
  }

  func models() -> [HandArchiveFlat] {
    (defaults.array(forKey: "models") ?? []).compactMap { entry in
      guard let entry = entry as? [String: Any] else { return nil }
      let model = HandArchiveFlat()
      model.number = entry["number"] as? Int ?? 0
      model.ratio = entry["ratio"] as? Double ?? 0
      model.isActive = entry["isActive"] as? Bool ?? false
      model.count = Int32(truncatingIfNeeded: entry["count"] as? Int ?? 0)
      model.weight = Float(entry["weight"] as? Double ?? 0)
      model.large = entry["large"] as? Int ?? 0
      return model
    }
  }
}
