import AutoCoding
import AutoCodingSchema
import Foundation
import TestSupport
import Testing

/// Eight revisions of a stored model; see ``Revisions``.
struct RevisionTests {
  /// What a check says of two revisions is what a decoder does with their data.
  @Test(arguments: Revisions.all)
  func agreement(old: Revision) throws {
    let turn = Revisions.all.firstIndex { $0.version == old.version && $0.description == old.description } ?? 0
    for new in TestEffort.part(of: Revisions.all, turn: turn) {
      let changes = new.manifest.changes(since: old.manifest)
      let label = "from \(old) to \(new): \(changes.map { "\n\($0.breaks.rawValue) \($0)" }.joined())"
      // A version that is too low makes a program migrate data that it should not.
      let (version, newVersion) = (old.version, new.version)
      let saysLoss = changes.contains { $0.breaks.contains(.readsOld) }
      let saysRefusal = changes.contains { $0.breaks.contains(.readableByOld) }
      let loss = try new.loss(of: old)
      if newVersion < version {
        // What a migration makes of data that it was not written for, nothing can tell.
        #expect(saysLoss && saysRefusal && loss != nil, "\(label)")
        continue
      }
      let refusal = try old.refusal(of: new, isStrict: false)
      #expect(saysRefusal == (refusal != nil), "\(label)\n\(refusal as Any)")
      if newVersion > version, new.isWrong || old.isWrong {
        // A check trusts migrations. These do not fit the data, and only samples show it.
        #expect(!saysLoss || loss != nil, "\(label)")
        continue
      }
      #expect(saysLoss == (loss != nil), "\(label)\n\(loss as Any)")
    }
  }

  private static func report(from old: String, to new: String) -> String {
    let changes = Revisions.named(new).manifest.changes(since: Revisions.named(old).manifest)
    return changes.map { change in
      let what = change.breaks.contains(.readsOld) ? "loss" : change.breaks.isEmpty ? "note" : "refusal"
      return "\(what): \(change)"
    }.joined(separator: "\n")
  }

  @Test func addedProperty() {
    #expect(
      Self.report(from: "1", to: "2") == #"""
        note: Shop.Order, "priority": The property is new, and gets its default in older data.
        """#)
    #expect(
      Self.report(from: "1", to: "2, wrong") == #"""
        loss: Shop.Order, "priority": A value is required, which older data does not have. Make it Optional, give it \#
        a default with .default(…) or init(), or raise archiveVersion and set it in migrate(_:from:).
        """#)
  }

  @Test func renamedProperty() {
    #expect(
      Self.report(from: "2", to: "3") == #"""
        note: Shop.Order, "name": The key was "title", under which older data is still read.
        refusal: Shop.Order, "name": An older app requires a value under the key "title". Keep the key: \#
        .key("title").
        """#)
    #expect(
      Self.report(from: "2", to: "3, wrong") == #"""
        loss: Shop.Order, "title": The key is gone, so the values that data has under it would be lost. If "name" \#
        replaces it, add .formerly("title") to the rule of that property.
        refusal: Shop.Order, "title": An older app requires a value under the key, and none is written any more. \#
        Keep the property, with .encodedOnly if it is not read.
        loss: Shop.Order, "name": A value is required, which older data does not have. Make it Optional, give it a \#
        default with .default(…) or init(), or raise archiveVersion and set it in migrate(_:from:).
        """#)
  }

  @Test func retypedProperty() {
    #expect(
      Self.report(from: "3", to: "4") == #"""
        note: Shop.Order: The version went from 0 to 1, with a migration.
        refusal: Shop.Order: The version went from 0 to 1, and an older app refuses newer data. Let its decoders \#
        have acceptsNewerVersions, or make the change without a version.
        note: Shop.Order, "total": The type was Double and is Shop.Total; migrate(_:from:) has to see to older data.
        refusal: Shop.Order, "total": The type was Double and is Shop.Total, so an older app would refuse or misread \#
        new data. Store the new value under a new key, and keep writing the old one.
        note: Shop.Total: The type is new.
        """#)
    #expect(
      Self.report(from: "3", to: "4, wrong") == #"""
        loss: Shop.Order, "total": The type was Double and is Shop.Total, so older data would be refused or misread. \#
        Raise archiveVersion and convert the value in migrate(_:from:), or store it as before with .transformed(by:).
        refusal: Shop.Order, "total": The type was Double and is Shop.Total, so an older app would refuse or misread \#
        new data. Store the new value under a new key, and keep writing the old one.
        note: Shop.Total: The type is new.
        """#)
  }

  @Test func renamedType() {
    #expect(
      Self.report(from: "4", to: "5") == #"""
        note: Shop.Item: The type was Shop.Line, which is a former name of it.
        refusal: Shop.Item: An older app knows the type as Shop.Line, and refuses archives that name it Shop.Item. \#
        Keep the name: static var archivedTypeName: String { "Shop.Line" }.
        note: Shop.Item, "count": The type was Int16 and is Int, which holds all older values.
        refusal: Shop.Item, "count": The type was Int16 and is Int, so an older app would refuse or misread new \#
        data. Store the new value under a new key, and keep writing the old one.
        """#)
    #expect(
      Self.report(from: "4", to: "5, wrong") == #"""
        loss: Shop.Line: The type is gone, so archives that name it would be refused. If it was renamed to \#
        Shop.Item, add "Shop.Line" to formerTypeNames of that type.
        refusal: Shop.Line: An older app does not know Shop.Item, and refuses archives that name it. Keep the name: \#
        static var archivedTypeName: String { "Shop.Line" }.
        note: Shop.Item, "count": The type was Int16 and is Int, which holds all older values.
        refusal: Shop.Item, "count": The type was Int16 and is Int, so an older app would refuse or misread new \#
        data. Store the new value under a new key, and keep writing the old one.
        """#)
  }

  @Test func renamedCases() {
    #expect(
      Self.report(from: "5", to: "6") == #"""
        note: AutoCodingSchemaTests.Revisions.Six.State: The type was AutoCodingSchemaTests.Revisions.One.State, \#
        which data does not show.
        refusal: AutoCodingSchemaTests.Revisions.Six.State, "returned": An older app does not know the raw value, \#
        and refuses data that has it. Store no such value until all apps know it.
        """#)
    #expect(
      Self.report(from: "5", to: "6, wrong") == #"""
        note: AutoCodingSchemaTests.Revisions.Six.WrongState: The type was \#
        AutoCodingSchemaTests.Revisions.One.State, which data does not show.
        loss: AutoCodingSchemaTests.Revisions.Six.WrongState, "paid": The raw value is gone, so data that has it \#
        would be refused. If the case was renamed, keep its raw value: case newName = "paid".
        refusal: AutoCodingSchemaTests.Revisions.Six.WrongState, "returned": An older app does not know the raw \#
        value, and refuses data that has it. Store no such value until all apps know it.
        refusal: AutoCodingSchemaTests.Revisions.Six.WrongState, "settled": An older app does not know the raw \#
        value, and refuses data that has it. Store no such value until all apps know it.
        loss: Shop.Payment, "cash": The case is gone, so data that has it would be refused. If it was renamed, add \#
        .formerly("cash") to the rule of "coins", or keep its key: case coins = "cash" in CodingKeys.
        refusal: Shop.Payment, "coins": An older app does not know the case, and refuses data that has it. Store no \#
        such value until all apps know it.
        """#)
  }

  @Test func requiredOptional() {
    #expect(
      Self.report(from: "6", to: "7") == #"""
        note: Shop.Order: The version went from 1 to 2, with a migration.
        refusal: Shop.Order: The version went from 1 to 2, and an older app refuses newer data. Let its decoders \#
        have acceptsNewerVersions, or make the change without a version.
        note: Shop.Order, "note": It was Optional; migrate(_:from:) has to see to older data.
        """#)
    #expect(
      Self.report(from: "6", to: "7, wrong") == #"""
        loss: Shop.Order, "note": It was Optional, and older data in which it is nil would be refused. Keep it \#
        Optional, or raise archiveVersion and set a value in migrate(_:from:). A default is not enough: keyed \#
        archives have null for nil.
        """#)
  }

  @Test func removedProperty() {
    #expect(
      Self.report(from: "7", to: "8") == #"""
        note: Shop.Order: The version went from 2 to 3, with a migration.
        refusal: Shop.Order: The version went from 2 to 3, and an older app refuses newer data. Let its decoders \#
        have acceptsNewerVersions, or make the change without a version.
        note: Shop.Order, "priority": The key is gone; migrate(_:from:) has to see to older data.
        """#)
    #expect(
      Self.report(from: "7", to: "8, wrong") == #"""
        loss: Shop.Order: The version went from 2 down to 0, so data of version 2 would be refused as newer. Let \#
        archiveVersion be 2 or more.
        refusal: Shop.Order: The version went from 2 down to 0, so an older app takes new data for older, and \#
        migrates it. Let archiveVersion be 2 or more.
        loss: Shop.Order, "priority": The key is gone, so the values that data has under it would be lost. If \#
        another property replaces it, add .formerly("priority") to the rule of that property.
        """#)
  }
}
