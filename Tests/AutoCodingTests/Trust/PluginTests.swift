import Foundation
import Testing

#if os(Linux)
/// The package, and where its build has the object files of AutoCoding.
private struct PluginBuild {
  let sources: URL
  let products: URL

  init?() {
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    sources = root
    let executable = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    let folders = [executable, Bundle.main.bundleURL, Bundle.main.executableURL].compactMap { $0 }
    let found = folders.lazy.flatMap { [$0, $0.deletingLastPathComponent()] }
      .first { FileManager.default.fileExists(atPath: $0.path + "/AutoCoding.build/TypeMap.swift.o") }
    guard let found, Self.compiler != nil else { return nil }
    products = found
  }

  /// The compiler of the toolchain, if there is one in the search path.
  static let compiler: String? = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":")
    .map { "\($0)/swiftc" }.first { FileManager.default.isExecutableFile(atPath: $0) }

  /// The object files of today's sources: a build folder may have those of sources that are gone.
  func objects() -> [String] {
    let files = FileManager.default.enumerator(atPath: sources.path + "/Sources/AutoCoding")
    return (files?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".swift") }
      .map { "\(products.path)/AutoCoding.build/\(($0 as NSString).lastPathComponent).o" }
  }

  var moduleFlags: [String] {
    [
      "-I", products.path + "/Modules", "-Xcc",
      "-fmodule-map-file=\(products.path)/RuntimeShims.build/module.modulemap",
    ]
  }
}

/// A subclass that comes with a library which is loaded after its superclass was used.
@Suite("Plug-ins")
struct PluginTests {
  private struct Output {
    let status: Int32
    let text: String
  }

  private func run(_ tool: String, _ arguments: [String], in folder: URL) throws -> Output {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: tool)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Output(status: process.terminationStatus, text: String(decoding: data, as: UTF8.self))
  }

  private func compile(_ build: PluginBuild, _ file: String, _ flags: [String], in folder: URL) throws {
    let compiler = try #require(PluginBuild.compiler)
    let source = build.sources.path + "/Tests/Plugins/" + file
    let output = try run(compiler, [source, "-I", folder.path] + build.moduleFlags + flags, in: folder)
    try #require(output.status == 0, "\(file): \(output.text)")
  }

  @Test(
    "a subclass of a plug-in that is loaded later comes back whole, and is refused before",
    .enabled(if: PluginBuild() != nil, "no compiler, or no object files"))
  func subclass() throws {
    let build = try #require(PluginBuild())
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("plugins-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let library = ["-emit-library", "-emit-module", "-parse-as-library"]
    let linked = ["-L", folder.path, "-lPlugBase", "-Xlinker", "-rpath", "-Xlinker", folder.path]
    try compile(
      build, "PlugBase.swift", library + ["-module-name", "PlugBase", "-o", "libPlugBase.so"] + build.objects(),
      in: folder)
    try compile(build, "Plugin.swift", library + ["-module-name", "Plugin", "-o", "libPlugin.so"] + linked, in: folder)
    try compile(build, "main.swift", ["-o", "host"] + linked, in: folder)

    let output = try run(folder.path + "/host", [folder.path + "/libPlugin.so"], in: folder)
    try #require(output.status == 0, "\(output.text)")
    let lines = output.text.split(separator: "\n").map { $0.split(separator: ": ", maxSplits: 1).map(String.init) }
    #expect(lines.count == 6 + 4 + 6 + 6 + 4, "\(output.text)")
    for line in lines where line.count == 2 {
      let expected: Set<String> =
        if line[0].hasPrefix("before") {
          [#"PlugBase.PlugBase {"name":"b"}"#, "DecodingError"]
        } else if line[0].hasSuffix("text") {
          [#"Plugin.PlugSub {"name":"x","extra":[4]}"#]
        } else {
          [#"Plugin.PlugSub {"name":"plugged","extra":[1,2,3]}"#]
        }
      // The class is named if it is not the declared one.
      let found = line[1].replacingOccurrences(of: #""$class":"Plugin.PlugSub","#, with: "")
      #expect(expected.contains(found), "\(line)")
    }
  }
}
#endif
