/// What objects within an updated value were before, until the whole update has succeeded.
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

  package init() {}

  /// Keeps what an object was: its former properties are in the assembly.
  func keep(_ assembly: consuming RecordAssembly, of object: AnyObject, at base: UnsafeMutableRawPointer) {
    changes.append(Change(assembly, object, base))
  }

  /// Makes all objects what they were.
  package func undo() {
    while let change = changes.popLast() { change.assembly.exchange(with: change.base) }
  }
}
