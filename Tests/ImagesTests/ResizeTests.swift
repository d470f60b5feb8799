import Images
import Testing

struct ResizeTests {
    @Test func `each new pixel is the mean of those it covers`() {
        let image = ColorImage(
            width: 4, height: 2,
            pixels: [
                SIMD4(0, 0, 0, 255), SIMD4(10, 2, 0, 255), SIMD4(200, 0, 0, 255), SIMD4(200, 0, 0, 255),
                SIMD4(20, 4, 0, 255), SIMD4(30, 6, 0, 255), SIMD4(100, 0, 0, 255), SIMD4(100, 0, 0, 255),
            ])
        #expect(image.resized(toWidth: 2, height: 1).pixels == [SIMD4(15, 3, 0, 255), SIMD4(150, 0, 0, 255)])
        #expect(image.resized(toWidth: 4, height: 2) == image)
    }

    @Test func `uneven sizes and larger sizes use every row and column`() {
        let image = Sample.color(13, 7)
        let mean = image.resized(toWidth: 1, height: 1)
        #expect(mean.width == 1 && mean.pixels.count == 1)
        let larger = image.resized(toWidth: 26, height: 14)
        #expect(larger[0, 0] == image[0, 0] && larger[25, 13] == image[12, 6] && larger[1, 1] == image[0, 0])
        let small = image.resized(toWidth: 5, height: 3)
        #expect(small.width == 5 && small.height == 3)
    }

    @Test func `white stays white however large the image`() {
        let white = ColorImage(width: 6000, height: 4000, repeating: SIMD4(255, 255, 255, 255))
        #expect(white.resized(toWidth: 1, height: 1).pixels == [SIMD4(255, 255, 255, 255)])
        #expect(white.resized(toWidth: 7, height: 3).pixels.allSatisfy { $0 == SIMD4(255, 255, 255, 255) })
    }
}
