import Geometry

/// The space between the cameras and their depth samples, which is free, in cells of 10 cm.
struct FreeSpaceGrid: Sendable {
    /// Edge of a cell in metres.
    static let edge: Float = 0.1
    /// Rays that have to pass through a cell; fewer are noise of the depths.
    private static let minRays: UInt16 = 3
    /// Metres before the sample where a ray ends: what is nearer may be the surface.
    private static let margin: Float = 0.15
    /// Metres; longer rays are not used.
    private static let maxReach: Float = 12
    /// Rays of one frame that are used.
    private static let maxRaysOfFrame = 1200
    /// Free cells of a column with at most this many others between them are one run.
    private static let maxGap: Int32 = 2

    /// A vertical line of cells, by its x and z.
    typealias Column = SIMD2<Int32>

    /// Blocks of 8³ cells, by the place of their counts.
    private var blocks: [SIMD3<Int32>: Int] = [:]
    private var counts: [UInt16] = []
    private var lastKey = SIMD3<Int32>(repeating: .max)
    private var lastStart = 0

    /// The cell that holds `p`, which is finite and less than 100 km from the origin.
    static func cell(of p: Vector3) -> SIMD3<Int32> { SIMD3<Int32>(p / edge, rounding: .down) }

    /// Whether `p` can be put into a cell.
    static func isValid(_ p: Vector3) -> Bool { p.isFinite && max(p.x.magnitude, p.y.magnitude, p.z.magnitude) < 1e5 }

    /// Adds the rays of one frame from the camera at `origin`, metres.
    mutating func add(_ observations: [FrameQuality.Observation], from origin: Vector3) {
        guard Self.isValid(origin) else { return }
        let step = max(1, (observations.count + Self.maxRaysOfFrame - 1) / Self.maxRaysOfFrame)
        for i in stride(from: 0, to: observations.count, by: step) { addRay(from: origin, to: observations[i].point) }
    }

    /// Counts the cells on the ray up to the margin before `sample` (Amanatides and Woo 1987).
    private mutating func addRay(from origin: Vector3, to sample: Vector3) {
        let path = sample - origin
        let length = path.length
        guard length > Self.margin, length < Self.maxReach else { return }
        let direction = path / length
        let start = origin / Self.edge
        var cell = SIMD3<Int32>(start, rounding: .down)
        var step = SIMD3<Int32>(repeating: 0)
        // Distances along the ray, in cells.
        var next = Vector3(repeating: .infinity)
        var spacing = Vector3(repeating: .infinity)
        for axis in 0..<3 where direction[axis].magnitude > 1e-6 {
            spacing[axis] = 1 / direction[axis].magnitude
            let inside = start[axis] - Float(cell[axis])
            step[axis] = direction[axis] > 0 ? 1 : -1
            next[axis] = (direction[axis] > 0 ? 1 - inside : inside) * spacing[axis]
        }
        let end = (length - Self.margin) / Self.edge
        while true {
            count(cell)
            let axis = next.x < next.y ? (next.x < next.z ? 0 : 2) : (next.y < next.z ? 1 : 2)
            guard next[axis] < end else { return }
            cell[axis] &+= step[axis]
            next[axis] += spacing[axis]
        }
    }

    private mutating func count(_ cell: SIMD3<Int32>) {
        let key = cell &>> 3
        if key != lastKey {
            lastStart = blocks[key] ?? counts.count
            if lastStart == counts.count {
                blocks[key] = lastStart
                counts.append(contentsOf: repeatElement(0, count: 512))
            }
            lastKey = key
        }
        let index = lastStart + Self.offset(cell)
        if counts[index] < .max { counts[index] += 1 }
    }

    private static func offset(_ cell: SIMD3<Int32>) -> Int {
        let inner = cell & 7
        return Int(inner.y << 6 | inner.z << 3 | inner.x)
    }

    /// Whether enough rays passed through a cell.
    func isFree(_ cell: SIMD3<Int32>) -> Bool {
        guard let start = blocks[cell &>> 3] else { return false }
        return counts[start + Self.offset(cell)] >= Self.minRays
    }

    /// The free cells of each column as runs from the lowest to the highest cell, those of fewer than `minLength` cells left out;
    /// upwards.
    func runs(minLength: Int32) -> [Column: [ClosedRange<Int32>]] {
        var heights: [Column: [Int32]] = [:]
        for (key, start) in blocks {
            for offset in 0..<Int32(512) where counts[start + Int(offset)] >= Self.minRays {
                let cell = key &<< 3 &+ SIMD3(offset & 7, offset >> 6, offset >> 3 & 7)
                heights[Column(cell.x, cell.z), default: []].append(cell.y)
            }
        }
        return heights.mapValues { heights in
            var runs: [ClosedRange<Int32>] = []
            for y in heights.sorted() {
                if let last = runs.last, y - last.upperBound <= Self.maxGap + 1 {
                    runs[runs.count - 1] = last.lowerBound...y
                } else {
                    runs.append(y...y)
                }
            }
            return runs.filter { $0.upperBound - $0.lowerBound >= minLength - 1 }
        }
        .filter { !$0.value.isEmpty }
    }
}
