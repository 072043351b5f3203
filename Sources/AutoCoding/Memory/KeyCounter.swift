import RuntimeShims

/// A thread-local count of the keys that a container has tried since the last ``reset()``.
enum KeyCounter {
  // Each object file has its own count, so this code must not be inlined into another file.
  @inline(never)
  static func reset() { ac_key_count().pointee = 0 }

  @inline(never)
  static func increment() { ac_key_count().pointee += 1 }

  @inline(never)
  static func value() -> Int { ac_key_count().pointee }
}
