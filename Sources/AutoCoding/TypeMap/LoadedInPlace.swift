/// A class whose objects take over what was decoded for them, and are told so themselves.
///
/// A store decodes an object of the class, exchanges its properties with those of the object that is there, and calls
/// `didDecode()` of that one. The one that was decoded must not be asked: what `didDecode()` does would be done twice.
package protocol LoadedInPlace: AnyObject {}

package enum LoadingInPlace {
  /// Whether `didDecode()` of ``LoadedInPlace`` classes is left to the store.
  @TaskLocal package static var isUnderWay = false
}

extension TypeMap.Storage {
  /// Exchanges the coded properties of two objects; twice changes nothing.
  ///
  /// Precondition: both are of exactly the map's class, and nobody else uses them meanwhile.
  package func exchangeProperties(of object: AnyObject, with other: AnyObject) {
    let base = Unmanaged.passUnretained(object).toOpaque()
    let otherBase = Unmanaged.passUnretained(other).toOpaque()
    for operation in operations {
      withTemporaryMemory(size: operation.memory.size, alignment: operation.memory.alignment) { temporary in
        operation.memory.move(from: base + operation.offset, to: temporary)
        operation.memory.move(from: otherBase + operation.offset, to: base + operation.offset)
        operation.memory.move(from: temporary, to: otherBase + operation.offset)
      }
    }
  }
}
