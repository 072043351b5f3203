import Testing

@testable import AutoCodingFoundation

struct StorageErrorTests {
  @Test func descriptionNamesPlaceKeyFindingAndRemedy() {
    let error = StorageError(
      .readFailed, location: "memory", key: "user", explanation: "It is gone.", remedy: "Save it first.")
    #expect(error.description == #"readFailed: memory, key "user": It is gone. Save it first."#)
  }
}
