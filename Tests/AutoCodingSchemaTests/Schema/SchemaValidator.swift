import AutoCoding
import Foundation

/// A validator for the keywords that schemas of this library use, so that tests need nothing but Swift.
///
/// `.ci/test-schema` runs a complete validator over the same documents.
struct SchemaValidator {
  let root: JSONValue
  /// Keywords that count for nothing.
  var ignored: Set<String> = []

  /// Every keyword that is checked, or that says nothing about validity.
  static let keywords: Set<String> = [
    "$schema", "$defs", "$ref", "$comment", "description", "default", "examples", "contentEncoding", "format", "type",
    "enum", "const", "not", "allOf", "anyOf", "oneOf", "properties", "required", "additionalProperties",
    "propertyNames", "items", "prefixItems", "minItems", "maxItems", "uniqueItems", "dependentRequired", "minimum",
    "maximum", "minLength", "pattern",
  ]

  func accepts(_ value: JSONValue) -> Bool { isValid(value, root) }

  private func isValid(_ value: JSONValue, _ schema: JSONValue) -> Bool {
    switch schema {
    case .bool(let answer): return answer
    case .object(let members):
      return members.allSatisfy { keyword, argument in
        precondition(Self.keywords.contains(keyword), "unknown keyword \(keyword)")
        return ignored.contains(keyword) || isValid(value, keyword, argument, members)
      }
    default: preconditionFailure("\(schema) is no schema")
    }
  }

  private func isValid(_ value: JSONValue, _ keyword: String, _ argument: JSONValue, _ schema: JSONObject) -> Bool {
    switch keyword {
    case "$ref": isValid(value, target(of: argument.string ?? ""))
    case "type": (argument.array ?? [argument]).contains { isOf(type: $0.string ?? "", value) }
    case "enum": argument.array?.contains(value) ?? false
    case "const": value == argument
    case "not": !isValid(value, argument)
    case "allOf": argument.array?.allSatisfy { isValid(value, $0) } ?? false
    case "anyOf": argument.array?.contains { isValid(value, $0) } ?? false
    case "oneOf": argument.array?.count { isValid(value, $0) } == 1
    case "properties", "required", "additionalProperties", "propertyNames", "dependentRequired":
      value.object.map { isValid($0, keyword, argument, schema) } ?? true
    case "items", "prefixItems", "minItems", "maxItems", "uniqueItems":
      value.array.map { isValid($0, keyword, argument, schema) } ?? true
    case "minimum": value.number.map { !isLess($0, argument) } ?? true
    case "maximum": value.number.map { !isMore($0, argument) } ?? true
    case "minLength": value.string.map { $0.unicodeScalars.count >= argument.int ?? 0 } ?? true
    case "pattern": value.string.map { matches($0, argument.string ?? "") } ?? true
    default: true
    }
  }

  private func isValid(
    _ object: JSONObject, _ keyword: String, _ argument: JSONValue, _ schema: JSONObject
  ) -> Bool {
    switch keyword {
    case "properties": return object.allSatisfy { key, value in argument[key].map { isValid(value, $0) } ?? true }
    case "required": return (argument.array ?? []).allSatisfy { object[$0.string ?? ""] != nil }
    case "dependentRequired":
      return (argument.object ?? [:]).allSatisfy { key, required in
        object[key] == nil || (required.array ?? []).allSatisfy { object[$0.string ?? ""] != nil }
      }
    case "propertyNames": return object.keys.allSatisfy { isValid(.string($0), argument) }
    default:
      return object.allSatisfy { key, value in schema["properties"]?[key] != nil || isValid(value, argument) }
    }
  }

  private func isValid(
    _ elements: [JSONValue], _ keyword: String, _ argument: JSONValue, _ schema: JSONObject
  ) -> Bool {
    switch keyword {
    case "prefixItems": return zip(elements, argument.array ?? []).allSatisfy { isValid($0, $1) }
    case "items":
      return elements.dropFirst(schema["prefixItems"]?.array?.count ?? 0).allSatisfy { isValid($0, argument) }
    case "minItems": return elements.count >= argument.int ?? 0
    case "maxItems": return elements.count <= argument.int ?? 0
    default: return Set(elements).count == elements.count
    }
  }

  private func target(of reference: String) -> JSONValue {
    if reference == "#" { return root }
    let name = String(reference.dropFirst("#/$defs/".count))
    guard let schema = root["$defs"]?[name] else { preconditionFailure("\(reference) leads nowhere") }
    return schema
  }

  private func isOf(type: String, _ value: JSONValue) -> Bool {
    switch value {
    case .null: type == "null"
    case .bool: type == "boolean"
    case .string: type == "string"
    case .array: type == "array"
    case .object: type == "object"
    case .number(let number):
      type == "number" || type == "integer" && (number.double.map { $0.rounded() == $0 } ?? false)
    }
  }

  private func isLess(_ number: JSONNumber, _ other: JSONValue) -> Bool {
    if let number = number.decimal, let other = other.decimal { return number < other }
    return (number.double ?? 0) < (other.double ?? 0)
  }

  private func isMore(_ number: JSONNumber, _ other: JSONValue) -> Bool {
    if let number = number.decimal, let other = other.decimal { return number > other }
    return (number.double ?? 0) > (other.double ?? 0)
  }

  private func matches(_ text: String, _ pattern: String) -> Bool {
    guard let expression = try? Regex(pattern) else { preconditionFailure("\(pattern) is no pattern") }
    return text.firstMatch(of: expression) != nil
  }
}
