import Foundation
import Testing

#if os(Linux)
/// A subclass and a conformance that come with a library which is loaded after the superclass and the type were used.
struct PluginTests {
  @Test(
    "a subclass and a conformance of a plug-in that is loaded later are known, and refused before",
    .enabled(if: PackageBuild() != nil, "no compiler, or no object files"))
  func subclass() throws {
    let build = try #require(PackageBuild())
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("plugins-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let library = ["-emit-library", "-emit-module", "-parse-as-library"]
    let linked = ["-L", folder.path, "-lPlugBase", "-Xlinker", "-rpath", "-Xlinker", folder.path]
    try build.compile(
      "Plugins/PlugBase.swift", library + ["-module-name", "PlugBase", "-o", "libPlugBase.so"] + build.objects(),
      in: folder)
    try build.compile(
      "Plugins/Plugin.swift", library + ["-module-name", "Plugin", "-o", "libPlugin.so"] + linked, in: folder)
    try build.compile("Plugins/main.swift", ["-o", "host"] + linked, in: folder)

    let output = try build.run(folder.path + "/host", [folder.path + "/libPlugin.so"], in: folder)
    try #require(output.status == 0, "\(output.text)")
    let lines = output.text.split(separator: "\n").map { $0.split(separator: ": ", maxSplits: 1).map(String.init) }
    #expect(lines.count == 1 + 6 + 4 + 1 + 6 + 6 + 4, "\(output.text)")
    #expect(lines.contains(["before, conformance", "AutoCodingError"]), "\(output.text)")
    #expect(lines.contains(["after, conformance", #"{"part":{"size":7}}"#]), "\(output.text)")
    for line in lines where line.count == 2 && !line[0].hasSuffix("conformance") {
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
