import Capture
import Foundation
import Geometry
import Images
import TestSupport
import Testing
import Support

/// What holds for all layouts of phone apps, on captures that our writers made from the published descriptions.
@Suite(.enabled(if: hasFFmpeg, "needs the programs ffmpeg and ffprobe")) struct PhoneLayoutTests {
    /// How far colours may be off: JPEG and video are lossy, and the sample's pixels differ a lot from their neighbours.
    private func meanDifference(_ a: ColorImage, _ b: ColorImage) -> Double {
        let sum = zip(a.pixels, b.pixels).reduce(0) { $0 + abs(Int($1.0.x) - Int($1.1.x)) + abs(Int($1.0.y) - Int($1.1.y)) }
        return Double(sum) / Double(2 * a.pixels.count)
    }

    private func expectSame(_ capture: Capture, _ frames: SampleFrames, at location: SourceLocation = #_sourceLocation) throws {
        let sample = frames.sample
        #expect(capture.frameCount == sample.count, sourceLocation: location)
        for i in 0..<sample.count {
            let frame = try capture.frame(at: i)
            #expect(frame.index == i)
            expectNear(frame.pose, sample.pose(i), at: location)
            expectNear(try #require(capture.pose(at: i)), sample.pose(i), at: location)
            expectNear(frame.colorIntrinsics, sample.intrinsics, at: location)
            expectNear(
                frame.depthIntrinsics, sample.intrinsics.scaled(toWidth: sample.depthWidth, height: sample.depthHeight),
                at: location)
            expectNear(frame.depth, sample.depth(i, unitsPerMetre: 1000), at: location)
            #expect(frame.depth[3, 0] == 0 && frame.depth[4, 0] == 0, sourceLocation: location)
            #expect(frame.confidence == (frames.hasConfidence ? sample.confidence(i) : nil), sourceLocation: location)
            #expect(abs(try #require(frame.timestamp) - Double(i) / 60) < 1e-5, sourceLocation: location)
            if frames.hasColor {
                let color = try #require(frame.color, sourceLocation: location)
                #expect(
                    color.width == sample.intrinsics.width && color.height == sample.intrinsics.height, sourceLocation: location)
                #expect(meanDifference(color, sample.color(i)) < 6, sourceLocation: location)
            }
        }
    }

    @Test(arguments: PhoneLayout.allCases)
    func `what is written is read back`(_ layout: PhoneLayout) throws {
        let frames = SampleFrames()
        try withPhoneSample(layout, frames: frames) { place in
            let capture = try Capture.open(place)
            #expect(capture.kind == layout.rawValue && CaptureReaders.recognise(place) == layout.rawValue)
            #expect(capture.name == "sample")
            #expect(capture.notes.filter { !$0.contains("uncorrected") } == [])
            #expect(capture.hasPoses && capture.hasDepth)
            #expect(abs(try #require(capture.details.duration) - 4.0 / 60) < 1e-5)
            try expectSame(capture, frames)
        }
    }

    @Test(arguments: PhoneLayout.allCases, [(24, 32), (32, 18), (18, 32), (8, 8)])
    func `images may be portrait, landscape, wide and tiny, with smaller depth`(_ layout: PhoneLayout, _ size: (Int, Int)) throws {
        var sample = SampleCapture(count: 2)
        sample.intrinsics.width = size.0 * 2
        sample.intrinsics.height = size.1 * 2
        sample.intrinsics.cx = Float(size.0) - 0.25
        sample.intrinsics.cy = Float(size.1) + 0.25
        (sample.depthWidth, sample.depthHeight) = size
        let frames = SampleFrames(sample: sample, hasColor: false)
        // Some layouts need colour, whose steep sample patterns don't survive halved colour at such sizes: only its size is looked
        // at.
        try withPhoneSample(layout, frames: SampleFrames(sample: sample)) { place in
            let capture = try Capture.open(place)
            try expectSame(capture, frames)
            let color = try #require(try capture.frame(at: 1).color)
            #expect(color.width == sample.intrinsics.width && color.height == sample.intrinsics.height)
        }
    }

    @Test(arguments: PhoneLayout.allCases)
    func `confidence may be missing`(_ layout: PhoneLayout) throws {
        let frames = SampleFrames(hasConfidence: false)
        try withPhoneSample(layout, frames: frames) { try expectSame(try Capture.open($0), frames) }
    }

    @Test(arguments: PhoneLayout.allCases)
    func `given intrinsics go before the capture's own`(_ layout: PhoneLayout) throws {
        try withPhoneSample(layout) { place in
            let given = CameraIntrinsics(width: 64, height: 48, fx: 100, fy: 101, cx: 31, cy: 23)
            let frame = try Capture.open(place, options: CaptureOptions(intrinsics: given)).frame(at: 0)
            expectNear(frame.colorIntrinsics, given.scaled(toWidth: 32, height: 24))
            expectNear(frame.depthIntrinsics, given.scaled(toWidth: 32, height: 24))
        }
    }

    @Test(arguments: PhoneLayout.allCases)
    func `frames may be read from several threads, in any order`(_ layout: PhoneLayout) throws {
        let sample = SampleCapture(count: 24)
        try withPhoneSample(layout, frames: SampleFrames(sample: sample)) { place in
            let capture = try Capture.open(place)
            var random = SplitMix64(seed: 3)
            let order = (0..<100).map { _ in Int.random(in: 0..<24, using: &random) }
            var isRight = [Bool](repeating: false, count: order.count)
            isRight.withUnsafeMutableBufferPointer { isRight in
                Parallel.forEach(order.count) { k in
                    guard let frame = try? capture.frame(at: order[k]), let color = frame.color else { return }
                    // Blue tells the frame.
                    let blue = color.pixels.reduce(0) { $0 + Int($1.z) } / color.pixels.count
                    isRight[k] =
                        abs(frame.depth[9, 9] - sample.depth(order[k], unitsPerMetre: 1000)[9, 9]) < 1e-5
                        && abs(blue - order[k] * 10) <= 5
                }
            }
            #expect(isRight.allSatisfy { $0 })
        }
    }

    @Test(arguments: PhoneLayout.allCases)
    func `frames that can't be read are left out and reported`(_ layout: PhoneLayout) throws {
        struct Holed: FrameSource {
            let frames = SampleFrames(sample: SampleCapture(count: 20))
            var frameCount: Int { 20 }
            let notes: [String] = []
            func pose(at index: Int) -> RigidTransform? { frames.pose(at: index) }
            func frame(at index: Int) throws(CaptureError) -> Frame {
                if index == 7 { throw CaptureError(URL(fileURLWithPath: "/x/7.png"), "it is torn") }
                return try frames.frame(at: index)
            }
        }
        try TestData.withTemporaryFolder { folder in
            let capture = Capture(name: "holed", kind: "test", source: Holed())
            let place = layout.place(in: folder)
            let notes = try layout.writer.write(capture, to: place, progress: .silent)
            #expect(notes == ["1 of 20 frames was skipped; the first, frame 7: /x/7.png: it is torn"])
            let read = try Capture.open(place)
            #expect(read.frameCount == 19)
            expectNear(try #require(read.pose(at: 7)), SampleCapture().pose(8))
            #expect(abs(try read.frame(at: 7).depth[0, 0] - 1.8) < 1e-5)
        }
    }

    @Test(arguments: PhoneLayout.allCases)
    func `a place that can't be written is one clear line`(_ layout: PhoneLayout) throws {
        try TestData.withTemporaryFolder { folder in
            try put("x", in: folder, path: "file")
            let error = #expect(throws: CaptureError.self) {
                try layout.writer.write(
                    SampleFrames().capture, to: layout.place(in: folder.appendingPathComponent("file")), progress: .silent)
            }
            #expect(error?.description.contains("\n") == false)
        }
    }

    @Test(arguments: [PhoneLayout.polycam, .scannerApp])
    func `damaged files never do harm`(_ layout: PhoneLayout) throws {
        var sample = SampleCapture(count: 2)
        sample.intrinsics.width = 8
        sample.intrinsics.height = 6
        sample.depthWidth = 8
        sample.depthHeight = 6
        try withPhoneSample(layout, frames: SampleFrames(sample: sample)) { place in
            for file in layout.files { try damage(place, file, flips: 300) }
        }
    }

    @Test func `damaged text files of a recording with a video never do harm`() throws {
        var sample = SampleCapture(count: 2)
        sample.intrinsics.width = 8
        sample.intrinsics.height = 6
        sample.depthWidth = 8
        sample.depthHeight = 6
        try withPhoneSample(.strayScanner, frames: SampleFrames(sample: sample)) { place in
            // Without its video, which would be looked at by another program each time.
            try FileManager.default.removeItem(at: place.appendingPathComponent("rgb.mp4"))
            for file in PhoneLayout.strayScanner.files { try damage(place, file, flips: 500) }
        }
    }

    @Test func `all depth zero, frames of one time and jumps of kilometres are read`() throws {
        struct Odd: FrameSource {
            var frameCount: Int { 2 }
            let notes: [String] = []
            func pose(at index: Int) -> RigidTransform? { RigidTransform(translation: Vector3(Float(index) * 10_000, 0, 0)) }
            func frame(at index: Int) throws(CaptureError) -> Frame {
                let k = CameraIntrinsics(width: 1, height: 1, fx: 1, fy: 1, cx: 0, cy: 0)
                return Frame(
                    index: index, timestamp: 5, pose: pose(at: index)!, depth: DepthImage(width: 1, height: 1, repeating: 0),
                    depthIntrinsics: k, color: ColorImage(width: 1, height: 1, repeating: SIMD4(9, 9, 9, 255)), colorIntrinsics: k)
            }
        }
        for layout in PhoneLayout.allCases {
            try TestData.withTemporaryFolder { folder in
                let place = layout.place(in: folder)
                try layout.writer.write(Capture(name: "odd", kind: "test", source: Odd()), to: place, progress: .silent)
                let capture = try Capture.open(place)
                #expect(capture.frameCount == 2)
                #expect(capture.notes.contains("places where the camera jumps more than 10 m from one frame to the next: 1"))
                #expect(try capture.frame(at: 1).depth.pixels == [0])
                #expect(try capture.frame(at: 1).pose.translation.x == 10_000)
            }
        }
    }

    @Test func `bytes that are no UTF-8 in a frame's JSON spoil that frame, and trap nothing`() throws {
        try withPhoneSample(.scannerApp) { place in
            let file = place.appendingPathComponent("frame_00001.json")
            var bytes = [UInt8](try Data(contentsOf: file))
            let comma = try #require(bytes.firstIndex(of: UInt8(ascii: ",")))
            bytes.insert(contentsOf: [0xFF, 0xFF, 0xFF], at: comma + 1)
            try Data(bytes).write(to: file)
            let capture = try Capture.open(place)
            #expect(capture.frameCount == 5)
            #expect(throws: CaptureError.self) { try capture.frame(at: 1) }
        }
    }

    /// Opens the capture with each damaged variant of one of its files.
    private func damage(_ folder: URL, _ file: String, flips: Int) throws {
        let whole = [UInt8](try Data(contentsOf: folder.appendingPathComponent(file)))
        for bytes in TestData.bitFlips(of: whole, count: flips) + TestData.truncations(of: whole, count: flips / 5) {
            try put(bytes, in: folder, path: file)
            do {
                let capture = try Capture.open(folder)
                for i in 0..<capture.frameCount {
                    #expect(capture.pose(at: i)?.isFinite ?? true)
                    guard let frame = try? capture.frame(at: i) else { continue }
                    #expect(frame.depth.pixels.allSatisfy { $0.isFinite && $0 >= 0 })
                    #expect(frame.depthIntrinsics.isValid && frame.colorIntrinsics.isValid)
                }
            } catch {
                #expect(!error.description.contains("\n"), "\(error)")
            }
        }
        try put(whole, in: folder, path: file)
    }
}
