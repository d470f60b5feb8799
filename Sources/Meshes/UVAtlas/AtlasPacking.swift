import Geometry

/// Places chart shapes in a strip of given width, each at the lowest place where it fits, also into the holes of others and between
/// them: the largest first, in each of four turns.
package struct AtlasPacking {
    /// Where a shape lies: its upper left corner, and how it is turned.
    package struct Place {
        var x = 0
        var y = 0
        /// A quarter turn clockwise.
        var isTurned = false
        /// Turned by 180° (after the quarter).
        var isReversed = false
    }

    package let width: Int
    /// Rows that are used so far.
    package private(set) var height = 0
    private let stride: Int
    private var bits: [UInt64] = []
    /// The row from which on a shape of about this size may still find a place, by turn.
    private var cursors: [SIMD2<Int32>: [Int]] = [:]

    package init(width: Int) {
        self.width = width
        stride = (width + 63) / 64
    }

    /// Puts a shape, given upright and turned, where its end comes to lie lowest.
    package mutating func place(upright: ChartShape, turned: ChartShape) -> Place? {
        let options = [upright, turned, ChartShape(reversing: upright), ChartShape(reversing: turned)]
        let size = SIMD2(Self.sizeClass(upright.width), Self.sizeClass(upright.height))
        var starts = cursors[size] ?? [0, 0, 0, 0]
        var best: (end: Int, place: Place, option: Int)?
        for (k, shape) in options.enumerated() where shape.width <= width {
            let limit = best.map { $0.end - shape.height } ?? Int.max
            guard let found = search(shape, from: starts[k], below: limit) else {
                starts[k] = max(starts[k], min(limit, height))
                continue
            }
            starts[k] = max(starts[k], found.y)
            let end = found.y + shape.height
            if best.map({ end < $0.end }) ?? true {
                best = (end, Place(x: found.x, y: found.y, isTurned: k & 1 == 1, isReversed: k >= 2), k)
            }
        }
        guard let best else { return nil }
        cursors[size] = starts
        mark(options[best.option], x: best.place.x, y: best.place.y)
        return best.place
    }

    /// Sizes within a quarter of each other.
    private static func sizeClass(_ n: Int) -> Int32 {
        guard n > 4 else { return Int32(n) }
        let shift = Int.bitWidth - n.leadingZeroBitCount - 3
        return Int32(shift * 8 + n >> shift)
    }

    /// The first place, row by row, where the shape meets nothing; nil where none lies in rows below `limit`.
    private func search(_ shape: ChartShape, from start: Int, below limit: Int) -> (x: Int, y: Int)? {
        let rows = height
        // Large shapes need not be placed to the texel.
        let step = 1 + shape.height / 64
        var y = start
        return bits.withUnsafeBufferPointer { bits in
            shape.runs.withUnsafeBufferPointer { runs in
                shape.rowStarts.withUnsafeBufferPointer { rowStarts in
                    // The row that met something last is asked first.
                    var asked = 0
                    while y < limit {
                        if y >= rows { return (0, y) }
                        var x = 0
                        let free = min(shape.height, rows - y)
                        columns: while x + shape.width <= width {
                            var row = asked < free ? asked : 0
                            for _ in 0..<free {
                                for i in Int(rowStarts[row])..<Int(rowStarts[row + 1]) {
                                    let run = runs[i]
                                    if let hit = BitRow.last(
                                        in: bits, row: (y + row) * stride, from: x + Int(run.x), to: x + Int(run.y))
                                    {
                                        x = hit + 1 - Int(run.x)
                                        asked = row
                                        continue columns
                                    }
                                }
                                row += 1
                                if row == free { row = 0 }
                            }
                            return (x, y)
                        }
                        y += step
                    }
                    return nil
                }
            }
        }
    }

    private mutating func mark(_ shape: ChartShape, x: Int, y: Int) {
        height = max(height, y + shape.height)
        if bits.count < height * stride { bits += [UInt64](repeating: 0, count: height * stride - bits.count) }
        for row in 0..<shape.height {
            for run in shape.runs[Int(shape.rowStarts[row])..<Int(shape.rowStarts[row + 1])] {
                BitRow.fill(&bits, row: (y + row) * stride, from: x + Int(run.x), to: x + Int(run.y))
            }
        }
    }
}
