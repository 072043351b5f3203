import AutoCoding

extension ArchiveInspection {
  /// The label before a value.
  enum Label {
    /// The top of a property list that is not an archive.
    case none
    case key(String)
    /// A key that is not a string, or a number.
    case other(String)
    case index(Int)
  }

  /// The number shown for a reference that is not followed.
  enum Number: Hashable {
    /// The UID of an object in an archive; in another property list, the number of an object.
    case object(UInt32)
    /// The number of an object inside an archive that has no UID. No archiver writes these.
    case inline(UInt32)
  }

  enum Leaf {
    case null
    case bool(Bool)
    case integer(WideInteger)
    case float(Float)
    case real(Double)
    /// Seconds since 1 January 2001.
    case date(Double)
    case string(String)
    case data(UnsafeRawBufferPointer)
    /// A UID without an object.
    case uid(UInt32)
    /// An object that was already shown, or is being shown.
    case reference(Number, isCycle: Bool)
  }

  enum Shape {
    case array, set, orderedSet, dictionary
  }

  /// The output of a walk. Everything that is opened is closed in reverse order.
  protocol Printer {
    /// Whether NSArray, NSDate and others are shown as values, and not by their keys.
    var simplifies: Bool { get }
    var isFull: Bool { get }
    var output: [UInt8] { get }

    mutating func begin(_ graph: Graph)
    /// Begins the objects to which nothing refers.
    mutating func beginUnreached()
    mutating func leaf(_ value: Leaf, class: String?, number: Number?, label: Label)
    mutating func open(_ shape: Shape, class: String?, number: Number?, count: Int, label: Label)
    mutating func close()
    mutating func end(_ graph: Graph)
    /// Closes the output if it was stopped at the maximum length.
    mutating func finish()
    mutating func fail(_ message: String)
  }

  /// Begins a line with the indentation of a depth.
  static func beginLine(depth: Int, in output: inout [UInt8]) {
    if !output.isEmpty { output.append(UInt8(ascii: "\n")) }
    var rest = 2 * depth
    while rest > 0 {
      output += spaces.prefix(rest)
      rest -= spaces.count
    }
  }

  private static let spaces = [UInt8](repeating: UInt8(ascii: " "), count: 256)

  /// Shows an archive on a printer from the top down, without recursion.
  struct Walk<Output: Printer> {
    private enum Children {
      case elements(PropertyListReader.Elements)
      /// All pairs except the class, which was already shown.
      case pairs(PropertyListReader.Pairs, skipsClass: Bool)
      /// The elements of two arrays.
      case entries(keys: PropertyListReader.Elements, values: PropertyListReader.Elements)
    }

    private struct Level {
      let object: UInt32
      let children: Children
      var next = 0
    }

    private enum State: UInt8 {
      case new, open, shown
    }

    private let graph: Graph
    private let reader: PropertyListReader
    private(set) var printer: Output
    private var levels: [Level] = []
    private var states: [State]
    /// A cache, since keys recur often.
    private var labels: [UInt32: Label] = [:]

    init(_ graph: Graph, _ reader: PropertyListReader, _ printer: Output) {
      self.graph = graph
      self.reader = reader
      self.printer = printer
      states = [State](repeating: .new, count: reader.objectCount)
    }

    mutating func run() throws {
      printer.begin(graph)
      if let archive = graph.archive {
        let top = try reader.dictionary(archive.top)
        for index in 0..<top.count where !printer.isFull {
          try show(try reader.value(index, of: top), label: try self.label(forKey: try reader.key(index, of: top)))
        }
        for other in archive.others where !printer.isFull { try show(other.object, label: .key(other.key)) }
        if !graph.unreached.isEmpty { printer.beginUnreached() }
        for uid in graph.unreached where !printer.isFull { try show(archive.objects[uid], label: .other("#\(uid)")) }
      } else {
        try show(reader.topObject, label: .none)
      }
      printer.end(graph)
    }

    /// Shows a value and everything in it.
    private mutating func show(_ object: UInt32, label: Label) throws {
      try visit(object, label: label)
      while let level = levels.last {
        guard !printer.isFull else { return }
        let index = level.next
        levels[levels.count - 1].next += 1
        switch level.children {
        case .elements(let elements) where index < elements.count:
          try visit(try reader.element(index, of: elements), label: .index(index))
        case .pairs(let pairs, let skipsClass) where index < pairs.count:
          if skipsClass, try reader.isClassKey(index, of: pairs) { continue }
          try visit(try reader.value(index, of: pairs), label: try self.label(forKey: try reader.key(index, of: pairs)))
        case .entries(let keys, let values) where index < values.count:
          let key = try graph.resolve(try reader.element(index, of: keys), in: reader)
          try visit(try reader.element(index, of: values), label: try self.label(forKey: key))
        default:
          states[Int(level.object)] = .shown
          levels.removeLast()
          printer.close()
        }
      }
    }

    /// Shows a leaf, or begins a container.
    private mutating func visit(_ reference: UInt32, label: Label) throws {
      let object = try graph.resolve(reference, in: reader)
      if try isNull(object) { return printer.leaf(.null, class: nil, number: nil, label: label) }
      if states[Int(object)] != .new {
        let isCycle = states[Int(object)] == .open
        return printer.leaf(.reference(number(of: object), isCycle: isCycle), class: nil, number: nil, label: label)
      }
      let number = graph.referenceCounts[Int(object)] > 1 ? number(of: object) : nil
      if let leaf = try leaf(object) {
        // A short value is repeated. Repeating a long one could make the output very large.
        let isLong = try isLong(object)
        if isLong, number != nil { states[Int(object)] = .shown }
        return printer.leaf(leaf, class: nil, number: isLong ? number : nil, label: label)
      }
      switch try reader.kind(of: object) {
      case .set: open(object, .set, .elements(try reader.set(object)), number: number, label: label)
      case .orderedSet:
        open(object, .orderedSet, .elements(try reader.orderedSet(object)), number: number, label: label)
      case .dictionary: try visitDictionary(object, number: number, label: label)
      default: open(object, .array, .elements(try reader.array(object)), number: number, label: label)
      }
    }

    private mutating func open(
      _ object: UInt32, _ shape: Shape, _ children: Children, class name: String? = nil, number: Number?, label: Label
    ) {
      states[Int(object)] = .open
      levels.append(Level(object: object, children: children))
      let count =
        switch children {
        case .elements(let elements): elements.count
        case .pairs(let pairs, let skipsClass): skipsClass ? pairs.count - 1 : pairs.count
        case .entries(_, let values): values.count
        }
      printer.open(shape, class: name, number: number, count: count, label: label)
    }

    /// Shows a dictionary, as an object if it has a class.
    private mutating func visitDictionary(_ object: UInt32, number: Number?, label: Label) throws {
      let pairs = try reader.dictionary(object)
      var name: String?
      var classKeys = 0
      if graph.archive != nil {
        for index in 0..<pairs.count where try reader.isClassKey(index, of: pairs) {
          classKeys += 1
          name = try graph.className(of: try reader.value(index, of: pairs), in: reader)
        }
      }
      // With two classes it is not an object, and is shown as a dictionary.
      guard classKeys == 1, let name else {
        return open(object, .dictionary, .pairs(pairs, skipsClass: false), number: number, label: label)
      }
      if printer.simplifies, try visitKnown(object, pairs, class: name, number: number, label: label) { return }
      open(object, .dictionary, .pairs(pairs, skipsClass: true), class: name, number: number, label: label)
    }

    /// Shows an object that has exactly the keys of Foundation's collections, dates, strings, data or UUIDs.
    ///
    /// - Returns: Whether it is such an object.
    private mutating func visitKnown(
      _ object: UInt32, _ pairs: PropertyListReader.Pairs, class name: String, number: Number?, label: Label
    ) throws -> Bool {
      var values: [String: UInt32] = [:]
      for index in 0..<pairs.count where try !reader.isClassKey(index, of: pairs) {
        guard case .key(let key) = try self.label(forKey: try reader.key(index, of: pairs)), values.count < 2,
          values.updateValue(try reader.value(index, of: pairs), forKey: key) == nil
        else {
          return false
        }
      }
      if let objects = values["NS.objects"], try reader.kind(of: objects) == .array, isUnshared(objects) {
        let elements = try reader.array(objects)
        if values.count == 1 {
          open(object, .array, .elements(elements), class: name, number: number, label: label)
          return true
        }
        guard let keys = values["NS.keys"], try reader.kind(of: keys) == .array, isUnshared(keys) else { return false }
        let keyElements = try reader.array(keys)
        guard keyElements.count == elements.count else { return false }
        for index in 0..<keyElements.count {
          let key = try graph.resolve(try reader.element(index, of: keyElements), in: reader)
          guard try reader.kind(of: key) == .string else { return false }
        }
        open(
          object, .dictionary, .entries(keys: keyElements, values: elements), class: name, number: number, label: label)
        return true
      }
      guard values.count == 1, let (key, value) = values.first, states[Int(value)] == .new else { return false }
      // A long shared value is shown once and then by number, for which the short form of this object has no place.
      if graph.referenceCounts[Int(value)] > 1, try isLong(value) { return false }
      guard let leaf = try leaf(value) else { return false }
      switch (key, leaf) {
      case ("NS.string", .string), ("NS.data", .data): break
      case ("NS.time", .real(let seconds)):
        states[Int(object)] = .shown
        printer.leaf(.date(seconds), class: name, number: number, label: label)
        return true
      default: return false
      }
      states[Int(object)] = .shown
      printer.leaf(leaf, class: name, number: number, label: label)
      return true
    }

    /// Whether a container is part of one object only. One of several is shown by itself, and then by its number: to show
    /// it, and to look at its elements, at each object would take as long as there are objects and elements.
    private func isUnshared(_ object: UInt32) -> Bool {
      states[Int(object)] == .new && graph.referenceCounts[Int(object)] == 1
    }

    /// Whether an object is null, which archives represent by a string.
    private func isNull(_ object: UInt32) throws -> Bool {
      guard let archive = graph.archive, archive.objects.first == object else { return false }
      return try reader.isString(object, equalTo: "$null")
    }

    private func number(of object: UInt32) -> Number {
      let uid = graph.uids[Int(object)]
      if uid != Graph.noUID { return .object(uid) }
      return graph.archive == nil ? .object(object) : .inline(object)
    }

    private func isLong(_ object: UInt32) throws -> Bool {
      try reader.size(of: object) > 64
    }

    private func leaf(_ object: UInt32) throws -> Leaf? {
      switch try reader.kind(of: object) {
      case .null: .null
      case .bool: .bool(try reader.bool(object))
      case .integer: .integer(try reader.integer(object))
      case .real: try reader.float(object).map { .float($0) } ?? .real(try reader.real(object))
      case .date: .date(try reader.date(object))
      case .data: .data(try reader.data(object))
      case .string: .string(try reader.string(object))
      case .uid: .uid(try reader.uid(object))
      case .array, .orderedSet, .set, .dictionary: nil
      }
    }

    /// Returns the label for a key.
    private mutating func label(forKey key: UInt32) throws -> Label {
      if let known = labels[key] { return known }
      let label: Label =
        switch try leaf(key) {
        case .string(let text): .key(text)
        case .integer(let value): .other("(\(value.text))")
        default: .other("(\(try reader.kind(of: key).name))")
        }
      labels[key] = label
      return label
    }
  }
}
