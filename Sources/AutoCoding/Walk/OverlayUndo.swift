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

  private var changes: [Change] = []

  /// Whether collections are merged, rather than replaced.
  let mergesCollections: Bool

  package init(mergesCollections: Bool = false) { self.mergesCollections = mergesCollections }

  /// Keeps an object's former state: its former properties are in the assembly.
  func keep(_ assembly: consuming RecordAssembly, of object: AnyObject, at base: UnsafeMutableRawPointer) {
    changes.append(Change(assembly, object, base))
  }

  /// Restores all objects.
  package func undo() {
    while let change = changes.popLast() { change.assembly.exchange(with: change.base) }
  }
}
