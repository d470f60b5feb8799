import Geometry
import Support

/// The nearest target point of each source point, kept from step to step.
///
/// A point remembers its nearest, how far around it nothing else lay, and where it was then. As long as it has moved so little that
/// nothing else can have become nearer, no search is needed (Greenspan and Godin 2001): late steps cost next to nothing, and the
/// partners are exact all the same. Sixteen points that follow each other along the Morton curve are searched together.
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
        /// The nearest's index in the target's tree; −1 where there is none within reach.
        var nearest: Int32 = -1
        /// Metres: nothing but the nearest lay nearer at the time of the search.
        var clearance: Float = 0
        var hasPartner = false
    }

    /// Points that one thread takes at a time. Fixed, so that sums do not depend on the number of threads.
    static let block = 2048
    var blocks: Int { (source.count + Self.block - 1) / Self.block }
    func range(of block: Int) -> Range<Int> { block * Self.block..<min(source.count, (block + 1) * Self.block) }

    /// - Parameter step: take only every so many-th point along the curve.
    init(_ cloud: PointCloud, order: [UInt32], step: Int = 1, target: ICPTarget, maximumDistance: Float) {
        self.target = target
        limit = maximumDistance
        reach = maximumDistance * 1.2
        let order = step > 1 ? stride(from: 0, to: order.count, by: step).map { order[$0] } : order
        source = order.map { cloud.positions[Int($0)] }
        brightness = target.brightness.isEmpty || cloud.colors.isEmpty ? [] : order.map { Brightness.of(cloud.colors[Int($0)]) }
        states = Array(repeating: State(), count: source.count)
        moved = source
    }

    /// The partner of a source point: its index in the target's tree; nil where there is none within the maximum distance.
    @inline(__always)
    func partner(_ i: Int) -> Int? { states[i].hasPartner ? Int(states[i].nearest) : nil }

    /// Finds the partners of the source moved by `transform`.
    /// - Returns: the share of points with a partner, and their root mean square distance in metres.
    mutating func update(_ transform: RigidTransform) -> (fitness: Double, rmse: Double) {
        let rotation = transform.rotation.matrix
        let shift = transform.translation
        var sums = [(count: Int, squares: Double)](repeating: (0, 0), count: blocks)
        let (reach, limit, source) = (reach, limit, source)
        let ranges = (0..<blocks).map { range(of: $0) }
        target.tree.withScan { scan in
            source.withUnsafeBufferPointer { source in
                states.withUnsafeMutableBufferPointer { states in
                    moved.withUnsafeMutableBufferPointer { moved in
                        sums.withUnsafeMutableBufferPointer { sums in
                            Parallel.forEach(ranges.count) { block in
                                for i in ranges[block] { moved[i] = rotation * source[i] + shift }
                                var search = PartnerSearch(scan: scan, reach: reach)
                                for start in stride(from: ranges[block].lowerBound, to: ranges[block].upperBound, by: 16) {
                                    search.run(start..<min(start + 16, ranges[block].upperBound), points: moved, states: states)
                                }
                                var (count, squares): (Int, Double) = (0, 0)
                                for i in ranges[block] {
                                    let d =
                                        states[i].nearest < 0 ? .infinity : scan.distanceSquared(moved[i], Int(states[i].nearest))
                                    states[i].hasPartner = d <= limit * limit
                                    if states[i].hasPartner {
                                        count += 1
                                        squares += Double(d)
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

    /// Brings the nearest points of a few neighbouring source points up to date.
    private struct PartnerSearch: ~Copyable {
        let scan: PointScan
        let reach: Float
        /// Metres within which the next points are likely to find their nearest.
        private var guess: Float
        private let candidates = Candidates(capacity: 2048)

        init(scan: PointScan, reach: Float) {
            self.scan = scan
            self.reach = reach
            guess = reach * 0.25
        }

        mutating func run(
            _ range: Range<Int>, points: UnsafeMutableBufferPointer<Vector3>, states: UnsafeMutableBufferPointer<State>
        ) {
            var box = Bounds.empty
            var open: UInt32 = 0
            for i in range where !isSettled(points[i], states[i]) {
                open |= 1 << UInt32(i - range.lowerBound)
                box.insert(points[i])
            }
            guard open != 0 else { return }
            var radius = min(guess, reach)
            var farthest: Float = -1
            while open != 0 {
                let found = candidates.gather(scan, box: box, limit: radius * radius)
                var rest = open
                while rest != 0 {
                    let lane = rest.trailingZeroBitCount
                    rest &= rest - 1
                    let i = range.lowerBound + lane
                    let distance =
                        found < 0
                        ? lookUp(points[i], &states[i]) : choose(points[i], found: found, radius: radius, state: &states[i])
                    // Nothing so near: it is looked for farther away.
                    guard distance <= radius || radius >= reach else { continue }
                    open &= ~(1 << UInt32(lane))
                    if distance <= reach { farthest = max(farthest, distance) }
                }
                radius = min(radius * 2, reach)
            }
            // Somewhat more than these needed, so that there is a second nearest to tell how long the first will hold.
            if farthest >= 0 { guess = farthest * 1.3 + reach * 0.02 }
        }

        /// Whether what was found earlier still holds.
        @inline(__always)
        private func isSettled(_ p: Vector3, _ state: State) -> Bool {
            let walked = (p - state.searchedAt).length
            guard walked < state.clearance else { return false }
            guard state.nearest >= 0 else { return true }
            // A thousandth for the rounding of the lengths.
            return scan.distanceSquared(p, Int(state.nearest)).squareRoot() <= (state.clearance - walked) * 0.999
        }

        /// The nearest of the candidates, which hold all points within `radius`; its distance.
        @inline(__always)
        private func choose(_ p: Vector3, found: Int, radius: Float, state: inout State) -> Float {
            var nearest = PointTree.Lanes(repeating: .infinity)
            var second = nearest
            var indices = SIMD8<Int32>(repeating: -1)
            for i in 0..<(found + 7) / 8 {
                let dx = candidates.x[i] - p.x
                let dy = candidates.y[i] - p.y
                let dz = candidates.z[i] - p.z
                let d = dx * dx + dy * dy + dz * dz
                let isNearest = d .< nearest
                let rest = d.replacing(with: nearest, where: isNearest)
                second = second.replacing(with: rest, where: rest .< second)
                nearest = nearest.replacing(with: d, where: isNearest)
                indices = indices.replacing(with: candidates.indices[i], where: isNearest)
            }
            var (best, next, index): (Float, Float, Int32) = (.infinity, .infinity, -1)
            for lane in 0..<8 {
                if nearest[lane] < best {
                    next = min(best, second[lane])
                    best = nearest[lane]
                    index = indices[lane]
                } else {
                    next = min(next, nearest[lane])
                }
            }
            settle(p, index: index, distance: best, clearance: min(next.squareRoot(), radius), state: &state)
            return best.squareRoot()
        }

        /// One point alone, where candidates are too many; the distance of its nearest, 0 where there is none.
        private func lookUp(_ p: Vector3, _ state: inout State) -> Float {
            var heap = NeighbourHeap(k: 2, radius: reach)
            scan.search(p, p) { scan, start, end in
                scan.collect(p, start: start, end: end, into: &heap)
            } bound: {
                heap.bound
            }
            let items = heap.sorted()
            let next = items.count > 1 ? items[1].distance.squareRoot() : reach
            settle(
                p, index: Int32(items.first?.index ?? -1), distance: items.first?.distance ?? .infinity, clearance: next,
                state: &state)
            return items.first?.distance.squareRoot() ?? 0
        }

        @inline(__always)
        private func settle(_ p: Vector3, index: Int32, distance: Float, clearance: Float, state: inout State) {
            state.searchedAt = p
            let isWithin = distance <= reach * reach
            state.nearest = isWithin ? index : -1
            // Where nothing is within reach, nothing needs to be searched until the point may have come near enough to matter.
            state.clearance = isWithin ? clearance : reach - reach / 1.2
        }
    }
}

extension PointScan {
    /// Squared metres from `p` to the point at `index`.
    @inline(__always)
    func distanceSquared(_ p: Vector3, _ index: Int) -> Float {
        let dx = x[index] - p.x
        let dy = y[index] - p.y
        let dz = z[index] - p.z
        return dx * dx + dy * dy + dz * dz
    }
}
