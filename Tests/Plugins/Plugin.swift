// A plug-in, which PluginTests compiles into a library that the host loads late.
import AutoCoding
import PlugBase

final class PlugSub: PlugBase {
  let extra: [Int]

  init(name: String, extra: [Int]) {
    self.extra = extra
    super.init(name: name)
  }
}

extension PlugPart: @retroactive AutoCoding {}

/// An object of the subclass, retained.
@_cdecl("makePlugged")
public func makePlugged() -> UnsafeMutableRawPointer {
  Unmanaged.passRetained(PlugSub(name: "plugged", extra: [1, 2, 3])).toOpaque()
}
