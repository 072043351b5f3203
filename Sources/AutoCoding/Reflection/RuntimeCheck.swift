/// Checks reflection against sample types, once, before any result is trusted.
enum RuntimeCheck {
  /// Checks the runtime.
  ///
  /// - Throws: ``ReflectionError`` if the runtime does not behave as expected.
  static func verified() throws {
    if let failure { throw failure }
  }

  private static let failure: ReflectionError? = {
    do {
      try check()
      return nil
    } catch let error as ReflectionError {
      return error
    } catch {
      return ReflectionError(Any.self, .unsupportedRuntime("\(error)"))
    }
  }()

  private static func check() throws {
    guard MemoryLayout<UnsafeRawPointer>.size == 8 else { throw mismatch("pointers are not 64 bits wide") }

    let pair = try TypeMirror(unchecked: SamplePair<Int16>.self, stoppingAt: { _ in false })
    guard pair.displayStyle == .struct, pair.children.map(\.label) == ["first", "second"],
      pair.children.map(\.offset) == [
        MemoryLayout<SamplePair<Int16>>.offset(of: \.first), MemoryLayout<SamplePair<Int16>>.offset(of: \.second),
      ],
      pair.children[0].type == Int16.self, pair.children[1].type == String.self,
      !pair.children[0].isVariable, pair.children[1].isVariable
    else { throw mismatch("a struct's stored properties") }

    let anchor = SampleBase()
    let object = SampleObject(anchor: anchor)
    let mirror = try TypeMirror(unchecked: SampleObject.self, stoppingAt: { _ in false })
    let address = Instance.address(of: object)
    guard mirror.levels.map(\.children.count) == [1, 3],
      let base = mirror.levels.first?.children.first, let number = mirror.children.first,
      base.label == "text", number.label == "number",
      mirror.children.map(\.ownership) == [.strong, .weak, .unowned],
      UnsafeRawPointer(address + base.offset).value(as: String.self) == object.text,
      UnsafeRawPointer(address + number.offset).value(as: UInt64.self) == object.number,
      Metadata(SampleObject.self).instanceAlignmentMask >= 7
    else { throw mismatch("an object's stored properties") }

    let tuple = try TypeMirror(unchecked: (Int8, name: String).self, stoppingAt: { _ in false })
    guard tuple.children.map(\.label) == ["", "name"], tuple.children.map(\.offset) == [0, 8] else {
      throw mismatch("a tuple's elements")
    }

    try checkPayloads()

    var choice = SampleChoice.b
    let operations = ValueOperations(SampleChoice.self)
    let tag = withUnsafePointer(to: choice) { operations.enumTag($0) }
    withUnsafeMutablePointer(to: &choice) { operations.injectTag(2, at: $0) }
    guard tag == 1, choice == .c, operations.size == 1, operations.isTrivial,
      !ValueOperations(String.self).isTrivial, ValueOperations(String.self).isBitwiseTakable,
      ValueOperations(String.self).stride == MemoryLayout<String>.stride
    else { throw mismatch("an enum's cases") }
  }

  private static func checkPayloads() throws {
    let layout = try EnumLayout(unchecked: SamplePayload<String>.self)
    guard layout.cases.map(\.name) == ["pair", "boxed", "empty"],
      layout.cases.map(\.isIndirect) == [false, true, false],
      layout.cases[0].payload == (number: Int, String).self, layout.cases[1].payload == String.self
    else { throw mismatch("an enum's payloads") }

    let text = "a text that is too long to be stored inline"
    let pair = withUnsafePointer(to: SamplePayload<String>.pair(number: 7, text)) {
      layout.withPayload(of: $0, case: layout.position(of: $0)) { $0.value(as: (number: Int, String).self) }
    }
    let boxed = withUnsafePointer(to: SamplePayload<String>.boxed(text)) {
      layout.withPayload(of: $0, case: layout.position(of: $0)) { $0.value(as: String.self) }
    }
    let made = withTemporaryMemory(size: 64, alignment: 16) { memory in
      layout.initialize(memory, case: 1) { $0.initialize(with: text) }
      return memory.take(as: SamplePayload<String>.self)
    }
    guard pair == (7, text), boxed == text, case .boxed(text) = made else { throw mismatch("an enum's payloads") }
  }

  private static func mismatch(_ what: String) -> ReflectionError {
    ReflectionError(Any.self, .unsupportedRuntime("reflection answers differently than expected about \(what)"))
  }
}

private struct SamplePair<First> {
  let first: First
  var second: String
}

private class SampleBase {
  var text = "a text that is too long to be stored inline"
}

private final class SampleObject: SampleBase {
  var number: UInt64 = 0x0123_4567_89ab_cdef
  weak var weakReference: SampleBase?
  unowned let unownedReference: SampleBase

  init(anchor: SampleBase) {
    unownedReference = anchor
  }
}

private enum SampleChoice {
  case a, b, c
}

private enum SamplePayload<Value> {
  case empty
  case pair(number: Int, Value)
  indirect case boxed(Value)
}
