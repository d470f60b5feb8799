/// Fills the texels without a colour (alpha 0) from those around them: margins for smaller images of the texture, and what was not
/// saw.
///
/// Push and pull (Gortler et al. 1996): halved images hold the means of known texels, and what is unknown takes the next coarser
/// value.
public enum AtlasFilling {
    /// Gives every texel of alpha 0 a colour made of known ones only, and every texel alpha 255. Where none is known, all stay
    /// black.
    public static func fill(_ image: inout ColorImage) {
        guard image.width > 0, image.height > 0, image.pixels.contains(where: { $0.w == 0 }) else { return }
        if image.width > 1 || image.height > 1 {
            var coarse = halved(image)
            fill(&coarse)
            for y in 0..<image.height {
                for x in 0..<image.width where image.pixels[y * image.width + x].w == 0 {
                    image.pixels[y * image.width + x] =
                        coarse.pixels[min(y / 2, coarse.height - 1) * coarse.width + min(x / 2, coarse.width - 1)]
                }
            }
        }
        for i in image.pixels.indices { image.pixels[i].w = 255 }
    }

    /// Means of the known texels of each square of four.
    private static func halved(_ image: ColorImage) -> ColorImage {
        let w = (image.width + 1) / 2
        let h = (image.height + 1) / 2
        var result = ColorImage(width: w, height: h, repeating: .zero)
        for y in 0..<h {
            for x in 0..<w {
                var sum = SIMD4<UInt32>.zero
                var count: UInt32 = 0
                for v in 2 * y..<min(2 * y + 2, image.height) {
                    for u in 2 * x..<min(2 * x + 2, image.width) {
                        let p = image.pixels[v * image.width + u]
                        guard p.w > 0 else { continue }
                        sum &+= SIMD4(truncatingIfNeeded: p)
                        count += 1
                    }
                }
                if count > 0 {
                    result.pixels[y * w + x] = SIMD4(
                        truncatingIfNeeded: (sum &+ SIMD4(repeating: count / 2)) / SIMD4(repeating: count))
                }
            }
        }
        return result
    }
}
