import Capture
import Foundation
import Geometry
import Images
import Photogrammetry
import Support
import TestSupport
import Testing

struct ColmapTests {
    @Test func `events are read, and what is none is refused`() {
        let progress = ColmapEvent(Array(#"{"event": "progress", "stage": "features", "done": 3, "total": 6}"#.utf8))?.progress
        #expect(progress?.fraction == 0.2)
        #expect(progress?.what == "Finding features (3 of 6 photos)")
        #expect(ColmapEvent(Array(#"{"event": "alive"}"#.utf8))?.progress == nil)
        #expect(ColmapEvent(Array(#"{"event": "progress", "stage": "matching", "done": 9, "total": 0}"#.utf8))?.progress == nil)
        #expect(ColmapEvent(Array("[]".utf8)) == nil)
        #expect(ColmapEvent([0xFF]) == nil)
    }

    private let summary = #"""
        {"engine": "pycolmap 4.2.1", "models": [2], "error": 0.8, "points": 3, "cameras": {"1": {"model": "PINHOLE", "width": 4,
        "height": 3, "parameters": [4, 4, 2, 1.5]}}, "images": {"1.jpg": {"features": 9, "model": 0, "camera": 1, "points": [0, 2]},
        "2.jpg": {"features": null, "model": null}}, "pairs": [["1.jpg", "2.jpg", 17]]}
        """#

    @Test func `a summary is read, and a damaged one is refused`() throws {
        try TestData.withTemporaryFolder { folder in
            let url = folder.appendingPathComponent("summary.json")
            try Data(summary.utf8).write(to: url)
            let read = try ColmapSummary(url)
            #expect(read.models == [2])
            #expect(read.matches["2.jpg"]?["1.jpg"] == 17)
            #expect(read.cameras["1"]?.undistorted(SIMD2(1, 2)) == SIMD2(1, 2))
            for text in ["", "{}", summary.replacingOccurrences(of: "[0, 2]", with: "[0, 3]")] {
                try Data(text.utf8).write(to: url)
                #expect(throws: PhotogrammetryError.self) { try ColmapSummary(url) }
            }
            #expect(throws: PhotogrammetryError.self) { try ColmapSummary(folder.appendingPathComponent("missing.json")) }
        }
    }

    @Test func `the reason why a photo has no pose is found`() {
        typealias Evidence = UnregisteredPhotos.Evidence
        let photos = [
            Evidence(name: "good", features: 2000, model: 0, matches: [:]),
            Evidence(name: "broken", features: nil, model: nil, matches: [:]),
            Evidence(name: "plain", features: 30, model: nil, matches: [:]),
            Evidence(name: "blurred", isBlurred: true, features: 900, model: nil, matches: [0: 5]),
            Evidence(name: "alone", features: 900, model: nil, matches: [0: 8]),
            Evidence(name: "weak", features: 900, model: nil, matches: [0: 25]),
            Evidence(name: "other", features: 900, model: 1, matches: [:]),
        ]
        let found = UnregisteredPhotos.explain(photos, models: [1, 4])
        #expect(found.map(\.name) == ["broken", "plain", "blurred", "alone", "weak", "other"])
        #expect(found.map(\.reason) == [.unreadable, .textureless, .blurred, .noOverlap, .weakOverlap, .otherModel])
        #expect(found.allSatisfy { !$0.explanation.isEmpty })
    }

    @Test func `without COLMAP the error says how to install it`() throws {
        try TestData.withTemporaryFolder { folder in
            var options = StructureFromMotion.Options()
            options.colmap = ColmapFolder(folder.appendingPathComponent("photos"))
            let error = #expect(throws: PhotogrammetryError.self) {
                try StructureFromMotion.run(.folder(folder), workspace: folder.appendingPathComponent("w"), options: options)
            }
            #expect(error?.remedy.contains("make photos") == true)
            #expect(ColmapFolder(environment: ["DIORAMA_PHOTOS": "/x"]).url.path == "/x")
            #expect(ColmapFolder(environment: ["HOME": "/h"]).url.path == "/h/.local/share/diorama/photos")
        }
    }

    @Test(.enabled(if: TestData.has("photos-fox"), "../shared/data/photos-fox is not there"))
    func `an existing model is used as it is`() throws {
        try TestData.withTemporaryFolder { folder in
            // The photos at an eighth are enough here.
            let source = TestData.shared("photos-fox")
            let images = folder.appendingPathComponent("images")
            try FileManager.default.createDirectory(at: images, withIntermediateDirectories: true)
            let sparse = folder.appendingPathComponent("sparse")
            try FileManager.default.copyItem(at: source.appendingPathComponent("colmap/sparse/0"), to: sparse)
            for name in try FileManager.default.contentsOfDirectory(atPath: source.appendingPathComponent("images").path) {
                let bytes = try ImageFile.read(source.appendingPathComponent("images/\(name)"))
                let small = try JPEG.encode(try JPEG.decode(bytes, scale: .eighth), quality: 80)
                try Data(small).write(to: images.appendingPathComponent(name))
            }
            let found = try StructureFromMotion.run(.folder(folder), workspace: folder.appendingPathComponent("w"))
            #expect(found.registered == 50)
            #expect(found.given == 50)
            #expect(found.engine == "COLMAP")
            #expect(found.scale.name == "unknown")
            #expect(found.capture.frameCount == 50)
            #expect(found.capture.sparsePoints.positions.count > 10_000)
            // The unit is the median distance to the points.
            let frame = try found.capture.frame(at: 7)
            #expect(frame.color?.width == 135)
            #expect(frame.pose == found.capture.pose(at: 7))
            #expect(found.gravity.method != .unknown)
        }
    }

    private static let canRunColmap = ColmapFolder().isInstalled && TestData.has("photos-fox") && isSoak

    @Test(.enabled(if: canRunColmap, "needs make soak, COLMAP (make photos) and ../shared/data/photos-fox"))
    func `poses of real photos are found`() throws {
        try TestData.withTemporaryFolder { folder in
            let photos = folder.appendingPathComponent("photos")
            try FileManager.default.createDirectory(at: photos, withIntermediateDirectories: true)
            for i in [1, 2, 3, 4, 6, 7] {
                let name = String(format: "%04d.jpg", i)
                try FileManager.default.copyItem(
                    at: TestData.shared("photos-fox/images/\(name)"), to: photos.appendingPathComponent(name))
            }
            // A photo of something else.
            let other = try TestImages.jpeg(TestImages.rectangles(width: 640, height: 480))
            try Data(other).write(to: photos.appendingPathComponent("other.jpg"))
            try Data().write(to: photos.appendingPathComponent("empty.jpg"))
            var options = StructureFromMotion.Options()
            options.maxImageSize = 960
            options.retries = false
            let found = try StructureFromMotion.run(
                .folder(photos), workspace: folder.appendingPathComponent("w"), options: options)
            #expect(found.registered == 6)
            #expect(found.given == 8)
            #expect(try #require(found.reprojectionError) < 1.5)
            #expect(found.unregistered.map(\.name).sorted() == ["empty.jpg", "other.jpg"])
            #expect(found.capture.frameCount == 6)
            #expect(try found.capture.frame(at: 0).color?.width == 1080)
        }
    }

    @Test(.enabled(if: canRunColmap, "needs make soak, COLMAP (make photos) and ../shared/data/photos-fox"))
    func `cancelling ends COLMAP`() async throws {
        try await TestData.withTemporaryFolder { folder in
            let task = Task.detached {
                var options = StructureFromMotion.Options()
                options.ignoresExistingModel = true
                return try StructureFromMotion.run(
                    .folder(TestData.shared("photos-fox/images")), workspace: folder, options: options
                ).registered
            }
            // Cancelled once COLMAP has begun.
            while !FileManager.default.fileExists(atPath: folder.appendingPathComponent("step-extract.json").path) {
                try await Task.sleep(for: .milliseconds(50))
            }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }
}
