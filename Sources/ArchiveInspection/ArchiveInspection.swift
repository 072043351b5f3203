import AutoCoding

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What is inside a keyed archive, without any of the types it was made of.
///
/// ```swift
/// import ArchiveInspection
///
/// let archive = try Data(contentsOf: url)
/// print(try ArchiveInspection(data: archive))
/// ```
///
/// prints the classes, keys and values of every object:
///
/// ```text
/// NSKeyedArchiver archive, version 100000, 10 objects
/// root: School.Teacher #1
///   name: "Ada"
///   course: "Algebra"
///   students: NSArray
///     0: School.Person #5
///       name: "Ben"
///       teacher: → #1
///     1: #5
/// classes:
///   School.Teacher: School.Person: NSObject
///   NSArray: NSObject
///   School.Person: NSObject
/// ```
///
/// An object to which more than one reference leads has its number behind it, and is shown once. After that the number
/// alone stands for it, with an arrow where the object is within itself.
///
/// Archives by other means than AutoCoding's, and property lists in the binary format that are no archives, are shown the
/// same way. No class that the data names is looked for, and nothing is decoded; data that nobody vouches for cannot do
/// more harm than be refused.
public struct ArchiveInspection: Sendable {
  /// How many bytes ``description`` and ``jsonDescription`` have at the most, not counting what it takes to end them
  /// properly; 1,000,000 unless it is set. They say so if something was left out for that.
  public var maximumLength = 1_000_000

  let data: Data
  let graph: Graph

  /// Reads a keyed archive or another binary property list.
  ///
  /// - Parameter data: The whole of it. It is kept for as long as the inspection is.
  /// - Throws: `DecodingError.dataCorrupted` for what is not a sound binary property list, with the offset of the byte at
  ///   which that was found; what is sound and makes no sense as an archive is shown as it is.
  public init(data: Data) throws {
    try self.init(data: data, limits: CodingLimits())
  }

  init(data: Data, limits: CodingLimits) throws {
    self.data = data
    graph = try data.withUnsafeBytes { bytes in
      try Graph(PropertyListReader(bytes, limits: limits))
    }
  }

  /// Whether it is what `NSKeyedArchiver` and `KeyedArchiveEncoder` write, and not just any property list.
  public var isKeyedArchive: Bool { graph.archive != nil }

  /// The archive as JSON, for other programs to look at.
  ///
  /// Objects have the key `$class`, and `$id` if they are shared; `{"$ref": 4}` stands for one that was shown before.
  /// `$data` is Base64, `$date` counts seconds since 1 January 2001, `$real` and `$integer` are what JSON has no number for,
  /// and `$uid` is a reference to no object. A key of the archive's own that begins with `$` has another one in front, and
  /// if a dictionary has a key twice, the second one is `$2:key`. What does not fit into ``maximumLength`` is missing, and
  /// `"truncated": true` says so.
  public var jsonDescription: String {
    String(decoding: printed(by: JSONPrinter(maximumLength: maximumLength)), as: UTF8.self)
  }

  func printed<Output: Printer>(by printer: Output) -> [UInt8] {
    data.withUnsafeBytes { bytes in
      var printer = printer
      do {
        let reader = try PropertyListReader(bytes, limits: graph.limits)
        var walk = Walk(graph, reader, printer)
        try walk.run()
        printer = walk.printer
        printer.finish()
      } catch {
        // Everything was read once before. Data that is mapped from a file may have changed since.
        printer.fail(String(describing: error))
      }
      return printer.output
    }
  }
}

extension ArchiveInspection: CustomStringConvertible {
  /// The archive in text, a line for every value.
  public var description: String {
    String(decoding: printed(by: TextPrinter(maximumLength: maximumLength)), as: UTF8.self)
  }
}
