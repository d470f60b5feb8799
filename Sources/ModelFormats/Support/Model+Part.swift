import Geometry
import Images

extension Model {
    /// The part of the model inside `box`, with nothing of the rest: a surface is cut exactly at the box's sides, points outside
    /// are left out, and texels of the rest of the surface are blanked. Notes, which describe the whole model, are dropped.
    /// - Returns: nil if nothing is inside.
    public func part(inside box: Bounds) -> Model? {
        switch shape {
        case .cloud(let cloud):
            let kept = cloud.positions.indices.filter { box.contains(cloud.positions[$0]) }
            guard !kept.isEmpty else { return nil }
            return placing(.cloud(cloud.picked(kept)))
        case .splats(let splats):
            let kept = splats.positions.indices.filter { box.contains(splats.positions[$0]) }
            guard !kept.isEmpty else { return nil }
            return placing(.splats(splats.picked(kept)))
        case .mesh(let mesh):
            let part = mesh.clipped(to: box)
            guard part.triangleCount > 0 else { return nil }
            var cut = placing(.mesh(part))
            if isTextured { cut.texture = texture.map { TextureCut(part).blanked($0) } }
            return cut
        }
    }
}

/// The texels of an image that a surface covers.
struct TextureCut {
    private let mesh: TriangleMesh

    /// - Parameter mesh: has texture coordinates.
    init(_ mesh: TriangleMesh) { self.mesh = mesh }

    /// The image restricted to the surface: a texel is kept if its centre is in one of the
    /// triangles, and all others are filled from those, so that neither filtering nor smaller versions of the image show a border.
    func blanked(_ picture: ColorImage) -> ColorImage {
        var isKept = [Bool](repeating: false, count: picture.pixels.count)
        for i in 0..<mesh.triangleCount { mark(i, width: picture.width, height: picture.height, isKept: &isKept) }
        var result = ColorImage(width: picture.width, height: picture.height, repeating: .zero)
        for i in isKept.indices where isKept[i] {
            result.pixels[i] = picture.pixels[i]
            result.pixels[i].w = 255
        }
        AtlasFilling.fill(&result)
        return result
    }

    /// Marks the texels whose centres are in triangle `i`, or the one at its centroid if there are none.
    private func mark(_ i: Int, width: Int, height: Int, isKept: inout [Bool]) {
        // v grows upwards, rows downwards. Centres lie at whole numbers.
        let size = Vector2(Float(width), Float(height))
        let corners = (0..<3).map { k in
            let uv = mesh.textureCoordinates[Int(mesh.indices[3 * i + k])]
            return Vector2(uv.x, 1 - uv.y) * size - 0.5
        }
        let a = corners[0]
        let b = corners[1]
        let c = corners[2]
        guard [a, b, c].allSatisfy({ abs($0.x) < 1e7 && abs($0.y) < 1e7 }) else { return }
        let area = Self.turn(a, b, p: c)
        let low = Vector2(min(a.x, b.x, c.x), min(a.y, b.y, c.y))
        let high = Vector2(max(a.x, b.x, c.x), max(a.y, b.y, c.y))
        var isSeen = false
        if area != 0 {
            for y in Self.whole(low.y, high.y, below: height) {
                for x in Self.whole(low.x, high.x, below: width) {
                    let p = Vector2(Float(x), Float(y))
                    let u = Self.turn(a, b, p: p) / area
                    let v = Self.turn(b, c, p: p) / area
                    let w = Self.turn(c, a, p: p) / area
                    guard u >= 0, v >= 0, w >= 0 else { continue }
                    isKept[y * width + x] = true
                    isSeen = true
                }
            }
        }
        if !isSeen {
            let middle = (a + b + c) / 3 + 0.5
            let x = Int(middle.x.rounded(.down))
            let y = Int(middle.y.rounded(.down))
            if (0..<width).contains(x), (0..<height).contains(y) { isKept[y * width + x] = true }
        }
    }

    /// The integers from `low` to `high` that are in 0..<limit.
    private static func whole(_ low: Float, _ high: Float, below limit: Int) -> Range<Int> {
        let start = max(0, Int(low.rounded(.up)))
        return start..<max(start, min(limit, Int(high.rounded(.down)) + 1))
    }

    /// Twice the area of a triangle, with its sense of turning.
    private static func turn(_ a: Vector2, _ b: Vector2, p: Vector2) -> Float {
        (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)
    }
}
