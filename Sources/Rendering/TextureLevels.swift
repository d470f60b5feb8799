import Geometry
import Images

/// A texture at its size and halved again and again, so that distant surfaces show the mean of the texels behind a pixel.
struct TextureLevels: Sendable {
    private let levels: [ColorImage]

    init(_ image: ColorImage) {
        var levels = [image]
        while let last = levels.last, last.width > 1, last.height > 1, levels.count < 12 {
            levels.append(last.resized(toWidth: last.width / 2, height: last.height / 2))
        }
        self.levels = levels
    }

    var width: Int { levels[0].width }
    var height: Int { levels[0].height }

    /// Linear RGB at texture coordinates (v upwards) where neighbouring samples lie `step` texels apart; bilinear in one level.
    func color(_ uv: Vector2, step: Float) -> Vector3 {
        guard uv.x.isFinite, uv.y.isFinite, width > 0, height > 0 else { return Vector3(repeating: 1) }
        var level = 0
        var reach = step
        while reach > 1.5, level + 1 < levels.count {
            level += 1
            reach *= 0.5
        }
        let image = levels[level]
        let x = min(max((uv.x - uv.x.rounded(.down)) * Float(image.width) - 0.5, 0), Float(image.width - 1))
        let v = 1 - uv.y
        let y = min(max((v - v.rounded(.down)) * Float(image.height) - 0.5, 0), Float(image.height - 1))
        let x0 = Int(x)
        let y0 = Int(y)
        let x1 = min(x0 + 1, image.width - 1)
        let y1 = min(y0 + 1, image.height - 1)
        let fx = x - Float(x0)
        let fy = y - Float(y0)
        func pixel(_ x: Int, _ y: Int) -> Vector3 {
            let p = image.pixels[y * image.width + x]
            return SRGB.toLinear(SIMD3(p.x, p.y, p.z))
        }
        let top = pixel(x0, y0) * (1 - fx) + pixel(x1, y0) * fx
        let bottom = pixel(x0, y1) * (1 - fx) + pixel(x1, y1) * fx
        return top * (1 - fy) + bottom * fy
    }
}
