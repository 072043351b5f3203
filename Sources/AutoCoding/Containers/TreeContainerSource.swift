/// Decodes a ``CodedTree`` for types whose `Codable` code a format must call.
class TreeContainerSource: MemoryContainerSource {
  @exclusivity(unchecked) private final var values: [CodedTree]

  /// - Parameter hasArchiveKeys: See ``hasArchiveKeys(at:)``.
  init(_ tree: CodedTree, userInfo: [CodingUserInfoKey: Any], limits: CodingLimits, hasArchiveKeys: Bool = false) {
    values = [tree]
    if hasArchiveKeys { archived.insert(Self.root) }
    super.init(options: .with(.init(limits: limits)), userInfo: userInfo, isDirect: false)
  }

  /// Reuses the source for another tree. Precondition: no code has kept a decoder.
  final func restart(with tree: CodedTree) {
    values.removeAll(keepingCapacity: values.count <= 1 << 10)
    values.append(tree)
    if !pairs.isEmpty { (pairs, pairKeys) = ([], []) }
    if !undeclared.isEmpty { undeclared = [:] }
    if !archived.isEmpty { archived = [] }
    forgetContainers()
  }

  final subscript(position: Int) -> CodedTree { values[position] }

  override final var valueCount: Int { values.count }

  override final func addElements(of position: Int) -> Bool {
    switch values[position] {
    case .array(let elements): values += elements
    case .dictionary(let members) where pairs.contains(position):
      for member in members {
        pairKeys.insert(values.count)
        values += [.string(member.key), member.value]
      }
    default: return false
    }
    return true
  }

  override final func addMembers(of position: Int, keys: inout [String]) -> Bool {
    let members: [(key: String, value: CodedTree)]
    switch values[position] {
    case .dictionary(let pairs): members = pairs
    // A tuple has no class: an archive lists its parts in place of a name.
    case .object(let object) where object.className.hasPrefix("("): members = object.values
    default: return false
    }
    keys.reserveCapacity(members.count)
    for (key, value) in members {
      keys.append(key)
      values.append(value)
    }
    return true
  }

  override final func noun(of position: Int) -> String { values[position].noun }
  override final func isNull(_ position: Int) -> Bool { if case .null = values[position] { true } else { false } }

  /// The dictionaries that `Codable` code asked for as arrays in which each key precedes its value.
  @exclusivity(unchecked) private var pairs: Set<Int> = []
  /// The keys of these arrays, which are texts here, and may be integers.
  @exclusivity(unchecked) private var pairKeys: Set<Int> = []

  /// The types whose code asked for objects of classes that they have not declared.
  @exclusivity(unchecked) private var undeclared: [Int: Any.Type] = [:]

  /// The objects that were archived by their properties.
  @exclusivity(unchecked) private var archived: Set<Int> = []

  override func hasArchiveKeys(at position: Int) -> Bool { archived.contains(position) }

  override func isObject(at position: Int, for type: Any.Type) throws -> Bool {
    guard position != Self.null else { return false }
    switch values[position] {
    case .object: return true
    // AutoCoding archives every dictionary as one, and `Codable` code expects an array if keys are no coding keys.
    case .dictionary:
      if try ContainerDispatch.isArrayOfPairs(type, knownTypes) { pairs.insert(position) }
      return false
    default: return false
    }
  }

  override func value<Value: Decodable>(_ type: Value.Type, ofObjectAt position: Int) throws -> Value? {
    guard case .object(let object) = values[position] else { return nil }
    if let value: Value = try object.foundationValue() { return value }
    // Code that asks for keys does not see the class. Code that asks for another type, as an Optional's does, gets it.
    if object.isDeclared(by: type) {
      let contents = object.contents(of: type)
      values[position] = contents.tree
      if contents.hasArchiveKeys { archived.insert(position) }
    } else {
      undeclared[position] = type
    }
    return nil
  }

  override func mismatch(_ type: Any.Type, at position: Int, codingPath: [any CodingKey]) -> DecodingError {
    if type == [String: Any].self, let declared = undeclared[position], case .object(let object) = self[position] {
      return CodedObject.refusal(ofClass: object.className, as: declared, codingPath: codingPath)
    }
    return super.mismatch(type, at: position, codingPath: codingPath)
  }

  override func readString(at position: Int) throws -> String {
    guard case .string(let text) = values[position] else { throw mismatch(String.self, at: position) }
    return text
  }

  override func walk(
    _ codec: Codec, at position: Int, path: @autoclosure () -> ContainerPath, into address: UnsafeMutableRawPointer
  ) throws {
    try readLeaf(codec.kind, at: position, into: address)
  }

  override func readLeaf(_ kind: Codec.Kind, at position: Int, into address: UnsafeMutableRawPointer) throws {
    if case .int(let value) = values[position], kind == .int, let exact = Int(exactly: value) {
      return address.initialize(with: exact)
    }
    if case .double(let value) = values[position], kind == .double { return address.initialize(with: value) }
    if case .bool(let value) = values[position], kind == .bool { return address.initialize(with: value) }
    if case .string(let value) = values[position], kind == .string { return address.initialize(with: value) }
    let reader = LeafReader(source: self, position: position, address: address)
    guard try kind.withLeafType(reader) != nil else { throw mismatch(Any.self, at: position) }
  }

  private struct LeafReader: LeafVisitor {
    let source: TreeContainerSource
    let position: Int
    let address: UnsafeMutableRawPointer

    func visit<Value: Codable & Hashable>(_ type: Value.Type) throws {
      if let leaf = try source.dynamicLeaf(at: position), let value = exactValue(leaf, as: type) {
        return address.initialize(with: value)
      }
      // These types are decoded here when they are requested; others may be coded as something else.
      if type == Bool.self || type == String.self { throw source.mismatch(type, at: position) }
      address.initialize(
        with: try source.withDecoder(at: position, source.paths.root()) { try Value(from: $0) })
    }

    func visit<Integer: FixedWidthInteger & Codable>(integer type: Integer.Type) throws {
      address.initialize(with: try source.integer(type, position))
    }

    func visit<Number: BinaryFloatingPoint & LosslessStringConvertible & Codable>(number type: Number.Type) throws {
      address.initialize(with: try source.floating(type, position))
    }
  }

  /// Returns the digits of an integer beyond 64 bits; nil for any other value.
  func bigInteger(at position: Int) -> String? {
    if case .bigInteger(let digits) = self[position] { digits } else { nil }
  }

  override func dynamicLeaf(at position: Int) throws -> Any? { try self[position].leafValue }

  private func integer<Integer: FixedWidthInteger>(_ type: Integer.Type, _ position: Int) throws -> Integer {
    guard let exact = try wideInteger(type, position)?.exactly(type) else { throw doesNotFit(type, position) }
    return exact
  }

  /// Returns the number if it is whole and has at most 128 bits, or nil.
  private func wideInteger(_ type: Any.Type, _ position: Int) throws -> WideInteger? {
    switch self[position] {
    case .int(let value): WideInteger(value)
    case .uint(let value): WideInteger(value)
    case .bigInteger(let digits): WideInteger(digits)
    case .float(let value): WideInteger(exactly: Double(value))
    case .double(let value): WideInteger(exactly: value)
    case .string(let digits) where pairKeys.contains(position): WideInteger(digits)
    default: throw mismatch(type, at: position)
    }
  }

  private func floating<Number: BinaryFloatingPoint & LosslessStringConvertible>(
    _ type: Number.Type, _ position: Int
  ) throws -> Number {
    switch self[position] {
    case .float(let value): return Number(value)
    case .double(let value):
      let number = Number(value)
      // A finite number must not become infinite; rounding to the nearest value is expected.
      if number.isInfinite && !value.isInfinite { break }
      return number
    case .int(let value): if let number = Number(exactly: value) { return number }
    case .uint(let value): if let number = Number(exactly: value) { return number }
    case .bigInteger(let digits): if let number = Number(digits) { return number }
    default: throw mismatch(type, at: position)
    }
    throw doesNotFit(type, position)
  }

  private func doesNotFit(_ type: Any.Type, _ position: Int) -> DecodingError {
    .dataCorrupted(.init("Number \(self[position].numberText) does not fit in \(type)."))
  }
}

extension CodedTree {
  /// Returns a decoder of the tree.
  package func decoder(
    userInfo: [CodingUserInfoKey: Any] = [:], limits: CodingLimits = CodingLimits()
  ) -> any Decoder {
    TreeContainerSource(self, userInfo: userInfo, limits: limits).keptDecoder()
  }
}

extension CodedTree {
  /// The text of a number; of anything else, what it is.
  fileprivate var numberText: String {
    switch self {
    case .int(let value): "\(value)"
    case .uint(let value): "\(value)"
    case .bigInteger(let digits): digits
    case .float(let value): "\(value)"
    case .double(let value): "\(value)"
    case .string(let text): text
    default: noun
    }
  }

  /// The leaf as a Swift value, as `Any` holds it; nil for values with parts.
  var leafValue: Any? {
    get throws {
      switch self {
      case .null: return Optional<Any>.none as Any
      case .bool(let value): return value
      case .int(let value): return Int(exactly: value) ?? value as Any
      case .uint(let value): return value
      case .bigInteger(let digits):
        guard let value = Double(digits) else { throw DecodingError.numberOutOfRange(digits) }
        return value
      case .float(let value): return value
      case .double(let value): return value
      case .string(let value): return value
      case .date(let value): return value
      case .data(let value): return value
      case .url(let value): return value
      case .uuid(let value): return value
      case .decimal(let value): return value
      case .array, .dictionary, .object: return nil
      }
    }
  }
}
