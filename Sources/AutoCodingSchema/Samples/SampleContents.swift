import AutoCoding

/// The state of a sample while it is made: where it is, what was used, and which contents are next.
final class SampleContents {
  private let root: Any.Type
  private let seed: UInt64
  /// Whether Optionals are nil and collections are empty.
  let isSparse: Bool
  /// The path to the value that is being made.
  private(set) var path: [any CodingKey] = []
  /// The kind of contents that is tried; see ``SampleForm``.
  private(set) var form = SampleForm.first
  private var count: UInt64 = 0
  /// How often each type is on the way from the root to here.
  private var levels: [ObjectIdentifier: Int] = [:]
  private var valueCount = 0
  /// The form that the type's code accepted.
  private var accepted: [ObjectIdentifier: SampleForm] = [:]
  private var layouts: [ObjectIdentifier: EnumLayout?] = [:]
  /// How many values of each enum were made.
  private var caseCounts: [ObjectIdentifier: Int] = [:]
  /// The name of a case that a property of the case's payload has to have; nil if there is none.
  var caseName: (payload: Any.Type, key: String, text: String)?
  /// The only text or integer that the value to be made may be written as: the tag or the name of a case that it holds.
  private var heldText: String?
  /// The models that the root leads to.
  private lazy var models = Self.models(of: root)

  init(of root: Any.Type, seed: UInt64, isSparse: Bool) {
    self.root = root
    self.seed = seed
    self.isSparse = isSparse
  }

  /// Makes a value.
  func value<Value>(of type: Value.Type, as codec: Codec) throws -> Value {
    try ValueOperations(type).withTemporaryValue { memory in
      var reader = SampleReader(self)
      try reader.fill(memory, as: codec)
      return memory.take(as: type)
    }
  }

  // MARK: The path

  /// Calls `body` to make the value under a key.
  func under<Result>(_ key: any CodingKey, _ body: () throws -> Result) rethrows -> Result {
    path.append(key)
    defer { path.removeLast() }
    return try body()
  }

  /// The name of the property that a value is for.
  var label: String { path.last { $0.intValue == nil }?.stringValue ?? "text" }

  func error(
    _ type: Any.Type, _ explanation: String, remedy: String, underlyingError: (any Error)? = nil
  ) -> SampleError {
    SampleError(
      root: root, type: type, codingPath: path, explanation: explanation, remedy: remedy,
      underlyingError: underlyingError)
  }

  // MARK: Contents

  /// A number that no other value of the sample has. Seeds that follow each other give other numbers, of another parity.
  func number() -> UInt64 {
    count += 1
    return seed % 10_000_000_000 * 101 + count
  }

  /// Whether the value to be made holds the tag or the name of a case.
  var isHolding: Bool { heldText != nil }

  /// A text for a property.
  func text() -> String { heldText ?? form.text(label, number()) }

  /// An integer for a property.
  func integer<Integer: FixedWidthInteger>(as type: Integer.Type) -> Integer {
    heldText.flatMap { Integer($0) } ?? form.integer(number(), as: type)
  }

  /// Calls `body` to make a value that is written as a text, or as an integer if the text is one.
  func holding(_ text: String, _ body: () throws -> Void) rethrows {
    heldText = text
    defer { heldText = nil }
    try body()
  }

  /// Calls `body` with different forms of contents, until the type's code accepts one.
  func attempt(_ type: Any.Type, _ body: () throws -> Void) throws {
    let outer = form
    defer { form = outer }
    let preferred = accepted[ObjectIdentifier(type)] ?? outer
    var refusal: (any Error)?
    for form in [preferred] + SampleForm.all.filter({ $0 != preferred }) {
      self.form = form
      do {
        try body()
        accepted[ObjectIdentifier(type)] = form
        return
      } catch let error as SampleDeadEnd {
        throw error
      } catch let error as SampleError {
        throw error
      } catch let error as AutoCodingError {
        throw error
      } catch {
        if refusal == nil { refusal = error }
      }
    }
    let reason = refusal.map { " It said: \(Self.text(of: $0))" } ?? ""
    throw error(
      type, "The code of \(TypeLookup.name(of: type)) refused all contents.\(reason)",
      remedy: "Adopt SampleProviding to make samples of it.", underlyingError: refusal)
  }

  private static func text(of error: any Error) -> String {
    let text = (error as? DecodingError)?.context?.debugDescription ?? "\(error)"
    return text.hasSuffix(".") ? text : text + "."
  }

  // MARK: Recursion

  /// How often a type may be on the way from the root to a value.
  private var maximumLevel: Int { valueCount > 200 ? 1 : 2 }

  /// Calls `body` to make a value of a type that may lead to itself.
  ///
  /// - Throws: ``SampleDeadEnd`` if the type has led to itself already.
  func entering(_ type: Any.Type, _ body: () throws -> Void) throws {
    let level = levels[ObjectIdentifier(type), default: 0]
    guard level < maximumLevel else {
      throw SampleDeadEnd(
        error: error(
          type, "Every value of \(TypeLookup.name(of: type)) needs another one, without end.",
          remedy: "Make a property on the way Optional, or adopt SampleProviding to make samples of it."))
    }
    levels[ObjectIdentifier(type)] = level + 1
    defer { levels[ObjectIdentifier(type)] = level }
    valueCount += 1
    try body()
  }

  /// Whether Optionals are nil and collections are empty from here on.
  var isFull: Bool { !isHolding && (isSparse || valueCount > 1000 || path.count > 40) }

  // MARK: Enums

  /// The cases of an enum; nil for any other type, and for an enum from C, whose cases reflection does not show.
  func layout(of type: Any.Type) -> EnumLayout? {
    if let known = layouts[ObjectIdentifier(type)] { return known }
    var layout = try? EnumLayout(reflecting: type)
    if layout?.cases.isEmpty ?? false, ValueOperations(type).size > 0 { layout = nil }
    layouts[ObjectIdentifier(type)] = .some(layout)
    return layout
  }

  /// The positions of an enum's cases, in the order in which they are tried.
  func cases(of type: Any.Type, count: Int) -> [Int] {
    guard count > 0 else { return [] }
    let first = caseCounts[ObjectIdentifier(type), default: Int(seed % UInt64(count))]
    caseCounts[ObjectIdentifier(type)] = first + 1
    return (0..<count).map { (first + $0) % count }
  }

  // MARK: Classes

  /// The class to make an object of, if data names classes by tags; nil if it is the declared one.
  func subclass(of type: Any.Type, _ tags: TypeMap.Tags) -> (any AutoCoding.Type)? {
    let classes = tags.types.map(\.type).filter { TypeLookup.isSubclass($0, of: type) }
    guard let first = cases(of: type, count: classes.count).first, classes[first] != type else { return nil }
    return classes[first]
  }

  // MARK: Values declared by protocols

  /// The models that an existential may hold, in the order in which they are tried.
  func models(for codec: ExistentialCodec) -> [any AutoCoding.Type] {
    let found =
      codec.isDeclared
      ? TypeNames.types { codec.admits($0) && (try? TypeNames.writtenName(of: $0)) != nil }
      : models.filter { codec.admits($0) && (try? TypeNames.writtenName(of: $0)) != nil }
    return found.sorted { TypeNames.name(of: $0) < TypeNames.name(of: $1) }
  }

  private static func models(of root: Any.Type) -> [any AutoCoding.Type] {
    var models: [any AutoCoding.Type] = []
    var met: Set<ObjectIdentifier> = []
    var next = (try? Discovery.codec(for: root)).map { [$0] } ?? []
    while let codec = next.popLast() {
      guard met.insert(ObjectIdentifier(codec)).inserted else { continue }
      if codec.kind == .record, let model = codec.type as? any AutoCoding.Type { models.append(model) }
      next += codec.children
    }
    return models
  }
}
