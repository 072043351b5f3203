/// Keeps the former state of objects within an updated value until the whole update has succeeded.
package final class OverlayUndo {
  private final class Change {
    var assembly: RecordAssembly
    let object: AnyObject
    let base: UnsafeMutableRawPointer

    init(_ assembly: consuming RecordAssembly, _ object: AnyObject, _ base: UnsafeMutableRawPointer) {
      self.assembly = assembly
      self.object = object
      self.base = base
    }
  }

  /// Nil for changes that were undone by themselves.
  @exclusivity(unchecked) private var changes: [Change?] = []

  /// How many changes have been made.
  var count: Int { changes.count }

  /// Whether collections are merged, rather than replaced.
  let mergesCollections: Bool

  package init(mergesCollections: Bool = false) { self.mergesCollections = mergesCollections }

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
