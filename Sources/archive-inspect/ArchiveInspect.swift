import ArchiveInspection
import Foundation

/// `archive-inspect FILE [--json] [--limit BYTES]` shows what is inside a keyed archive.
@main
enum ArchiveInspect {
  static let usage = """
    usage: archive-inspect [--json] [--limit BYTES] FILE

    Shows the classes, keys and values of a keyed archive, or of another property list in the binary format.
      FILE           the archive; - for standard input
      --json         as JSON
      --limit BYTES  the most bytes to show; 1000000 by default
      --help         this text

    Exits with 0 if the archive was shown, 1 if it could not be read, and 2 if these arguments were not understood.
    """

  /// Why nothing is shown.
  struct Failure: Error {
    let message: String
    let status: Int32
  }

  struct Arguments {
    var path: String?
    var showsJSON = false
    var limit: Int?

    init(_ arguments: [String]) throws {
      var rest = arguments[...]
      var takesOptions = true
      while let argument = rest.popFirst() {
        switch argument {
        case "--" where takesOptions: takesOptions = false
        case "--json" where takesOptions: showsJSON = true
        case "--limit" where takesOptions:
          guard let text = rest.popFirst(), let value = Int(text), value > 0 else {
            throw Failure(message: "--limit needs a number of bytes above 0.\n\n\(usage)", status: 2)
          }
          limit = value
        case _ where takesOptions && argument.hasPrefix("-") && argument != "-":
          throw Failure(message: "Unknown option \(argument).\n\n\(usage)", status: 2)
        default:
          guard path == nil else { throw Failure(message: "More than one file was given.\n\n\(usage)", status: 2) }
          path = argument
        }
      }
    }
  }

  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      guard !arguments.contains("--help") else { return try write(usage, to: .standardOutput) }
      try write(try inspection(for: Arguments(arguments)), to: .standardOutput)
    } catch {
      let failure = error as? Failure ?? Failure(message: String(describing: error), status: 1)
      try? write("archive-inspect: \(failure.message)", to: .standardError)
      exit(failure.status)
    }
  }

  static func inspection(for arguments: Arguments) throws -> String {
    guard let path = arguments.path else { throw Failure(message: "No file was given.\n\n\(usage)", status: 2) }
    let data: Data
    do {
      data =
        path == "-"
        ? try FileHandle.standardInput.readToEnd() ?? Data() : try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw Failure(message: "\(path) cannot be read: \((error as NSError).localizedDescription)", status: 1)
    }
    do {
      var inspection = try ArchiveInspection(data: data)
      if let limit = arguments.limit { inspection.maximumLength = limit }
      return arguments.showsJSON ? inspection.jsonDescription : inspection.description
    } catch DecodingError.dataCorrupted(let context) {
      throw Failure(message: "\(path): \(context.debugDescription)", status: 1)
    }
  }

  static func write(_ text: String, to file: FileHandle) throws {
    try file.write(contentsOf: Data((text + "\n").utf8))
  }
}
