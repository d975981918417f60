// swift-tools-version: 6.2
import PackageDescription

// The ladder: a module imports only what stands below it, and the compiler holds it to that.
let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]
let strictMemory = strict + [.strictMemorySafety()]

func module(_ name: String, _ dependencies: [Target.Dependency], _ settings: [SwiftSetting])
  -> Target
{
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tool(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(
    name: name, dependencies: ["SparkCommand", "SparkFormat", "SparkSystem"] + dependencies,
    swiftSettings: strict)
}

let package = Package(
  name: "spark",
  targets: [
    .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
    .target(name: "CSparkShim"),
    module("SparkFormat", [], strictMemory),
    module("SparkSystem", ["CSparkShim", "CSodium"], strict),
    module("SparkSeal", ["SparkSystem", "SparkFormat", "CSodium"], strict),
    module("SparkStore", ["SparkSystem", "SparkFormat"], strictMemory),
    module("SparkDoors", ["SparkStore", "SparkSystem", "SparkFormat"], strictMemory),
    module("SparkRegister", ["SparkStore", "SparkSystem", "SparkFormat"], strictMemory),
    module(
      "SparkDelivery",
      ["SparkRegister", "SparkSeal", "SparkStore", "SparkSystem", "SparkFormat"], strictMemory),
    module(
      "SparkErase",
      [
        "SparkDelivery", "SparkDoors", "SparkRegister", "SparkSeal", "SparkStore", "SparkSystem",
        "SparkFormat",
      ], strictMemory),
    module("SparkCommand", ["SparkSystem", "SparkFormat"], strict),
    tool("spark-share", ["SparkDoors"]),
    tool("spark-import", ["SparkDoors", "SparkStore"]),
    tool("spark-seal", ["SparkDelivery", "SparkStore"]),
    tool("spark-send", ["SparkDelivery", "SparkStore"]),
    tool("spark-status", ["SparkDoors", "SparkStore"]),
    tool("spark-list", ["SparkStore"]),
    tool("spark-show", ["SparkDelivery", "SparkStore"]),
    tool("spark-cat", ["SparkDelivery", "SparkStore"]),
    tool("spark-retry", ["SparkDelivery", "SparkStore"]),
    tool("spark-prune", ["SparkErase", "SparkStore"]),
    tool("spark-signout", ["SparkErase", "SparkStore"]),
    tool("spark-discard", ["SparkErase", "SparkDelivery", "SparkStore"]),
    tool("spark-verify", ["SparkDoors", "SparkStore"]),
    tool("spark-audit", ["SparkDelivery", "SparkRegister", "SparkStore"]),
    tool("spark-endpoint", ["SparkDelivery", "SparkDoors", "SparkRegister", "SparkStore"]),
    tool("spark-key", ["SparkDelivery", "SparkSeal", "SparkStore"]),
    .testTarget(name: "SparkFormatTests", dependencies: ["SparkFormat"], swiftSettings: strict),
    .testTarget(
      name: "SparkSystemTests", dependencies: ["SparkSystem", "SparkFormat"], swiftSettings: strict),
    .target(
      name: "SparkTestKit", dependencies: ["SparkSystem"], path: "Tests/SparkTestKit",
      swiftSettings: strict),
    .testTarget(
      name: "SparkTestKitTests", dependencies: ["SparkTestKit", "SparkSystem"],
      swiftSettings: strict),
    .testTarget(
      name: "SparkSealTests",
      dependencies: ["SparkSeal", "SparkSystem", "SparkTestKit", "CSodium"], exclude: ["Vectors"],
      swiftSettings: strict),
    .testTarget(
      name: "SparkStoreTests",
      dependencies: ["SparkStore", "SparkFormat", "SparkSystem", "SparkTestKit"],
      swiftSettings: strict),
    .testTarget(
      name: "SparkCommandTests", dependencies: ["SparkCommand", "SparkSystem", "SparkTestKit"],
      swiftSettings: strict),
    .testTarget(
      name: "SparkDeliveryTests",
      dependencies: [
        "SparkDelivery", "SparkRegister", "SparkStore", "SparkSystem", "SparkFormat",
        "SparkTestKit",
      ], swiftSettings: strict),
    .testTarget(
      name: "SparkRegisterTests",
      dependencies: [
        "SparkRegister", "SparkStore", "SparkSystem", "SparkFormat", "SparkTestKit",
      ], swiftSettings: strict),
    .testTarget(
      name: "SparkKeysTests",
      dependencies: [
        "SparkDelivery", "SparkSeal", "SparkStore", "SparkSystem", "SparkFormat", "SparkTestKit",
      ], swiftSettings: strict),
    .testTarget(
      name: "SparkSealingTests",
      dependencies: [
        "SparkDelivery", "SparkSeal", "SparkStore", "SparkSystem", "SparkFormat", "SparkTestKit",
      ], swiftSettings: strict),
    .testTarget(
      name: "SparkDoorsTests",
      dependencies: ["SparkFormat", "SparkSystem", "SparkTestKit"],
      swiftSettings: strict),
    .testTarget(
      name: "SparkEraseTests",
      dependencies: [
        "SparkErase", "SparkDelivery", "SparkRegister", "SparkStore", "SparkSystem", "SparkFormat",
        "SparkTestKit",
      ], swiftSettings: strict),
    .testTarget(
      name: "SparkAuditTests",
      dependencies: ["SparkStore", "SparkFormat", "SparkSystem", "SparkTestKit"],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
