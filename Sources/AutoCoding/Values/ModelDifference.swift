/// What is different between two values of one type: a list of property paths, each with its old and its new value.
///
/// ```swift
/// let edits = try ModelDifference(from: original, to: edited)
/// edits.description  // address.city: "Paris" -> "Lyon"
/// try edits.apply(to: &other)
/// ```
public struct ModelDifference<Value> {
  /// A change. Changes of all models are of one type, so they fit into one list.
  public typealias Change = ModelValue.Change

  /// An object of the new value that is none of a change, and to which new values refer.
  struct Counterpart {
    let object: AnyObject
    /// Where the object is that becomes it.
    let path: [Change.Step]
  }

  /// What was different, in the order in which it was found.
  public let changes: [Change]
  /// Objects to which new values refer, and that stay.
  let counterparts: [Counterpart]
  /// Objects to which old values refer, and that stay.
  let formerCounterparts: [Counterpart]
  /// The values that were compared.
  package let old: Value
  package let new: Value

  /// Whether the values are equal.
  public var isEmpty: Bool { changes.isEmpty }

  /// The changes back: what was new is old, and what was inserted is removed.
  ///
  /// Applied to a value in which a difference was made, it makes the value what it was.
  public func reversed() -> ModelDifference {
    ModelDifference(
      changes: changes.map(\.reversed), counterparts: formerCounterparts, formerCounterparts: counterparts, old: new,
      new: old)
  }

  /// Makes the changes in another value, in which the paths have to exist.
  ///
  /// Structs, enums and collections are replaced by changed ones; objects are changed in place, past observers and setters of
  /// wrappers, and `didDecode()` is not called. Objects among the new values are copied, so that values to which one difference
  /// is applied share none; references among them to objects that stay lead to those of the value. The old values are not looked at.
  ///
  /// - Throws: `EncodingError.invalidValue` with the path, where a path leads nowhere, a value does not fit, or the property
  ///   is a `let` of an object. Nothing is changed then.
  public func apply(to value: inout Value) throws {
    try DifferenceApplication(changes).apply(to: &value, keeping: counterparts.map { ($0.object, $0.path) })
  }
}

extension ModelDifference: CustomStringConvertible {
  /// A line for each change.
  public var description: String {
    isEmpty ? "no difference" : changes.map(\.description).joined(separator: "\n")
  }
}

extension ModelDifference {
  /// Finds what is different between two values, by their coded properties and with all objects that they refer to.
  ///
  /// Structs, objects of one class, enums of one case, tuples and arrays are looked into; values of `Any` and `any P`, sets of
  /// objects and types with `Codable` code of their own are replaced as a whole. What counts as equal is said at
  /// ``ModelValue/areEqual(_:_:)``. An object that several references lead to is looked into once, by the first path. Of
  /// arrays that do not have as many elements, those that are equal at either end stay, and the others are changed,
  /// inserted or removed.
  ///
  /// Where a set, or a key of a dictionary, holds an object that other changes refer to, the value is replaced as a whole.
  ///
  /// The changes hold the very objects of the two values.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of properties and elements that either value leads to. Sets and
  ///   keys of dictionaries that hold objects take O(*k*²) comparisons for *k* elements. Each change has its whole path.
  /// - Throws: As ``ModelValue/areEqual(_:_:)``.
  public init(from old: Value, to new: Value) throws {
    let codec = try Discovery.codec(for: Value.self)
    let finder = DifferenceFinder()
    try withUnsafePointer(to: old) { old in
      try withUnsafePointer(to: new) { try finder.findAll(UnsafeRawPointer(old), UnsafeRawPointer($0), as: codec) }
    }
    func typed(_ counterparts: DifferenceFinder.Counterparts) -> [Counterpart] {
      counterparts.map { Counterpart(object: $0.object, path: $0.path) }
    }
    self.init(
      changes: finder.changes, counterparts: typed(finder.counterparts),
      formerCounterparts: typed(finder.formerCounterparts), old: old, new: new)
  }
}

extension ModelValue {
  /// A change of a ``ModelDifference``.
  public struct Change: CustomStringConvertible {
    /// A step of a path.
    public enum Step: Hashable, CustomStringConvertible {
      /// A property, by its name in the source; the current case of an enum, or a value of its payload; an element of a tuple.
      case property(String)
      /// An element of an array.
      case index(Int)
      /// A value of a dictionary.
      case key(AnyHashable)
      /// An element of a set.
      case member(AnyHashable)

      /// The step as a path has it.
      public var description: String {
        switch self {
        case .property(let name): ".\(name)"
        case .index(let index): "[\(index)]"
        case .key(let key): "[\(ValueDescription.text(of: key.base))]"
        case .member(let member): "{\(ValueDescription.text(of: member.base))}"
        }
      }
    }

    /// What is done at the path.
    public enum Kind: Sendable {
      /// Another value takes the place of the old one; nil, where the property is Optional.
      case replace
      /// An element of an array is inserted, at the index that it has in the end; a value of a dictionary, or element of a set.
      case insert
      /// An element of an array is removed, from the index that it had; a value of a dictionary, or element of a set.
      case remove
    }

    /// Where: empty for the value itself.
    public let path: [Step]
    /// What.
    public let kind: Kind
    /// The value before; nil where there was none.
    public let oldValue: Any?
    /// The value afterwards; nil where there is none.
    public let newValue: Any?

    /// The change back.
    var reversed: Change {
      let kind: Kind =
        switch kind {
        case .replace: .replace
        case .insert: .remove
        case .remove: .insert
        }
      return Change(path: path, kind: kind, oldValue: newValue, newValue: oldValue)
    }

    /// The path as it is written in Swift, such as `address.city` and `tags[2]`.
    public var pathDescription: String {
      let text = path.map(\.description).joined()
      return text.isEmpty ? "self" : text.hasPrefix(".") ? String(text.dropFirst()) : text
    }

    /// The path and both values.
    public var description: String {
      let old = ValueDescription.text(of: oldValue)
      let new = ValueDescription.text(of: newValue)
      return switch kind {
      case .replace: "\(pathDescription): \(old) -> \(new)"
      case .insert: "\(pathDescription): + \(new)"
      case .remove: "\(pathDescription): - \(old)"
      }
    }
  }
}
