import AutoCoding

/// The type zoo: a type of every shape, and a property of every type, that AutoCoding promises to code.
package enum Zoo {}

/// Beside each type of the zoo, the same shape with the compiler's `Codable`, or with one written by hand if the
/// compiler has none (subclasses).
package enum Twin {}

/// What runs over the whole zoo: one generic call for each of its types.
package protocol ZooVisitor {
  func visit<Auto, Twin>(_ specimen: Specimen<Auto, Twin>) throws
}

/// One entry of the zoo with its types erased; ``accept(_:)`` brings them back.
package protocol ZooSpecimen: Sendable, CustomStringConvertible {
  var name: String { get }
  func accept(_ visitor: some ZooVisitor) throws
}

extension ZooSpecimen {
  package var description: String { name }
}

/// A value of the zoo and the same value of its twin.
package struct Sample<Auto, Twin> {
  package let auto: Auto
  package let twin: Twin
}

/// A type of the zoo, its twin, and values of both, made anew each time they are asked for.
package struct Specimen<
  Auto: AutoCoding & Equatable, Twin: Codable & Equatable & SendableMetatype
>: ZooSpecimen {
  package let name: String
  /// False if values hold a `Set` or `Dictionary` whose elements are written in no defined order.
  package let isOrdered: Bool
  private let autos: @Sendable () -> [Auto]
  private let twins: @Sendable () -> [Twin]

  init(
    _ name: String,
    _ autos: @autoclosure @escaping @Sendable () -> [Auto],
    _ twins: @autoclosure @escaping @Sendable () -> [Twin],
    isOrdered: Bool = true
  ) {
    self.isOrdered = isOrdered
    self.name = name
    self.autos = autos
    self.twins = twins
  }

  package var samples: [Sample<Auto, Twin>] {
    let autos = autos()
    let twins = twins()
    precondition(autos.count == twins.count && !autos.isEmpty, "\(name) lacks samples")
    return zip(autos, twins).map { Sample(auto: $0, twin: $1) }
  }

  package func accept(_ visitor: some ZooVisitor) throws {
    try visitor.visit(self)
  }
}

extension Specimen where Auto: CaseIterable, Twin: CaseIterable {
  /// A specimen whose samples are all cases of two enums.
  init(cases name: String, _: Auto.Type, _: Twin.Type) {
    self.init(name, Array(Auto.allCases), Array(Twin.allCases))
  }
}

/// A class of the zoo: equal to another of the same dynamic class with the same state.
package protocol Stateful: AnyObject, Equatable {
  var state: [AnyHashable] { get }
}

extension Stateful {
  package static func == (left: Self, right: Self) -> Bool {
    type(of: left) == type(of: right) && left.state == right.state
  }
}
