import RuntimeShims

/// A number of the current thread's: how many keys a container has tried since it was set to 0.
enum KeyCounter {
  // The number is one of each object file, so no other file may have this code.
  @inline(never)
  static func reset() { ac_key_count().pointee = 0 }

  @inline(never)
  static func increment() { ac_key_count().pointee += 1 }

  @inline(never)
  static func value() -> Int { ac_key_count().pointee }
}
