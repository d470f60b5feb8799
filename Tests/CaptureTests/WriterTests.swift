import Capture
import Foundation
import Geometry
import Images
import TestSupport
import Testing
import Support

/// A capture that exists in memory only.
private struct MadeFrames: FrameSource {
    var sample = SampleCapture()
    var hasPoses = true
    var hasDepth = true
    var hasConfidence = true
    var broken: Set<Int> = []
    var frameCount: Int { sample.count }
    var notes: [String] { [] }
    func pose(at index: Int) -> RigidTransform? { sample.pose(index) }
    func frame(at index: Int) throws(CaptureError) -> Frame {
        if broken.contains(index) { throw CaptureError(URL(fileURLWithPath: "/made/\(index)"), "this frame is broken") }
        return Frame(
            index: index, timestamp: Double(index) * 0.25, pose: hasPoses ? sample.pose(index) : .identity,
            depth: hasDepth ? sample.depth(index, unitsPerMetre: 1000) : DepthImage(width: 0, height: 0, pixels: []),
            depthIntrinsics: sample.intrinsics.scaled(toWidth: sample.depthWidth, height: sample.depthHeight),
            confidence: hasConfidence && hasDepth ? sample.confidence(index) : nil, color: sample.color(index),
            colorIntrinsics: sample.intrinsics)
    }
    var capture: Capture { Capture(name: "made", kind: "made", source: self) }
}

private let writers: [any CaptureWriter.Type] = [
    NerfstudioWriter.self, PosedFolderWriter.self, SevenScenesWriter.self, TUMWriter.self, Open3DWriter.self,
    DioramaCaptureWriter.self, ARKitScenesWriter.self, COLMAPWriter.self,
]
private let kinds = writers.map { $0.kind }

private func writer(_ kind: String) throws -> any CaptureWriter.Type { try #require(writers.first { $0.kind == kind }) }

struct WriterTests {
    /// Landscape and portrait, 4:3 and 16:9, depth as large as colour and smaller, down to one pixel.
    static let sizes: [(color: (Int, Int), depth: (Int, Int))] = [
        ((32, 24), (32, 24)), ((24, 32), (12, 16)), ((64, 36), (16, 9)), ((18, 32), (9, 16)), ((1, 1), (1, 1)),
    ]

    private func made(_ size: (color: (Int, Int), depth: (Int, Int))) -> MadeFrames {
        var frames = MadeFrames(sample: SampleCapture(count: 2))
        let (w, h) = size.color
        frames.sample.intrinsics = CameraIntrinsics(
            width: w, height: h, fx: Float(w), fy: Float(w) * 1.01, cx: Float(w) / 2 - 0.7, cy: Float(h) / 2 - 0.4)
        (frames.sample.depthWidth, frames.sample.depthHeight) = size.depth
        return frames
    }

    @Test(arguments: kinds, sizes.indices)
    func `captures come back as they were written`(_ kind: String, _ size: Int) throws {
        let frames = made(Self.sizes[size])
        let sample = frames.sample
        try TestData.withTemporaryFolder { folder in
            let target = folder.appendingPathComponent("written")
            try writer(kind).write(frames.capture, to: target, progress: .silent)
            let capture = try Capture.open(target)
            #expect(capture.kind == kind && capture.frameCount == 2 && capture.hasPoses && capture.hasDepth)
            let world = Layout(rawValue: kind)?.world(sample) ?? .identity
            for i in 0..<2 {
                let frame = try capture.frame(at: i)
                expectNear(frame.pose, world * sample.pose(i))
                expectNear(frame.colorIntrinsics, sample.intrinsics)
                expectNear(frame.depthIntrinsics, sample.intrinsics.scaled(toWidth: sample.depthWidth, height: sample.depthHeight))
                let expected = sample.depth(i, unitsPerMetre: 1000)
                #expect(zip(frame.depth.pixels, expected.pixels).allSatisfy { abs($0 - $1) < 0.0006 })
                #expect(frame.color?.width == sample.intrinsics.width && frame.color?.height == sample.intrinsics.height)
                if frame.confidence != nil { #expect(frame.confidence == sample.confidence(i)) }
            }
        }
    }

    @Test(arguments: kinds)
    func `captures without poses, without confidence and with broken frames are written or refused`(_ kind: String) throws {
        try TestData.withTemporaryFolder { folder in
            var frames = MadeFrames(sample: SampleCapture(count: 2), hasPoses: false, hasConfidence: false)
            let target = folder.appendingPathComponent("poseless")
            let needsPoses = [NerfstudioWriter.kind, COLMAPWriter.kind].contains(kind)
            if needsPoses {
                #expect(throws: CaptureError.self) { try writer(kind).write(frames.capture, to: target, progress: .silent) }
            } else {
                try writer(kind).write(frames.capture, to: target, progress: .silent)
                let capture = try Capture.open(target)
                #expect(capture.kind == kind && !capture.hasPoses && capture.frameCount == 2)
                #expect(try capture.frame(at: 1).confidence == nil)
            }
            frames = MadeFrames(sample: SampleCapture(count: 11), hasConfidence: false)
            frames.broken = [4]
            let holed = folder.appendingPathComponent("holed")
            let notes = try writer(kind).write(frames.capture, to: holed, progress: .silent)
            #expect(notes.contains { $0.hasPrefix("1 of 11 frames was skipped; the first, frame 4") })
            #expect(try Capture.open(holed).frameCount == 10)
            frames.broken = [4, 5]
            #expect(throws: CaptureError.self) {
                try writer(kind).write(frames.capture, to: folder.appendingPathComponent("broken"), progress: .silent)
            }
        }
    }

    @Test(arguments: kinds)
    func `photos without depth are written where the layout knows them`(_ kind: String) throws {
        try TestData.withTemporaryFolder { folder in
            let frames = MadeFrames(sample: SampleCapture(count: 2), hasDepth: false)
            let target = folder.appendingPathComponent("photos")
            if [NerfstudioWriter.kind, DioramaCaptureWriter.kind, COLMAPWriter.kind].contains(kind) {
                try writer(kind).write(frames.capture, to: target, progress: .silent)
                let capture = try Capture.open(target)
                #expect(capture.kind == kind && !capture.hasDepth && capture.hasPoses && capture.frameCount == 2)
            } else {
                let error = #expect(throws: CaptureError.self) {
                    try writer(kind).write(frames.capture, to: target, progress: .silent)
                }
                #expect(error?.problem.contains("needs depth") == true)
            }
        }
    }

    @Test func `COLMAP's binary and text forms hold the same`() throws {
        try TestData.withTemporaryFolder { folder in
            let a = folder.appendingPathComponent("a")
            let b = folder.appendingPathComponent("b")
            try COLMAPWriter.write(MadeFrames().capture, to: a, asText: false, progress: .silent)
            try COLMAPWriter.write(MadeFrames().capture, to: b, asText: true, progress: .silent)
            let binary = try Capture.open(a)
            let text = try Capture.open(b)
            for i in 0..<5 {
                expectNear(try #require(binary.pose(at: i)), try #require(text.pose(at: i)))
                #expect(try binary.frame(at: i).depth == text.frame(at: i).depth)
            }
        }
    }

    @Test func `jumps, all-zero depth and equal times are read and told`() throws {
        struct Odd: FrameSource {
            let made = MadeFrames()
            let frameCount = 3
            let notes: [String] = []
            func pose(at index: Int) -> RigidTransform? { made.pose(at: index) }
            func frame(at index: Int) throws(CaptureError) -> Frame {
                var frame = try made.frame(at: index)
                if index == 1 { frame.pose.translation.x += 10_000 }
                frame.depth = DepthImage(width: 32, height: 24, repeating: 0)
                frame.timestamp = 1
                return frame
            }
        }
        for kind in kinds {
            try TestData.withTemporaryFolder { folder in
                let target = folder.appendingPathComponent("odd")
                try writer(kind).write(Capture(name: "odd", kind: "odd", source: Odd()), to: target, progress: .silent)
                let capture = try Capture.open(target)
                #expect(capture.notes.contains("places where the camera jumps more than 10 m from one frame to the next: 2"))
                for i in 0..<3 { #expect(try capture.frame(at: i).depth.pixels.allSatisfy { $0 == 0 }) }
            }
        }
    }
}
