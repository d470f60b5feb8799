import Capture
import Foundation
import TestSupport
import Testing

/// Damaged captures give errors, never a crash: each text file with a thousand flips and cuts, and each kind of image.
struct DamageTests {
    @Test(arguments: Layout.allCases)
    func `damaged text files never do harm`(_ layout: Layout) throws {
        var sample = SampleCapture(count: 2)
        sample.intrinsics.width = 8
        sample.intrinsics.height = 6
        sample.depthWidth = 8
        sample.depthHeight = 6
        try withSample(layout, sample: sample) { folder in
            for file in layout.textFiles { try damage(folder, file, flips: 1000) }
        }
    }

    @Test(arguments: [Layout.posedFolder, .transforms, .colmap])
    func `damaged images never do harm`(_ layout: Layout) throws {
        var sample = SampleCapture(count: 1)
        sample.intrinsics.width = 8
        sample.intrinsics.height = 6
        sample.depthWidth = 8
        sample.depthHeight = 6
        try withSample(layout, sample: sample) { folder in
            try damage(folder, layout.images(0).depth, flips: 1000)
            try damage(folder, layout.images(0).color, flips: 1000)
            if layout == .transforms { try damage(folder, "confidence/0.png", flips: 1000) }
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
                    let pose = capture.pose(at: i)
                    #expect(pose?.isFinite ?? true)
                    if let frame = try? capture.frame(at: i) {
                        #expect(frame.depth.pixels.allSatisfy { $0.isFinite && $0 >= 0 })
                        #expect(frame.depthIntrinsics.isValid && frame.colorIntrinsics.isValid)
                    }
                }
            } catch {
                #expect(!error.description.contains("\n"), "\(error)")
            }
        }
        try put(whole, in: folder, path: file)
    }
}
