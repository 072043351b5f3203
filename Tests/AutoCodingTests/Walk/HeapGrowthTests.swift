import Foundation
import Testing

private let program = builtProgram("heap-growth")

@Suite("Memory that coding leaves", .enabled(if: program != nil, "heap-growth was not built"))
struct HeapGrowthTests {
  @Test("no round trip of the zoo leaves memory behind, be it an object's or not")
  func zoo() throws {
    let process = Process()
    let executable: URL = try #require(program)
    process.executableURL = executable
    // The address sanitizer has its own heap, which the program does not see; it looks for leaks at the end instead.
    process.environment = ProcessInfo.processInfo.environment
      .merging(["GLIBC_TUNABLES": "glibc.malloc.tcache_count=0"]) { $1 }
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let growing = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(growing.isEmpty, "\(growing)")
  }
}
