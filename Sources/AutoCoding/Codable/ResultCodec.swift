/// Types of the standard library that are not `Codable`, and are coded as a model of the same shape.
enum StandIn {
  /// What `Result` is coded as: an enum like one's own.
  enum Result<Success, Failure: Error>: AutoCoding {
    case success(Success)
    case failure(Failure)

    static var archivedTypeName: String { _typeName(Swift.Result<Success, Failure>.self, qualified: true) }
  }
}

extension Result: ResultType {
  static func makeCodec(_ codec: (Any.Type) throws -> Codec) throws -> Codec {
    // The stand-in finds its own codecs with the first value; what has none is to be an error of the property.
    for part in [Success.self, Failure.self] as [Any.Type] { _ = try codec(part) }
    return TypedConversionCodec<Result, StandIn.Result<Success, Failure>>(
      representation: try codec(StandIn.Result<Success, Failure>.self),
      represent: { result in
        switch result {
        case .success(let value): .success(value)
        case .failure(let error): .failure(error)
        }
      },
      make: { representation in
        switch representation {
        case .success(let value): .success(value)
        case .failure(let error): .failure(error)
        }
      })
  }
}
