import Foundation
import Images
import TestSupport
import Testing

struct ImageMetadataTests {
    /// The bytes of a PNG with EXIF data.
    private static let png = HandmadePNG.file(
        width: 2, height: 1, bitDepth: 8, type: 2, rows: [[255, 0, 0, 0, 0, 255]], before: [("eXIf", ForeignImages.exif)])

    @Test func `orientation, date and location are read from every format`() throws {
        let files = [ForeignImages.jpeg, ForeignImages.webp, ForeignImages.heicWithExif, Self.png]
        for (i, file) in files.enumerated() {
            let details = ImageMetadata(file)
            // HEIC has its own way to say how it is turned, and comes out turned.
            #expect(details.orientation == (i == 2 ? .up : .right), "file \(i)")
            #expect(details.taken == Date(timeIntervalSince1970: 1_714_559_696), "file \(i)")
            let location = try #require(details.location)
            #expect(abs(location.latitude - 48.141_667) < 1e-6)
            #expect(abs(location.longitude + 11.57) < 1e-6)
            #expect(location.altitude == -520.5)
        }
        #expect(ImageMetadata(ForeignImages.heic) == ImageMetadata())
        #expect(ImageMetadata([]) == ImageMetadata())
    }

    @Test func `damaged details never do harm`() {
        for file in [ForeignImages.jpeg, Self.png, ForeignImages.webp] {
            for damaged in TestData.bitFlips(of: file, count: 2000) + TestData.truncations(of: file, count: 300) {
                let details = ImageMetadata(damaged)
                if let location = details.location { #expect(abs(location.latitude) <= 90 && abs(location.longitude) <= 180) }
            }
        }
    }

    @Test func `every orientation shows the image upright`() throws {
        // A red corner at the top left, as it is to be seen, and a blue one at the top right.
        let w = 5
        let h = 3
        var upright = ColorImage(width: w, height: h, repeating: SIMD4(9, 9, 9, 255))
        upright[0, 0] = SIMD4(255, 0, 0, 255)
        upright[w - 1, 0] = SIMD4(0, 0, 255, 255)
        for orientation in Orientation.allCases {
            // The inverse of each is itself, but for the two quarter turns, which are each other's.
            let inverse: Orientation = orientation == .right ? .left : orientation == .left ? .right : orientation
            let stored = upright.shown(inverse)
            #expect(orientation.isTurnedSideways == (stored.width == h))
            #expect(stored.shown(orientation) == upright, "\(orientation)")
        }
        // EXIF 2.32: with 6, row 0 of what is stored is the right-hand side of what is seen, column 0 the top.
        let stored = ColorImage(width: 2, height: 1, pixels: [SIMD4(1, 1, 1, 255), SIMD4(2, 2, 2, 255)])
        #expect(stored.shown(.right).pixels == stored.pixels && stored.shown(.right).height == 2)
        #expect(stored.shown(.left).pixels == stored.pixels.reversed())
    }

    @Test func `previews are upright and as small as asked`() throws {
        let image = try ImageFile.decodeShown(ForeignImages.jpeg, longEdge: 16)
        #expect(image.width == 12 && image.height == 16)
        // Turned clockwise, the blue quarter comes to the top left.
        #expect(image[2, 2].z > 200 && image[2, 2].x < 60)
        let whole = try ImageFile.decodeShown(ForeignImages.jpeg)
        #expect(whole.width == 24 && whole.height == 32)
        #expect(try ImageFile.decodeShown(ForeignImages.heic, longEdge: 8).width == 8)
    }

    @Test func `a shared image has no location any more, and else all that it had`() throws {
        let location = Array("GPS".utf8)
        for (file, keepsDate) in [(ForeignImages.jpeg, true), (Self.png, false), (ForeignImages.webp, false)] {
            let stripped = try LocationStripping.strip(file)
            let details = ImageMetadata(stripped)
            #expect(details.location == nil)
            #expect(try ImageFile.decodeColor(stripped) == ImageFile.decodeColor(file))
            #expect(details.orientation == (keepsDate ? .right : .up))
            #expect((details.taken != nil) == keepsDate)
            #expect(try LocationStripping.strip(stripped) == stripped)
            // Not even the numbers are left: 48°08'30".
            let numbers: [UInt8] = [48, 0, 0, 0, 1, 0, 0, 0, 8, 0, 0, 0]
            #expect(Data(file).range(of: Data(numbers)) != nil)
            #expect(Data(stripped).range(of: Data(numbers)) == nil)
            #expect(Data(stripped).range(of: Data(location)) == nil)
        }
        #expect(try LocationStripping.strip(ForeignImages.heic) == ForeignImages.heic)
        #expect(throws: ImageError.self) { try LocationStripping.strip(Array(ForeignImages.heicWithExif.dropLast(200))) }
        #expect(throws: ImageError.self) { try LocationStripping.strip(Array("no picture".utf8)) }
    }

    @Test func `a shared HEIC image keeps its date, and where it was taken is blanked`() throws {
        let file = ForeignImages.heicWithExif
        #expect(ImageMetadata(file).location != nil)
        let stripped = try LocationStripping.strip(file)
        let details = ImageMetadata(stripped)
        #expect(details.location == nil && details.taken == ImageMetadata(file).taken && details.taken != nil)
        #expect(try HEIC.decode(stripped) == HEIC.decode(file) && stripped.count == file.count)
        #expect(try LocationStripping.strip(stripped) == stripped)
        let numbers: [UInt8] = [48, 0, 0, 0, 1, 0, 0, 0, 8, 0, 0, 0]
        #expect(Data(file).range(of: Data(numbers)) != nil)
        #expect(Data(stripped).range(of: Data(numbers)) == nil)
    }

    @Test func `what names a location in words, and images behind the first, are left out of a shared JPEG`() throws {
        let plain = try JPEG.encode(Sample.color(24, 20))
        func segment(_ marker: UInt8, _ text: String) -> [UInt8] {
            [0xFF, marker, UInt8((text.utf8.count + 2) >> 8), UInt8((text.utf8.count + 2) & 255)] + Array(text.utf8)
        }
        let file =
            [0xFF, 0xD8] + segment(0xE1, "http://ns.adobe.com/xap/1.0/\0<exif:GPSLatitude>48</exif:GPSLatitude>")
            + segment(0xED, "Photoshop 3.0\0City: Munich") + segment(0xE2, "MPF\0more") + plain.dropFirst(2) + ForeignImages.jpeg
        #expect(try LocationStripping.strip(file) == plain)
    }

    @Test func `of a damaged image it is never said that it has no location`() {
        for length in ForeignImages.jpeg.indices {
            #expect(throws: ImageError.self, "cut to \(length)") {
                try LocationStripping.strip(Array(ForeignImages.jpeg[..<length]))
            }
        }
    }
}
