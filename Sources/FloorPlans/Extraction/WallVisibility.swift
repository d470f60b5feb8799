import Foundation

/// Where along a wall its surface was seen.
///
/// A place of a wall is seen where a fair part of its height is, whatever hides the rest: what stands before it, or the edge of the
/// scan. Stretches of which nothing was seen become walls of their own, which are inferred.
struct WallVisibility {
    /// Metres of upright surface above each other that show a wall: more than a skirting board, less than hangs over a wardrobe.
    static let minHeight = 0.25
    /// Shorter stretches that were not seen, between seen ones, are no guess: a lamp, a post, a frame before the wall; metres.
    private static let shortest = 0.5
    /// Shorter seen stretches are chance.
    private static let least = 0.1
    /// Surface of a wall lies this near its face, metres: what hangs on it and how far a scan's walls wave.
    private static let depth = 0.05

    /// Places where the wall was seen, evenly from its start to its end.
    private var seen: [Bool]
    private let length: Double

    /// - Parameters:
    ///   - sides: offsets of the faces that rooms look at, from the axis.
    ///   - faced: where along the axis rooms look at the wall; beyond, it stands in other walls and goes on as it is there.
    init(_ grid: ColumnGrid, _ wall: Wall, sides: [Double], faced: ClosedRange<Double>) {
        length = wall.length
        let count = max(1, Int(length / Double(grid.cell)))
        let direction = wall.direction
        let normal = direction.left
        var heights = [UInt64](repeating: 0, count: count * grid.words)
        for side in sides {
            let offset = normal * side
            for face in grid.faces(near: wall.start + offset, wall.end + offset, within: Self.depth) {
                let d = face.place - wall.start
                guard abs(normal.dot(d) - side) <= Self.depth, abs(face.normal.dot(normal)) > 0.8 else { continue }
                let u = Int((direction.dot(d) / length * Double(count)).rounded(.down))
                guard u >= 0, u < count else { continue }
                for w in 0..<grid.words { heights[u * grid.words + w] |= grid.upright[face.column * grid.words + w] }
            }
        }
        seen = (0..<count).map { u in
            let steps = (0..<grid.words).reduce(0) { $0 + heights[u * grid.words + $1].nonzeroBitCount }
            return Double(steps) * Double(grid.step) >= Self.minHeight
        }
        let size = length / Double(count)
        let first = min(count - 1, max(0, Int(faced.lowerBound / size))),
            last = min(count - 1, max(first, Int(faced.upperBound / size)))
        close(first...last, size)
        for u in 0..<first { seen[u] = seen[first] }
        for u in last + 1..<max(last + 1, count) { seen[u] = seen[last] }
    }

    /// Share of a stretch that was seen.
    func share(from a: Double, to b: Double) -> Double {
        let i = index(a)
        let j = index(b)
        let part = seen[min(i, j)...max(i, j)]
        return Double(part.filter { $0 }.count) / Double(part.count)
    }

    private func index(_ along: Double) -> Int { min(max(Int(along / length * Double(seen.count)), 0), seen.count - 1) }

    private mutating func close(_ range: ClosedRange<Int>, _ size: Double) {
        for (value, limit) in [(true, Self.least), (false, Self.shortest)] {
            for run in runs(range) where seen[run.lowerBound] == value && Double(run.count) * size < limit {
                // A stretch as long as the wall is what it is.
                if run != range { for u in run { seen[u] = !value } }
            }
        }
    }

    private func runs(_ range: ClosedRange<Int>) -> [ClosedRange<Int>] {
        var runs: [ClosedRange<Int>] = []
        for u in range {
            if let last = runs.last, seen[last.lowerBound] == seen[u] {
                runs[runs.count - 1] = last.lowerBound...u
            } else {
                runs.append(u...u)
            }
        }
        return runs
    }

    /// The stretches of the wall from its start to its end, and what share of each was seen: nothing of those that were not, which
    /// openings never stand in.
    func stretches(_ openings: [Opening]) -> [(from: Double, to: Double, seen: Double)] {
        var sight = self
        for opening in openings {
            for u in index(opening.offset - Self.least)...index(opening.offset + opening.width + Self.least) {
                sight.seen[u] = true
            }
        }
        let size = length / Double(seen.count)
        return sight.runs(0...seen.count - 1).map {
            let part = seen[$0]
            let share = Double(part.filter { $0 }.count) / Double(part.count)
            return (
                Double($0.lowerBound) * size, $0.upperBound == seen.count - 1 ? length : Double($0.upperBound + 1) * size,
                sight.seen[$0.lowerBound] ? max(share, 0.01) : 0
            )
        }
    }
}
