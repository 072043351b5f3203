import Foundation

/// The table goes to standard output and everything else to standard error, so that either can be redirected.
enum Console {
  static func print(_ text: String) {
    FileHandle.standardOutput.write(Data((text + "\n").utf8))
  }

  static func log(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }
}
