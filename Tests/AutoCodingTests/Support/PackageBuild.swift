import Foundation
import Testing

#if os(Linux)
/// The package, and where its build has the object files of AutoCoding.
struct PackageBuild {
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
    ] + Self.sanitizerFlags
  }

  /// What object files that a sanitizer instrumented need to be linked.
  private static let sanitizerFlags: [String] = {
    let process = dlopen(nil, RTLD_LAZY)
    defer { if let process { dlclose(process) } }
    return ["address": "__asan_init", "thread": "__tsan_init"].filter { dlsym(process, $0.value) != nil }
      .map { "-sanitize=\($0.key)" }
  }()

  struct Output {
    let status: Int32
    let text: String
  }

  func run(_ tool: String, _ arguments: [String], in folder: URL) throws -> Output {
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

  /// Compiles a file of the folder Tests.
  func compile(_ file: String, _ flags: [String], in folder: URL) throws {
    let compiler = try #require(Self.compiler)
    let source = sources.path + "/Tests/" + file
    let output = try run(compiler, [source, "-I", folder.path] + moduleFlags + flags, in: folder)
    try #require(output.status == 0, "\(file): \(output.text)")
  }
}
#endif
