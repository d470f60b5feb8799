import Geometry
import Images

/// A marker in an image.
package struct DetectedMarker: Sendable, Equatable {
    package let id: Int
    /// Upper left, upper right, lower right, lower left corner of its black square as it is printed, in pixels.
    package let corners: [Vector2]
}

/// Finds markers: dark regions whose outline is a convex quadrilateral, with a code inside a black border.
package struct MarkerDetector {
    /// The shortest side that can be read, in pixels: three for each of the seven cells.
    private static let minSide: Float = 20

    private let image: GrayImage

    package init(_ image: ColorImage) { self.image = GrayImage(image) }

    /// All markers of the image; each id once, the largest.
    package func markers() -> [DetectedMarker] {
        var found: [Int: DetectedMarker] = [:]
        // Small windows find small markers and those in shadow, large ones markers larger than a window.
        for share in [1.0 / 8, 1.0 / 40] {
            let window = max(9, Int(Double(max(image.width, image.height)) * share) | 1)
            for outline in DarkRegions(image, window: window).outlines() {
                guard let quad = Quadrilateral(outline, minSide: Self.minSide)?.refined(in: image), let marker = read(quad) else {
                    continue
                }
                if found[marker.id].map({ Self.size($0) < Self.size(marker) }) ?? true { found[marker.id] = marker }
            }
        }
        return found.values.sorted { $0.id < $1.id }
    }

    private static func size(_ marker: DetectedMarker) -> Float { Quadrilateral(corners: marker.corners).area }

    /// The code in a quadrilateral.
    private func read(_ quad: Quadrilateral) -> DetectedMarker? {
        guard let map = Homography(toCorners: quad.corners) else { return nil }
        let cells = MarkerCode.size + 2
        var values: [Float] = []
        for row in 0..<cells {
            for column in 0..<cells {
                var sum: Float = 0
                for (dx, dy) in [(0.3, 0.3), (0.7, 0.3), (0.5, 0.5), (0.3, 0.7), (0.7, 0.7)] {
                    let p = map.apply(Vector2((Float(column) + Float(dx)) / Float(cells), (Float(row) + Float(dy)) / Float(cells)))
                    guard p.x >= 0, p.y >= 0, p.x < Float(image.width), p.y < Float(image.height) else { return nil }
                    sum += image.sample(p.x, p.y)
                }
                values.append(sum / 5)
            }
        }
        func isBorder(_ i: Int) -> Bool { i / cells == 0 || i / cells == cells - 1 || i % cells == 0 || i % cells == cells - 1 }
        let border = values.indices.filter(isBorder).map { values[$0] }.sorted()
        let inner = values.indices.filter { !isBorder($0) }.map { values[$0] }.sorted()
        let black = border[border.count / 2]
        let white = inner[inner.count * 9 / 10]
        guard white - black > 30 else { return nil }
        let limit = (white + black) / 2
        // Of 24 cells of the border two may be hidden.
        guard border.count(where: { $0 >= limit }) <= 2 else { return nil }
        var bits: UInt32 = 0
        for (k, i) in values.indices.filter({ !isBorder($0) }).enumerated() where values[i] >= limit { bits |= 1 << UInt32(k) }
        guard let (id, turns) = MarkerCode.decode(bits) else { return nil }
        // Rotated by n quarters clockwise, the printed upper left corner is the n-th one.
        return DetectedMarker(id: id, corners: (0..<4).map { quad.corners[($0 + turns) % 4] })
    }
}

/// The projective map of the unit square to a quadrilateral (Heckbert 1989).
struct Homography {
    private let m: [Float]

    /// - Parameter c: where (0,0), (1,0), (1,1), (0,1) go.
    init?(toCorners c: [Vector2]) {
        guard c.count == 4 else { return nil }
        let d1 = c[1] - c[2]
        let d2 = c[3] - c[2]
        let s = c[0] - c[1] + c[2] - c[3]
        let det = d1.x * d2.y - d1.y * d2.x
        guard abs(det) > 1e-6 else { return nil }
        let g = (s.x * d2.y - s.y * d2.x) / det
        let h = (d1.x * s.y - d1.y * s.x) / det
        m = [
            c[1].x - c[0].x + g * c[1].x, c[3].x - c[0].x + h * c[3].x, c[0].x, c[1].y - c[0].y + g * c[1].y,
            c[3].y - c[0].y + h * c[3].y, c[0].y, g, h,
        ]
    }

    func apply(_ p: Vector2) -> Vector2 {
        let w = m[6] * p.x + m[7] * p.y + 1
        return Vector2((m[0] * p.x + m[1] * p.y + m[2]) / w, (m[3] * p.x + m[4] * p.y + m[5]) / w)
    }
}
