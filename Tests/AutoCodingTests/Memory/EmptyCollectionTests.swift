#if os(Linux)
import AutoCoding
import Foundation
import Glibc
import Testing

private struct Collections: AutoCoding, Equatable {
  var set: Set<Int> = []
  var slice: ArraySlice<String> = []
  var contiguous: ContiguousArray<Double> = []
  var array: [[Int]] = []
  var dictionary: [String: Int] = [:]
  var keyed: [Int8: Set<String>] = [:]
}

/// Where the storage is that all empty arrays share, and its page.
private nonisolated(unsafe) var watched = (storage: UInt(0), page: UnsafeMutableRawPointer(bitPattern: 4096))

/// Empty collections.
struct EmptyCollectionTests {
  /// The thread sanitizer reports every plain write to that storage as a data race, also one that changes nothing.
  @Test("are made without a write to the storage that empty arrays share", arguments: TestCoder.allCases)
  func noWrites(_ coder: TestCoder) async {
    await #expect(processExitsWith: .success) { [name = coder.rawValue as String] in
      let coder = try #require(TestCoder(rawValue: name))
      let encoded = try coder.encode(Collections())
      #expect(try coder.decode(Collections.self, from: encoded) == Collections())
      let storage = try #require(dlsym(nil, "_swiftEmptyArrayStorage"))
      let page = UInt(bitPattern: storage) & ~4095
      watched = (UInt(bitPattern: storage), UnsafeMutableRawPointer(bitPattern: page))

      var action = sigaction()
      action.sa_flags = SA_SIGINFO
      action.__sigaction_handler.sa_sigaction = { _, info, _ in
        let address = UInt(bitPattern: info?.pointee._sifields._sigfault.si_addr)
        if address >= watched.storage, address < watched.storage + 32 { _exit(9) }
        // Something else in the same page.
        mprotect(watched.page, 4096, PROT_READ | PROT_WRITE)
      }
      sigaction(SIGSEGV, &action, nil)
      for _ in 0..<20 {
        mprotect(watched.page, 4096, PROT_READ)
        _ = try coder.decode(Collections.self, from: encoded)
      }
      mprotect(watched.page, 4096, PROT_READ | PROT_WRITE)
    }
  }
}
#endif
