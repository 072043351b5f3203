extension Zoo {
  /// Every entry there is.
  package static var all: [any ZooSpecimen] {
    structs + classes + hierarchies + generics + enums + rawEnums + rawStructs + nesting + conformedElsewhere
      + recursion + payloads + outcomes + numbers + texts + optionals + collections + dictionaries + foundation
      + geometry
      + plainCodables + wrappers
      + handWritten + halfWritten + inlineArrays + rules + flattenedEnums + omissions + versions
  }

  /// The entry with a name.
  package static func named(_ name: String) -> (any ZooSpecimen)? {
    all.first { $0.name == name }
  }

  /// Visits every entry in turn.
  package static func visitAll(_ visitor: some ZooVisitor) throws {
    for specimen in all {
      try specimen.accept(visitor)
    }
  }
}
