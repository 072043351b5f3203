import AutoCoding
import Foundation
import TestModels
import Testing

/// Copies, and compares by their maps, values of the whole zoo.
@Suite struct ValuesZooTests {
  @Test func copies() throws {
    for specimen in Zoo.all { try specimen.accept(CopyVisitor()) }
  }

  @Test func equality() throws {
    for specimen in Zoo.all { try specimen.accept(EqualityVisitor()) }
  }

  private struct CopyVisitor: ZooVisitor {
    func visit<Auto, Twin>(_ specimen: Specimen<Auto, Twin>) throws {
      for (index, sample) in specimen.samples.enumerated() {
        do {
          let value = sample.auto
          let copy = try TypeMap.copy(of: value)
          // Not-a-number is not equal to itself, but its copy is.
          if value == value { #expect(copy == value, "\(specimen.name), sample \(index)") }
          #expect(try TypeMap.areEqual(copy, value), "\(specimen.name), sample \(index)")
          if value is AnyObject.Type == false, Auto.self is AnyClass {
            #expect((copy as AnyObject) !== (value as AnyObject), "\(specimen.name), sample \(index)")
          }
          let list = [value, nil, value]
          let copies = try TypeMap.copy(of: list)
          #expect(try TypeMap.areEqual(copies, list), "\(specimen.name), list of \(index)")
          let keyed = ["a": [value]]
          #expect(try TypeMap.areEqual(try TypeMap.copy(of: keyed), keyed), "\(specimen.name), dictionary of \(index)")
        } catch {
          Issue.record("\(specimen.name), sample \(index): \(error)")
        }
      }
    }
  }

  private struct EqualityVisitor: ZooVisitor {
    func visit<Auto, Twin>(_ specimen: Specimen<Auto, Twin>) throws {
      // Made anew each time they are asked for.
      let (first, second) = (specimen.samples.map(\.auto), specimen.samples.map(\.auto))
      for (index, value) in first.enumerated() {
        for (otherIndex, other) in second.enumerated() {
          do {
            let isEqual = try TypeMap.areEqual(value, other)
            let label = "\(specimen.name), samples \(index) and \(otherIndex)"
            if index == otherIndex {
              #expect(isEqual, "\(label)")
            } else if value == value, other == other {
              #expect(isEqual == (value == other), "\(label)")
            }
          } catch {
            Issue.record("\(specimen.name), samples \(index) and \(otherIndex): \(error)")
          }
        }
      }
    }
  }
}
