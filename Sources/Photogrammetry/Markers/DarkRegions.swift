import Geometry

/// Connected regions that are darker than their surroundings.
struct DarkRegions {
    private let width: Int
    private let height: Int
    /// 1 where the image is dark.
    private let mask: [UInt8]

    /// - Parameter window: the side of the square whose mean a pixel is compared with (Bradley and Roth 2007).
    init(_ image: GrayImage, window: Int) {
        width = image.width
        height = image.height
        let w = width
        let h = height
        var integral = [Double](repeating: 0, count: (w + 1) * (h + 1))
        for y in 0..<h {
            var row = 0.0
            for x in 0..<w {
                row += Double(image.pixels[y * w + x])
                integral[(y + 1) * (w + 1) + x + 1] = integral[y * (w + 1) + x + 1] + row
            }
        }
        let half = window / 2
        var mask = [UInt8](repeating: 0, count: w * h)
        for y in 0..<h {
            let y0 = max(0, y - half)
            let y1 = min(h, y + half + 1)
            for x in 0..<w {
                let x0 = max(0, x - half)
                let x1 = min(w, x + half + 1)
                let upper = integral[y1 * (w + 1) + x1] - integral[y0 * (w + 1) + x1]
                let sum = upper - integral[y1 * (w + 1) + x0] + integral[y0 * (w + 1) + x0]
                let mean = sum / Double((x1 - x0) * (y1 - y0))
                if Double(image.pixels[y * w + x]) < mean * 0.88 - 3 { mask[y * w + x] = 1 }
            }
        }
        self.mask = mask
    }

    /// The outlines of regions that may be markers: the first and last pixel of each of their rows and columns.
    func outlines() -> [[Vector2]] {
        var label = [Int32](repeating: 0, count: width * height)
        var next: Int32 = 0
        var outlines: [[Vector2]] = []
        var stack: [Int32] = []
        for start in mask.indices where mask[start] == 1 && label[start] == 0 {
            next += 1
            stack.append(Int32(start))
            label[start] = next
            var members: [Int32] = []
            var low = SIMD2<Int>(repeating: .max)
            var high = SIMD2<Int>(repeating: 0)
            while let i = stack.popLast() {
                members.append(i)
                let x = Int(i) % width
                let y = Int(i) / width
                low = SIMD2(min(low.x, x), min(low.y, y))
                high = SIMD2(max(high.x, x), max(high.y, y))
                for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)]
                where x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height {
                    let j = Int(i) + dy * width + dx
                    if mask[j] == 1 && label[j] == 0 {
                        label[j] = next
                        stack.append(Int32(j))
                    }
                }
            }
            let size = high &- low &+ 1
            // Large enough to be read, not cut by the border, and not a thin line.
            guard size.x >= 16, size.y >= 16, low.x > 0, low.y > 0, high.x < width - 1, high.y < height - 1,
                members.count * 5 > size.x * size.y / 4
            else { continue }
            outlines.append(Self.outline(members, low: low, size: size, width: width))
        }
        return outlines
    }

    private static func outline(_ members: [Int32], low: SIMD2<Int>, size: SIMD2<Int>, width: Int) -> [Vector2] {
        var rows = [SIMD2<Int32>](repeating: SIMD2(.max, .min), count: size.y)
        var columns = [SIMD2<Int32>](repeating: SIMD2(.max, .min), count: size.x)
        for i in members {
            let x = i % Int32(width)
            let y = i / Int32(width)
            let row = Int(y) - low.y
            let column = Int(x) - low.x
            rows[row] = SIMD2(min(rows[row].x, x), max(rows[row].y, x))
            columns[column] = SIMD2(min(columns[column].x, y), max(columns[column].y, y))
        }
        var points: [Vector2] = []
        for (k, row) in rows.enumerated() where row.x <= row.y {
            points.append(Vector2(Float(row.x), Float(low.y + k)))
            points.append(Vector2(Float(row.y), Float(low.y + k)))
        }
        for (k, column) in columns.enumerated() where column.x <= column.y {
            points.append(Vector2(Float(low.x + k), Float(column.x)))
            points.append(Vector2(Float(low.x + k), Float(column.y)))
        }
        return points
    }
}
