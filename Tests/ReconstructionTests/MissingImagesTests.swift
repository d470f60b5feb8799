import Capture
import Foundation
import Geometry
import Images
import Reconstruction
import TestSupport
import Testing

/// Apps store an image with some of the frames only: depth is used of all frames, colour and texture of those that have an image.
@Suite struct MissingImagesTests {
    /// A room of which every third frame has an image.
    private struct EveryThird: FrameSource {
        let scene: MadeScene
        var frameCount: Int { scene.frameCount }
        var notes: [String] { [] }

        func pose(at index: Int) -> RigidTransform? { scene.pose(at: index) }

        func hasColor(at index: Int) -> Bool { index % 3 == 0 }

        func frame(at index: Int) throws(CaptureError) -> Frame {
            var frame = scene.frame(at: index)
            frame.timestamp = Double(index) / 10
            if !hasColor(at: index) { frame.color = nil }
            return frame
        }
    }

    /// The layouts in which a frame can be written without an image: a video has one of each, and a COLMAP model lists photos (one
    /// whose photo was lost is in `COLMAPTests`).
    private static let layouts = CaptureWriters.all.map { $0.kind }.filter {
        $0 != StrayScannerWriter.kind && $0 != COLMAPWriter.kind
    }

    private static let room = TriangleMesh.box(Vector3(0, 0, 0), Vector3(4, 2.5, 3), inwards: true)

    private static var capture: Capture {
        let poses = (0..<9).map { i -> RigidTransform in
            let (s, c) = Trigonometry.sincos(Float(i) * 0.12)
            let eye = Vector3(1.2 + 0.05 * Float(i), 1.3, 1.5)
            return .lookingAt(eye + Vector3(c, -0.3, s), from: eye)
        }
        return Capture(name: "room", kind: "test", source: EveryThird(scene: MadeScene(room, poses: poses)))
    }

    @Test(arguments: layouts)
    func `depth of all frames is used, colour of those that have an image`(kind: String) throws {
        let writer = try #require(CaptureWriters.all.first { $0.kind == kind })
        try TestData.withTemporaryFolder { folder in
            let target = folder.appendingPathComponent(writer == Record3DWriter.self ? "room.r3d" : "room")
            try writer.write(Self.capture, to: target, progress: .silent)
            let read = try Capture.open(target)
            #expect(read.kind == kind && read.frameCount == 9 && read.colorFrameCount == 3)
            #expect(
                read.notes.contains { $0.contains("without a colour image") && $0.hasSuffix(": 6") || $0.contains("missing") },
                "\(read.notes)")
            for i in 0..<9 {
                let frame = try read.frame(at: i)
                #expect((frame.color != nil) == (i % 3 == 0) && frame.depth.pixels.contains { $0 > 0 })
            }
            var options = ReconstructionMode.interior.options
            options.voxelSize = 0.05
            options.poses = .none
            options.textureSize = 256
            let result = try Reconstructor.run(read, options: options)
            #expect(result.frames == 9 && result.skippedFrames == 0)
            let texture = try #require(result.texture, "\(result.notes)")
            // The tiles of the room have two colours.
            #expect(texture.pixels.contains { $0.x > 190 } && texture.pixels.contains { $0.x < 90 && $0.x > 30 })
            #expect(!result.mesh.textureCoordinates.isEmpty)
        }
    }
}
