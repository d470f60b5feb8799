import Geometry

/// The texels that a chart needs, as runs in rows: those whose centres lie within `reach` texels of it along both axes. With a
/// reach of one, all that bilinear sampling reads.
package struct ChartShape {
    package let width: Int
    package let height: Int
    /// Where each row's runs begin in `runs`, and where the last one's end.
    package private(set) var rowStarts: [Int32]
    /// First and last texel of each run.
    package private(set) var runs: [SIMD2<Int32>]
    package private(set) var texelCount = 0

    /// The shape of a chart drawn with `scale` texels a metre, its box `margin` texels from the shape's upper left corner.
    /// - Parameter isTurned: a quarter turn clockwise.
    package init(_ chart: FlatChart, scale: Float, reach: Float, margin: Float, isTurned: Bool) {
        let size = isTurned ? Vector2(chart.size.y, chart.size.x) : chart.size
        width = Int((size.x * scale + 2 * margin).rounded(.up))
        height = Int((size.y * scale + 2 * margin).rounded(.up))
        let stride = (width + 63) / 64
        var bits = [UInt64](repeating: 0, count: stride * height)
        let points = chart.points.map { p in (isTurned ? Vector2(size.x - p.y, p.x) : p) * scale + margin }
        for i in 0..<chart.triangles.count {
            let p = points[Int(chart.corners[3 * i])]
            let q = points[Int(chart.corners[3 * i + 1])]
            let r = points[Int(chart.corners[3 * i + 2])]
            TexelReach.spans(p, q, r, reach: reach, width: width, height: height) { y, from, to in
                BitRow.fill(&bits, row: y * stride, from: from, to: to)
            }
        }
        rowStarts = [0]
        runs = []
        for y in 0..<height {
            var x = 0
            while let from = Self.next(bits, row: y * stride, x: x, width: width, set: true) {
                let end = Self.next(bits, row: y * stride, x: from, width: width, set: false) ?? width
                runs.append(SIMD2(Int32(from), Int32(end - 1)))
                texelCount += end - from
                x = end
            }
            rowStarts.append(Int32(runs.count))
        }
    }

    /// The shape turned by 180°.
    package init(reversing other: ChartShape) {
        width = other.width
        height = other.height
        texelCount = other.texelCount
        rowStarts = [0]
        runs = []
        runs.reserveCapacity(other.runs.count)
        for y in (0..<height).reversed() {
            for run in other.runs[Int(other.rowStarts[y])..<Int(other.rowStarts[y + 1])].reversed() {
                runs.append(SIMD2(Int32(width - 1) - run.y, Int32(width - 1) - run.x))
            }
            rowStarts.append(Int32(runs.count))
        }
    }

    /// The first texel from `x` on that is set, or not.
    private static func next(_ bits: [UInt64], row: Int, x: Int, width: Int, set: Bool) -> Int? {
        var x = x
        while x < width {
            var word = bits[row + x >> 6]
            if !set { word = ~word }
            word &= ~0 << UInt64(x & 63)
            if word != 0 {
                let found = x & ~63 + word.trailingZeroBitCount
                return found < width ? found : nil
            }
            x = x & ~63 + 64
        }
        return nil
    }
}

/// The texels around a triangle of a texture.
package enum TexelReach {
    /// Rows and columns of the texels whose centres (at halves) lie within `reach` of the triangle along both axes: those inside
    /// its Minkowski sum with a square, which its own edges moved outwards and its box bound.
    @inline(__always)
    package static func spans(
        _ p: Vector2, _ q: Vector2, _ r: Vector2, reach: Float, width: Int, height: Int, body: (Int, Int, Int) -> Void
    ) {
        let x0 = min(p.x, min(q.x, r.x)) - reach
        let x1 = max(p.x, max(q.x, r.x)) + reach
        let y0 = min(p.y, min(q.y, r.y)) - reach
        let y1 = max(p.y, max(q.y, r.y)) + reach
        let top = max(0, Int((y0 - 0.5).rounded(.up)))
        let bottom = min(height - 1, Int((y1 - 0.5).rounded(.down)))
        guard top <= bottom else { return }
        let turn: Float = (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x) < 0 ? -1 : 1
        let edges = (
            OffsetEdge(p, q, turn: turn, reach: reach), OffsetEdge(q, r, turn: turn, reach: reach),
            OffsetEdge(r, p, turn: turn, reach: reach)
        )
        for row in top...bottom {
            let y = Float(row) + 0.5
            var from = x0
            var to = x1
            edges.0.narrow(y, from: &from, to: &to)
            edges.1.narrow(y, from: &from, to: &to)
            edges.2.narrow(y, from: &from, to: &to)
            guard from <= to else { continue }
            let first = max(0, Int((from - 0.5).rounded(.up)))
            let last = min(width - 1, Int((to - 0.5).rounded(.down)))
            if first <= last { body(row, first, last) }
        }
    }

    /// a·x + b·y + c ≥ 0 inside.
    private struct OffsetEdge {
        let a: Float
        let b: Float
        let c: Float
        let inverse: Float

        @inline(__always)
        init(_ p: Vector2, _ q: Vector2, turn: Float, reach: Float) {
            a = (p.y - q.y) * turn
            b = (q.x - p.x) * turn
            c = -(a * p.x + b * p.y) + (a.magnitude + b.magnitude) * reach
            inverse = a != 0 ? 1 / a : 0
        }

        @inline(__always)
        func narrow(_ y: Float, from: inout Float, to: inout Float) {
            let rest = b * y + c
            if a > 0 {
                from = max(from, -rest * inverse)
            } else if a < 0 {
                to = min(to, -rest * inverse)
            } else if rest < 0 {
                to = -.infinity
            }
        }
    }
}
