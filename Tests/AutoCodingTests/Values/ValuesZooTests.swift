import AutoCoding
import Foundation
import TestModels
import TestSupport
import Testing

/// Copies, and compares by their maps, values of the whole zoo.
struct ValuesZooTests {
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
          let copy = try ModelValue.copy(of: value)
          // Not-a-number is not equal to itself, but its copy is.
          if value == value { #expect(copy == value, "\(specimen.name), sample \(index)") }
          #expect(try ModelValue.areEqual(copy, value), "\(specimen.name), sample \(index)")
          let description = try ModelValue.description(of: value)
          #expect(!description.isEmpty, "\(specimen.name), sample \(index)")
          let list = [value, nil, value]
          let copies = try ModelValue.copy(of: list)
          #expect(try ModelValue.areEqual(copies, list), "\(specimen.name), list of \(index)")
          let keyed = ["a": [value]]
          #expect(
            try ModelValue.areEqual(try ModelValue.copy(of: keyed), keyed), "\(specimen.name), dictionary of \(index)")
        } catch {
          Issue.record("\(specimen.name), sample \(index): \(error)")
        }
      }
    }
  }

  @Test func differences() throws {
    for specimen in TestEffort.part(of: Zoo.all) { try specimen.accept(DifferenceVisitor()) }
  }

  /// The difference of any two samples turns a copy of one into the other, and so back.
  private struct DifferenceVisitor: ZooVisitor {
    func visit<Auto, Twin>(_ specimen: Specimen<Auto, Twin>) throws {
      let samples = specimen.samples.map(\.auto)
      for (index, old) in samples.enumerated() {
        for (otherIndex, new) in TestEffort.part(of: Array(samples.enumerated()), turn: 2 * index) {
          let label = "\(specimen.name), samples \(index) and \(otherIndex)"
          do {
            let difference = try ModelDifference(from: old, to: new)
            #expect(try difference.isEmpty == ModelValue.areEqual(old, new), "\(label): \(difference)")
            var changed = try ModelValue.copy(of: old)
            do {
              try difference.apply(to: &changed)
            } catch EncodingError.invalidValue(_, let context)
              where context.debugDescription.contains("is a constant of an existing object")
            {
              #expect(try ModelValue.areEqual(changed, old), "\(label)")
              continue
            }
            #expect(try ModelValue.areEqual(changed, new), "\(label): \(difference)")
            let pair = try ModelDifference(from: ["a": [old, old]], to: ["a": [new], "b": []])
            let copy = try ModelValue.copy(of: old)
            var list = ["a": [copy, copy]]
            if Auto.self is AnyClass { continue }
            try pair.apply(to: &list)
            #expect(try ModelValue.areEqual(list, ["a": [new], "b": []]), "\(label): \(pair)")
          } catch {
            Issue.record("\(label): \(error)")
          }
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
            let isEqual = try ModelValue.areEqual(value, other)
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
