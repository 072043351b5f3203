/// Foundation's classes for values of the data model in archives, and the keys of their objects.
enum FoundationClass: String, CaseIterable {
  case array = "NSArray"
  case set = "NSSet"
  case dictionary = "NSDictionary"
  case date = "NSDate"
  case data = "NSData"
  case url = "NSURL"
  case uuid = "NSUUID"
  case decimal = "NSDecimalNumber"
  case string = "NSString"
  case null = "NSNull"
  /// A Bool, or a number that is equal to one, among values whose types are not declared, as AutoCodingFoundation gives it to
  /// Foundation's archiver, which would replace one by the other. ``ArchivedClass/standInName`` is its class.
  case number = "Swift.Bool"

  /// Decoded as a set; its elements are under separate keys.
  static let countedSetName = "NSCountedSet"

  /// Returns the class for a name. Accepts mutable variants and Swift's own names.
  init?(named name: String) {
    guard let found = Self.byName[name] else { return nil }
    self = found
  }

  // A switch would compare the name with one string after the other.
  private static let byName: [String: FoundationClass] = {
    var names: [String: FoundationClass] = [
      "NSMutableArray": .array,
      "NSMutableSet": .set, "NSOrderedSet": .set, "NSMutableOrderedSet": .set, countedSetName: .set,
      "NSMutableDictionary": .dictionary,
      "NSMutableData": .data,
      "NSMutableString": .string, "NSAttributedString": .string, "NSMutableAttributedString": .string,
      "Swift.Int64": .number, "Swift.Float": .number, "Swift.Double": .number,
    ]
    for known in allCases { names[known.rawValue] = known }
    return names
  }()

  /// Identifies the class in an address table.
  var identity: UnsafeRawPointer { identityKey.identity }

  private var identityKey: PropertyKey {
    switch self {
    case .array: Self.arrayIdentity
    case .set: Self.setIdentity
    case .dictionary: Self.dictionaryIdentity
    case .date: Key.time
    case .data: Key.data
    case .url: Key.relative
    case .uuid: Key.uuidBytes
    case .decimal: Key.mantissa
    case .string: Key.string
    case .null: Key.base
    case .number: Self.numberIdentity
    }
  }

  private static let arrayIdentity = PropertyKey("NSArray")
  private static let setIdentity = PropertyKey("NSSet")
  private static let dictionaryIdentity = PropertyKey("NSDictionary")
  private static let numberIdentity = PropertyKey("Swift.Bool")

  /// The names of the class and its superclasses.
  var classNames: [String] {
    self == .decimal ? ["NSDecimalNumber", "NSNumber", "NSValue", "NSObject"] : [rawValue, "NSObject"]
  }

  /// The keys of the objects.
  enum Key {
    static let objects = PropertyKey("NS.objects")
    static let keys = PropertyKey("NS.keys")
    static let string = PropertyKey("NS.string")
    static let time = PropertyKey("NS.time")
    static let data = PropertyKey("NS.data")
    static let base = PropertyKey("NS.base")
    static let relative = PropertyKey("NS.relative")
    static let uuidBytes = PropertyKey("NS.uuidbytes")
    static let exponent = PropertyKey("NS.exponent")
    static let length = PropertyKey("NS.length")
    static let isNegative = PropertyKey("NS.negative")
    static let isCompact = PropertyKey("NS.compact")
    static let mantissa = PropertyKey("NS.mantissa")
    static let mantissaByteOrder = PropertyKey("NS.mantissa.bo")
  }
}
