/// Keeps the former state of objects within an updated value until the whole update has succeeded.
package final class OverlayUndo {
  final class Change {
    fileprivate var assembly: RecordAssembly
    fileprivate let object: AnyObject
    fileprivate let base: UnsafeMutableRawPointer

    fileprivate init(_ assembly: consuming RecordAssembly, _ object: AnyObject, _ base: UnsafeMutableRawPointer) {
      self.assembly = assembly
      self.object = object
      self.base = base
    }

    /// Whether it is one of the property at a position.
    func changes(_ position: Int) -> Bool { assembly.contains(position) }
  }

  /// Nil for changes that were undone by themselves.
  @exclusivity(unchecked) private var changes: [Change?] = []

  /// The objects whose data is being read, and those of them that data within them changes, too.
  private var open: Set<UnsafeMutableRawPointer> = []
  private var reopened: Set<UnsafeMutableRawPointer> = []

  /// How many changes have been made.
  var count: Int { changes.count }

  /// Whether collections are merged, rather than replaced.
  let mergesCollections: Bool

  package init(mergesCollections: Bool = false) { self.mergesCollections = mergesCollections }

  /// Notes that an object's data is being read. Returns false if that is so already.
  func open(_ base: UnsafeMutableRawPointer) -> Bool {
    if open.insert(base).inserted { return true }
    reopened.insert(base)
    return false
  }

  /// Notes that all data of an object was read.
  func close(_ base: UnsafeMutableRawPointer) {
    open.remove(base)
    if !reopened.isEmpty { reopened.remove(base) }
  }

  /// Returns the changes of one object from a number on.
  func changes(from first: Int, at base: UnsafeMutableRawPointer) -> [Change] {
    reopened.contains(base) ? changes[first...].compactMap { $0 }.filter { $0.base == base } : []
  }

  /// Keeps an object's former state: its former properties are in the assembly.
  func keep(_ assembly: consuming RecordAssembly, of object: AnyObject, at base: UnsafeMutableRawPointer) {
    changes.append(Change(assembly, object, base))
  }

  /// Restores all objects.
  package func undo() {
    while let change = changes.popLast() {
      if let change { change.assembly.exchange(with: change.base) }
    }
  }

  /// Restores objects that were changed for a value that does not count after all. What later changes set stays.
  func undo(_ range: Range<Int>) {
    for index in range.reversed() {
      guard let change = changes[index] else { continue }
      changes[index] = nil
      let later = changes[range.upperBound...].compactMap { $0 }.filter { $0.object === change.object }
      change.assembly.exchange { position in
        // The next change has as its former value what this one has set.
        later.first { $0.assembly.contains(position) }?.assembly.memory ?? change.base
      }
    }
  }
}
