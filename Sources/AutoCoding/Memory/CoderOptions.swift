/// A coder's options, which are replaced as a whole if one of their values is set.
///
/// Options that are mere choices are made once and kept for the life of the process, since many callers make a coder for
/// each call and set the same options every time. A pool does not count its references to them, for which threads would contend.
package protocol CoderOptions: AnyObject, Sendable {
  associatedtype Values: CoderOptionValues
  var values: Values { get }
  init(_ values: Values)
  /// Whether they are in ``shared``, unless `init(_:)` made them: whether they are mere choices.
  var isShared: Bool { get }
  /// The options that are mere choices, by ``CoderOptionValues/choices``.
  static var shared: PermanentTable<Unmanaged<Self>> { get }
  /// Whether the options hold nothing of the user's (an object, a closure), so that they may outlive their coder.
  var mayOutliveCoder: Bool { get }
}

package protocol CoderOptionValues: Sendable {
  /// A number for the values, which only equal values have; nil if some are more than a choice: a closure, text, a limit.
  var choices: UInt? { get }
}

extension CoderOptions {
  /// Returns the options with given values.
  static func with(_ values: Values) -> Self {
    if let choices = values.choices { return shared(values, choices).takeUnretainedValue() }
    return Self(values)
  }

  /// Returns the options with other values.
  func changed(by change: (inout Values) -> Void) -> Self {
    var values = values
    change(&values)
    return .with(values)
  }

  /// Returns the options with given values, for ``release(_:)``.
  @inline(__always)
  static func retained(_ values: consuming Values) -> UnsafeMutableRawPointer {
    if let choices = values.choices { return shared(values, choices).toOpaque() }
    return Unmanaged.passRetained(Self(values)).toOpaque()
  }

  /// Releases what ``retained(_:)`` returned.
  @inline(__always)
  static func release(_ options: UnsafeMutableRawPointer) {
    let options = Unmanaged<Self>.fromOpaque(options)
    if !options._withUnsafeGuaranteedRef({ $0.isShared }) { options.release() }
  }

  @inline(__always)
  private static func shared(_ values: Values, _ choices: UInt) -> Unmanaged<Self> {
    shared.value(for: choices) ?? share(values, choices)
  }

  @inline(never)
  private static func share(_ values: Values, _ choices: UInt) -> Unmanaged<Self> {
    let made = Unmanaged.passRetained(Self(values))
    let stored = shared.insert(made, for: choices)
    if stored.toOpaque() != made.toOpaque() { made.release() }
    return stored
  }
}
