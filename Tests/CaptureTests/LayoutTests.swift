import Capture
import Foundation
import Geometry
import Images
import TestSupport
import Testing

struct LayoutTests {
    @Test(arguments: Layout.allCases)
    func `every layout comes back as it was written`(_ layout: Layout) throws {
        let sample = SampleCapture()
        try withSample(layout, sample: sample) { folder in
            let capture = try Capture.open(folder)
            #expect(capture.kind == layout.rawValue)
            #expect(capture.name == folder.lastPathComponent)
            #expect(capture.frameCount == sample.count)
            if layout != .colmap { #expect(capture.notes == []) }
            #expect(capture.hasPoses && capture.hasDepth)
            for i in 0..<sample.count {
                let frame = try capture.frame(at: i)
                #expect(frame.index == i)
                expectNear(frame.pose, layout.world(sample) * sample.pose(i))
                expectNear(try #require(capture.pose(at: i)), layout.world(sample) * sample.pose(i))
                expectNear(frame.colorIntrinsics, sample.intrinsics)
                expectNear(frame.depthIntrinsics, sample.intrinsics)
                expectNear(frame.depth, sample.depth(i, unitsPerMetre: layout.unitsPerMetre))
                #expect(frame.depth[3, 0] == 0 && frame.depth[4, 0] == 0)
                let color = try #require(frame.color)
                if layout.writesJPEG {
                    #expect(color[16, 12].x > 100 && color[2, 12].x < 30 && color[16, 22].y > 180)
                } else {
                    #expect(color == sample.color(i))
                }
                #expect(frame.confidence == (layout.hasConfidence ? sample.confidence(i) : nil))
                if layout == .tum { #expect(abs(try #require(frame.timestamp) - Layout.time(i)) < 1e-6) }
            }
        }
    }

    @Test(arguments: Layout.allCases)
    func `depth of another size takes the colour camera scaled`(_ layout: Layout) throws {
        var sample = SampleCapture()
        sample.depthWidth = 16
        sample.depthHeight = 12
        try withSample(layout, sample: sample) { folder in
            let frame = try Capture.open(folder).frame(at: 1)
            #expect(frame.depth.width == 16 && frame.color?.width == 32)
            expectNear(frame.colorIntrinsics, sample.intrinsics)
            expectNear(frame.depthIntrinsics, sample.intrinsics.scaled(toWidth: 16, height: 12))
        }
    }

    @Test(arguments: Layout.allCases)
    func `given intrinsics and depth units go before the capture's own`(_ layout: Layout) throws {
        try withSample(layout) { folder in
            let given = CameraIntrinsics(width: 64, height: 48, fx: 100, fy: 101, cx: 31, cy: 23)
            let frame = try Capture.open(folder, options: CaptureOptions(intrinsics: given, depthUnitsPerMetre: 250)).frame(at: 0)
            expectNear(frame.colorIntrinsics, given.scaled(toWidth: 32, height: 24))
            // COLMAP's maps are not in codes but in the model's unit, and its whole world is scaled.
            #expect(abs(frame.depth[0, 0] - (layout == .colmap ? 0.004 : 4)) < 1e-5)
            if layout == .colmap { #expect(frame.pose.translation.length < 0.02) }
            // Without a size they are for the images as they are.
            let sizeless = CameraIntrinsics(width: 0, height: 0, fx: 50, fy: 51, cx: 15, cy: 11)
            let other = try Capture.open(folder, options: CaptureOptions(intrinsics: sizeless)).frame(at: 0)
            expectNear(other.colorIntrinsics, CameraIntrinsics(width: 32, height: 24, fx: 50, fy: 51, cx: 15, cy: 11))
        }
    }

    @Test(arguments: Layout.allCases)
    func `frames may be read from several threads`(_ layout: Layout) async throws {
        let folder = try TestData.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let sample = SampleCapture()
        try sample.write(layout, to: folder)
        let capture = try Capture.open(folder)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for i in 0..<40 {
                group.addTask {
                    let frame = try capture.frame(at: i % 5)
                    return frame.depth[9, 9] == sample.depth(i % 5, unitsPerMetre: layout.unitsPerMetre)[9, 9]
                        || abs(frame.depth[9, 9] - sample.depth(i % 5, unitsPerMetre: layout.unitsPerMetre)[9, 9]) < 1e-6
                }
            }
            for try await same in group { #expect(same) }
        }
    }

    @Test func `a folder that holds only one capture stands for it`() throws {
        try TestData.withTemporaryFolder { folder in
            try SampleCapture().write(.open3D, to: folder.appendingPathComponent("unpacked/living room"))
            try put("read me", in: folder, path: "unpacked/README.txt")
            try put("", in: folder, path: "__MACOSX/._unpacked")
            let capture = try Capture.open(folder)
            #expect(capture.frameCount == 5 && capture.name == "living room")
            #expect(CaptureReaders.recognise(folder) == "Open3D trajectory log")
        }
    }

    @Test func `a folder with several captures asks for one of them`() throws {
        try TestData.withTemporaryFolder { folder in
            try SampleCapture().write(.sevenScenes, to: folder.appendingPathComponent("seq-02"))
            try SampleCapture().write(.sevenScenes, to: folder.appendingPathComponent("seq-01"))
            let error = #expect(throws: CaptureError.self) { try Capture.open(folder) }
            #expect(error?.description == "\(folder.path): this folder holds 2 captures, not one; open one of them, such as seq-01")
        }
    }

    @Test func `frames go by the order of numbers, with or without leading zeros`() throws {
        try withSample(.open3D, sample: SampleCapture(count: 12)) { folder in
            for i in 0..<12 {
                for (kind, ending) in [("depth", "png"), ("color", "jpg")] {
                    try FileManager.default.moveItem(
                        at: folder.appendingPathComponent(String(format: "\(kind)/%05d.\(ending)", i)),
                        to: folder.appendingPathComponent("\(kind)/image-\(i).\(ending)"))
                }
            }
            let capture = try Capture.open(folder)
            for i in 0..<12 { #expect(abs(try capture.frame(at: i).depth[0, 0] - (1 + Float(i) * 0.1)) < 1e-5) }
        }
    }
}

func expectNear(_ a: RigidTransform, _ b: RigidTransform, at location: SourceLocation = #_sourceLocation) {
    #expect((a.translation - b.translation).length < 1e-5, sourceLocation: location)
    #expect(abs((a.rotation.vector * b.rotation.vector).sum()) > 1 - 1e-5, sourceLocation: location)
}

func expectNear(_ a: CameraIntrinsics, _ b: CameraIntrinsics, at location: SourceLocation = #_sourceLocation) {
    #expect(a.width == b.width && a.height == b.height, sourceLocation: location)
    let worst = [a.fx - b.fx, a.fy - b.fy, a.cx - b.cx, a.cy - b.cy].map(abs).max() ?? 0
    #expect(worst < 1e-4, "\(a) is not \(b)", sourceLocation: location)
}

func expectNear(_ a: DepthImage, _ b: DepthImage, at location: SourceLocation = #_sourceLocation) {
    #expect(a.width == b.width && a.height == b.height, sourceLocation: location)
    #expect(zip(a.pixels, b.pixels).allSatisfy { abs($0 - $1) <= 1e-6 * max(1, $1) }, sourceLocation: location)
}
