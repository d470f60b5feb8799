// swift-tools-version: 6.2
import PackageDescription

// The voxel loops are C and choose the vector unit at run time (CVoxels). The other hot loops are plain SIMD Swift, correct on any
// CPU: `DIORAMA_SIMD=avx2` (set by the Makefile where the machine has it) lets the compiler use 256-bit registers for them. Results
// are bit-identical either way: Swift never fuses a*b+c by itself.
let vectorised: [SwiftSetting] =
    Context.environment["DIORAMA_SIMD"] == "avx2"
    ? [.unsafeFlags(["-Xcc", "-march=haswell"], .when(configuration: .release))] : []

// The DocC plugin is a dependency only for `make docs`, which sets `DIORAMA_DOCS`: SwiftPM compiles the plugins of all dependencies
// in every build, so that each first build would fetch and compile what only the documentation needs.
let documentation: [Package.Dependency] =
    Context.environment["DIORAMA_DOCS"] == nil
    ? [] : [.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0")]

// Tests that wait for files and processes gain nothing from the optimizer, which takes most of the time of compiling them.
let unoptimized: [SwiftSetting] = [.unsafeFlags(["-Onone"], .when(configuration: .release))]

let hummingbird: Target.Dependency = .product(name: "Hummingbird", package: "hummingbird")
let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")
let cryptoExtras: Target.Dependency = .product(name: "CryptoExtras", package: "swift-crypto")
let sqlite: Target.Dependency = .product(name: "GRDBSQLite", package: "GRDB.swift")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let tracing: Target.Dependency = .product(name: "Tracing", package: "swift-distributed-tracing")

let package = Package(
    name: "diorama",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .executable(name: "diorama", targets: ["diorama"]),
        .library(name: "Geometry", targets: ["Geometry"]),
        .library(name: "Codecs", targets: ["Codecs"]),
        .library(name: "Images", targets: ["Images"]),
        .library(name: "Models", targets: ["Models"]),
        .library(name: "Rendering", targets: ["Rendering"]),
        .library(name: "Capture", targets: ["Capture"]),
        .library(name: "PointClouds", targets: ["PointClouds"]),
        .library(name: "Meshes", targets: ["Meshes"]),
        .library(name: "Reconstruction", targets: ["Reconstruction"]),
        .library(name: "Photogrammetry", targets: ["Photogrammetry"]),
        .library(name: "Splats", targets: ["Splats"]),
        .library(name: "FloorPlans", targets: ["FloorPlans"]),
        .library(name: "SyntheticScenes", targets: ["SyntheticScenes"]),
        .library(name: "Measurement", targets: ["Measurement"]),
        .library(name: "ModelFormats", targets: ["ModelFormats"]),
        .library(name: "PlanFormats", targets: ["PlanFormats"]),
        .library(name: "Exploration", targets: ["Exploration"]),
        .library(name: "Live", targets: ["Live"]),
        .library(name: "Companions", targets: ["Companions"]),
        .library(name: "Changes", targets: ["Changes"]),
        .library(name: "DioramaLibrary", targets: ["DioramaLibrary"]),
        .library(name: "DioramaSync", targets: ["DioramaSync"]),
        .library(name: "Pairing", targets: ["Pairing"]),
        .library(name: "Sharing", targets: ["Sharing"]),
        .library(name: "Exhibits", targets: ["Exhibits"]),
        .library(name: "ExhibitMotion", targets: ["ExhibitMotion"]),
        .library(name: "SplatView", targets: ["SplatView"]),
        .library(name: "Recognition", targets: ["Recognition"]),
        // Rendered things and labels, for RecognitionBenchmark.
        .library(name: "RecognitionTestSupport", targets: ["RecognitionTestSupport"]),
        .library(name: "CatalogueFormats", targets: ["CatalogueFormats"]),
        .library(name: "Guide", targets: ["Guide"]),
        .library(name: "Spaces", targets: ["Spaces"]),
        .library(name: "Postgres", targets: ["Postgres"]),
        .library(name: "Sessions", targets: ["Sessions"]),
        .library(name: "Service", targets: ["Service"]),
        .library(name: "DioramaServiceClient", targets: ["DioramaServiceClient"]),
    ],
    dependencies: [
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: ["FullFoundation"]),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
        .package(url: "https://github.com/apple/swift-system", from: "1.5.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.2"),
        .package(url: "https://github.com/apple/swift-nio-http2", from: "1.46.0"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.19.0"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ] + documentation,
    targets: [
        // System libraries, from Debian's packages on Linux.
        .systemLibrary(
            name: "CTurboJPEG", pkgConfig: "libturbojpeg", providers: [.apt(["libturbojpeg0-dev"]), .brew(["jpeg-turbo"])]),
        .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"]), .brew(["libpng"])]),
        .target(name: "CPNGBridge", dependencies: ["CPNG"]),
        .systemLibrary(name: "CHEIF", pkgConfig: "libheif", providers: [.apt(["libheif-dev"]), .brew(["libheif"])]),
        .systemLibrary(name: "CWebP", pkgConfig: "libwebp", providers: [.apt(["libwebp-dev"]), .brew(["webp"])]),
        .systemLibrary(name: "CEXR", providers: [.apt(["libopenexr-dev"]), .brew(["openexr"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CDeflate", pkgConfig: "libdeflate", providers: [.apt(["libdeflate-dev"]), .brew(["libdeflate"])]),
        .systemLibrary(name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"]), .brew(["zstd"])]),
        .systemLibrary(name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"]), .brew(["cairo"])]),
        .systemLibrary(name: "CMeshOptimizer", providers: [.apt(["libmeshoptimizer-dev"]), .brew(["meshoptimizer"])]),
        .systemLibrary(name: "CArchive", pkgConfig: "libarchive", providers: [.apt(["libarchive-dev"]), .brew(["libarchive"])]),
        .systemLibrary(name: "CQRCode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"]), .brew(["qrencode"])]),

        .systemLibrary(name: "CStemmer", providers: [.apt(["libstemmer-dev"]), .brew(["libstemmer"])]),
        .systemLibrary(name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),

        // The voxel loop, compiled for each vector unit and chosen at run time.
        .target(name: "CVoxels"),
        // Dense stereo and splats, likewise.
        .target(name: "CStereo"),
        .target(name: "CSplats"),
        // Vulkan, opened at run time, and the shaders of splats, compiled by scripts/build-shaders.sh.
        .target(name: "CVulkan"),
        .target(name: "CSplatShaders", exclude: ["shaders"]),

        // OpenCV's features, ZXing's codes and tesseract's text, each behind a few functions in C.
        .target(
            name: "CVision", cxxSettings: [.unsafeFlags(["-I/usr/include/opencv4"])],
            linkerSettings: ["calib3d", "features2d", "flann", "imgproc", "core"].map { .linkedLibrary("opencv_\($0)") }),
        .target(name: "CBarcodes", linkerSettings: [.linkedLibrary("ZXing")]),
        .target(name: "CTesseract", linkerSettings: [.linkedLibrary("tesseract"), .linkedLibrary("lept")]),

        // The modules, in the order of the data. A module imports only modules above it (checked by ModuleOrderTests).
        .target(name: "Geometry", swiftSettings: vectorised),
        .target(
            name: "Support",
            dependencies: [
                .product(name: "Subprocess", package: "swift-subprocess", condition: .when(platforms: [.linux, .macOS])),
                .product(name: "SystemPackage", package: "swift-system", condition: .when(platforms: [.linux])),
            ]),
        .target(
            name: "Codecs", dependencies: ["Geometry", "Support", "CArchive", "CDeflate", "CZlib", "CZstd"],
            swiftSettings: vectorised),
        .target(
            name: "Images", dependencies: ["Support", "CTurboJPEG", "CPNGBridge", "CHEIF", "CWebP", "CEXR"],
            swiftSettings: vectorised),
        .target(name: "Models", dependencies: ["Geometry", "Support", "Images"], swiftSettings: vectorised),
        .target(name: "Rendering", dependencies: ["Geometry", "Support", "Images"], swiftSettings: vectorised),
        .target(name: "Capture", dependencies: ["Geometry", "Support", "Codecs", "Images"], swiftSettings: vectorised),
        .target(name: "PointClouds", dependencies: ["Geometry", "Support"], swiftSettings: vectorised),
        .target(
            name: "Meshes", dependencies: ["Geometry", "Support", "Images", "PointClouds", "CMeshOptimizer"],
            swiftSettings: vectorised),
        .target(
            name: "Reconstruction",
            dependencies: ["Geometry", "Support", "Images", "Rendering", "Capture", "PointClouds", "Meshes", "CVoxels"],
            swiftSettings: vectorised),
        .target(
            name: "Photogrammetry",
            dependencies: [
                "Geometry", "Support", "Codecs", "Images", "Rendering", "Capture", "PointClouds", "Meshes", "Reconstruction",
                "CStereo",
            ], swiftSettings: vectorised),
        .target(
            name: "Splats",
            dependencies: [
                "Geometry", "Support", "Images", "Rendering", "Capture", "PointClouds", "Meshes", "CSplats", "CVulkan",
                "CSplatShaders",
            ], swiftSettings: vectorised),
        .target(
            name: "FloorPlans", dependencies: ["Geometry", "Support", "PointClouds", "Meshes", "Reconstruction"],
            swiftSettings: vectorised),
        .target(
            name: "SyntheticScenes", dependencies: ["Geometry", "Support", "Images", "Rendering", "Capture", "FloorPlans"],
            swiftSettings: vectorised),
        .target(
            name: "Measurement", dependencies: ["Geometry", "Support", "PointClouds", "Meshes", "Reconstruction", "FloorPlans"],
            swiftSettings: vectorised),
        .target(
            name: "ModelFormats", dependencies: ["Geometry", "Support", "Codecs", "Images", "Models", "Splats", "CMeshOptimizer"],
            swiftSettings: vectorised),
        .target(
            name: "PlanFormats", dependencies: ["Geometry", "Support", "Codecs", "Images", "FloorPlans", "ModelFormats", "CCairo"],
            swiftSettings: vectorised),
        .target(name: "Exploration", dependencies: ["Geometry"], swiftSettings: vectorised),
        .target(name: "Live", dependencies: ["Geometry"], swiftSettings: vectorised),
        .target(
            name: "Companions", dependencies: ["Geometry", "Images", "Models", "Rendering", "ModelFormats", "Live"],
            swiftSettings: vectorised),
        .target(name: "ExhibitMotion", dependencies: ["Geometry"], swiftSettings: vectorised),
        .target(name: "SplatView", swiftSettings: vectorised),
        .target(
            name: "Exhibits",
            dependencies: [
                "Geometry", "Support", "Codecs", "Images", "Models", "Rendering", "Meshes", "ModelFormats", "ExhibitMotion",
            ],
            resources: [.copy("Resources")], swiftSettings: vectorised),
        .target(name: "CSQLiteBridge", dependencies: [sqlite]),
        .target(name: "Changes", dependencies: ["CSQLiteBridge", grdb, sqlite, crypto]),
        .target(
            name: "DioramaLibrary",
            dependencies: ["Geometry", "Exploration", "Support", "Images", "Changes", grdb, crypto, cryptoExtras]),
        .target(
            name: "DioramaSync",
            dependencies: [
                "Support", "Codecs", "Changes", "DioramaLibrary", grdb, crypto, logging,
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]),
        .target(
            name: "Pairing",
            dependencies: [
                "Support", "Codecs", "Changes", "DioramaLibrary", "DioramaSync", crypto,
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]),
        .target(
            name: "Sharing",
            dependencies: ["Support", "Codecs", "Images", "Changes", "DioramaLibrary", "DioramaSync", "Pairing", grdb, crypto]),
        // What is in photos of things: codes, text, and which thing it is.
        .target(
            name: "Recognition", dependencies: ["Support", "Images", "CVision", "CBarcodes", "CTesseract"],
            swiftSettings: vectorised),
        // The catalogue as files: tables, reports, labels, calendars.
        .target(
            name: "CatalogueFormats",
            dependencies: ["Geometry", "Support", "Images", "DioramaLibrary", "CCairo", "CQRCode"]),
        // Answers from a corpus, with citations.
        .target(
            name: "Guide", dependencies: ["Support", "DioramaLibrary", "CStemmer", grdb], resources: [.copy("Resources")]),
        // The use cases: everything that the command line and the server do with spaces.
        .target(
            name: "Spaces",
            dependencies: [
                "Geometry", "Support", "Codecs", "Images", "Models", "Rendering", "Capture", "PointClouds", "Meshes",
                "Reconstruction", "Photogrammetry", "Splats",
                "FloorPlans", "SyntheticScenes", "Measurement", "ModelFormats", "PlanFormats", "Exploration", "DioramaLibrary",
                "DioramaSync", "Pairing", "Sharing", "Recognition", "CatalogueFormats", "Exhibits", "Guide", "CArchive",
                "CQRCode", crypto,
            ]),
        // Connections to PostgreSQL, transactions, notifications.
        .target(name: "Postgres", dependencies: ["CPostgreSQL"]),
        // Live sessions: rooms with their connections, storage and recordings.
        .target(
            name: "Sessions",
            dependencies: [
                "Geometry", "Support", "Live", "DioramaLibrary", "Spaces", "Postgres",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
            ]),
        // The multi-user service: accounts, scans, uploads, the queue of jobs, workers.
        .target(
            name: "Service",
            dependencies: [
                "Support", "Codecs", "ModelFormats", "Reconstruction", "Splats", "DioramaLibrary", "DioramaSync", "Spaces",
                "Postgres", crypto, cryptoExtras, tracing,
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]),
        // A program's side of the multi-user service: uploads that resume, events, downloads.
        .target(
            name: "DioramaServiceClient",
            dependencies: [
                "Support", crypto,
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ]),
        .target(
            name: "Server",
            dependencies: [
                "Geometry", "Support", "Codecs", "Images", "Capture", "Reconstruction", "Splats", "FloorPlans", "Measurement",
                "ModelFormats", "PlanFormats", "Changes", "DioramaLibrary", "DioramaSync", "Pairing", "Sharing", "Spaces", "Live",
                "Companions", "Exhibits", "Guide", "Recognition", "CatalogueFormats", "Sessions", "Postgres", "Service",
                hummingbird, logging, tracing, crypto,
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                // TLS and HTTP/2: the client of the buckets links NIOSSL and NIOHTTP2 anyway.
                .product(name: "NIOTLS", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "NIOHTTP2", package: "swift-nio-http2"),
                .product(name: "NIOHTTPTypesHTTP2", package: "swift-nio-extras"),
                .product(name: "X509", package: "swift-certificates"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            resources: [.copy("WebClient")]),
        // What the browser runs: compiled as Wasm by scripts/build-core.sh.
        .target(name: "CWebRuntime"),
        .target(name: "WebCore", dependencies: ["Geometry", "Exploration", "Live", "ExhibitMotion", "SplatView", "CWebRuntime"]),
        .executableTarget(
            name: "diorama",
            dependencies: [
                "Geometry", "Support", "Codecs", "Images", "Models", "Rendering", "Capture", "PointClouds", "Meshes",
                "Reconstruction", "Photogrammetry", "Splats", "FloorPlans", "SyntheticScenes", "Measurement", "ModelFormats",
                "PlanFormats",
                "Live", "Companions", "Exhibits", "Guide", "DioramaLibrary", "DioramaSync", "Pairing", "Sharing", "Recognition",
                "CatalogueFormats", "Spaces", "Sessions", "Service", "DioramaServiceClient", "Server",
                logging,
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),

        .executableTarget(name: "ImportScan", dependencies: ["DioramaLibrary", "Spaces"], path: "Samples/ImportScan"),
        .executableTarget(name: "TwoDevices", dependencies: ["DioramaLibrary", "DioramaSync"], path: "Samples/TwoDevices"),

        // Tests: one target a module, and what needs several of them.
        .target(
            name: "TestSupport",
            dependencies: ["Geometry", "Support", "Images", "Capture", "SyntheticScenes", "Reconstruction"],
            path: "Tests/TestSupport"),
        .testTarget(name: "GeometryTests", dependencies: ["Geometry", "TestSupport"]),
        .testTarget(name: "SupportTests", dependencies: ["Support", "TestSupport"]),
        .testTarget(name: "CodecsTests", dependencies: ["Codecs", "ModelFormats", "TestSupport"]),
        .testTarget(name: "ImagesTests", dependencies: ["Images", "TestSupport"]),
        .testTarget(name: "ModelsTests", dependencies: ["Models", "Geometry", "TestSupport"]),
        .testTarget(name: "RenderingTests", dependencies: ["Rendering", "Images", "Support", "TestSupport"]),
        .testTarget(
            name: "CaptureTests", dependencies: ["Capture", "Codecs", "SyntheticScenes", "TestSupport"],
            swiftSettings: unoptimized),
        .testTarget(name: "SyntheticScenesTests", dependencies: ["SyntheticScenes", "Capture", "TestSupport"]),
        .testTarget(name: "PointCloudsTests", dependencies: ["PointClouds", "TestSupport"]),
        .testTarget(name: "MeshesTests", dependencies: ["Meshes", "PointClouds", "Reconstruction", "TestSupport"]),
        .testTarget(
            name: "ReconstructionTests",
            dependencies: ["Reconstruction", "PointClouds", "Meshes", "FloorPlans", "Capture", "SyntheticScenes", "TestSupport"]),
        .testTarget(
            name: "PhotogrammetryTests",
            dependencies: [
                "Photogrammetry", "Geometry", "Support", "Images", "Rendering", "Capture", "PointClouds", "Meshes",
                "Reconstruction",
                "SyntheticScenes", "TestSupport",
            ]),
        .testTarget(
            name: "SplatsTests",
            dependencies: ["Splats", "Geometry", "Support", "Images", "Rendering", "Capture", "PointClouds", "TestSupport"]),
        .testTarget(
            name: "FloorPlansTests", dependencies: ["FloorPlans", "SyntheticScenes", "Capture", "Reconstruction", "TestSupport"],
            swiftSettings: unoptimized),
        .testTarget(
            name: "MeasurementTests",
            dependencies: ["Measurement", "FloorPlans", "Meshes", "Reconstruction", "Capture", "SyntheticScenes", "TestSupport"]),
        .testTarget(
            name: "ModelFormatsTests",
            dependencies: [
                "ModelFormats", "Models", "Codecs", "Splats", "SyntheticScenes", "Rendering", "TestSupport", "CMeshOptimizer",
            ],
            swiftSettings: unoptimized),
        .testTarget(
            name: "PlanFormatsTests",
            dependencies: ["PlanFormats", "Codecs", "FloorPlans", "SyntheticScenes", "Measurement", "TestSupport"]),
        .testTarget(
            name: "ExplorationTests", dependencies: ["Exploration", "Capture", "SyntheticScenes", "Reconstruction", "TestSupport"],
            exclude: ["Fixtures"], swiftSettings: unoptimized),
        .testTarget(
            name: "LiveTests", dependencies: ["Live", "Geometry", "Support"], exclude: ["Fixtures"], swiftSettings: unoptimized),
        // Optimized: 10,000 histories of sessions, minutes of synthesized sound.
        .testTarget(
            name: "LiveSimulationTests", dependencies: ["Live", "Geometry", "Support", "TestSupport"], swiftSettings: vectorised),
        .testTarget(
            name: "CompanionsTests", dependencies: ["Companions", "Geometry", "Images", "Live", "Models", "ModelFormats"],
            swiftSettings: unoptimized),
        .testTarget(name: "ExhibitMotionTests", dependencies: ["ExhibitMotion", "Geometry"]),
        .testTarget(name: "SplatViewTests", dependencies: ["SplatView"]),
        .testTarget(
            name: "ExhibitsTests",
            dependencies: [
                "Exhibits", "ExhibitMotion", "Geometry", "Images", "Models", "Rendering", "ModelFormats", "Support", "TestSupport",
            ],
            swiftSettings: unoptimized),
        .testTarget(
            name: "GuideTests", dependencies: ["Guide", "Support", "TestSupport", crypto], exclude: ["Questions"],
            swiftSettings: unoptimized),
        .testTarget(
            name: "ChangesTests", dependencies: ["Changes", "Support", "TestSupport", grdb, crypto], swiftSettings: unoptimized),
        .testTarget(
            name: "DioramaLibraryTests", dependencies: ["DioramaLibrary", "TestSupport", grdb, crypto], exclude: ["Fixtures"],
            swiftSettings: unoptimized),
        .target(name: "SyncTestSupport", dependencies: ["DioramaSync", "Support"], path: "Tests/SyncTestSupport"),
        .testTarget(
            name: "DioramaSyncTests",
            dependencies: [
                "DioramaSync", "Codecs", "Support", "DioramaLibrary", "Changes", "TestSupport", "SyncTestSupport", grdb, crypto,
            ], swiftSettings: unoptimized),
        .testTarget(
            name: "PairingTests",
            dependencies: ["Pairing", "Support", "DioramaLibrary", "DioramaSync", "TestSupport", "SyncTestSupport"],
            swiftSettings: unoptimized),
        .testTarget(
            name: "SharingTests",
            dependencies: [
                "Sharing", "Changes", "Support", "Images", "DioramaLibrary", "DioramaSync", "TestSupport", "SyncTestSupport", grdb,
                crypto,
            ], swiftSettings: unoptimized),
        .target(
            name: "RecognitionTestSupport", dependencies: ["Support", "Images", "CCairo"], path: "Tests/RecognitionTestSupport"),
        .testTarget(
            name: "RecognitionTests", dependencies: ["Recognition", "RecognitionTestSupport", "Images", "Support", "TestSupport"],
            swiftSettings: unoptimized),
        .testTarget(
            name: "CatalogueFormatsTests",
            dependencies: ["CatalogueFormats", "DioramaLibrary", "Geometry", "Images", "TestSupport"], swiftSettings: unoptimized),
        .testTarget(
            name: "SpacesTests",
            dependencies: [
                "Spaces", "DioramaLibrary", "Exhibits", "Guide", "FloorPlans", "Geometry", "Images", "Measurement", "ModelFormats",
                "Models", "Capture", "Reconstruction", "Splats", "CatalogueFormats", "Support", "TestSupport",
            ], swiftSettings: unoptimized),
        .testTarget(
            name: "SessionsTests", dependencies: ["Sessions", "Live", "Geometry", "DioramaLibrary", "TestSupport"],
            swiftSettings: unoptimized),
        .testTarget(
            name: "ServiceTests",
            dependencies: [
                "Service", "DioramaServiceClient", "Server", "Postgres", "Support", "TestSupport", crypto, cryptoExtras, tracing,
                .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
                .product(name: "NIOCore", package: "swift-nio"),
            ], swiftSettings: unoptimized),
        .testTarget(
            name: "ServerTests",
            dependencies: [
                "Server", "Spaces", "Live", "Sessions", "DioramaLibrary", "DioramaSync", "Sharing", "Pairing", "Geometry", "Images",
                "FloorPlans",
                "SyntheticScenes", "Capture", "Codecs",
                "ModelFormats", "Models", "PlanFormats", "Support", "TestSupport", crypto,
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOTLS", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "X509", package: "swift-certificates"),
            ], swiftSettings: unoptimized),
        .testTarget(
            name: "IntegrationTests",
            dependencies: [
                "Geometry", "Images", "Capture", "SyntheticScenes", "Reconstruction", "ModelFormats", "DioramaLibrary", "Spaces",
                "Server", "Live", "TestSupport",
            ], swiftSettings: unoptimized),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)

// Modules that wait for files, networks and processes gain little from the optimizer, either. `make test` leaves it out there and
// is minutes shorter (not in the library: its tests take as much longer); every other build, and all that is measured, has it.
if Context.environment["DIORAMA_QUICK_BUILD"] != nil {
    let waiting: Set<String> = [
        "CatalogueFormats", "DioramaServiceClient", "Pairing", "Postgres", "Server", "Service", "Sessions", "Sharing", "Spaces",
        "diorama",
    ]
    for target in package.targets where waiting.contains(target.name) { target.swiftSettings = unoptimized }
}
