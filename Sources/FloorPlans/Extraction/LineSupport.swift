import Foundation

/// How much of a wall stands along each line, place by place.
///
/// Surface speaks for the line that it lies nearest to, and for those as near within a centimetre: of a wall and the curtain before
/// it each has its own.
struct LineSupport {
    /// Farther beside a line surface does not speak for it, metres.
    private static let reach = 0.045
    private static let tie = 0.01

    private let lines: [LineArrangement.Line]
    private let size: Double
    /// Tenths of a wall in each place of a line, from `first` on along it: at `2 * line` those that face to its left, then the
    /// others.
    private var profiles: [[UInt8]]
    private let first: Double

    init(_ grid: ColumnGrid, _ lines: [LineArrangement.Line]) {
        self.lines = lines
        size = Double(grid.cell)
        let extent = PlanPoint(Double(grid.width), Double(grid.height)) * size
        // Lines' points lie in the grid: no place is farther from them than its diagonal is long.
        let longest = extent.length + 2
        first = -longest
        profiles = Array(repeating: Array(repeating: 0, count: Int(2 * longest / size) + 1), count: 2 * lines.count)
        for face in grid.faces {
            let value: UInt8 = face.isTall ? 10 : face.isLikely ? 9 : face.isParapet ? 6 : 3
            var near: [(line: Int, distance: Double)] = []
            for (i, line) in lines.enumerated() where !line.isInferred {
                let distance = abs(line.direction.cross(face.place - line.point))
                if distance < Self.reach, abs(line.direction.dot(face.normal)) < 0.4 { near.append((i, distance)) }
            }
            let least = near.map(\.distance).min() ?? 0
            for (i, distance) in near where distance <= least + Self.tie {
                let at = Int((lines[i].direction.dot(face.place - lines[i].point) - first) / size)
                let side = 2 * i + (lines[i].direction.left.dot(face.normal) > 0 ? 0 : 1)
                if profiles[side].indices.contains(at) { profiles[side][at] = max(profiles[side][at], value) }
            }
        }
        for i in profiles.indices { close(&profiles[i]) }
    }

    /// A place between two others has what both have: cells do not fall evenly on lines across the grid.
    private func close(_ profile: inout [UInt8]) {
        let given = profile
        for i in given.indices.dropFirst().dropLast() { profile[i] = max(given[i], min(given[i - 1], given[i + 1])) }
    }

    /// Share of a stretch of a line with a wall on it; a parapet counts six tenths, other upright surface three.
    /// - Parameters:
    ///   - facing: only what faces that way counts.
    ///   - onlyTall: what was not seen as high as walls are counts three tenths at most.
    func share(of line: Int, from a: PlanPoint, to b: PlanPoint, facing: PlanPoint? = nil, onlyTall: Bool = false) -> Double {
        let p = lines[line].point
        let d = lines[line].direction
        let s = d.dot(a - p)
        let t = d.dot(b - p)
        let count = max(1, Int(abs(t - s) / size))
        let isLeft = facing.map { d.left.dot($0) > 0 }
        let left = profiles[2 * line]
        let right = profiles[2 * line + 1]
        var sum = 0
        for k in 0..<count {
            let at = Int((s + (t - s) * ((Double(k) + 0.5) / Double(count)) - first) / size)
            guard left.indices.contains(at) else { continue }
            let value = Int(max(isLeft == false ? 0 : left[at], isLeft == true ? 0 : right[at]))
            sum += onlyTall && value < 10 ? min(value, 3) : value
        }
        return Double(sum) / Double(10 * count)
    }
}
