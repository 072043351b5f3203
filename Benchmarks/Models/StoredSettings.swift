import AutoCodingFoundation
import Foundation

/// What an app keeps about its user, on every side: a property of every common kind.
protocol SettingsModel: AnyObject {
  var name: String { get set }
  var volume: Double { get set }
  var isDark: Bool { get set }
  var launches: Int { get set }
  var lastLaunch: Date { get set }
  var nickname: String? { get set }
  var tags: [String] { get set }
}

extension SettingsModel {
  func fill() {
    name = "Nora Helmer"
    volume = 0.75
    isDark = true
    launches = 1879
    lastLaunch = Date(timeIntervalSinceReferenceDate: 700_000_061)
    nickname = "nick"
    tags = ["one", "two", "three"]
  }

  /// Equal if the settings are equal.
  var fingerprint: Int {
    var hasher = Hasher()
    hasher.combine(name)
    hasher.combine(volume)
    hasher.combine(isDark)
    hasher.combine(launches)
    hasher.combine(lastLaunch)
    hasher.combine(nickname)
    hasher.combine(tags)
    return hasher.finalize()
  }
}

extension Auto {
  /// The object that saves itself.
  final class Settings: StoredObject, SettingsModel {
    var name = ""
    var volume = 0.0
    var isDark = false
    var launches = 0
    var lastLaunch = Date(timeIntervalSinceReferenceDate: 0)
    var nickname: String?
    var tags: [String] = []
  }

  /// Models beyond count, kept as one.
  final class Library: StoredObject {
    var objects: [ArchiveFlat] = []
  }
}

/// The singleton that everybody writes: a property, a key, a getter and a setter.
final class HandDefaultsSettings: SettingsModel {
  private let defaults: UserDefaults

  init(_ defaults: UserDefaults) {
    self.defaults = defaults
  }

  func save() throws {
    guard defaults.synchronize() else { throw Failure("UserDefaults did not write") }
  }

  var name: String {
    get { defaults.string(forKey: "name") ?? "" }
    set { defaults.set(newValue, forKey: "name") }
  }
  var volume: Double {
    get { defaults.double(forKey: "volume") }
    set { defaults.set(newValue, forKey: "volume") }
  }
  var isDark: Bool {
    get { defaults.bool(forKey: "isDark") }
    set { defaults.set(newValue, forKey: "isDark") }
  }
  var launches: Int {
    get { defaults.integer(forKey: "launches") }
    set { defaults.set(newValue, forKey: "launches") }
  }
  var lastLaunch: Date {
    get { defaults.object(forKey: "lastLaunch") as? Date ?? Date(timeIntervalSinceReferenceDate: 0) }
    set { defaults.set(newValue, forKey: "lastLaunch") }
  }
  var nickname: String? {
    get { defaults.string(forKey: "nickname") }
    set { defaults.set(newValue, forKey: "nickname") }
  }
  var tags: [String] {
    get { defaults.stringArray(forKey: "tags") ?? [] }
    set { defaults.set(newValue, forKey: "tags") }
  }
}

/// The object that is archived to a file. At the top level, since `NSKeyedUnarchiver` does not survive the name of a nested
/// class on Linux.
final class HandArchiveSettings: NSObject, NSSecureCoding, SettingsModel {
  static var supportsSecureCoding: Bool { true }
  var name = ""
  var volume = 0.0
  var isDark = false
  var launches = 0
  var lastLaunch = Date(timeIntervalSinceReferenceDate: 0)
  var nickname: String?
  var tags: [String] = []

  override init() {}

  init?(coder: NSCoder) {
    guard let name = coder.decodeObject(of: NSString.self, forKey: "name") as String?,
      let lastLaunch = coder.decodeObject(of: NSDate.self, forKey: "lastLaunch") as Date?,
      let tags = coder.decodeObject(of: [NSArray.self, NSString.self], forKey: "tags") as? [String]
    else { return nil }
    self.name = name
    volume = coder.decodeDouble(forKey: "volume")
    isDark = coder.decodeBool(forKey: "isDark")
    launches = coder.decodeInteger(forKey: "launches")
    self.lastLaunch = lastLaunch
    nickname = coder.decodeObject(of: NSString.self, forKey: "nickname") as String?
    self.tags = tags
  }

  func encode(with coder: NSCoder) {
    coder.encode(name as NSString, forKey: "name")
    coder.encode(volume, forKey: "volume")
    coder.encode(isDark, forKey: "isDark")
    coder.encode(launches, forKey: "launches")
    coder.encode(lastLaunch as NSDate, forKey: "lastLaunch")
    coder.encode(nickname as NSString?, forKey: "nickname")
    coder.encode(tags as NSArray, forKey: "tags")
  }
}
