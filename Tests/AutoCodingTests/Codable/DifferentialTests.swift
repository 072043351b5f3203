import AutoCoding
import Foundation
import TestModels
import TestSupport
import Testing

/// Whatever AutoCoding writes is what the compiler's `Codable` writes for that shape, and each reads the other's.
struct DifferentialTests {
  @Test(arguments: Zoo.all)
  func json(_ specimen: any ZooSpecimen) throws {
    try specimen.accept(DifferentialVisitor(format: DifferentialJSON()))
  }

  @Test(arguments: TestEffort.part(of: Zoo.all))
  func xmlPropertyList(_ specimen: any ZooSpecimen) throws {
    try specimen.accept(DifferentialVisitor(format: DifferentialPropertyList(name: "XML", format: .xml)))
  }

  @Test(arguments: TestEffort.part(of: Zoo.all, turn: 1))
  func binaryPropertyList(_ specimen: any ZooSpecimen) throws {
    try specimen.accept(DifferentialVisitor(format: DifferentialPropertyList(name: "binary", format: .binary)))
  }

  @Test(arguments: TestEffort.part(of: Zoo.all, turn: 2))
  func prettyJSON(_ specimen: any ZooSpecimen) throws {
    let json = DifferentialJSON(
      name: "pretty JSON",
      configureEncoder: { $0.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes] })
    try specimen.accept(DifferentialVisitor(format: json))
  }
}

/// The zoo itself is sound.
struct ZooTests {
  @Test func namesAreUnique() {
    let names = Zoo.all.map(\.name)
    #expect(Set(names).count == names.count)
  }

  @Test func everySpecimenIsFoundByName() throws {
    for specimen in Zoo.all {
      #expect(Zoo.named(specimen.name)?.name == specimen.name)
    }
  }

  /// A comparison that cannot fail would make every other test of the zoo pass.
  @Test(arguments: Zoo.all)
  func samplesEqualThemselves(_ specimen: any ZooSpecimen) throws {
    struct Visitor: ZooVisitor {
      func visit<Auto, Twin>(_ specimen: Specimen<Auto, Twin>) throws {
        for (first, second) in zip(specimen.samples, specimen.samples) {
          #expect(first.auto == second.auto)
          #expect(first.twin == second.twin)
        }
        for index in specimen.samples.indices.dropFirst() {
          #expect(specimen.samples[0].auto != specimen.samples[index].auto)
          #expect(specimen.samples[0].twin != specimen.samples[index].twin)
        }
      }
    }
    try specimen.accept(Visitor())
  }
}
