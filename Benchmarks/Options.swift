/// What the command line asks for.
struct Options: Equatable {
  var filter: String?
  var rounds: Int?
  var jsonPath: String?
  var markdownPath: String?
  var gate = false
  var verbose = false
  /// The side that a loop runs.
  var side = SideName.auto
  var action = Action.measure

  /// What to do: measure, or what scripts of this package need the benchmarks' models for.
  enum Action: Equatable {
    case help
    case measure
    case loop(title: String, count: Int)
    case charts(json: String, folder: String)
  }

  /// Fewer would make the gate's intervals meaningless.
  static let gateRounds = 15

  static let usage = """
    usage: benchmarks [--verbose] [--filter TEXT] [--rounds N] [--json FILE] [--markdown FILE] [--gate] [--help]
           benchmarks --loop TITLE N [--side NAME]
           benchmarks --charts RESULTS FOLDER

    Measures whether automatic coding is slower or faster than code written by hand, and prints the answer.

      --verbose         measure more, and print every case and side; --filter and --gate do so, too
      --filter TEXT     only the cases whose title contains every word of TEXT
      --rounds N        the number of interleaved rounds (default: as time allows, at least \(gateRounds) for the gate)
      --json FILE       write all results as JSON
      --markdown FILE   write the table as Markdown
      --gate            measure thoroughly (several minutes), and fail if a floor is missed
      --help            show this text

      --loop TITLE N    run the first case with TITLE in its title N times, without measuring; .ci/callgrind counts
                        what is executed
      --charts RESULTS FOLDER
                        draw the results that --json wrote as SVG pictures
      --side NAME       the side that the loop runs (default: \(SideName.auto))

    AUTOCODING_CORPORA names the folder of the test corpora; the default is ../shared/corpora beside the package.
    Exit status: 0 all well; 1 results differ, a side failed or a floor was missed; 64 wrong usage.
    """

  init(arguments: some Sequence<String>) throws {
    var arguments = arguments.makeIterator()
    while let option = arguments.next() {
      func value() throws -> String {
        guard let value = arguments.next() else { throw UsageError("\(option) needs a value") }
        return value
      }
      func number() throws -> Int {
        let text = try value()
        guard let number = Int(text), number > 0 else {
          throw UsageError("\(option) needs a positive number, not \"\(text)\"")
        }
        return number
      }
      switch option {
      case "--filter": filter = try value()
      case "--rounds": rounds = try number()
      case "--json": jsonPath = try value()
      case "--markdown": markdownPath = try value()
      case "--gate": gate = true
      case "--verbose": verbose = true
      case "--loop": action = .loop(title: try value(), count: try number())
      case "--charts": action = .charts(json: try value(), folder: try value())
      case "--side": side = try value()
      case "--help", "-h": action = .help
      default: throw UsageError("unknown option \"\(option)\"")
      }
    }
    if gate, let rounds, rounds < Self.gateRounds {
      throw UsageError("--gate needs at least \(Self.gateRounds) rounds")
    }
  }
}

struct UsageError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
