import Capture
import DioramaLibrary
import Foundation
import Geometry
import Measurement
import ModelFormats
import Reconstruction
import Spaces
import Splats
import Support
import TestSupport
import Testing

@Suite struct PhotoSpaceTests {
    @Test func `a space can have splats beside its surface`() async throws {
        let demo = try DemoFixture(frameCount: 24)
        try await TestData.withTemporaryFolder { folder in
            let library = try Library(at: folder.appendingPathComponent("library"))
            var options = ImportOptions(reconstruction: ReconstructionOptions(voxelSize: 0.06))
            var training = SplatTrainingOptions(iterations: 20, maximumSplats: 2000, holdout: 8, imageEdge: 64)
            training.evaluationInterval = 0
            options.splats = training
            let space = try await SpaceImporter(library: library).importCapture(demo.capture, name: "Flat", options: options)
            let asset = try #require(space.assets.first { $0.kind == .splats })
            #expect(asset.fileName == "Flat.splats" && asset.byteCount > 1000)
            #expect(space.assets.contains { $0.kind == .mesh })
            #expect(space.capture?.notes.contains { $0.contains("held-out") } == true)
            try library.close()
        }
    }

    /// A wall of 2 × 1 m as the space of a scan.
    private static func wall(in library: Library, _ folder: URL, scale: String?) async throws -> Space {
        let corners = [Vector3(0, 0, 0), Vector3(2, 0, 0), Vector3(2, 1, 0), Vector3(0, 1, 0)]
        let file = folder.appendingPathComponent("wall.glb")
        try ModelFile.write(Model(TriangleMesh(positions: corners, indices: [0, 1, 2, 0, 2, 3])), to: file)
        var report = ScanReport(
            mode: "interior", frames: 20, details: CaptureDetails(), size: Vector3(2, 1, 0), coverage: 1,
            shell: .noRoom("it is a wall"),
            quality: 1, parts: .init(density: 1, angles: 1, sharpness: 1), advice: [],
            poses: .init(source: "recorded", confidence: 1))
        report.scale = scale
        var draft = SpaceDraft(
            name: "Wall", triangleCount: 2, pointCount: 4, bounds: Bounds(corners))
        draft.report = String(decoding: try JSONEncoder().encode(report), as: UTF8.self)
        draft.assets = [AssetDraft(kind: .mesh, contentType: "model/gltf-binary", fileName: "wall.glb", file: file)]
        return try await library.add(draft)
    }

    @Test func `lengths of unknown scale are refused until a check distance says what they are`() async throws {
        try await TestData.withTemporaryFolder { folder in
            let library = try Library(at: folder.appendingPathComponent("library"))
            let space = try await Self.wall(in: library, folder, scale: "unknown")
            let measurer = SpaceMeasurer(library: library, media: MediaStore(library))
            let points = [MeasurementRequest.Pick(Point(0, 0, 0)), .init(Point(2, 0, 0))]
            let request = MeasurementRequest(.distance, points: points)
            let failure = try #require(
                await #expect(throws: SpacesError.self) { _ = try await measurer.measure(request, in: space) })
            #expect(failure.problem.contains("scale is unknown") && failure.remedy?.contains("--scale-length") == true)
            let check = CheckRequest(points: points, length: 5, tolerance: 0.01)
            let corrected = try await measurer.measure(request, in: space, checks: [check])
            #expect(abs(corrected.values[0].value - 5) < 0.01)
            let metric = try await Self.wall(in: library, folder, scale: nil)
            let plain = try await measurer.measure(request, in: metric)
            #expect(abs(plain.values[0].value - 2) < 0.01)
            try library.close()
        }
    }
}
