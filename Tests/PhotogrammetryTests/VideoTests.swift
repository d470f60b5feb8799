import Foundation
import Images
import Photogrammetry
import Support
import TestSupport
import Testing

struct VideoTests {
    @Test func `the sharpest frame of each interval is used, blurred and repeated ones are not`() {
        func frame(_ sharpness: Float, _ shown: Float) -> VideoSelection.Measured {
            VideoSelection.Measured(sharpness: sharpness, signature: [shown, 0, 0, 0])
        }
        var frames = (0..<40).map { frame($0 % 10 == 3 ? 1 : 0.5, Float($0) * 10) }
        // The second interval is blurred, the fourth shows what the third does.
        for i in 10..<20 { frames[i].sharpness = 0.1 }
        for i in 30..<40 { frames[i].signature = frames[23].signature }
        let result = VideoSelection.choose(frames, interval: 10)
        #expect(result.chosen == [3, 23])
        #expect(result.blurred == 1)
        #expect(result.duplicates == 1)
        #expect(VideoSelection.choose([], interval: 5).chosen.isEmpty)
    }

    @Test(.enabled(if: hasFFmpeg, "ffmpeg is not installed")) func `frames are taken from a video`() throws {
        try TestData.withTemporaryFolder { folder in
            let video = folder.appendingPathComponent("in.mp4")
            let program = try ChildProcess(
                "ffmpeg",
                ["-v", "error", "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=10:duration=3", "-pix_fmt", "yuv420p", video.path])
            #expect(program.wait() == 0)
            let images = folder.appendingPathComponent("images")
            try FileManager.default.createDirectory(at: images, withIntermediateDirectories: true)
            let (set, notes) = try VideoPhotos.extract(
                video, to: images, options: VideoPhotos.Options(rate: 2), progress: .silent)
            #expect(set.isSequence)
            // Of a short video more than two frames a second.
            #expect((21...30).contains(set.photos.count), "\(set.photos.count)")
            #expect(set.photos.allSatisfy { $0.width == 320 && $0.height == 240 })
            #expect(notes.first?.contains("of 30 frames") == true)
        }
    }

    @Test(.enabled(if: hasFFmpeg, "ffmpeg is not installed")) func `what is no video is refused in one line`() throws {
        try TestData.withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("a.mp4")
            try Data("no video".utf8).write(to: file)
            let error = #expect(throws: PhotogrammetryError.self) {
                try VideoPhotos.extract(file, to: folder, progress: .silent)
            }
            #expect(error?.place == file.path)
            #expect(error?.description.contains("\n") == false)
        }
    }
}
