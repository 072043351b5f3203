#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What the encoders of one value with `Codable` code of its own share.
final class JSONEncodingSession {
  let options: JSONEncodingOptions
  /// Text of values, to which nodes refer by its offsets.
  var text: JSONWriter
  /// Whether types with a map are walked, not asked.
  let isDirect: Bool
  let userInfo: [CodingUserInfoKey: Any]

  init(options: JSONEncodingOptions) {
    self.options = options
    text = JSONWriter(options: options)
    isDirect = !options.needsPath
    userInfo = options.values.userInfo
  }

  deinit { text.free() }
}

/// Runs a type's own `Codable` code; what it encodes goes to a writer in the end.
final class JSONContainerEncoder: Encoder {
  let session: JSONEncodingSession
  let path: JSONPath?
  /// How many levels of the text are around the value.
  let indentation: Int
  private var node: JSONNode?

  init(session: JSONEncodingSession, path: JSONPath?, indentation: Int) {
    self.session = session
    self.path = path
    self.indentation = indentation
  }

  var codingPath: [any CodingKey] { JSONPath.keys(of: path) }
  var userInfo: [CodingUserInfoKey: Any] { session.userInfo }
  /// Whether the code encoded nothing at all.
  var isEmpty: Bool { node == nil }

  /// Writes what was encoded; an empty object where nothing was.
  func finish(in writer: inout JSONWriter, text: JSONWriter) {
    if let node { return writer.write(node, text: text) }
    writer.open(.openBrace)
    writer.close(.closeBrace)
  }

  func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(JSONKeyedEncoder<Key>(container: opened(isArray: false), encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    JSONUnkeyedEncoder(container: opened(isArray: true), encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    JSONSingleValueEncoder(encoder: self)
  }

  private func opened(isArray: Bool) -> JSONContainer {
    if case .container(let container) = node, (container.keys == nil) == isArray { return container }
    let fresh = JSONContainer(isArray: isArray, indentation: indentation)
    node = .container(fresh)
    return fresh
  }

  func set(_ node: JSONNode) { self.node = node }

  // MARK: Values

  /// Writes a leaf of the data model.
  func leaf(
    _ path: @autoclosure () -> JSONPath?, _ write: (inout JSONWriter) throws -> Void
  ) throws -> JSONNode {
    let start = session.text.count
    let depth = session.text.frames.count
    do {
      try write(&session.text)
    } catch {
      // Code of a type's own may go on after an error.
      session.text.frames.removeSubrange(depth...)
      throw JSONPath.locating(error, at: path())
    }
    return .text(start..<session.text.count - 1)
  }

  /// Encodes a value that is at `path`, with `indentation` levels around it.
  func value<Value: Encodable>(
    _ value: Value, path: @autoclosure () -> JSONPath?, indentation: Int
  ) throws -> JSONNode {
    if !session.isDirect, let node = try custom(value, path: path(), indentation: indentation) { return node }
    let route = try JSONRoute.of(Value.self, isDirect: session.isDirect)
    if case .walk(let reference) = route {
      let codec = reference.takeUnretainedValue()
      return try leaf(path()) { writer in
        writer.indentation = indentation
        try withUnsafePointer(to: value) { try writer.encode($0, as: codec) }
      }
    }
    let path = path()
    return try nested(path: path, indentation: indentation) { encoder in
      // A model enters a level by itself.
      if Value.self is any AutoCoding.Type { return try value.encode(to: encoder) }
      try NestedLevel.encoding(value, limits: self.session.text.limits, codingPath: { JSONPath.keys(of: path) }) {
        try value.encode(to: encoder)
      }
    }
  }

  func nested(
    path: JSONPath?, indentation: Int, _ encode: (JSONContainerEncoder) throws -> Void
  ) throws -> JSONNode {
    let encoder = JSONContainerEncoder(session: session, path: path, indentation: indentation)
    try encode(encoder)
    return .encoder(encoder)
  }

  /// What the caller's own strategies make of a value, or nil where they are not asked.
  private func custom<Value: Encodable>(
    _ value: Value, path: JSONPath?, indentation: Int
  ) throws -> JSONNode? {
    switch value {
    case let date as Date:
      guard case .custom(let encode) = session.options.values.dates else { return nil }
      return try nested(path: path, indentation: indentation) { try encode(date, $0) }
    case let data as Data:
      guard case .custom(let encode) = session.options.values.data else { return nil }
      return try nested(path: path, indentation: indentation) { try encode(data, $0) }
    case let dictionary as any JSONTextKeyedEncodable:
      return try nested(path: path, indentation: indentation) { try dictionary.encodeMembers(to: $0) }
    default: return nil
    }
  }

  // MARK: Keys

  /// The key in the text for a key of the code's.
  func text(of key: any CodingKey) -> String {
    switch session.options.values.keys {
    case .useDefaultKeys: return key.stringValue
    case .convertToSnakeCase: return JSONKeys.snakeCase(key.stringValue)
    case .custom(let convert): return convert(codingPath + [key]).stringValue
    @unknown default: return key.stringValue
    }
  }
}

/// A dictionary of text keys, member by member: key strategies do not apply to them.
private protocol JSONTextKeyedEncodable {
  func encodeMembers(to encoder: JSONContainerEncoder) throws
}

extension Dictionary: JSONTextKeyedEncodable where Key == String, Value: Encodable {
  fileprivate func encodeMembers(to encoder: JSONContainerEncoder) throws {
    let container = JSONContainer(isArray: false, indentation: encoder.indentation)
    encoder.set(.container(container))
    for (key, value) in self {
      let path = JSONPath.appending(DynamicKey(key), to: encoder.path)
      container.set(try encoder.value(value, path: path, indentation: encoder.indentation + 1), forKey: key)
    }
  }
}

extension JSONWriter {
  /// Writes a value by its own `encode(to:)`.
  mutating func writeCodable(_ value: any Encodable) throws {
    let session = JSONEncodingSession(options: options)
    let encoder = JSONContainerEncoder(session: session, path: nil, indentation: indentation)
    try NestedLevel.encoding(value, limits: limits, codingPath: { [] }) { try value.encode(to: encoder) }
    encoder.finish(in: &self, text: session.text)
  }

  /// Writes a root value through containers, as `Codable` code is called.
  mutating func writeRoot<Value: Encodable>(_ value: Value) throws {
    let session = JSONEncodingSession(options: options)
    let encoder = JSONContainerEncoder(session: session, path: nil, indentation: indentation)
    let node = try encoder.value(value, path: nil, indentation: indentation)
    if case .encoder(let encoder) = node, encoder.isEmpty {
      throw EncodingError.invalidValue(
        value, .init(codingPath: [], debugDescription: "Top-level \(Value.self) did not encode any values."))
    }
    write(node, text: session.text)
  }

  /// Writes the key of an object, as it is.
  mutating func writeText(_ key: String) {
    if !isPlain { prepareKey(key) }
    putQuoted(key, then: .colon)
    finishKey()
  }
}
