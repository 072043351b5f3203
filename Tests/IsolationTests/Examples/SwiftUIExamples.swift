import AutoCodingFoundation
import Foundation
import Observation

/// The examples of the article about SwiftUI, compiled with the main actor as default isolation; the views on Apple
/// platforms alone.
enum SwiftUIExamples {
  struct Account: AutoCoding { var name = "" }

  @Observable
  nonisolated final class Settings: StoredObject {
    var name = ""
    var account: Account?

    override func didReload() {
      withMutation(keyPath: \.name) {}
      withMutation(keyPath: \.account) {}
    }
  }
}

#if canImport(SwiftUI)
import SwiftUI

extension SwiftUIExamples {
  nonisolated struct Preferences: AutoCoding, DefaultInitializable { var volume = 1 }

  static func log(_ error: any Error) { print(error) }

  struct VolumeView: View {
    let stored: Stored<Preferences>
    @State private var preferences = Preferences()

    var body: some View {
      Stepper("Volume \(preferences.volume)") {
        change { $0.volume += 1 }
      } onDecrement: {
        change { $0.volume -= 1 }
      }
      .task {
        for await value in stored.values { preferences = value }
      }
    }

    private func change(_ change: @escaping @Sendable (inout Preferences) -> Void) {
      Task {
        do { try await stored.update(change) } catch { log(error) }
      }
    }
  }

  @MainActor @propertyWrapper
  struct Kept<Value: Codable & Sendable>: DynamicProperty {
    @State private var follower: Follower
    var wrappedValue: Value { follower.value }

    init(_ stored: Stored<Value>) { _follower = State(initialValue: Follower(stored)) }

    @MainActor @Observable
    final class Follower {
      private(set) var value: Value
      @ObservationIgnored private var task: Task<Void, Never>?

      init(_ stored: Stored<Value>) {
        value = stored.value
        let values = stored.values
        task = Task { [weak self] in for await value in values { self?.value = value } }
      }

      isolated deinit { task?.cancel() }
    }
  }
}
#endif
