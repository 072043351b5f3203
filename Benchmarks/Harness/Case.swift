/// One contestant of a case: something that runs, and a fingerprint of what it makes.
struct Side {
  let name: String
  let run: (_ iterations: Int) throws -> Void
  let fingerprint: () throws -> Int

  /// - Parameters:
  ///   - operation: What is measured.
  ///   - fingerprint: Equal for two sides if and only if their outputs say the same; not measured.
  init<Output>(
    _ name: String,
    operation: @escaping () throws -> Output,
    fingerprint: @escaping (Output) throws -> Int
  ) {
    self.name = name
    self.run = { iterations in
      for _ in 0..<iterations { blackHole(try operation()) }
    }
    self.fingerprint = { try fingerprint(try operation()) }
  }
}

/// One cell of the table: the same work done by several sides.
struct Case {
  /// What is worked on, with its number of objects.
  let name: String
  /// The encoder and decoder, or whatever else does the work.
  let coder: String
  /// What is done: "encode", "decode".
  let operation: String
  /// How many objects one iteration treats.
  let objects: Int
  /// The largest ratio to the baseline with which this case passes the gate; nil for that of the suite.
  var floor: Double? = nil
  /// Makes the inputs. They are made when the case is run, so that a filtered case costs nothing.
  let prepare: () throws -> Work

  var title: String { "\(name), \(coder), \(operation)" }

  func isTitled(_ text: String) -> Bool { title.lowercased().contains(text.lowercased()) }

  func matches(_ filter: String) -> Bool {
    let title = title.lowercased()
    return filter.lowercased().split(separator: " ").allSatisfy { title.contains($0) }
  }
}

/// What a case needs to run.
struct Work {
  /// The size of the encoded form, if there is one.
  let bytes: Int?
  let sides: [Side]
}

/// Cases that share sides and a baseline.
struct Suite {
  let name: String
  /// The names of all sides, in the order of the report. One that a case lacks is shown as a dash.
  let sides: [String]
  /// The side the others are compared to, if there is one.
  let baseline: String?
  /// What must hold; nil if the cases are only reported.
  let floor: Floor?
  let cases: [Case]

  func firstCase(titled title: String) -> Case? { cases.first { $0.isTitled(title) } }
}

/// The largest ratios to the baseline with which a suite passes the gate.
struct Floor {
  let side: String
  let worstCase: Double
  let geometricMean: Double
}
