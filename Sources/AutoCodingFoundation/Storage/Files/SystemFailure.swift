import Foundation

/// A failed system call, before a store adds the key to it.
struct SystemFailure: Error {
  /// The attempted action, as a verb: "open".
  let action: String
  /// The system's error code.
  let code: Int32
  /// What was found, if no error code describes it.
  var finding: String?

  init(_ action: String, code: Int32 = errno, finding: String? = nil) {
    self.action = action
    self.code = code
    self.finding = finding
  }

  /// The failure for more bytes than the reader accepts.
  static func tooLarge(_ count: Int, _ maximumCount: Int) -> SystemFailure {
    SystemFailure(
      "read", code: EFBIG, finding: "There are \(count) bytes, but the coder's limit is \(maximumCount).")
  }

  var explanation: String {
    finding ?? "The system could not \(action) it: \(String(cString: strerror(code)))."
  }

  var remedy: String {
    switch code {
    case EFBIG where action == "read": "Raise limits.maximumByteCount of the coder, if you trust the data."
    case ENOSPC, EDQUOT, EFBIG: "Make room, or raise the limit, and try again."
    case ENOMEM: "Remove the file if it is damaged, or set limits.maximumByteCount of the coder."
    case EACCES, EPERM: "Give the process permission, or choose another directory."
    case EROFS: "Choose a directory on a file system that can be written."
    case ELOOP, ENOTDIR: "Remove the link, or use the path of its target."
    case ENAMETOOLONG: "Choose a shorter key."
    case EMFILE, ENFILE: "Close files that are not in use, and try again."
    case EISDIR: "Choose another key, or move the directory away."
    default: "Check the directory and its file system, and try again."
    }
  }

  var underlyingError: (any Error)? {
    POSIXErrorCode(rawValue: code).map { POSIXError($0) }
  }
}

extension StorageError {
  /// Whether there are more bytes than the reader accepts.
  var isAboutSize: Bool { code == .readFailed && (underlyingError as? POSIXError)?.code == .EFBIG }

  init(_ code: Code, _ failure: SystemFailure, location: String, key: String? = nil) {
    self.init(
      code, location: location, key: key, explanation: failure.explanation, remedy: failure.remedy,
      underlyingError: failure.underlyingError)
  }
}

/// Calls a system function, and repeats the call if a signal interrupted it.
///
/// - Parameter call: Returns -1 and sets `errno` if it fails.
/// - Throws: ``SystemFailure``.
@discardableResult
func checked<Result: SignedInteger>(_ action: String, _ call: () -> Result) throws(SystemFailure) -> Result {
  while true {
    let result = call()
    if result != -1 { return result }
    let code = errno
    if code != EINTR { throw SystemFailure(action, code: code) }
  }
}
