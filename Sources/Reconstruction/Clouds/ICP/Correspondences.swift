import Geometry
import Work

/// The nearest target point of each source point, kept from step to step.
///
/// A point remembers its two nearest and where it was when they were searched. As long as it has moved less than half of what the second is
/// farther than the first, the first is still the nearest, and no search is needed (Greenspan and Godin 2001): late steps cost next to
/// nothing, and the partners are exact all the same.
struct Correspondences {
    let target: ICPTarget
    /// The source sorted along the Morton curve, so that neighbours are searched one after the other.
    private let source: [Vector3]
    let brightness: [Float]
    private var states: [State]
    /// Where the source's points are now.
    private(set) var moved: [Vector3]
    private let limit: Float
    /// Points that are searched somewhat farther than `limit` need not be searched again soon.
    private let reach: Float
    /// How many have a partner.
    private(set) var count = 0

    private struct State {
        var searchedAt = Vector3(repeating: .infinity)
        /// Places in the target's tree; −1 where there is none within reach.
        var first: Int32 = -1
        var second: Int32 = -1
        /// Metres, of the second at the time of the search: nothing but the first was nearer.
        var clearance: Float = 0
        var hasPartner = false
    }

    /// Points that one thread takes at a time. Fixed, so that sums do not depend on the number of threads.
    static let block = 2048
    var blocks: Int { (source.count + Self.block - 1) / Self.block }
    func range(of block: Int) -> Range<Int> { block * Self.block..<min(source.count, (block + 1) * Self.block) }

    init(_ cloud: PointCloud, target: ICPTarget, maximumDistance: Float) {
        self.target = target
        limit = maximumDistance
        reach = maximumDistance * 1.2
        let order = PointTree.mortonOrder(cloud.positions)
        source = order.map { cloud.positions[Int($0)] }
        brightness = target.brightness.isEmpty || cloud.colors.isEmpty ? [] : order.map { Brightness.of(cloud.colors[Int($0)]) }
        states = Array(repeating: State(), count: source.count)
        moved = source
    }

    /// The partner of a source point: its place in the target's tree; nil where there is none within the maximum distance.
    @inline(__always)
    func partner(_ i: Int) -> Int? { states[i].hasPartner ? Int(states[i].first) : nil }

    /// Finds the partners of the source moved by `transform`.
    /// - Returns: the share of points with a partner, and their root mean square distance in metres.
    mutating func update(_ transform: RigidTransform) -> (fitness: Double, rmse: Double) {
        let (rotation, shift) = (transform.rotation.matrix, transform.translation)
        var sums = [(count: Int, squares: Double)](repeating: (0, 0), count: blocks)
        let (reach, limit, source) = (reach, limit, source)
        let ranges = (0..<blocks).map { range(of: $0) }
        target.tree.withScan { scan in
            source.withUnsafeBufferPointer { source in
                states.withUnsafeMutableBufferPointer { states in
                    moved.withUnsafeMutableBufferPointer { moved in
                        sums.withUnsafeMutableBufferPointer { sums in
                            Parallel.forEach(ranges.count) { block in
                                var (count, squares): (Int, Double) = (0, 0)
                                for i in ranges[block] {
                                    let p = rotation * source[i] + shift
                                    moved[i] = p
                                    let before = i > ranges[block].lowerBound ? states[i - 1] : states[i]
                                    let d = Self.follow(p, &states[i], before, scan, reach)
                                    states[i].hasPartner = d <= limit
                                    if d <= limit {
                                        count += 1
                                        squares += Double(d) * Double(d)
                                    }
                                }
                                sums[block] = (count, squares)
                            }
                        }
                    }
                }
            }
        }
        count = sums.reduce(0) { $0 + $1.count }
        let squares = sums.reduce(0) { $0 + $1.squares }
        return (Double(count) / Double(source.count), count > 0 ? (squares / Double(count)).squareRoot() : 0)
    }

    /// The distance in metres to the nearest target point, which `state` knows afterwards; infinite where there is none within reach.
    @inline(__always)
    private static func follow(_ p: Vector3, _ state: inout State, _ before: State, _ scan: PointScan, _ reach: Float) -> Float {
        let walked = (p - state.searchedAt).length
        if walked < state.clearance {
            guard state.first >= 0 else { return .infinity }
            let d = distance(p, Int(state.first), scan).squareRoot()
            // A thousandth for the rounding of the lengths.
            if d <= (state.clearance - walked) * 0.999 { return d }
        }
        var pair = Pair(bound: reach * reach)
        // What was near, or is near to the point before, makes the search short.
        let hints = SIMD4(state.first, state.second, before.first, before.second)
        for h in 0..<4 where hints[h] >= 0 { pair.offer(distance(p, Int(hints[h]), scan), hints[h]) }
        scan.search(p, p) { scan, start, end in
            for i in stride(from: start, to: end, by: 8) {
                let dx = PointScan.lanes(scan.x, i) - p.x
                let dy = PointScan.lanes(scan.y, i) - p.y
                let dz = PointScan.lanes(scan.z, i) - p.z
                let d = dx * dx + dy * dy + dz * dz
                guard (d .< pair.bound).isAnySet else { continue }
                for lane in 0..<min(8, end - i) where d[lane] < pair.bound { pair.offer(d[lane], Int32(i + lane)) }
            }
        } bound: {
            pair.bound
        }
        state.searchedAt = p
        (state.first, state.second) = (pair.first, pair.second)
        if pair.first < 0 {
            // Until it has come near enough to matter, nothing needs to be searched.
            state.clearance = reach - reach / 1.2
            return .infinity
        }
        state.clearance = pair.bound.squareRoot()
        return pair.nearest.squareRoot()
    }

    @inline(__always)
    private static func distance(_ p: Vector3, _ place: Int, _ scan: PointScan) -> Float {
        let (dx, dy, dz) = (scan.x[place] - p.x, scan.y[place] - p.y, scan.z[place] - p.z)
        return dx * dx + dy * dy + dz * dz
    }

    /// The two nearest so far; squared metres.
    private struct Pair {
        var nearest: Float = .infinity
        var first: Int32 = -1
        var second: Int32 = -1
        /// Of the second, or of the reach where there is none.
        var bound: Float

        @inline(__always)
        mutating func offer(_ distance: Float, _ place: Int32) {
            guard distance < bound, place != first, place != second else { return }
            if first < 0 {
                (nearest, first) = (distance, place)
            } else if distance < nearest {
                (bound, second) = (nearest, first)
                (nearest, first) = (distance, place)
            } else {
                (bound, second) = (distance, place)
            }
        }
    }
}
