import CVision
import Foundation

/// A part of an image seen straight on, and how its pixels map to the image's.
struct TextPlane {
    let image: GrayImage
    /// Row-major 3 x 3, from pixels of the plane to those of the original.
    let toOriginal: [Double]

    /// The whole image at another scale, turned clockwise by quarter turns and then counterclockwise by a small angle, so that
    /// lines that descend by it become level.
    static func whole(_ image: GrayImage, quarters: Int, degrees: Double, scale: Double) throws(RecognitionError) -> TextPlane {
        let w = Double(image.width)
        let h = Double(image.height)
        let angle = degrees * .pi / 180
        let turn = ((quarters % 4) + 4) % 4
        // Result to source; exact for quarter turns.
        let quarterCosine = [1.0, 0, -1, 0][turn]
        let quarterSine = [0.0, -1, 0, 1][turn]
        let c = quarterCosine * cos(angle) - quarterSine * sin(angle)
        let s = quarterSine * cos(angle) + quarterCosine * sin(angle)
        let newWidth = max(1, Int(((abs(c) * w + abs(s) * h) * scale).rounded()))
        let newHeight = max(1, Int(((abs(s) * w + abs(c) * h) * scale).rounded()))
        // Where the image gets smaller, sampling would skip pixels: it is reduced before.
        let source = scale < 0.75 ? try image.resized(width: max(1, Int(w * scale)), height: max(1, Int(h * scale))) : image
        let pixels = scale < 0.75 ? 1 : scale
        func matrix(width: Double, height: Double, scale: Double) -> [Double] {
            let a = c / scale
            let b = -s / scale
            let d = s / scale
            let e = c / scale
            let x = Double(newWidth) / 2
            let y = Double(newHeight) / 2
            return [a, b, width / 2 - a * x - b * y, d, e, height / 2 - d * x - e * y, 0, 0, 1]
        }
        let sampling = matrix(width: Double(source.width), height: Double(source.height), scale: pixels)
        return TextPlane(
            image: try source.warped(by: sampling, width: newWidth, height: newHeight),
            toOriginal: matrix(width: w, height: h, scale: scale))
    }

    /// The quadrilateral of four corners (x, y each, clockwise) as a rectangle, with a little of its surroundings; nil where it is
    /// too small to have text.
    static func quadrilateral(_ image: GrayImage, corners: [Float], longestSide: Double) throws(RecognitionError) -> TextPlane? {
        func side(_ a: Int, _ b: Int) -> Double {
            let dx = Double(corners[2 * a] - corners[2 * b])
            let dy = Double(corners[2 * a + 1] - corners[2 * b + 1])
            return (dx * dx + dy * dy).squareRoot()
        }
        let width = max(side(0, 1), side(3, 2))
        let height = max(side(0, 3), side(1, 2))
        guard min(width, height) >= 24 else { return nil }
        let scale = min(3, longestSide / max(width, height))
        let w = Float(width * scale)
        let h = Float(height * scale)
        let margin = Float(8)
        let target: [Float] = [
            margin, margin, margin + w, margin, margin + w, margin + h, margin, margin + h,
        ]
        var matrix = [Double](repeating: 0, count: 9)
        guard cvision_perspective(target, corners, &matrix) == 0, matrix.allSatisfy(\.isFinite) else { return nil }
        let plane = try image.warped(by: matrix, width: Int(w + 2 * margin), height: Int(h + 2 * margin))
        return TextPlane(image: plane, toOriginal: matrix)
    }

    /// The plane turned clockwise by quarter turns.
    func turned(_ quarters: Int) -> TextPlane {
        let w = Double(image.width)
        let h = Double(image.height)
        let back: [Double]
        switch ((quarters % 4) + 4) % 4 {
        case 1: back = [0, 1, 0, -1, 0, h, 0, 0, 1]
        case 2: back = [-1, 0, w, 0, -1, h, 0, 0, 1]
        case 3: back = [0, -1, w, 1, 0, 0, 0, 0, 1]
        default: return self
        }
        var product = [Double](repeating: 0, count: 9)
        for i in 0..<3 {
            for j in 0..<3 {
                for k in 0..<3 { product[i * 3 + j] += toOriginal[i * 3 + k] * back[k * 3 + j] }
            }
        }
        return TextPlane(image: image.turned(quarters: quarters), toOriginal: product)
    }

    /// The upright rectangle in the original around a rectangle of the plane.
    func original(_ bounds: TextLine.Bounds) -> TextLine.Bounds {
        var xs: [Double] = []
        var ys: [Double] = []
        for (x, y) in [(0, 0), (bounds.width, 0), (bounds.width, bounds.height), (0, bounds.height)] {
            let px = Double(bounds.x + x)
            let py = Double(bounds.y + y)
            let m = toOriginal
            let w = m[6] * px + m[7] * py + m[8]
            guard abs(w) > 1e-9 else { continue }
            xs.append((m[0] * px + m[1] * py + m[2]) / w)
            ys.append((m[3] * px + m[4] * py + m[5]) / w)
        }
        func clamped(_ value: Double?) -> Int { Int(min(max(value ?? 0, -100_000), 100_000).rounded()) }
        let left = clamped(xs.min())
        let top = clamped(ys.min())
        return .init(x: left, y: top, width: clamped(xs.max()) - left, height: clamped(ys.max()) - top)
    }

    /// A rectangle of the plane with some surroundings, as an image of its own.
    func crop(_ bounds: TextLine.Bounds, margin: Int) -> GrayImage? {
        let left = max(0, bounds.x - margin)
        let top = max(0, bounds.y - margin)
        let right = min(image.width, bounds.x + bounds.width + margin)
        let bottom = min(image.height, bounds.y + bounds.height + margin)
        guard right - left >= 4, bottom - top >= 4 else { return nil }
        var pixels: [UInt8] = []
        pixels.reserveCapacity((right - left) * (bottom - top))
        for y in top..<bottom { pixels += image.pixels[y * image.width + left..<y * image.width + right] }
        return GrayImage(width: right - left, height: bottom - top, pixels: pixels)
    }
}
