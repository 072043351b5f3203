/// The differences between two values of one type: a list of property paths, each with the old and the new value.
///
/// ```swift
/// let edits = try ModelDifference(from: original, to: edited)
/// edits.description  // address.city: "Paris" -> "Lyon"
/// try edits.apply(to: &other)
/// ```
public struct ModelDifference<Value> {
  /// A change. Changes of all models have the same type, so that one list can hold them.
  public typealias Change = ModelValue.Change

  /// An object that the difference does not replace, but to which its new values refer.
  struct Counterpart {
    let object: AnyObject
    /// The path of its counterpart in the value to change.
    let path: [Change.Step]
    /// Whether the new values refer to it only weakly.
    let isWeak: Bool
  }

  /// The changes, in the order in which they were found.
  public let changes: [Change]
  /// Objects to which new values refer, and which are not replaced.
  let counterparts: [Counterpart]
  /// Objects to which old values refer, and which are not replaced.
  let formerCounterparts: [Counterpart]
  /// The values that were compared.
  package let old: Value
  package let new: Value

  /// Whether the values are equal.
  public var isEmpty: Bool { changes.isEmpty }

  /// Returns the opposite difference: new and old values are swapped, and insertions become removals.
  ///
  /// It undoes the difference if it is applied to the changed value.
  public func reversed() -> ModelDifference {
    ModelDifference(
      changes: changes.map(\.reversed), counterparts: formerCounterparts, formerCounterparts: counterparts, old: new,
      new: old)
  }

  /// Applies the changes to another value, in which all paths must exist.
  ///
  /// Structs, enums and collections are replaced by changed ones. Objects are changed in place, without calling
  /// property observers, setters of property wrappers or `didDecode()`. Objects among the new values are copied, so
  /// values to which one difference is applied share no objects. If a new value refers to an object that the difference
  /// does not replace, the copy refers to the corresponding object of `value`. The old values are not checked.
  ///
  /// - Throws: `EncodingError.invalidValue` with the path, if a path does not exist, a value has the wrong type, or the
  ///   property is a `let` of an object. The value is then unchanged.
  public func apply(to value: inout Value) throws {
    try DifferenceApplication(changes).apply(to: &value, keeping: counterparts.map { ($0.object, $0.path) })
  }
}

extension ModelDifference: CustomStringConvertible {
  /// One line for each change.
  public var description: String {
    isEmpty ? "no difference" : changes.map(\.description).joined(separator: "\n")
  }
}

extension ModelDifference {
  /// Finds the differences between two values, by their coded properties and including all objects that they refer to.
  ///
  /// Structs, tuples, arrays, dictionaries, enums with the same case and objects of the same class are compared part by
  /// part. Values of type `Any` and `any P`, sets of objects, dictionaries with objects as keys, and types with
  /// handwritten `Codable` code are replaced as a whole. ``ModelValue/areEqual(_:_:)`` defines when values are equal.
  /// An object that several references lead to is compared once, at the first path. If arrays differ in length, equal
  /// elements at both ends are kept, and the others are changed, inserted or removed.
  ///
  /// A set or dictionary with not-a-number as an element or key is replaced as a whole, too.
  ///
  /// If a set, or a key of a dictionary, holds an object that other changes refer to, the whole value is replaced.
  ///
  /// The changes refer to the objects of the two values themselves, not to copies.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of properties and elements that either value leads to. Sets
  ///   and keys of dictionaries that hold objects take O(*k*²) comparisons for *k* elements. Each change stores its
  ///   whole path.
  /// - Throws: The errors of ``ModelValue/areEqual(_:_:)``.
  public init(from old: Value, to new: Value) throws {
    let codec = try Discovery.codec(for: Value.self)
    // Most values that are compared are equal, and to find that out takes a tenth of the time. If it fails, the error is
    // met again, and then has a path.
    if (try? ModelValue.areEqual(old, new)) == true {
      self.init(changes: [], counterparts: [], formerCounterparts: [], old: old, new: new)
      return
    }
    let finder = DifferenceFinder()
    try withUnsafePointer(to: old) { old in
      try withUnsafePointer(to: new) { try finder.findAll(UnsafeRawPointer(old), UnsafeRawPointer($0), as: codec) }
    }
    func typed(_ counterparts: DifferenceFinder.Counterparts) -> [Counterpart] {
      counterparts.map { Counterpart(object: $0.object, path: $0.path, isWeak: $0.isWeak) }
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
      /// A property, by its name in the source code; an element of a tuple; the current case of an enum; or a value of
      /// its payload. If a class and its superclass have private properties of one name, it begins with the class:
      /// `Base.name`.
      case property(String)
      /// An element of an array.
      case index(Int)
      /// A value of a dictionary.
      case key(AnyHashable)
      /// An element of a set.
      case member(AnyHashable)

      /// The step as it is written in a path.
      public var description: String {
        switch self {
        case .property(let name): ".\(name)"
        case .index(let index): "[\(index)]"
        case .key(let key): "[\(ValueDescription.text(of: key.base))]"
        case .member(let member): "{\(ValueDescription.text(of: member.base))}"
        }
      }
    }

    /// The kind of a change.
    public enum Kind: Sendable {
      /// The old value is replaced by the new one, which may be nil if the property is Optional.
      case replace
      /// An element of a set or a value of a dictionary is inserted, or an element of an array, at its index in the new
      /// array.
      case insert
      /// An element of a set or a value of a dictionary is removed, or an element of an array, at its index in the old
      /// array.
      case remove
    }

    /// The path of the change; empty for the value itself.
    public let path: [Step]
    /// The kind of the change.
    public let kind: Kind
    /// The value before the change; nil if there was none.
    public let oldValue: Any?
    /// The value after the change; nil if there is none.
    public let newValue: Any?
    /// Whether all properties on the path are both encoded and decoded, so that the change can be stored.
    var isCodedBothWays = true

    /// The opposite change.
    var reversed: Change {
      let kind: Kind =
        switch kind {
        case .replace: .replace
        case .insert: .remove
        case .remove: .insert
        }
      return Change(
        path: path, kind: kind, oldValue: newValue, newValue: oldValue, isCodedBothWays: isCodedBothWays)
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
