import RuntimeShims

/// Whether to avoid the fast paths that depend on how the standard library and Foundation lay out their values.
package enum Portability {
  /// Whether strings and arrays are made and read only by the standard library's public functions, and the objects of
  /// an archive only by Foundation's, whether the runtime alone looks for conformances, whether the strategies of
  /// Foundation's encoders and the keys in its containers are not known, and whether the code of enums with raw values is
  /// called for each value. Set by the environment variable `AUTOCODING_PORTABLE=1`, which is read once, before the first
  /// value is coded.
  ///
  /// Results are the same, but coding is slower. Tests use this to show that no result depends on the layouts. It also
  /// helps to find out whether a crash is related to them.
  package static let isRequired = ac_is_set("AUTOCODING_PORTABLE")
}
