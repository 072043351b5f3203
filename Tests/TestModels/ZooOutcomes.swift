import AutoCoding

extension Zoo {
  /// A generic enum whose arguments need no conformance to be written down.
  package enum Outcome<Success, Failure>: AutoCoding {
    case success(Success)
    case failure(Failure)
  }

  /// A generic struct that has no value of its parameter if that is `Never`.
  package struct Attempts<Failure>: AutoCoding {
    package var count: Int
    package var last: Failure?
    package var failures: [Failure]
    package var named: [String: Failure]
  }

  package enum Problem: String, AutoCoding, Error { case small, large }

  package struct Trouble: AutoCoding, Error, Hashable {
    package var problem: Problem
    package var line: Int?
  }

  /// `Result`, which the standard library does not make `Codable`.
  package struct Results: AutoCoding, Equatable {
    package var first: Result<Int, Trouble>
    package var second: Result<[String], Problem>?
    package var sure: Result<String, Never>
    package var list: [Result<Node, Problem>]
    package var last: Result<Int?, Trouble>
  }
}

extension Zoo.Outcome: Equatable where Success: Equatable, Failure: Equatable {}
extension Zoo.Attempts: Equatable where Failure: Equatable {}

extension Twin {
  package enum Outcome<Success: Codable, Failure: Codable>: Codable {
    case success(Success)
    case failure(Failure)
  }

  package struct Attempts<Failure: Codable>: Codable {
    package var count: Int
    package var last: Failure?
    package var failures: [Failure]
    package var named: [String: Failure]
  }

  package enum Problem: String, Codable, Error { case small, large }

  package struct Trouble: Codable, Error, Hashable {
    package var problem: Problem
    package var line: Int?
  }

  package struct Results: Codable, Equatable {
    package var first: Outcome<Int, Trouble>
    package var second: Outcome<[String], Problem>?
    package var sure: Outcome<String, Never>
    package var list: [Outcome<Node, Problem>]
    package var last: Outcome<Int?, Trouble>
  }
}

extension Twin.Outcome: Equatable where Success: Equatable, Failure: Equatable {}
extension Twin.Attempts: Equatable where Failure: Equatable {}

extension Zoo {
  static var outcomes: [any ZooSpecimen] {
    [
      Specimen(
        "generic enum of Never", [Outcome<Int, Never>.success(1), .success(-1)],
        [Twin.Outcome<Int, Never>.success(1), .success(-1)]),
      Specimen(
        "generic enum of Optional Never", [Outcome<Never?, Int>.success(nil), .failure(2)],
        [Twin.Outcome<Never?, Int>.success(nil), .failure(2)]),
      Specimen(
        "generic struct of Never", [Attempts<Never>(count: 1, last: nil, failures: [], named: [:])],
        [Twin.Attempts<Never>(count: 1, last: nil, failures: [], named: [:])]),
      Specimen(
        "generic struct of an enum",
        [Attempts<Problem>(count: 1, last: .small, failures: [.large], named: ["k": .small])],
        [Twin.Attempts<Twin.Problem>(count: 1, last: .small, failures: [.large], named: ["k": .small])]),
      Specimen(
        "Result",
        [
          Results(
            first: .success(1), second: .success(["a"]), sure: .success("s"), list: [.success(Node(1, nil))],
            last: .success(nil)),
          Results(
            first: .failure(Trouble(problem: .large, line: nil)), second: nil, sure: .success(""),
            list: [.failure(.small), .success(Node(1, Node(2, nil)))],
            last: .failure(Trouble(problem: .small, line: 3))),
        ],
        [
          Twin.Results(
            first: .success(1), second: .success(["a"]), sure: .success("s"), list: [.success(.init(1, nil))],
            last: .success(nil)),
          Twin.Results(
            first: .failure(Twin.Trouble(problem: .large, line: nil)), second: nil, sure: .success(""),
            list: [.failure(.small), .success(.init(1, .init(2, nil)))],
            last: .failure(Twin.Trouble(problem: .small, line: 3))),
        ]),
    ]
  }
}
