// swift-tools-version: 6.2
import PackageDescription

/// An executable that measures one part of Diorama, with the products of Diorama that it imports.
func benchmark(_ name: String, _ modules: String...) -> Target {
    .executableTarget(
        name: name, dependencies: ["BenchmarkSupport"] + modules.map { .product(name: $0, package: "diorama") })
}

let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "diorama", path: ".."),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        .target(name: "BenchmarkSupport"),
        benchmark(
            "FusionBenchmark", "Geometry", "Images", "Capture", "SyntheticScenes", "Meshes", "Reconstruction", "ModelFormats"),
        benchmark("TruthBenchmark", "Geometry", "Capture", "SyntheticScenes", "Meshes", "Reconstruction"),
        benchmark(
            "PlanBenchmark", "Geometry", "Capture", "SyntheticScenes", "Reconstruction", "FloorPlans", "ModelFormats", "PlanFormats"
        ),
        benchmark("PoseBenchmark", "Geometry", "Capture", "SyntheticScenes", "Reconstruction"),
        benchmark(
            "MeasurementBenchmark", "Geometry", "Capture", "Meshes", "SyntheticScenes", "Reconstruction", "FloorPlans",
            "Measurement"),
        benchmark("CloudBenchmark", "Geometry", "Capture", "PointClouds", "ModelFormats"),
        benchmark("FormatsBenchmark", "Geometry", "Splats", "ModelFormats"),
        benchmark("SplatBenchmark", "Geometry", "Images", "Capture", "Splats", "ModelFormats"),
        benchmark(
            "StereoBenchmark", "Geometry", "Images", "Rendering", "Capture", "Meshes", "Reconstruction", "SyntheticScenes",
            "Photogrammetry"),
        benchmark("TextureBenchmark", "Geometry", "Images", "Rendering", "Capture", "Meshes", "Reconstruction", "ModelFormats"),
        benchmark("CatalogueBenchmark", "DioramaLibrary"),
        benchmark("BackupBenchmark", "DioramaLibrary"),
        .systemLibrary(name: "CSession"),
        .executableTarget(
            name: "SyncBenchmark",
            dependencies: [
                "BenchmarkSupport", "CSession", .product(name: "Changes", package: "diorama"),
                .product(name: "DioramaLibrary", package: "diorama"), .product(name: "DioramaSync", package: "diorama"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        benchmark("ExplorationBenchmark", "Geometry", "Exploration"),
        benchmark("ClapBenchmark", "Live"),
        benchmark("RecognitionBenchmark", "Images", "Recognition", "RecognitionTestSupport"),
        benchmark("SimplifyBenchmark", "Geometry", "Meshes", "Reconstruction", "ModelFormats"),
    ],
    swiftLanguageModes: [.v6]
)
