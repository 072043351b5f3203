/// What a decoder passes to a value that it has decoded; see ``AutoCoding/didDecode(in:)``.
public struct DecodingContext {
  private enum Source {
    case values([CodingUserInfoKey: Any])
    case decoder(any Decoder)
    case coder(UserInfoSource)
    case probe
  }

  private let source: Source

  private init(_ source: Source) { self.source = source }

  /// Creates a context, for a direct call of ``AutoCoding/didDecode(in:)``.
  ///
  /// - Parameter userInfo: What the caller passes on. The default is empty.
  public init(userInfo: [CodingUserInfoKey: Any] = [:]) { source = .values(userInfo) }

  /// The context of a decoder, whose `userInfo` is read only if it is asked for.
  package init(_ decoder: any Decoder) { source = .decoder(decoder) }

  /// The context of the decoder that is at work on the current thread. It is empty if there is none.
  package static var current: DecodingContext {
    UserInfoSource.ofThread.map { DecodingContext(.coder($0)) } ?? DecodingContext()
  }

  /// The context for finding out whether a `didDecode(in:)` is the default one, which then does nothing.
  package static var probe: DecodingContext { DecodingContext(.probe) }

  fileprivate var isProbe: Bool { if case .probe = source { true } else { false } }

  /// The decoder's `userInfo`.
  ///
  /// It is empty if no decoder has made the value, as in a copy, and under `NSKeyedUnarchiver`, which has none.
  public var userInfo: [CodingUserInfoKey: Any] {
    switch source {
    case .values(let values): values
    case .decoder(let decoder): decoder.userInfo
    case .coder(let coder): coder.userInfo
    case .probe: [:]
    }
  }
}

/// The part of a coder's context that a value can ask for.
package class UserInfoSource: @unchecked Sendable {
  /// The coder's `userInfo`.
  package let userInfo: [CodingUserInfoKey: any Sendable]

  package init(userInfo: [CodingUserInfoKey: any Sendable]) { self.userInfo = userInfo }

  /// That of the current thread's coder.
  package static var ofThread: UserInfoSource? {
    ThreadState.typeSources.context.map { Unmanaged<UserInfoSource>.fromOpaque($0).takeUnretainedValue() }
  }
}

/// A base class that declares `didDecode(in:)` and `willEncode()` with empty bodies, so that subclasses can override
/// them.
package protocol OverridableCalls: AnyObject {}

extension AutoCoding {
  /// Calls ``didDecode()``.
  public mutating func didDecode(in context: DecodingContext) throws {
    if !context.isProbe { try didDecode() }
    ThreadState.noteDefault(.didDecodeInContext, of: Self.self)
  }
  /// Does nothing.
  public func willEncode() throws { ThreadState.noteDefault(.willEncode, of: Self.self) }
}
