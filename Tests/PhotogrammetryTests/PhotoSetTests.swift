import Foundation
import Images
import Photogrammetry
import Support
import TestSupport
import Testing

struct PhotoSetTests {
    private func write(_ bytes: [UInt8], _ name: String, in folder: URL) throws {
        try Data(bytes).write(to: folder.appendingPathComponent(name))
    }

    @Test func `a folder of photos is read, and what can't be read is listed with its reason`() throws {
        try TestData.withTemporaryFolder { folder in
            for i in 1...4 {
                try write(try TestImages.jpeg(TestImages.rectangles(seed: UInt64(i))), "IMG_\(i * 3).jpg", in: folder)
            }
            try write([], "empty.jpg", in: folder)
            try write(Array("not an image".utf8), "text.png", in: folder)
            let cut = try TestImages.jpeg(TestImages.rectangles(seed: 9))
            try write(Array(cut[..<(cut.count / 2)]), "cut.jpeg", in: folder)
            try write([1, 2, 3], "notes.txt", in: folder)
            let set = try PhotoSet(folder: folder)
            #expect(set.photos.map(\.name) == ["IMG_3.jpg", "IMG_6.jpg", "IMG_9.jpg", "IMG_12.jpg"])
            #expect(set.rejected.map(\.name).sorted() == ["cut.jpeg", "empty.jpg", "text.png"])
            #expect(set.rejected.first { $0.name == "empty.jpg" }?.reason == "the file is empty")
            #expect(!set.isSequence)
            #expect(set.groups.count == 1)
        }
    }

    @Test func `too few photos, an empty folder and a missing one are refused in one line`() throws {
        try TestData.withTemporaryFolder { folder in
            let none = #expect(throws: PhotogrammetryError.self) { try PhotoSet(folder: folder) }
            #expect(none?.problem.contains("no photos") == true)
            try write(try TestImages.jpeg(TestImages.rectangles()), "a.jpg", in: folder)
            try write([], "b.jpg", in: folder)
            let few = #expect(throws: PhotogrammetryError.self) { try PhotoSet(folder: folder) }
            #expect(few?.description.contains("1 usable photos are too few, 1 can't be read (b.jpg: the file is empty)") == true)
            #expect(few?.remedy.contains("20 or more") == true)
            let missing = folder.appendingPathComponent("missing")
            #expect(throws: PhotogrammetryError.self) { try PhotoSet(folder: missing) }
            #expect(throws: PhotogrammetryError.self) { try PhotoSource(folder.appendingPathComponent("a.jpg")) }
        }
    }

    @Test func `blurred photos and repeated ones are marked`() throws {
        try TestData.withTemporaryFolder { folder in
            for i in 1...5 { try write(try TestImages.jpeg(TestImages.rectangles(seed: UInt64(i))), "\(i).jpg", in: folder) }
            try write(try TestImages.jpeg(TestImages.blurred(TestImages.rectangles(seed: 6), radius: 4)), "6.jpg", in: folder)
            try write(try TestImages.jpeg(TestImages.rectangles(seed: 2)), "7.jpg", in: folder)
            let set = try PhotoSet(folder: folder)
            #expect(set.photos.map(\.isBlurred) == [false, false, false, false, false, true, false])
            #expect(set.photos.map(\.duplicateOf) == [nil, nil, nil, nil, nil, nil, 1])
        }
    }

    @Test func `sharpness falls with blur and does not depend on contrast`() {
        let image = TestImages.rectangles(seed: 4)
        var faint = image
        for i in faint.pixels.indices {
            let p = SIMD4<Int>(truncatingIfNeeded: image.pixels[i])
            faint.pixels[i] = SIMD4<UInt8>(truncatingIfNeeded: (p &- 128) / 2 &+ 128)
        }
        let sharp = PhotoAnalysis(image).sharpness
        let values = (1...4).map { PhotoAnalysis(TestImages.blurred(image, radius: $0)).sharpness }
        #expect(sharp > 1.5 * values[0])
        #expect(zip(values, values.dropFirst()).allSatisfy { $0 > $1 })
        #expect(abs(PhotoAnalysis(faint).sharpness / sharp - 1) < 0.2)
        #expect(PhotoAnalysis(ColorImage(width: 64, height: 64, repeating: SIMD4(9, 9, 9, 255))).sharpness == 0)
    }

    @Test func `photos of different cameras are grouped, and the focal length is that of the EXIF data`() throws {
        try TestData.withTemporaryFolder { folder in
            let phone = ExifBuilder(orientation: 6, make: "Apple", model: "iPhone 12", focalLength35: 26).bytes
            for i in 1...3 {
                try write(try TestImages.jpeg(TestImages.rectangles(seed: UInt64(i)), exif: phone), "\(i).jpg", in: folder)
            }
            try write(try TestImages.jpeg(TestImages.rectangles(seed: 4)), "4.jpg", in: folder)
            let set = try PhotoSet(folder: folder)
            #expect(set.groups.map { $0.photos.count } == [3, 1])
            #expect(set.groups[0].camera == "Apple iPhone 12, 26 mm (35 mm), 240x320")
            // 400 pixels of diagonal for 43.27 mm.
            #expect(abs((set.photos[0].focalLengthInPixels ?? 0) - 26 / 43.2666 * 400) < 0.01)
            #expect(set.photos[3].focalLengthInPixels == nil)
        }
    }

    @Test func `the accelerometer of a phone gives the direction of gravity in the shown image`() throws {
        let image = TestImages.rectangles(width: 64, height: 64, count: 4)
        func gravity(_ orientation: UInt16, _ acceleration: SIMD3<Int32>) throws -> SIMD3<Float>? {
            CameraMetadata(
                try TestImages.jpeg(image, exif: ExifBuilder(orientation: orientation, acceleration: acceleration).bytes)
            ).gravity
        }
        // Held upright in both ways, the image's lower edge is down.
        #expect(try gravity(1, SIMD3(-1000, 0, 0)) == SIMD3(0, -1, 0))
        #expect(try gravity(6, SIMD3(0, -1000, 0)) == SIMD3(0, -1, 0))
        #expect(try gravity(3, SIMD3(1000, 0, 0)) == SIMD3(0, -1, 0))
        // Lying on a table with the screen up, the back camera looks down.
        #expect(try gravity(1, SIMD3(0, 0, -1000)) == SIMD3(0, 0, -1))
        // Shaken.
        #expect(try gravity(1, SIMD3(-2000, 0, 0)) == nil)
    }

    @Test func `damaged EXIF data are no reason to trap`() throws {
        let exif = ExifBuilder(orientation: 6, make: "A", model: "B", focalLength35: 26, acceleration: SIMD3(0, -1000, 0)).bytes
        let file = try TestImages.jpeg(TestImages.rectangles(width: 64, height: 64), exif: exif)
        for bytes in TestData.bitFlips(of: Array(file[..<300]), count: 300)
            + TestData.truncations(of: Array(file[..<300]), count: 100)
        {
            _ = CameraMetadata(bytes)
        }
    }
}
