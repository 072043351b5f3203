/// A model that stands in for a type of the standard library. No program can give it a former name.
protocol StandInModel: AutoCoding {}

/// Stand-ins for types of the standard library that are not `Codable`: each is coded as a model of the same shape.
enum StandIn {
  /// Stands in for `Result`, which is coded like an enum that a program declares.
  enum Result<Success, Failure: Error>: StandInModel {
    case success(Success)
    case failure(Failure)

    static var archivedTypeName: String { TypeLookup.name(of: Swift.Result<Success, Failure>.self) }
  }
}
