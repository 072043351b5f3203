import AutoCoding
import Foundation
import Testing

/// Newline-delimited JSON, from files and sequences, and into files.
struct JSONLinesTests {
  private struct Reading: AutoCoding, Equatable {
    let id: Int
    let text: String
  }

  private func withFile(_ body: (URL) throws -> Void) throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).jsonl")
    defer { try? FileManager.default.removeItem(at: url) }
    try body(url)
  }

  @Test("what is written line by line is read line by line, over many buffers")
  func roundTrip() throws {
    try withFile { url in
      let readings = (0..<20_000).map { Reading(id: $0, text: String(repeating: "line\n", count: $0 % 7)) }
      let writer = try AutoJSONEncoder().lines(toFile: url)
      for reading in readings { try writer.write(reading) }
      try writer.finish()
      let more = try AutoJSONEncoder().lines(toFile: url, appending: true)
      try more.write(Reading(id: -1, text: "last"))
      try more.finish()

      let lines = try AutoJSONDecoder().lines(of: Reading.self, inFile: url)
      var found: [Reading] = []
      while let reading = try lines.next() { found.append(reading) }
      #expect(found == readings + [Reading(id: -1, text: "last")])
      #expect(try lines.next() == nil)
    }
  }

  private static let mixedText = "{\"id\":1,\"text\":\"a\"}\r\n\n  \n{\"id\":2,\n{\"id\":3,\"text\":\"c\"}"

  @Test("empty lines are passed over; a bad line throws where it is, and the next one is read")
  func badLine() throws {
    try withFile { url in
      try Data(Self.mixedText.utf8).write(to: url)
      let lines = try AutoJSONDecoder().lines(of: Reading.self, inFile: url)
      #expect(try lines.next()?.id == 1)
      do {
        _ = try lines.next()
        Issue.record("no error")
      } catch DecodingError.dataCorrupted(let context) {
        let place = try #require(context.underlyingError as? AutoJSONError)
        #expect(place.line == 4 && place.column == 9 && place.offset == 33)
      }
      #expect(try lines.next()?.id == 3)
      #expect(try lines.next() == nil)
    }
  }

  @Test("an error in a line gives its reason once, as without lines")
  func reasonOfLine() throws {
    let direct = try #require(Self.mismatch { _ = try AutoJSONDecoder().decode(Reading.self, from: #"{"id":"x"}"#) })
    #expect(direct.description == "line 1, column 7, byte 6")
    try withFile { url in
      try Data("\n{\"id\":\"x\"}\n".utf8).write(to: url)
      let lines = try AutoJSONDecoder().lines(of: Reading.self, inFile: url)
      let place = try #require(Self.mismatch { _ = try lines.next() })
      #expect(place.description == "line 2, column 7, byte 7")
      #expect(place.reason == direct.reason && place.kind == direct.kind)
    }
  }

  private static func mismatch(_ body: () throws -> Void) -> AutoJSONError? {
    do { try body() } catch DecodingError.typeMismatch(_, let context) {
      return context.underlyingError as? AutoJSONError
    } catch {}
    return nil
  }

  private static func place(_ error: any Error) -> AutoJSONError? {
    switch error {
    case DecodingError.keyNotFound(_, let context), DecodingError.dataCorrupted(let context):
      context.underlyingError as? AutoJSONError
    default: nil
    }
  }

  @Test("errors about a line as a whole have its place in the file", arguments: [2_000, 200_000])
  func placesOfLines(length: Int) async throws {
    let text =
      "{\"id\":1,\"text\":\"a\"}\n\n{\"id\":2}\n{\"id\":3,\"text\":\"\(String(repeating: "x", count: length))\"}\n"
    let decoder = AutoJSONDecoder()
    decoder.limits.maximumByteCount = 1000
    var places: [AutoJSONError?] = []
    try withFile { url in
      try Data(text.utf8).write(to: url)
      let lines = try decoder.lines(of: Reading.self, inFile: url)
      #expect(try lines.next()?.id == 1)
      for _ in 0..<2 { do { _ = try lines.next() } catch { places.append(Self.place(error)) } }
      #expect(try lines.next() == nil)
    }
    let bytes = AsyncStream<UInt8> { continuation in
      for byte in text.utf8 { continuation.yield(byte) }
      continuation.finish()
    }
    var lines = decoder.lines(of: Reading.self, in: bytes).makeAsyncIterator()
    #expect(try await lines.next()?.id == 1)
    for _ in 0..<2 { do { _ = try await lines.next() } catch { places.append(Self.place(error)) } }
    #expect(places.map { $0?.line } == [3, 4, 3, 4])
    #expect(places.map { $0?.offset } == [21, 30, 21, 30])
    #expect(places.map { $0?.description } == places.map { $0.map { "line \($0.line), column 1, byte \($0.offset)" } })
  }

  @Test("bytes that arrive one by one are decoded line by line")
  func asynchronous() async throws {
    let bytes = AsyncStream<UInt8> { continuation in
      for byte in Self.mixedText.utf8 { continuation.yield(byte) }
      continuation.finish()
    }
    var lines = AutoJSONDecoder().lines(of: Reading.self, in: bytes).makeAsyncIterator()
    #expect(try await lines.next()?.id == 1)
    await #expect(throws: DecodingError.self) { try await lines.next() }
    #expect(try await lines.next()?.id == 3)
    #expect(try await lines.next() == nil)
  }

  @Test("a line that is cut off since its task is cancelled is no value")
  func cancellation() async throws {
    let (bytes, continuation) = AsyncStream.makeStream(of: UInt8.self)
    // The whole text is "1\n234\n".
    for byte in "1\n23".utf8 { continuation.yield(byte) }
    let task = Task {
      var lines = AutoJSONDecoder().lines(of: Int.self, in: bytes).makeAsyncIterator()
      var found: [Int?] = []
      found.append(try await lines.next())
      do { found.append(try await lines.next()) } catch is CancellationError { found.append(0) }
      found.append(try await lines.next())
      return found
    }
    task.cancel()
    #expect(try await task.value == [1, 0, nil])
  }

  @Test("a line beyond the limit is refused, and the next one is read")
  func limit() throws {
    try withFile { url in
      let long = "{\"id\":1,\"text\":\"\(String(repeating: "x", count: 300_000))\"}"
      try Data("\(long)\n{\"id\":2,\"text\":\"\"}\n".utf8).write(to: url)
      let decoder = AutoJSONDecoder()
      decoder.limits.maximumByteCount = 1000
      let lines = try decoder.lines(of: Reading.self, inFile: url)
      #expect(throws: DecodingError.self) { try lines.next() }
      #expect(try lines.next()?.id == 2)
      #expect(try lines.next() == nil)
      decoder.limits.maximumByteCount = 400_000
      let again = try decoder.lines(of: Reading.self, inFile: url)
      #expect(try again.next()?.text.count == 300_000)
    }
  }

  @Test("files that cannot be opened, and text that cannot be a line")
  func failures() throws {
    let missing = URL(fileURLWithPath: "/nowhere/at/all")
    #expect(throws: POSIXError(.ENOENT)) { try AutoJSONDecoder().lines(of: Reading.self, inFile: missing) }
    #expect(throws: POSIXError(.ENOENT)) { try AutoJSONEncoder().lines(toFile: missing) }
    let page = try #require(URL(string: "https://example.com/lines.jsonl"))
    #expect(throws: POSIXError(.EINVAL)) { try AutoJSONDecoder().lines(of: Reading.self, inFile: page) }
    #expect(throws: POSIXError(.EINVAL)) { try AutoJSONEncoder().lines(toFile: page) }
    try withFile { url in
      let encoder = AutoJSONEncoder()
      encoder.outputFormatting = .prettyPrinted
      let lines = try encoder.lines(toFile: url)
      #expect(throws: EncodingError.self) { try lines.write(Reading(id: 1, text: "")) }
    }
  }
  @Test("an appended line does not continue an unfinished last line")
  func appendingAfterALineWithoutAnEnd() throws {
    for (text, expected) in [
      ("", ""), ("\n", "\n"), ("{\"id\":1}", "{\"id\":1}\n"), ("{\"id\":1}\n", "{\"id\":1}\n"),
      ("{\"id\":1}\r", "{\"id\":1}\r\n"),
    ] {
      try withFile { url in
        try Data(text.utf8).write(to: url)
        for id in [2, 3] {
          let writer = try AutoJSONEncoder().lines(toFile: url, appending: true)
          try writer.write(Reading(id: id, text: ""))
          try writer.finish()
        }
        let written = try String(decoding: Data(contentsOf: url), as: UTF8.self)
        #expect(written == expected + "{\"id\":2,\"text\":\"\"}\n{\"id\":3,\"text\":\"\"}\n")
      }
    }
  }

  @Test("whether the last line has an end must be known, unless the file is none that can be read back")
  func appendingToUnreadableFiles() throws {
    let device = URL(fileURLWithPath: "/dev/null")
    let writer = try AutoJSONEncoder().lines(toFile: device, appending: true)
    try writer.write(Reading(id: 1, text: ""))
    try writer.finish()
    // The superuser can read any file.
    guard geteuid() != 0 else { return }
    try withFile { url in
      try Data("{}".utf8).write(to: url)
      try FileManager.default.setAttributes([.posixPermissions: 0o200], ofItemAtPath: url.path)
      let error = #expect(throws: EncodingError.self) { try AutoJSONEncoder().lines(toFile: url, appending: true) }
      guard case .invalidValue(_, let context)? = error else { return }
      #expect(context.debugDescription.contains("cannot be read"))
      #expect(context.underlyingError as? POSIXError == POSIXError(.EACCES))
    }
  }

  @Test("a finished writer refuses lines")
  func writingAfterTheEnd() throws {
    try withFile { url in
      let writer = try AutoJSONEncoder().lines(toFile: url)
      try writer.write(Reading(id: 1, text: ""))
      try writer.finish()
      let error = #expect(throws: EncodingError.self) { try writer.write(Reading(id: 2, text: "")) }
      #expect("\(String(describing: error))".contains("The writer has finished"))
      // There is nothing left to write.
      try writer.flush()
      try writer.finish()
      #expect(try Data(contentsOf: url).count == 19)
    }
  }

  @Test("after a write that failed in the middle, the rest is written, once")
  func partialWrite() throws {
    try withFile { url in
      try #require(mkfifo(url.path, 0o600) == 0)
      let reader = open(url.path, O_RDONLY | O_NONBLOCK)
      try #require(reader >= 0)
      defer { close(reader) }
      var received: [UInt8] = []
      func receive() {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = read(reader, &buffer, buffer.count), count > 0 { received += buffer[..<count] }
      }
      let writer = try AutoJSONEncoder().lines(toFile: url)
      try stopBlocking(url)
      let readings = (0..<40).map { Reading(id: $0, text: String(repeating: "x", count: 10_000)) }
      var failures = 0
      for reading in readings {
        do {
          try writer.write(reading)
        } catch let error as POSIXError {
          // The pipe is full.
          #expect(error.code == .EAGAIN)
          failures += 1
          receive()
          #expect(throws: Never.self) { try writer.flush() }
        }
        receive()
      }
      try writer.finish()
      receive()
      #expect(failures > 0)
      let lines = received.split(separator: 10)
      #expect(try lines.map { try AutoJSONDecoder().decode(Reading.self, from: Data($0)) } == readings)
    }
  }

  @Test("a line with nothing but a byte order mark is empty")
  func byteOrderMark() async throws {
    struct Number: AutoCoding, Equatable { var n = 0 }
    for text in [
      "\u{FEFF}\n{\"n\":1}\n", "\u{FEFF}\r\n{\"n\":1}", "\u{FEFF} \t\n\n{\"n\":1}", "{\"n\":1}\n\u{FEFF}",
      "\u{FEFF}{\"n\":1}\n\u{FEFF}\n",
    ] {
      let url = FileManager.default.temporaryDirectory.appendingPathComponent("mark-\(UUID()).jsonl")
      defer { try? FileManager.default.removeItem(at: url) }
      try Data(text.utf8).write(to: url)
      let lines = try AutoJSONDecoder().lines(of: Number.self, inFile: url)
      #expect(try lines.next() == Number(n: 1), "\(text)")
      #expect(try lines.next() == nil, "\(text)")
      let bytes = AsyncStream<UInt8> { stream in
        for byte in text.utf8 { stream.yield(byte) }
        stream.finish()
      }
      var found: [Number] = []
      for try await number in AutoJSONDecoder().lines(of: Number.self, in: bytes) { found.append(number) }
      #expect(found == [Number(n: 1)], "\(text)")
    }
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("mark-\(UUID()).jsonl")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data("\u{FEFF}\u{FEFF}\n".utf8).write(to: url)
    let lines = try AutoJSONDecoder().lines(of: Number.self, inFile: url)
    #expect(throws: DecodingError.self) { try lines.next() }
  }

  /// Makes writes to a pipe fail if it is full.
  private func stopBlocking(_ url: URL) throws {
    var pipe = stat()
    try #require(stat(url.path, &pipe) == 0)
    for descriptor in 0..<Int32(10_000) {
      var found = stat()
      guard fstat(descriptor, &found) == 0, found.st_ino == pipe.st_ino, found.st_dev == pipe.st_dev else { continue }
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }
  }
}
