// swift-tools-version: 6.2
import PackageDescription

/// A program that measures one part, with Diorama's modules that it needs.
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
        benchmark("FusionBenchmark", "Geometry", "Images", "Capture", "Reconstruction", "Formats"),
        benchmark("TruthBenchmark", "Geometry", "Capture", "Reconstruction"),
        benchmark("PlanBenchmark", "Geometry", "Capture", "Reconstruction", "FloorPlans", "Formats"),
        benchmark("PoseBenchmark", "Geometry", "Capture", "Reconstruction"),
        benchmark("MeasurementBenchmark", "Geometry", "Capture", "Reconstruction", "FloorPlans", "Measurement"),
        benchmark("CloudBenchmark", "Geometry", "Images", "Capture", "Reconstruction", "Formats"),
        benchmark("FormatsBenchmark", "Geometry", "Splats", "Formats"),
        benchmark("TextureBenchmark", "Geometry", "Images", "Rendering", "Capture", "Reconstruction", "Formats"),
        benchmark("CatalogueBenchmark", "DioramaLibrary"),
        benchmark("BackupBenchmark", "DioramaLibrary"),
        .systemLibrary(name: "CSession"),
        .executableTarget(
            name: "SyncBenchmark",
            dependencies: [
                "BenchmarkSupport", "CSession", .product(name: "Changes", package: "diorama"),
                .product(name: "DioramaSync", package: "diorama"), .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        benchmark("ExplorationBenchmark", "Geometry", "Exploration"),
        benchmark("SimplifyBenchmark", "Geometry", "Reconstruction", "Formats"),
    ],
    swiftLanguageModes: [.v6]
)
