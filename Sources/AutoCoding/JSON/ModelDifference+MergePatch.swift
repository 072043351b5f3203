#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ModelDifference where Value: Encodable {
  /// Returns the difference as a JSON merge patch (RFC 7396), for a `PATCH` request: the members that have changed.
  ///
  /// ```swift
  /// request.httpBody = try ModelDifference(from: original, to: edited).jsonMergePatch()
  /// ```
  ///
  /// JSON objects are compared member by member. Any other value that has changed is written as a whole, arrays with
  /// all their elements. A value that is nil or no longer present is null. A merge patch cannot set a dictionary's
  /// value to null: null removes the key. Defaults that ``PropertyRule/omitsDefault-type.property`` leaves out are written.
  ///
  /// ``AutoJSONDecoder/update(_:from:)-(_,Data)`` applies such a patch to models within models, and replaces dictionaries,
  /// enums, tuples, values of `any P`, types with handwritten `Codable` code, and values that a transformer or a property
  /// wrapper codes as a whole, so a patch that changes one in part is for a server. An object that has another class than before is written with all its members, since a new object
  /// takes its place, and so is a collection that has such an object. A patch does not say which objects are the same: if two properties of a value refer to one object,
  /// what the patch has under either key changes it for both.
  ///
  /// The properties of a flattened model are members of the object around it, and the entries of a flattened dictionary are,
  /// too. A patch has null for those that are gone, which `update` reads as the values of these members: it cannot make the
  /// model nil, and sets the entry to null or refuses it. A flattened enum that has changed is written with the name of its case
  /// and all values.
  ///
  /// Objects are written as they are at the time of the call. ``JSONValue/apply(mergePatch:)`` applies any patch.
  ///
  /// - Parameter encoder: The encoder that writes both values.
  /// - Throws: Any error that the encoder throws; `EncodingError.invalidValue` if the values are not JSON objects.
  public func jsonMergePatch(by encoder: AutoJSONEncoder = AutoJSONEncoder()) throws -> Data {
    // A patch has null for a key that is gone, which would not be read as the default.
    let (before, after) = try OmittedDefault.writing {
      (try JSONValue(encoding: old, by: encoder), try JSONValue(encoding: new, by: encoder))
    }
    guard case .object = before, case .object = after else {
      throw EncodingError.invalidValue(
        PrintableValue.of(new),
        .init("A \(Value.self) is not written as a JSON object, and only members of objects can be patched."))
    }
    let patch = before.mergePatch(to: after, replacing: replacedObjects(by: encoder.encodingOptions))
    return try encoder.withoutSelection.encode(patch)
  }

  /// The parts of the output that are objects of another class than before, or flattened enums that have changed.
  private func replacedObjects(by options: JSONEncodingOptions) -> SelectedParts {
    let parts = SelectedParts()
    for change in changes {
      let stepsToEnum = Self.stepsToFlattenedEnum(along: change)
      guard change.isOfClass || stepsToEnum != nil else { continue }
      if case .custom = options.values.keys {
        // The object's key is unknown, so the patch contains the whole value.
        parts.isWhole = true
        return parts
      }
      let steps = stepsToEnum ?? change.properties
      let finder = PropertyFinder(options, keepsTags: false) {
        .invalidValue($0, .init($1.explanation(ofPath: steps)))
      }
      // An object in a collection, a tuple or a payload has no path. The property around it is written as a whole.
      let isFound = withUnsafePointer(to: new) { new in
        (0..<steps.count).contains { cut in
          let finding = try? finder.find(
            steps.dropLast(cut)[...], in: Discovery.codec(for: Value.self), at: UnsafeRawPointer(new), parts)
          return finding?.isFound ?? false
        }
      }
      if !isFound {
        parts.isWhole = true
        return parts
      }
    }
    return parts
  }

  /// Returns the names of the properties that lead to a flattened enum in which there is a change; nil if there is none.
  private static func stepsToFlattenedEnum(along change: ModelValue.Change) -> [String]? {
    var codec = try? Discovery.codec(for: Value.self)
    let steps = change.properties
    for (index, step) in steps.enumerated() {
      let record = (codec?.optional?.wrapped ?? codec)?.record
      guard record?.decodingDefault != .rawValue, let map = try? record?.map,
        let property = map._withUnsafeGuaranteedRef({ $0.properties.last { $0.name == step } })
      else { return nil }
      codec = property.codec
      guard property.isFlattened, let model = (codec?.optional?.wrapped ?? codec)?.record,
        (try? model.map._withUnsafeGuaranteedRef({ $0.caseTags != nil })) ?? false
      else { continue }
      return Array(steps.prefix(index + 1))
    }
    return nil
  }
}

extension ModelValue.Change {
  /// The names of the properties that lead to the change, as far as there are only properties.
  fileprivate var properties: [String] {
    path.prefix { if case .property = $0 { true } else { false } }.map { step in
      // Before the name there may be the class that has the property.
      if case .property(let name) = step { String(name.split(separator: ".").last ?? "") } else { "" }
    }
  }

  /// Whether an object of another class replaces an object.
  fileprivate var isOfClass: Bool {
    guard kind == .replace, let old = oldValue, let new = newValue else { return false }
    let types = (Self.objectType(of: old), Self.objectType(of: new))
    guard let before = types.0, let after = types.1 else { return false }
    return before != after
  }

  private static func objectType(of value: Any) -> (any AutoCoding.Type)? {
    if let optional = value as? any AnyOptional { return optional.wrappedValue.flatMap(objectType) }
    guard Swift.type(of: value) is AnyClass else { return nil }
    return Swift.type(of: value) as? any AutoCoding.Type
  }
}
