import AutoCoding
import Foundation

/// A source of values by key: the object that a coder is decoding, or an entry of its archive.
struct CoderSource {
  /// The value under a key.
  enum Value {
    case missing
    case number(NSNumber)
    /// An object, or nil if null was encoded.
    case object(Any?)

    /// The value as an object, including numbers; nil for null as well.
    var object: Any? {
      switch self {
      case .missing: nil
      case .number(let number): number
      case .object(let object): object
      }
    }
  }

  private enum Location {
    case coder(NSCoder, UnarchiverContents?)
    #if !canImport(ObjectiveC)
    case entry(ArchivedEntries.Entry)
    #endif
  }

  let scope: CoderScope
  private let place: Location
  /// Whether the source is part of an archive whose entries are accessible.
  private let isVisible: Bool

  /// Creates a source for the object that the scope's coder is decoding.
  init(_ scope: CoderScope) {
    self.scope = scope
    let contents = UnarchiverContents(of: scope.coder)
    place = .coder(scope.coder, contents)
    isVisible = contents != nil
  }

  #if !canImport(ObjectiveC)
  /// Creates a source for a struct's entry in the archive of another source. The coder is not positioned there.
  init(_ entry: ArchivedEntries.Entry, within source: CoderSource) {
    scope = source.scope
    place = .entry(entry)
    isVisible = true
  }

  /// The archive's entries, if they can be read without the coder.
  var archive: ArchivedEntries? { isVisible ? scope.archive : nil }
  #endif

  func contains(_ key: String) -> Bool { contains(key, escaped: ArchiveKeys.escaped(key)) }

  /// - Parameter escaped: The key as archives have it.
  func contains(_ key: String, escaped: String) -> Bool {
    switch place {
    case .coder(let coder, let contents):
      guard let contents else { return coder.containsValue(forKey: key) }
      return contents.value(forKey: escaped) != nil
    #if !canImport(ObjectiveC)
    case .entry(let entry): return entry[AnyHashable(escaped)] != nil
    #endif
    }
  }

  /// What is under a property's key, before any object is decoded.
  enum Found {
    case missing
    case bool(Bool)
    case number(NSNumber)
    /// A reference to the entry at a position.
    case reference(Any, position: Int)
    /// An existing object, or nil if null was encoded.
    case object(Any?)
  }

  /// Looks up a property's key. If this finds a reference, decode the object by ``object(forKey:_:_:)``.
  ///
  /// - Parameter kind: The kind of the requested value.
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
    case .coder(_, nil):
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
    // The most likely type is tried first.
    if kind == .bool, let value = exactValue(value, as: Bool.self) { return .bool(value) }
    if kind.isInlineLeaf, let number = exactValue(value, as: NSNumber.self) { return .number(number) }
    if let position = UnarchiverContents.position(of: value) { return .reference(value, position: position) }
    if let number = exactValue(value, as: NSNumber.self) { return .number(number) }
    if UnarchiverContents.isReference(value) { return .object(try object(forKey: key.text, value, expectation)) }
    return CoderNumber.number(value).map { .number($0) } ?? .object(value)
  }

  /// Decodes the object to which a reference under a key points.
  ///
  /// - Throws: The error of the object; `CoderBridge.NeedsCoder` if the coder is at another position.
  func object(forKey key: String, _ reference: Any, _ expectation: CoderExpectation) throws -> Any? {
    #if !canImport(ObjectiveC)
    if case .entry = place { throw CoderBridge.NeedsCoder() }
    #endif
    return try scope.object(forKey: key, reference, expectation)
  }

  /// Reads the value under a key.
  ///
  /// - Parameter kind: The kind of the requested value. A coder has separate calls for numbers and objects.
  /// - Throws: The coder's error.
  func value(forKey key: String, kind: Codec.Kind, _ expectation: CoderExpectation) throws -> Value {
    switch place {
    #if !canImport(ObjectiveC)
    case .entry: throw CoderBridge.NeedsCoder()
    #endif
    case .coder(_, let contents?):
      guard let value = contents.value(forKey: ArchiveKeys.escaped(key)) else { return .missing }
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

  /// Returns the number under a key of a coder that refuses other values.
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

  /// Returns the text under a key if it can be read without the coder. Otherwise returns nil, whether or not there is
  /// text.
  func text(forKey key: String) -> String? {
    #if canImport(ObjectiveC)
    return nil
    #else
    guard case .coder(let coder, let contents?) = place,
      let reference = contents.value(forKey: ArchiveKeys.escaped(key)),
      let position = UnarchiverContents.position(of: reference),
      let entries = UnarchiverContents.entries(of: coder), position < entries.count,
      let text = exactValue(entries[position], as: String.self)
    else { return nil }
    return text
    #endif
  }

  /// Returns the bytes stored directly under a key.
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
