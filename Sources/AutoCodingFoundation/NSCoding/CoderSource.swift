import AutoCoding
import Foundation

/// What has values under keys: the object that a coder is decoding, or a dictionary.
struct CoderSource {
  /// What is under a key.
  enum Value {
    case missing
    case number(NSNumber)
    /// An object, or nil where null was encoded.
    case object(Any?)

    /// What is there, numbers included; nil for null as well.
    var object: Any? {
      switch self {
      case .missing: nil
      case .number(let number): number
      case .object(let object): object
      }
    }
  }

  private enum Place {
    case coder(NSCoder, UnarchiverContents?)
    case dictionary([String: Any])
    #if !canImport(ObjectiveC)
    case entry(ArchivedEntries.Entry)
    #endif
  }

  let scope: CoderScope
  private let place: Place
  /// Whether the place is in an archive that can be seen.
  private let isVisible: Bool

  /// The object that the scope's coder is decoding.
  init(_ scope: CoderScope) {
    self.scope = scope
    let contents = UnarchiverContents(of: scope.coder)
    place = .coder(scope.coder, contents)
    isVisible = contents != nil
  }

  /// A dictionary that was decoded.
  init(_ values: [String: Any], _ scope: CoderScope) {
    self.scope = scope
    place = .dictionary(values)
    isVisible = false
  }

  #if !canImport(ObjectiveC)
  /// The entry of a struct in the archive of another source, which the coder does not decode.
  init(_ entry: ArchivedEntries.Entry, within source: CoderSource) {
    scope = source.scope
    place = .entry(entry)
    isVisible = true
  }

  /// The archive, where it can be read without the coder.
  var archive: ArchivedEntries? { isVisible ? scope.archive : nil }
  #endif

  func contains(_ key: String) -> Bool {
    switch place {
    case .coder(let coder, let contents):
      guard let contents else { return coder.containsValue(forKey: key) }
      return contents.value(forKey: CoderPlan.escaped(key)) != nil
    case .dictionary(let values): return values[key] != nil
    #if !canImport(ObjectiveC)
    case .entry(let entry): return entry[AnyHashable(CoderPlan.escaped(key))] != nil
    #endif
    }
  }

  /// What is under the key of a property, before any object is decoded.
  enum Found {
    case missing
    case bool(Bool)
    case number(NSNumber)
    /// A reference to the entry at a position.
    case reference(Any, position: Int)
    /// An object that is there, or nil where null was encoded.
    case object(Any?)
  }

  /// Looks for what is under the key of a property. An object that can be seen is decoded by ``object(forKey:_:_:)``.
  ///
  /// - Parameter kind: What the value is wanted for.
  func found(under key: CoderPlan.Key, kind: Codec.Kind, _ expectation: CoderExpectation) throws -> Found {
    switch place {
    case .coder(_, let contents?):
      guard let value = contents.value(forKey: key.escaped) else { return .missing }
      return try found(value, under: key, kind: kind, expectation)
    #if !canImport(ObjectiveC)
    case .entry(let entry):
      guard let value = entry[key.hashable] else { return .missing }
      return try found(value, under: key, kind: kind, expectation)
    #endif
    case .coder(_, nil), .dictionary:
      return switch try value(forKey: key.text, kind: kind, expectation) {
      case .missing: .missing
      case .number(let number): .number(number)
      case .object(let object): .object(object)
      }
    }
  }

  private func found(
    _ value: Any, under key: CoderPlan.Key, kind: Codec.Kind, _ expectation: CoderExpectation
  ) throws -> Found {
    // What is most likely there is looked for first.
    if kind == .bool, let value = exactValue(value, as: Bool.self) { return .bool(value) }
    if kind.isInlineNumber, let number = exactValue(value, as: NSNumber.self) { return .number(number) }
    if let position = UnarchiverContents.position(of: value) { return .reference(value, position: position) }
    if let number = exactValue(value, as: NSNumber.self) { return .number(number) }
    if UnarchiverContents.isReference(value) { return .object(try object(forKey: key.text, value, expectation)) }
    return CoderNumber.number(value).map { .number($0) } ?? .object(value)
  }

  /// Decodes the object that a reference under a key leads to.
  ///
  /// - Throws: What failed within the object; `CoderBridge.NeedsCoder` where the coder is not at this place.
  func object(forKey key: String, _ reference: Any, _ expectation: CoderExpectation) throws -> Any? {
    #if !canImport(ObjectiveC)
    if case .entry = place { throw CoderBridge.NeedsCoder() }
    #endif
    return try scope.object(forKey: key, reference, expectation)
  }

  /// Reads the value under a key.
  ///
  /// - Parameter kind: What the value is wanted for: a coder has numbers in another place than objects.
  /// - Throws: What the coder found wrong.
  func value(forKey key: String, kind: Codec.Kind, _ expectation: CoderExpectation) throws -> Value {
    switch place {
    case .dictionary(let values): return values[key].map { .object($0) } ?? .missing
    #if !canImport(ObjectiveC)
    case .entry: throw CoderBridge.NeedsCoder()
    #endif
    case .coder(_, let contents?):
      guard let value = contents.value(forKey: CoderPlan.escaped(key)) else { return .missing }
      if let number = exactValue(value, as: NSNumber.self) { return .number(number) }
      if UnarchiverContents.isReference(value) { return .object(try scope.object(forKey: key, value, expectation)) }
      return CoderNumber.number(value).map { .number($0) } ?? .object(value)
    case .coder(let coder, nil):
      guard coder.containsValue(forKey: key) else { return .missing }
      guard let number = number(forKey: key, kind: kind, coder) else {
        return .object(try scope.object(forKey: key, nil, expectation))
      }
      if let error = scope.coderError {
        throw DecodingError.dataCorrupted(
          .init(codingPath: [], debugDescription: "The coder failed: \(error)", underlyingError: error))
      }
      return .number(number)
    }
  }

  /// The number under a key of a coder that refuses what is none.
  private func number(forKey key: String, kind: Codec.Kind, _ coder: NSCoder) -> NSNumber? {
    switch kind {
    case .bool: NSNumber(value: coder.decodeBool(forKey: key))
    case .float: NSNumber(value: coder.decodeFloat(forKey: key))
    case .double: NSNumber(value: coder.decodeDouble(forKey: key))
    case .int, .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32:
      NSNumber(value: coder.decodeInt64(forKey: key))
    default: nil
    }
  }

  /// The text under a key, where it can be seen without the coder; nil says nothing.
  func text(forKey key: String) -> String? {
    #if canImport(ObjectiveC)
    return nil
    #else
    guard case .coder(let coder, let contents?) = place,
      let reference = contents.value(forKey: CoderPlan.escaped(key)),
      let position = UnarchiverContents.position(of: reference),
      let entries = UnarchiverContents.entries(of: coder), position < entries.count,
      let text = exactValue(entries[position], as: String.self)
    else { return nil }
    return text
    #endif
  }

  /// The bytes that are under a key themselves.
  func bytes(forKey key: String) -> [UInt8]? {
    guard case .coder(let coder, _) = place else { return nil }
    #if canImport(ObjectiveC)
    var count = 0
    guard let bytes = coder.decodeBytes(forKey: key, returnedLength: &count) else { return nil }
    return Array(UnsafeBufferPointer(start: bytes, count: count))
    #else
    return coder.withDecodedUnsafeBytes(forKey: key) { $0.map(Array.init) }
    #endif
  }
}

extension Codec.Kind {
  /// Whether archivers have values of this kind in place, and not as objects.
  fileprivate var isInlineNumber: Bool {
    switch self {
    case .int, .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .float, .double: true
    default: false
    }
  }
}
