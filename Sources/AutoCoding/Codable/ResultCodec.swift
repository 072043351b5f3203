extension Result: ResultType {
  static func makeCodec(_ codec: (Any.Type) throws -> Codec) throws -> Codec {
    // The stand-in looks up its codecs only with the first value. Look them up now, so that a missing one is reported
    // for the property.
    for part in [Success.self, Failure.self] as [Any.Type] { _ = try codec(part) }
    return TypedConversionCodec<Result, StandIn.Result<Success, Failure>, Result>(
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
