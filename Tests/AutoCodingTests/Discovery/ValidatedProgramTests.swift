#if os(Linux)
import Foundation
import Testing

/// A program of its own, which validates all types that it has.
struct ValidatedProgramTests {
  @Test(
    "mistakes are found by symbols, and a stripped program says that it has none",
    .enabled(if: PackageBuild() != nil, "no compiler, or no object files"))
  func stripped() throws {
    let build = try #require(PackageBuild())
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("validated-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let flags = ["-module-name", "Program"] + build.objects()
    try build.compile("ValidatedProgram/main.swift", flags + ["-o", "whole"], in: folder)
    let whole = try build.run(folder.path + "/whole", [], in: folder)
    #expect(
      whole.text == """
        validated 2 types of Program; 1 problem:
        - Program.Mistaken.unencodedProperties: AutoCoding has no requirement of that name, and ignores it. Perhaps \
        'unEncodedProperties' is meant. Correct the name, or choose a less similar one.

        """)

    try build.compile("ValidatedProgram/main.swift", flags + ["-Xlinker", "--strip-all", "-o", "stripped"], in: folder)
    let stripped = try build.run(folder.path + "/stripped", [], in: folder)
    #expect(
      stripped.text == """
        false
        validated 2 types of Program
        not checked: \(folder.path)/stripped: Declarations that Swift ignores were not checked. \
        It has no symbol table: it was stripped.

        """)
  }

  @Test(
    "a module whose name begins like one of the toolchain's is the program's own",
    .enabled(if: PackageBuild() != nil, "no compiler, or no object files"),
    arguments: ["FoundationProgram", "_Program"])
  func similarName(module: String) throws {
    let build = try #require(PackageBuild())
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("similar-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let flags = ["-module-name", module] + build.objects()
    try build.compile("ValidatedProgram/main.swift", flags + ["-o", "program"], in: folder)
    let output = try build.run(folder.path + "/program", [], in: folder)
    #expect(output.text.hasPrefix("validated 2 types of \(module); 1 problem:"), "\(output.text)")
  }
}
#endif
