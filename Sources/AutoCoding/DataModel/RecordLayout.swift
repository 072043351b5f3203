/// What is known of a type whose values are records. `TypeMap.Storage` is the one class of layouts; this is what the
/// contract between codecs and formats calls it.
package class RecordLayout: @unchecked Sendable {
  package init() {}
}
