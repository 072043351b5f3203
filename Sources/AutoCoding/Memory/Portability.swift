import RuntimeShims

/// Whether the process does without what is faster for knowing how the standard library and Foundation lay their values out.
package enum Portability {
  /// Whether strings and arrays are made and read by the standard library's public functions alone, and objects of an archive
  /// by Foundation's: if the environment has `AUTOCODING_PORTABLE=1`. Read once, before the first value is coded.
  ///
  /// Everything comes out the same, only slower. It is for tests, which show so that nothing depends on the layouts, and for
  /// finding out whether a crash has to do with them.
  package static let isRequired = ac_is_set("AUTOCODING_PORTABLE")
}
