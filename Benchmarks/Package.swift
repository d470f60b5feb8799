// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "diorama", path: "..")],
    targets: [
        .executableTarget(
            name: "FusionBenchmark",
            dependencies: [
                .product(name: "Geometry", package: "diorama"), .product(name: "Capture", package: "diorama"),
                .product(name: "Reconstruction", package: "diorama"), .product(name: "Formats", package: "diorama"),
            ]),
        .executableTarget(
            name: "SimplifyBenchmark",
            dependencies: [
                .product(name: "Geometry", package: "diorama"), .product(name: "Reconstruction", package: "diorama"),
                .product(name: "Formats", package: "diorama"),
            ]),
        .executableTarget(
            name: "TextureBenchmark",
            dependencies: [
                .product(name: "Geometry", package: "diorama"), .product(name: "Reconstruction", package: "diorama"),
                .product(name: "Formats", package: "diorama"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
