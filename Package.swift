// swift-tools-version: 6.2
import PackageDescription

// Optimizing the largest test modules takes longer than all else. `.ci/release` leaves that out; what the suites
// test is optimized in any case.
let suiteSettings: [SwiftSetting] =
  Context.environment["AUTOCODING_UNOPTIMIZED_SUITES"] == nil
  ? [] : [.unsafeFlags(["-Onone"], .when(configuration: .release))]

// Apple's stores ask which system calls a library makes, and why. Other platforms need no bundle for that.
#if os(macOS)
let privacyManifest: (resources: [Resource], excluded: [String]) = ([.copy("PrivacyInfo.xcprivacy")], [])
#else
let privacyManifest: (resources: [Resource], excluded: [String]) = ([], ["PrivacyInfo.xcprivacy"])
#endif

let package = Package(
  name: "AutoCoding",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "AutoCoding", targets: ["AutoCoding"]),
    .library(name: "AutoCodingFoundation", targets: ["AutoCodingFoundation"]),
    .library(name: "AutoCodingSchema", targets: ["AutoCodingSchema"]),
    .library(name: "ArchiveInspection", targets: ["ArchiveInspection"]),
    .executable(name: "archive-inspect", targets: ["archive-inspect"]),
  ],
  targets: [
    .target(name: "RuntimeShims"),
    .target(name: "AutoCoding", dependencies: ["RuntimeShims"]),
    .target(
      name: "AutoCodingFoundation", dependencies: ["AutoCoding"], exclude: privacyManifest.excluded,
      resources: privacyManifest.resources),

    // Type maps as data: JSON Schema, manifests and samples. A separate target, since coders do not need it.
    .target(name: "AutoCodingSchema", dependencies: ["AutoCoding"]),
    // Shows what is in an archive. A separate target, since coders do not need it.
    .target(name: "ArchiveInspection", dependencies: ["AutoCoding"]),
    .executableTarget(name: "archive-inspect", dependencies: ["ArchiveInspection"]),
    .executableTarget(
      name: "benchmarks", dependencies: ["AutoCoding", "AutoCodingFoundation", "TestSupport"], path: "Benchmarks",
      exclude: ["compile-time", "first-use"]),

    // Shared by tests, benchmarks and fuzzing.
    .target(name: "TestSupport", path: "Tests/TestSupport"),
    // A soak test: values of every memory layout, coded over and over.
    .executableTarget(name: "round-trips", dependencies: ["AutoCoding", "TestSupport"], path: "Tests/RoundTrips"),
    // Reports types that leave memory on the heap when they are coded; a test runs it.
    .executableTarget(
      name: "heap-growth", dependencies: ["AutoCoding", "TestModels", "CModels", "TestSupport"],
      path: "Tests/HeapGrowth"),

    // Faults for testing stores, and a tool that runs each in a separate process.
    .target(name: "StorageFaults", dependencies: ["AutoCodingFoundation"], path: "Tests/StorageFaults"),
    .executableTarget(name: "storage-faults", dependencies: ["StorageFaults"], path: "Tests/StorageFaultsTool"),

    .target(name: "ThirdPartyModels", path: "Tests/ThirdPartyModels"),
    .target(name: "TestModels", dependencies: ["AutoCoding", "ThirdPartyModels"], path: "Tests/TestModels"),
    .target(name: "MistakenModels", dependencies: ["AutoCoding"], path: "Tests/MistakenModels"),
    .target(name: "CModels", path: "Tests/CModels"),
    // Compiler flags that disable reflection. Only tests have them, since a package that has them cannot be depended on.
    .target(
      name: "UnreflectedModels", dependencies: ["AutoCoding"], path: "Tests/UnreflectedModels",
      swiftSettings: [.unsafeFlags(["-Xfrontend", "-disable-reflection-metadata"])]),
    .target(
      name: "UnnamedModels", dependencies: ["AutoCoding"], path: "Tests/UnnamedModels",
      swiftSettings: [.unsafeFlags(["-Xfrontend", "-disable-reflection-names"])]),
    .testTarget(
      name: "AutoCodingTests",
      dependencies: [
        "AutoCoding", "AutoCodingFoundation", "ArchiveInspection", "TestModels", "ThirdPartyModels", "CModels",
        "UnreflectedModels", "UnnamedModels", "MistakenModels", "TestSupport", "archive-inspect",
        "heap-growth",
      ], swiftSettings: suiteSettings),
    .testTarget(
      name: "AutoCodingSchemaTests",
      dependencies: ["AutoCodingSchema", "AutoCoding", "TestModels", "ThirdPartyModels", "CModels", "TestSupport"],
      swiftSettings: suiteSettings),
    .testTarget(
      name: "AutoCodingFoundationTests",
      dependencies: ["AutoCodingFoundation", "TestModels", "ThirdPartyModels", "StorageFaults", "storage-faults"]),
    // Foundation's public calls, and the same files through a symbolic link with AutoCoding's coders under those names.
    .testTarget(name: "FoundationCalls"),
    .testTarget(name: "AutoCodingCalls", dependencies: ["AutoCoding"]),
    .testTarget(
      name: "IsolationTests", dependencies: ["AutoCoding", "AutoCodingFoundation"],
      swiftSettings: [.defaultIsolation(MainActor.self)]),
    // The same files through a symbolic link, compiled in Swift 5 mode like an older app.
    .testTarget(
      name: "IsolationSwift5Tests", dependencies: ["AutoCoding", "AutoCodingFoundation"],
      swiftSettings: [.defaultIsolation(MainActor.self), .swiftLanguageMode(.v5)]),
  ],
  swiftLanguageModes: [.v6]
)
