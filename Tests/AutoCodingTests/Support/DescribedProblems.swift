import AutoCoding
import Testing

/// Describes the problems for which a type is refused, without the names of modules and of the suite that declares the type.
func describedProblems(of type: Any.Type, in suite: Any.Type) -> [String] {
  let error = #expect(throws: AutoCodingError.self) { try TypeMap(reflecting: type) }
  return error?.problems.map {
    $0.description.replacing("AutoCodingTests.\(suite).", with: "")
      .replacing(/Swift\.|AutoCoding\.|\(AutoCodingTests[^)]*\)/, with: "")
  } ?? []
}
