import Foundation
import Images
import TestSupport
import Testing

/// WebP and HEIC, which other programs write.
struct ForeignImageTests {
    /// Red and green above, blue and white below.
    private func expectQuarters(_ image: ColorImage, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(image.width == 32 && image.height == 24, sourceLocation: sourceLocation)
        guard image.width == 32, image.height == 24 else { return }
        let found = [(8, 6), (24, 6), (8, 18), (24, 18)].map { x, y in image[x, y] }
        let expected: [SIMD4<UInt8>] = [
            SIMD4(255, 0, 0, 255), SIMD4(0, 255, 0, 255), SIMD4(0, 0, 255, 255), SIMD4(255, 255, 255, 255),
        ]
        for (a, b) in zip(found, expected) {
            #expect(
                (0..<4).allSatisfy { abs(Int(a[$0]) - Int(b[$0])) < 24 }, "\(a) instead of \(b)", sourceLocation: sourceLocation)
        }
    }

    @Test func `lossy and lossless WebP images are read`() throws {
        expectQuarters(try WebP.decode(ForeignImages.webp))
        expectQuarters(try WebP.decode(ForeignImages.losslessWebP))
        #expect(try WebP.size(ForeignImages.webp) == (32, 24))
    }

    @Test func `HEIC images are read`() throws {
        expectQuarters(try HEIC.decode(ForeignImages.heic))
        expectQuarters(try HEIC.decode(ForeignImages.heicWithExif))
        #expect(try HEIC.size(ForeignImages.heic) == (32, 24))
    }

    @Test func `files are recognised by their first bytes`() throws {
        try TestData.withTemporaryFolder { folder in
            for (name, bytes) in [("a.png", ForeignImages.heic), ("b.jpg", ForeignImages.webp), ("c", ForeignImages.jpeg)] {
                let file = folder.appendingPathComponent(name)
                try Data(bytes).write(to: file)
                expectQuarters(try ImageFile.readColor(file))
                #expect(try ImageFile.size(file) == (32, 24))
            }
        }
    }

    @Test(arguments: ["webp", "losslessWebP", "heic", "heicWithExif"])
    func `an image cut off anywhere is an error, and flipped bits do no harm`(name: String) throws {
        let file =
            switch name {
            case "webp": ForeignImages.webp
            case "losslessWebP": ForeignImages.losslessWebP
            case "heic": ForeignImages.heic
            default: ForeignImages.heicWithExif
            }
        for length in file.indices {
            #expect(throws: ImageError.self, "cut to \(length) bytes") { try ImageFile.decodeColor(Array(file[..<length])) }
        }
        for damaged in TestData.bitFlips(of: file, count: 400) {
            if let image = try? ImageFile.decodeColor(damaged) { #expect(image.pixels.count == image.width * image.height) }
            _ = ImageMetadata(damaged)
            _ = try? LocationStripping.strip(damaged)
        }
    }

    @Test func `a declared size that so few bytes are not meant for is refused`() {
        var file = ForeignImages.losslessWebP
        // VP8L: a signature byte, then 14 bits of width - 1 and 14 of height - 1, least significant first.
        file.replaceSubrange(21..<25, with: [0xFF, 0xFF, 0xFF, 0x0F])
        let error = #expect(throws: ImageError.self) { try WebP.size(file) }
        #expect(error?.problem.contains("truncated") == true)
    }
}
