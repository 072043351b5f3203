import AutoCoding
import Testing

/// A property wrapper that is an object, as wrappers are that tell others of changes.
@propertyWrapper private final class WrapperObject<Value> {
  var wrappedValue: Value
  init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

extension WrapperObject: CodedPropertyWrapper where Value: Codable {}

private final class Gauge: AutoCoding {
  @WrapperObject var level = 1
  @WrapperObject var history: [Int] = []
}

private struct Panel: AutoCoding {
  @WrapperObject var title = "a"
  var gauges = [Gauge()]
}

private enum Board: AutoCoding {
  case panel(Panel)
}

struct WrapperCopyTests {
  @Test func wrappersThatAreObjectsAreNotShared() throws {
    let gauge = Gauge()
    let copy = try ModelValue.copy(of: gauge)
    copy.level = 2
    copy.history.append(2)
    #expect(gauge.level == 1)
    #expect(gauge.history == [])
    #expect(copy.history == [2])
  }

  @Test func inStructsAndPayloads() throws {
    let panel = Panel()
    let copies = try ModelValue.copy(of: [panel])
    copies[0].title = "b"
    copies[0].gauges[0].level = 3
    #expect(panel.title == "a")
    #expect(panel.gauges[0].level == 1)
    guard case .panel(let copy) = try ModelValue.copy(of: Board.panel(panel)) else { return }
    copy.title = "c"
    #expect(panel.title == "a")
    #expect(try ModelValue.areEqual(panel, Panel()))
  }

  @Test func differencesDoNotShareThem() throws {
    let old = Panel()
    let new = Panel()
    new.title = "b"
    var changed = old
    try ModelDifference(from: old, to: new).apply(to: &changed)
    #expect(changed.title == "b")
    new.title = "c"
    #expect(changed.title == "b")
    #expect(old.title == "a")
  }
}
