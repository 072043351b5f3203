#if os(Linux)
import AutoCoding
import Foundation
import Testing

/// A 64-bit ELF file with a symbol table, made by hand: header, names, symbols, section headers.
private struct SmallFile {
  private(set) var bytes: [UInt8]

  init(symbols: [(name: String, address: UInt64)]) {
    var names: [UInt8] = [0]
    var table = [UInt8](repeating: 0, count: 24)
    for symbol in symbols {
      var entry = [UInt8](repeating: 0, count: 24)
      Self.write(UInt32(names.count), at: 0, in: &entry)
      Self.write(symbol.address, at: 8, in: &entry)
      table += entry
      names += Array(symbol.name.utf8) + [0]
    }
    bytes = [0x7f, 0x45, 0x4c, 0x46, 2, 1] + [UInt8](repeating: 0, count: 58)
    let namesOffset = bytes.count
    bytes += names
    let tableOffset = bytes.count
    bytes += table
    let headersOffset = bytes.count
    bytes += [UInt8](repeating: 0, count: 3 * 64)
    Self.write(UInt64(headersOffset), at: 40, in: &bytes)
    Self.write(UInt16(64), at: 58, in: &bytes)
    Self.write(UInt16(3), at: 60, in: &bytes)
    let symbolHeader = headersOffset + 64
    Self.write(UInt32(2), at: symbolHeader + 4, in: &bytes)
    Self.write(UInt64(tableOffset), at: symbolHeader + 24, in: &bytes)
    Self.write(UInt64(table.count), at: symbolHeader + 32, in: &bytes)
    Self.write(UInt32(2), at: symbolHeader + 40, in: &bytes)
    let namesHeader = headersOffset + 128
    Self.write(UInt32(3), at: namesHeader + 4, in: &bytes)
    Self.write(UInt64(namesOffset), at: namesHeader + 24, in: &bytes)
    Self.write(UInt64(names.count), at: namesHeader + 32, in: &bytes)
  }

  static func write<Value: FixedWidthInteger>(_ value: Value, at offset: Int, in bytes: inout [UInt8]) {
    withUnsafeBytes(of: value.littleEndian) { value in
      for (index, byte) in value.enumerated() { bytes[offset + index] = byte }
    }
  }
}

/// Symbols of ELF files.
struct SymbolTableTests {
  private func symbols(of bytes: [UInt8]) throws -> [String: UInt64] {
    let table = try SymbolTable(size: bytes.count) { Array(bytes[$0]) }
    var found: [String: UInt64] = [:]
    table.forEachSwiftSymbol { found[String(decoding: $0, as: UTF8.self)] = $1 }
    return found
  }

  private func failure(of bytes: [UInt8]) -> String {
    do { return "\(try symbols(of: bytes))" } catch { return "\(error)" }
  }

  private let file = SmallFile(symbols: [("main", 1), ("$s3App1PVMn", 0x1234), ("$s3App1PV1xSivgZ", 0xffff_ffff_ffff)])

  @Test("names and addresses of Swift symbols")
  func names() throws {
    #expect(try symbols(of: file.bytes) == ["$s3App1PVMn": 0x1234, "$s3App1PV1xSivgZ": 0xffff_ffff_ffff])
  }

  @Test("what is no ELF file, or has no symbols, says so")
  func failures() {
    #expect(failure(of: []) == "It is not an ELF file.")
    #expect(
      failure(of: [UInt8](repeating: 1, count: 200)) == "It is not a 64-bit little-endian ELF file.")
    var stripped = file.bytes
    SmallFile.write(UInt32(1), at: stripped.count - 128 + 4, in: &stripped)
    #expect(failure(of: stripped) == "It has no symbol table: it was stripped.")
    #expect(failure(of: file.bytes.dropLast()) == "Its section headers or symbols lie outside of the file.")
    var far = file.bytes
    SmallFile.write(UInt64.max, at: far.count - 128 + 24, in: &far)
    #expect(failure(of: far) == "Its section headers or symbols lie outside of the file.")
    #expect(throws: SymbolTable.Failure.self) { try SymbolTable(path: "/nowhere/at/all") }
  }

  @Test("no byte of a file makes it trap")
  func mutants() {
    var outcomes: Set<String> = []
    for offset in file.bytes.indices {
      for value: UInt8 in [0, 1, 0x7f, 0x80, 0xff] {
        var bytes = file.bytes
        bytes[offset] = value
        outcomes.insert(failure(of: bytes))
      }
      outcomes.insert(failure(of: Array(file.bytes[..<offset])))
    }
    #expect(outcomes.count > 5)
  }

  @Test("members by their demangled symbols")
  func members() throws {
    func member(_ symbol: String, in context: String = "App.P") -> DeclaredMember? {
      DeclaredMember(symbol: symbol, in: context)
    }
    let property = try #require(member("static App.P.names.getter : Swift.Set<Swift.String>"))
    #expect(property.name == "names" && property.isStatic && property.kind == .property("Swift.Set<Swift.String>"))
    #expect(member("static App.P.names : Swift.Set<Swift.String>") == property)
    #expect(member("static (extension in Other):App.P.names.getter : Swift.Set<Swift.String>") == property)
    #expect(member("static App.P.(names in _0F12).getter : Swift.Set<Swift.String>") == property)
    #expect(
      member("static names.getter : Swift.Set<Swift.String> in P #1 in App.f() -> ()", in: "P #1 in App.f() -> ()")
        == property)
    #expect(
      member(
        "static In.names.getter : Swift.Set<Swift.String> in P #1 in App.f() -> ()", in: "In in P #1 in App.f() -> ()")
        == property)
    #expect(member("App.P.names.getter : Swift.Int")?.isStatic == false)
    let constraints = ["< where A == (Swift.Int) -> Swift.Set<Swift.Int>>", "<A where A: Swift.Hashable>"]
    for constraint in constraints {
      let constrained = member("static (extension in App):App.P\(constraint).names.getter : Swift.Set<Swift.String>")
      #expect(constrained?.isConstrained == true && !property.isConstrained)
      #expect(constrained?.name == "names" && constrained?.kind == property.kind)
      #expect(member("static (extension in App):App.P\(constraint).In.names.getter : Swift.Int") == nil)
    }
    let function = member("static App.P.move(_: inout Swift.Array<(A, B)>, by: (C) -> D) throws -> ()")
    #expect(
      function?.kind
        == .function(
          labels: ["_", "by"], signature: "(_: inout Swift.Array<(A, B)>, by: (C) -> D) throws -> ()"))
    #expect(member("App.P.done() -> ()")?.kind == .function(labels: [], signature: "() -> ()"))
    #expect(
      member("App.P.add(Swift.Int, Swift.Int) -> ()")?.kind
        == .function(labels: ["_", "_"], signature: "(Swift.Int, Swift.Int) -> ()"))
    #expect(member("App.P.__allocating_init(from: Swift.Decoder) throws -> App.P")?.name == "init")
    for other in ["static App.P.In.names.getter : Swift.Int", "static App.Q.names.getter : Swift.Int", "", "App.P."] {
      #expect(member(other) == nil)
    }
    for begin in ["static App.P.(", "App.P.f(", "App.P.f([", "App.P<", "App.P<A>", "App.P.f(_: (A", "static "] {
      _ = member(begin)
    }
  }
}
#endif
