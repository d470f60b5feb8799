import Images
import TestSupport
import Testing

struct WebPTests {
    @Test func `alpha comes back exactly, colours nearly`() throws {
        var image = ColorImage(width: 64, height: 48, repeating: SIMD4(200, 90, 40, 255))
        for i in image.pixels.indices { image.pixels[i].w = UInt8(i % 64 * 4) }
        let bytes = try WebP.encode(image, quality: 90)
        #expect(try WebP.encode(image, quality: 90) == bytes)
        #expect(try WebP.size(bytes) == (64, 48))
        let decoded = try WebP.decode(bytes)
        for (a, b) in zip(image.pixels, decoded.pixels) where a.w > 0 {
            #expect(a.w == b.w)
            #expect((0..<3).allSatisfy { abs(Int(a[$0]) - Int(b[$0])) <= 12 })
        }
    }

    @Test func `images that the format can't have are refused`() {
        #expect(throws: ImageError.self) { try WebP.encode(ColorImage(width: 0, height: 3, repeating: .zero)) }
        #expect(throws: ImageError.self) {
            try WebP.encode(ColorImage(width: WebP.maxSide + 1, height: 1, repeating: .zero))
        }
    }
}
