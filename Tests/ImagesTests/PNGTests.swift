import Images
import TestSupport
import Testing

struct PNGTests {
    @Test func `colour images come back exactly`() throws {
        for (w, h) in [(1, 1), (3, 2), (64, 1), (1, 64), (61, 47)] {
            let image = Sample.color(w, h)
            #expect(try PNG.decodeColor(PNG.encode(image)) == image)
        }
    }

    @Test func `alpha comes back exactly`() throws {
        var image = Sample.color(9, 7)
        for i in image.pixels.indices { image.pixels[i].w = UInt8(i * 4) }
        #expect(try PNG.decodeColor(PNG.encode(image)) == image)
    }

    @Test func `grey codes come back exactly`() throws {
        let depth = Sample.depth(33, 21)
        #expect(try PNG.decodeGray16(PNG.encodeGray16(depth)) == depth)
        let mask = Image<UInt8>(width: 5, height: 3, pixels: (0..<15).map { UInt8($0 * 17) })
        #expect(try PNG.decodeGray8(PNG.encodeGray8(mask)) == mask)
    }

    @Test func `the same image gives the same bytes`() throws {
        let image = Sample.color(40, 30)
        #expect(try PNG.encode(image) == PNG.encode(image))
        #expect(try PNG.encodeGray16(Sample.depth(40, 30)) == PNG.encodeGray16(Sample.depth(40, 30)))
    }

    @Test func `sixteen bit codes are not corrected by gamma`() throws {
        let file = HandmadePNG.file(
            width: 2, height: 1, bitDepth: 16, type: 0, rows: [[0x12, 0x34, 0xAB, 0xCD]],
            before: [("gAMA", HandmadePNG.number(45455)), ("sRGB", [0])])
        #expect(try PNG.decodeGray16(file).pixels == [0x1234, 0xABCD])
    }

    @Test func `small grey codes are not scaled`() throws {
        let file = HandmadePNG.file(width: 5, height: 1, bitDepth: 2, type: 0, rows: [[0b00_01_10_11, 0b10_00_00_00]])
        #expect(try PNG.decodeGray8(file).pixels == [0, 1, 2, 3, 2])
    }

    @Test func `palettes with transparency become colours`() throws {
        let file = HandmadePNG.file(
            width: 3, height: 1, bitDepth: 8, type: 3, rows: [[1, 0, 1]],
            before: [("PLTE", [10, 20, 30, 40, 50, 60]), ("tRNS", [99])])
        #expect(try PNG.decodeColor(file).pixels == [SIMD4(40, 50, 60, 255), SIMD4(10, 20, 30, 99), SIMD4(40, 50, 60, 255)])
    }

    @Test func `grey and sixteen bit images become colours`() throws {
        let gray = HandmadePNG.file(width: 2, height: 1, bitDepth: 8, type: 4, rows: [[7, 255, 9, 128]])
        #expect(try PNG.decodeColor(gray).pixels == [SIMD4(7, 7, 7, 255), SIMD4(9, 9, 9, 128)])
        let deep = HandmadePNG.file(width: 1, height: 1, bitDepth: 16, type: 2, rows: [[0x80, 0x80, 0xFF, 0xFF, 0, 0]])
        #expect(try PNG.decodeColor(deep).pixels == [SIMD4(0x80, 255, 0, 255)])
    }

    @Test func `interlaced images are read`() throws {
        // Adam7 of a 2x2 image: pixel (0,0), then (1,0), then the second row.
        let file = HandmadePNG.file(width: 2, height: 2, bitDepth: 8, type: 0, interlaced: true, rows: [[1], [2], [3, 4]])
        #expect(try PNG.decodeGray8(file).pixels == [1, 2, 3, 4])
    }

    @Test func `the wrong kind of image is named`() throws {
        let color = try PNG.encode(Sample.color(4, 4))
        let error = #expect(throws: ImageError.self) { try PNG.decodeGray16(color) }
        #expect(error?.description.contains("8-bit RGB pixels where 16-bit grey ones are needed") == true)
        #expect(throws: ImageError.self) { try PNG.decodeGray8(PNG.encodeGray16(Sample.depth(4, 4))) }
    }

    @Test func `images beyond the limit are refused before allocation`() throws {
        for (w, h) in [(0x7FFF_FFFF, 0x7FFF_FFFF), (1 << 20, 1 << 20), (0, 5), (5, 0), (0xFFFF_FFFF, 0xFFFF_FFFF)] {
            let file = HandmadePNG.file(width: w, height: h, bitDepth: 8, type: 6, rows: [])
            #expect(throws: ImageError.self) { try PNG.decodeColor(file) }
        }
    }

    @Test func `a large image that can't be in so few bytes is refused`() {
        let file = HandmadePNG.file(width: 16384, height: 16384, bitDepth: 8, type: 6, rows: [[1, 2, 3]])
        let error = #expect(throws: ImageError.self) { try PNG.decodeColor(file) }
        #expect(error?.problem.contains("truncated") == true)
    }

    @Test func `an image cut off anywhere is an error`() throws {
        let file = try PNG.encodeGray16(Sample.depth(12, 10))
        for length in file.indices {
            #expect(throws: ImageError.self, "cut to \(length) bytes") { try PNG.decodeGray16(Array(file[..<length])) }
        }
    }

    @Test func `flipped bits never do harm`() throws {
        let color = Sample.color(16, 12)
        var changed = 0
        for file in TestData.bitFlips(of: try PNG.encode(color), count: 1000) {
            if let image = try? PNG.decodeColor(file), image != color { changed += 1 }
        }
        #expect(changed == 0, "check sums find every change")
        for file in TestData.bitFlips(of: try PNG.encodeGray16(Sample.depth(16, 12)), count: 1000) {
            _ = try? PNG.decodeGray16(file)
        }
        for file in TestData.truncations(of: try PNG.encode(color), count: 200) {
            #expect(throws: ImageError.self) { try PNG.decodeColor(file) }
        }
    }
}
