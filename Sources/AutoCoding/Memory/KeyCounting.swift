import RuntimeShims

/// Whether this thread is counting the keys of a container.
enum KeyCounting {
  // Each object file has its own flag, so this code must not be inlined into another file.
  @inline(never)
  static func isOn() -> Bool { ac_counts_keys().pointee }

  @inline(never)
  static func set(_ isOn: Bool) { ac_counts_keys().pointee = isOn }
}
