import Images
import TestSupport
import Testing

struct JPEGTests {
    @Test func `colours come back nearly`() throws {
        for (w, h) in [(1, 1), (17, 9), (64, 48)] {
            let image = Sample.color(w, h)
            let back = try JPEG.decode(JPEG.encode(image, quality: 95))
            #expect(back.width == w && back.height == h)
            let worst = zip(image.pixels, back.pixels).map { a, b in
                (0..<4).map { abs(Int(a[$0]) - Int(b[$0])) }.max() ?? 0
            }.max()
            #expect(try #require(worst) < 16)
            #expect(back.pixels.allSatisfy { $0.w == 255 })
        }
    }

    @Test func `the same image gives the same bytes`() throws {
        #expect(try JPEG.encode(Sample.color(40, 30)) == JPEG.encode(Sample.color(40, 30)))
    }

    @Test func `less quality takes fewer bytes`() throws {
        let image = Sample.color(80, 60)
        #expect(try JPEG.encode(image, quality: 30).count < JPEG.encode(image, quality: 95).count)
    }

    @Test func `previews are decoded smaller`() throws {
        let file = try JPEG.encode(Sample.color(101, 50))
        #expect(try JPEG.size(file) == (101, 50))
        let sizes = try JPEG.Scale.allCases.map { scale in
            let image = try JPEG.decode(file, scale: scale)
            return [image.width, image.height]
        }
        #expect(sizes == [[101, 50], [51, 25], [26, 13], [13, 7]])
    }

    @Test func `an image cut off anywhere is an error`() throws {
        let file = try JPEG.encode(Sample.color(24, 20))
        for length in file.indices {
            #expect(throws: ImageError.self, "cut to \(length) bytes") { try JPEG.decode(Array(file[..<length])) }
        }
        let error = #expect(throws: ImageError.self) { try JPEG.decode(Array(file.dropLast(40))) }
        #expect(error?.problem.contains("truncated") == true)
    }

    @Test func `stray bytes before the end are forgiven`() throws {
        let image = Sample.color(24, 20)
        var file = try JPEG.encode(image)
        file.insert(contentsOf: [0, 0, 0], at: file.count - 2)
        #expect(try JPEG.decode(file) == JPEG.decode(JPEG.encode(image)))
    }

    @Test func `a declared size that can't be in so few bytes is refused`() throws {
        var file = try JPEG.encode(Sample.color(8, 8))
        // The frame header SOF0: FF C0, length, precision, height, width.
        let start = try #require(file.indices.dropLast().first { file[$0] == 0xFF && file[$0 + 1] == 0xC0 })
        file.replaceSubrange(start + 5..<start + 9, with: [0x3F, 0xFF, 0x3F, 0xFF])
        #expect(throws: ImageError.self) { try JPEG.decode(file) }
        file.replaceSubrange(start + 5..<start + 9, with: [0xFF, 0x00, 0xFF, 0x00])
        let error = #expect(throws: ImageError.self) { try JPEG.decode(file) }
        #expect(error?.problem.contains("too large") == true)
    }

    @Test func `flipped bits and cuts never do harm`() throws {
        let file = try JPEG.encode(Sample.color(16, 12))
        for damaged in TestData.bitFlips(of: file, count: 1000) { _ = try? JPEG.decode(damaged) }
        for damaged in TestData.truncations(of: file, count: 200) { #expect(throws: ImageError.self) { try JPEG.decode(damaged) } }
    }
}
