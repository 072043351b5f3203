import AutoCoding

/// The type maps of some models, as a file that a test compares with.
public struct ModelManifest: Sendable {
}
