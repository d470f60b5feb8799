// swift-tools-version: 6.2
import PackageDescription

// The voxel loops are C and choose the vector unit at run time (CVoxels). The other hot loops are plain SIMD Swift, correct on any CPU:
// `DIORAMA_SIMD=avx2` (set by the Makefile where the machine has it) lets the compiler use 256-bit registers for them. Results are
// bit-identical either way: Swift never fuses a*b+c by itself.
let vectorised: [SwiftSetting] =
    Context.environment["DIORAMA_SIMD"] == "avx2"
    ? [.unsafeFlags(["-Xcc", "-march=haswell"], .when(configuration: .release))] : []

let hummingbird: Target.Dependency = .product(name: "Hummingbird", package: "hummingbird")
let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")
let cryptoExtras: Target.Dependency = .product(name: "CryptoExtras", package: "swift-crypto")
let sqlite: Target.Dependency = .product(name: "GRDBSQLite", package: "GRDB.swift")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")

let package = Package(
    name: "diorama",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .executable(name: "diorama", targets: ["diorama"]),
        .library(name: "Geometry", targets: ["Geometry"]),
        .library(name: "Images", targets: ["Images"]),
        .library(name: "Rendering", targets: ["Rendering"]),
        .library(name: "Capture", targets: ["Capture"]),
        .library(name: "Reconstruction", targets: ["Reconstruction"]),
        .library(name: "Splats", targets: ["Splats"]),
        .library(name: "FloorPlans", targets: ["FloorPlans"]),
        .library(name: "Measurement", targets: ["Measurement"]),
        .library(name: "Formats", targets: ["Formats"]),
        .library(name: "Exploration", targets: ["Exploration"]),
        .library(name: "Changes", targets: ["Changes"]),
        .library(name: "DioramaLibrary", targets: ["DioramaLibrary"]),
        .library(name: "DioramaSync", targets: ["DioramaSync"]),
    ],
    dependencies: [
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: ["FullFoundation"]),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        // System libraries, from Debian's packages on Linux.
        .systemLibrary(
            name: "CTurboJPEG", pkgConfig: "libturbojpeg", providers: [.apt(["libturbojpeg0-dev"]), .brew(["jpeg-turbo"])]),
        .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"]), .brew(["libpng"])]),
        .target(name: "CPNGBridge", dependencies: ["CPNG"]),
        .systemLibrary(name: "CHEIF", pkgConfig: "libheif", providers: [.apt(["libheif-dev"]), .brew(["libheif"])]),
        .systemLibrary(name: "CWebP", pkgConfig: "libwebp", providers: [.apt(["libwebp-dev"]), .brew(["webp"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CDeflate", pkgConfig: "libdeflate", providers: [.apt(["libdeflate-dev"]), .brew(["libdeflate"])]),
        .systemLibrary(name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"]), .brew(["zstd"])]),
        .systemLibrary(name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"]), .brew(["cairo"])]),
        .systemLibrary(name: "CMeshOptimizer", providers: [.apt(["libmeshoptimizer-dev"]), .brew(["meshoptimizer"])]),
        .systemLibrary(name: "CArchive", pkgConfig: "libarchive", providers: [.apt(["libarchive-dev"]), .brew(["libarchive"])]),
        .systemLibrary(name: "CQRCode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"]), .brew(["qrencode"])]),

        // The voxel loop, compiled for each vector unit and chosen at run time.
        .target(name: "CVoxels"),

        // The modules, in the order of the data. A module imports only modules above it (checked by ModuleOrderTests).
        .target(name: "Geometry", swiftSettings: vectorised),
        .target(name: "Work"),
        .target(name: "Images", dependencies: ["Work", "CTurboJPEG", "CPNGBridge", "CHEIF", "CWebP"], swiftSettings: vectorised),
        .target(name: "Rendering", dependencies: ["Geometry", "Work", "Images"], swiftSettings: vectorised),
        .target(name: "Capture", dependencies: ["Geometry", "Work", "Images", "Rendering", "CZlib"], swiftSettings: vectorised),
        .target(
            name: "Reconstruction",
            dependencies: ["Geometry", "Work", "Images", "Rendering", "Capture", "CMeshOptimizer", "CVoxels"],
            swiftSettings: vectorised),
        .target(name: "Splats", dependencies: ["Geometry", "Work"], swiftSettings: vectorised),
        .target(name: "FloorPlans", dependencies: ["Geometry", "Work", "Capture", "Reconstruction"], swiftSettings: vectorised),
        .target(
            name: "Measurement", dependencies: ["Geometry", "Work", "Capture", "Reconstruction", "FloorPlans"],
            swiftSettings: vectorised),
        .target(
            name: "Formats",
            dependencies: ["Geometry", "Work", "Images", "Splats", "FloorPlans", "CDeflate", "CZlib", "CZstd", "CCairo"],
            swiftSettings: vectorised),
        .target(name: "Exploration", dependencies: ["Geometry"], swiftSettings: vectorised),
        .target(name: "Changes", dependencies: [grdb, sqlite, crypto]),
        .target(name: "Library", dependencies: ["Geometry", "Work", "Images", "Changes", grdb, crypto, cryptoExtras]),
        .target(
            name: "Sync",
            dependencies: [
                "Geometry", "Work", "Images", "Changes", "Library", grdb, crypto, logging,
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]),
        .target(name: "DioramaLibrary", dependencies: ["Library"]),
        .target(name: "DioramaSync", dependencies: ["DioramaLibrary", "Sync"]),
        .target(
            name: "Server",
            dependencies: [
                "Geometry", "Work", "Images", "Rendering", "Capture", "Reconstruction", "Splats", "FloorPlans", "Measurement",
                "Formats",
                "Library", "Sync", "CArchive", "CQRCode",
                hummingbird, logging, crypto,
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            resources: [.copy("WebClient")]),
        // What the browser runs: compiled as Wasm by scripts/build-core.sh.
        .target(name: "CWebRuntime"),
        .target(name: "WebCore", dependencies: ["Geometry", "Exploration", "CWebRuntime"]),
        .executableTarget(
            name: "diorama",
            dependencies: [
                "Geometry", "Work", "Images", "Rendering", "Capture", "Reconstruction", "Splats", "FloorPlans", "Measurement",
                "Formats",
                "Library",
                "Sync", "DioramaSync", "Server", logging,
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),

        .executableTarget(name: "TwoDevices", dependencies: ["DioramaSync"], path: "Samples/TwoDevices"),

        // Tests: one target a module, and what needs several of them.
        .target(name: "TestSupport", dependencies: ["Geometry", "Work", "Images"], path: "Tests/TestSupport"),
        .testTarget(name: "GeometryTests", dependencies: ["Geometry", "TestSupport"]),
        .testTarget(name: "WorkTests", dependencies: ["Work", "TestSupport"]),
        .testTarget(name: "ImagesTests", dependencies: ["Images", "TestSupport"]),
        .testTarget(name: "RenderingTests", dependencies: ["Rendering", "Images", "Work", "TestSupport"]),
        .testTarget(name: "CaptureTests", dependencies: ["Capture", "TestSupport"]),
        .testTarget(name: "ReconstructionTests", dependencies: ["Reconstruction", "Capture", "TestSupport"]),
        .testTarget(name: "SplatsTests", dependencies: ["Splats", "Work", "TestSupport"]),
        .testTarget(name: "FloorPlansTests", dependencies: ["FloorPlans", "Capture", "Reconstruction", "TestSupport"]),
        .testTarget(
            name: "MeasurementTests", dependencies: ["Measurement", "FloorPlans", "Reconstruction", "Capture", "TestSupport"]),
        .testTarget(name: "FormatsTests", dependencies: ["Formats", "Splats", "FloorPlans", "Rendering", "TestSupport"]),
        .testTarget(
            name: "ExplorationTests", dependencies: ["Exploration", "Capture", "Reconstruction", "TestSupport"],
            exclude: ["Fixtures"]),
        .testTarget(name: "ChangesTests", dependencies: ["Changes", "Work", "TestSupport", grdb, crypto]),
        .testTarget(name: "LibraryTests", dependencies: ["Library", "TestSupport", grdb, crypto]),
        .testTarget(name: "SyncTests", dependencies: ["DioramaSync", "Sync", "Library", "Changes", "TestSupport", grdb, crypto]),
        .testTarget(
            name: "ServerTests",
            dependencies: [
                "Server", "Library", "Sync", "Geometry", "Images", "FloorPlans", "Formats", "TestSupport", crypto,
                .product(name: "HummingbirdTesting", package: "hummingbird"),
            ]),
        .testTarget(
            name: "IntegrationTests",
            dependencies: ["Geometry", "Images", "Capture", "Reconstruction", "Formats", "Library", "Server", "TestSupport"]),
    ],
    swiftLanguageModes: [.v6]
)
