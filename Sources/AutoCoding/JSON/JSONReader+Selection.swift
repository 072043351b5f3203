/// JSON text of which parts can be left out.
private struct SelectedText: SelectableOutput {
  var bytes: [UInt8] = []

  /// What was written may be read.
  private static let decoder = {
    let decoder = AutoJSONDecoder()
    decoder.limits.maximumDepth = .max
    return decoder
  }()

  func keeping(_ parts: SelectedParts, of selection: PropertySelection) throws -> SelectedText {
    try bytes.withUnsafeBytes { text in
      try Self.decoder.withReader(of: text) { reader in
        var kept = SelectedText()
        kept.bytes.reserveCapacity(text.count)
        try reader.copyValue(parts, of: selection, to: &kept.bytes)
        return kept
      }
    }
  }
}

extension JSONWriter {
  /// Writes the properties of a value that the options select.
  @inline(never)
  mutating func writeSelection<Value: Encodable>(of value: Value) throws {
    let encoder = encoderOfWhole
    let selected = try PropertySelection.output(of: value, by: options) { _ in
      var text = SelectedText()
      try encoder.encode(value, appendingTo: &text.bytes)
      return text
    }
    selected.bytes.withUnsafeBufferPointer { put($0) }
    put(.comma)
  }

  /// The encoder of all properties, which the options keep.
  private var encoderOfWhole: AutoJSONEncoder {
    options.wholeEncoder?.withLock { kept in
      if let known = kept as? AutoJSONEncoder { return known }
      let made = AutoJSONEncoder(options.whole ?? options)
      kept = made
      return made
    } ?? AutoJSONEncoder(options)
  }
}

extension JSONReader {
  /// Copies the next value, and leaves parts of it out. White space stays as it is.
  fileprivate mutating func copyValue(
    _ parts: SelectedParts, of selection: PropertySelection, to text: inout [UInt8]
  ) throws {
    skipSpace()
    guard next < end else { throw unexpected("a value") }
    let first = next
    switch next.pointee {
    case .openBrace: return try copyObject(parts, of: selection, to: &text)
    case .openBracket:
      try NestedLevel.checkStack()
      next += 1
      text.append(.openBracket)
      var last = next
      var isKey = parts.alternateValues != nil
      while try hasNext(before: .closeBracket) {
        skipSpace()
        // A comma, and white space.
        append(last..<next, to: &text)
        if isKey {
          last = next
          try skipValue()
          append(last..<next, to: &text)
        } else {
          try copyValue(parts.alternateValues ?? parts, of: selection, to: &text)
        }
        isKey = parts.alternateValues != nil && !isKey
        last = next
      }
      append(last..<next, to: &text)
    default:
      try skipLeaf()
      append(first..<next, to: &text)
    }
  }

  private mutating func copyObject(
    _ parts: SelectedParts, of selection: PropertySelection, to text: inout [UInt8]
  ) throws {
    try NestedLevel.checkStack()
    next += 1
    let first = next
    text.append(.openBrace)
    var own = PropertySelection.OwnKeys()
    var hasMembers = false
    // Where white space begins: behind the brace or a comma, and behind the last value.
    var (begin, last) = (next, next)
    while try hasNext(before: .closeBrace) {
      if last != first { begin = next }
      skipSpace()
      let kept = try kept(of: selection, parts, &own)
      try skipColon()
      if case .nothing = kept {
        try skipValue()
        last = next
        continue
      }
      let count = text.count
      if hasMembers { text.append(.comma) }
      if case .parts(let inner) = kept {
        skipSpace()
        append(begin..<next, to: &text)
        let value = text.count
        try copyValue(inner, of: selection, to: &text)
        if inner.isNeededForMembers, Self.isEmptyObject(text[value...]) {
          text.removeLast(text.count - count)
          last = next
          continue
        }
      } else {
        try skipValue()
        append(begin..<next, to: &text)
      }
      hasMembers = true
      last = next
    }
    // An empty object has one line break more than another.
    if !hasMembers, last != first, last.pointee == .newline { text.append(.newline) }
    append(last..<next, to: &text)
    try selection.refuseOwnCode(own)
  }

  private static func isEmptyObject(_ text: ArraySlice<UInt8>) -> Bool {
    text.first == .openBrace && text.dropFirst().first { $0 > 0x20 } == .closeBrace
  }

  /// Reads a key, and returns what is kept of its member.
  private mutating func kept(
    of selection: PropertySelection, _ parts: SelectedParts, _ own: inout PropertySelection.OwnKeys
  ) throws -> PropertySelection.Kept {
    guard next < end, next.pointee == .quote else { throw unexpected("'\"' of a key") }
    let first = next
    let raw = try scanString(validates: true)
    guard raw.hasEscapes else { return selection.kept(of: raw.bytes, in: parts, &own) }
    next = first
    var key = try readString()
    return key.withUTF8 { selection.kept(of: $0, in: parts, &own) }
  }

  private func append(_ range: Range<UnsafePointer<UInt8>>, to text: inout [UInt8]) {
    text.append(contentsOf: UnsafeBufferPointer(start: range.lowerBound, count: range.upperBound - range.lowerBound))
  }
}
