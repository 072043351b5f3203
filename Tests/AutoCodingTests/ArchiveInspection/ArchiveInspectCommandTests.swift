import ArchiveInspection
import Foundation
import Testing

@testable import AutoCoding

private let command = builtProgram("archive-inspect")

@Suite("The command archive-inspect", .enabled(if: command != nil, "it was not built"))
struct ArchiveInspectCommandTests {
  private static func run(_ arguments: String..., input: Data? = nil) throws -> (
    status: Int32, output: String, errors: String
  ) {
    let process = Process()
    let executable: URL = try #require(command)
    process.executableURL = executable
    process.arguments = arguments
    let output = Pipe()
    let errors = Pipe()
    process.standardOutput = output
    process.standardError = errors
    let standardInput = Pipe()
    process.standardInput = standardInput
    try process.run()
    if let input { try standardInput.fileHandleForWriting.write(contentsOf: input) }
    try standardInput.fileHandleForWriting.close()
    let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    let errorText = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text, errorText)
  }

  @Test func showsAFile() throws {
    let data = try PropertyListMutationTests.archive().written()
    let inspection = try ArchiveInspection(data: data)
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("archive-inspect-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("--a file")
    try data.write(to: file)

    let text = try Self.run(file.path)
    #expect(text == (0, inspection.description + "\n", ""))
    let json = try Self.run("--json", file.path)
    #expect(json == (0, inspection.jsonDescription + "\n", ""))
    let limited = try Self.run("--limit", "100", "--", file.path)
    #expect(limited.status == 0 && limited.output.hasSuffix("… and more, which exceeds the limit of 100 bytes\n"))
    #expect(try Self.run("-", input: data) == (0, inspection.description + "\n", ""))
  }

  @Test func saysWhatIsWrong() throws {
    let broken = try Self.run("-", input: Data("<?xml version=\"1.0\"?><plist/>".utf8))
    #expect(broken.status == 1 && broken.output.isEmpty)
    #expect(broken.errors.hasPrefix("archive-inspect: -: This is an XML property list; only binary ones are read."))
    let missing = try Self.run("/nowhere/at all")
    #expect(missing.status == 1 && missing.output.isEmpty)
    #expect(missing.errors.hasPrefix("archive-inspect: /nowhere/at all cannot be read: "))
    for arguments in [[], ["--jsn", "file"], ["a", "b"], ["--limit"], ["--limit", "0", "a"], ["--limit", "x", "a"]] {
      let process = Process()
      let executable: URL = try #require(command)
      process.executableURL = executable
      process.arguments = arguments
      let errors = Pipe()
      process.standardOutput = FileHandle.nullDevice
      process.standardError = errors
      try process.run()
      let text = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      process.waitUntilExit()
      #expect(process.terminationStatus == 2)
      #expect(text.hasPrefix("archive-inspect: ") && text.contains("usage: archive-inspect"))
    }
    let help = try Self.run("--help")
    #expect(help.status == 0 && help.output.hasPrefix("usage: archive-inspect") && help.errors.isEmpty)
  }
}
