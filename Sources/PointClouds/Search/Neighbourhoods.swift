import Geometry
import Support

/// Which points count as a point's neighbours. The point itself is one of them.
public enum NeighbourSearch: Sendable, Equatable {
    /// The k nearest.
    case nearest(Int)
    /// All within so many metres.
    case within(Float)
    /// The k nearest of those within so many metres.
    case nearestWithin(Int, Float)

    var k: Int {
        switch self {
        case .nearest(let k), .nearestWithin(let k, _): k
        case .within: .max
        }
    }

    var radius: Float {
        switch self {
        case .nearest: .infinity
        case .within(let radius), .nearestWithin(_, let radius): radius
        }
    }

    func check(minimum: Int) throws(PointCloudError) {
        if k < minimum { throw .badOption("the number of neighbours is \(k); it must be \(minimum) or more") }
        if radius.isNaN || radius <= 0 { throw .badOption("the radius is \(radius) m; it must be above 0") }
    }
}

/// The neighbours of one point: those of `candidates` whose squared distance is at most `threshold`.
struct Neighbourhood {
    typealias Lanes = PointTree.Lanes

    /// The point's index in the sorted order.
    var index: Int
    var position: Vector3
    /// Coordinates of the candidates, eight at a time, and their squared distances. The last vector is filled up with infinity.
    var x: UnsafeMutablePointer<Lanes>
    var y: UnsafeMutablePointer<Lanes>
    var z: UnsafeMutablePointer<Lanes>
    var distances: UnsafeMutablePointer<Lanes>
    /// The candidates' indices in the sorted order.
    var indices: UnsafeMutablePointer<SIMD8<Int32>>
    var vectors: Int
    /// Squared metres.
    var threshold: Float
    /// How many neighbours there are. Points that tie with the last of k nearest make it more than k.
    var count: Int
}

/// Finds the neighbourhoods of all points of a tree: the candidates of a leaf are gathered together, then for each of its
/// points the distance that encloses k of them is searched by counting. No list is ever sorted.
struct Neighbourhoods: ~Copyable {
    private typealias Lanes = PointTree.Lanes

    /// Most candidates of a leaf; where there are more (piles of points), its points are looked up one by one.
    private static let capacity = 4096
    /// Leaves that one thread takes at a time. Fixed, so that the answer does not depend on the number of threads.
    private static let block = 64

    private let scan: PointScan
    private let k: Int
    private let radius: Float
    private let candidates: Candidates

    private init(_ scan: PointScan, count: Int, search: NeighbourSearch) {
        self.scan = scan
        k = min(search.k, count)
        radius = search.radius
        // All points within a radius may be any number of points.
        let most = search.k == .max ? count : max(Self.capacity, k)
        candidates = Candidates(capacity: most)
    }

    /// Calls `visit` once for each point, on all cores.
    /// - Throws: `CancellationError`.
    static func forEach(
        _ tree: PointTree, search: NeighbourSearch, progress: ProgressReporter, what: String, visit: (Neighbourhood) -> Void
    ) throws {
        let leafCount = tree.leaves.count - 1
        guard tree.count > 0 else { return }
        try tree.withScan { scan in
            try Parallel.forEach((leafCount + block - 1) / block, progress: progress, what: what) { b in
                let work = Neighbourhoods(scan, count: tree.count, search: search)
                work.run(b * block..<min(leafCount, (b + 1) * block), visit)
            }
        }
    }

    private func run(_ range: Range<Int>, _ visit: (Neighbourhood) -> Void) {
        let most = radius * radius
        var guess = radius.isFinite ? most : 0
        withUnsafeTemporaryAllocation(of: Int.self, capacity: PointTree.leafSize) { open in
            for leaf in range {
                let start = Int(scan.leaves[leaf])
                let end = Int(scan.leaves[leaf + 1])
                // Nothing is known yet of how dense the points lie.
                if guess == 0 { guess = 1.5 * (nearest(start).items.map { $0.distance }.max() ?? 0) }
                var box = Bounds.empty
                for i in start..<end { box.insert(Vector3(scan.x[i], scan.y[i], scan.z[i])) }
                var limit = min(guess, most)
                for i in start..<end { open[i - start] = i }
                var left = end - start
                var farthest: Float = 0
                // Points that find too few candidates get a second and third chance with more of them.
                for _ in 0..<3 where left > 0 {
                    let found = candidates.gather(scan, box: box, limit: limit)
                    guard found >= 0 else { break }
                    var still = 0
                    for i in 0..<left {
                        let reach = count(open[i], found: found, limit: limit, visit: visit)
                        if reach < 0 {
                            open[still] = open[i]
                            still += 1
                        } else {
                            farthest = max(farthest, reach)
                        }
                    }
                    left = still
                    limit = min(limit * 2, most)
                }
                for i in 0..<left { farthest = max(farthest, lookUp(open[i], visit)) }
                // A little more than the neighbours of this leaf needed.
                guess = min(farthest * 1.1, most)
            }
        }
    }

    /// Visits a point if enough gathered candidates lie within `limit`; the squared reach of its neighbours, or −1.
    @inline(__always)
    private func count(_ index: Int, found: Int, limit: Float, visit: (Neighbourhood) -> Void) -> Float {
        let p = Vector3(scan.x[index], scan.y[index], scan.z[index])
        let vectors = (found + 7) / 8
        let x = candidates.x
        let y = candidates.y
        let z = candidates.z
        let d = candidates.distances
        var inside = SIMD8<Int32>(repeating: 0)
        for i in 0..<vectors {
            let dx = x[i] - p.x
            let dy = y[i] - p.y
            let dz = z[i] - p.z
            let s = dx * dx + dy * dy + dz * dz
            d[i] = s
            inside = inside &- unsafeBitCast(s .<= limit, to: SIMD8<Int32>.self)
        }
        let total = Int(inside.wrappedSum())
        var threshold = limit
        var number = total
        if total > k {
            (threshold, number) = select(d, vectors: vectors, limit: limit, total: total)
        } else if total < k && limit < radius * radius {
            return -1
        }
        visit(
            Neighbourhood(
                index: index, position: p, x: x, y: y, z: z, distances: d, indices: candidates.indices, vectors: vectors,
                threshold: threshold, count: number))
        return threshold
    }

    /// The squared distance that encloses k candidates, and how many it does enclose: more than k only where several tie.
    ///
    /// On a surface the number within d² grows with d², so that interpolation hits after a few steps; halving the bit patterns ends
    /// the search whatever the distribution.
    @inline(__always)
    private func select(_ d: UnsafeMutablePointer<Lanes>, vectors: Int, limit: Float, total: Int) -> (Float, Int) {
        var (low, high): (Float, Float) = (0, limit)
        var countLow = 0
        var countHigh = total
        var step = 0
        while true {
            var t = low + (high - low) * (Float(k - countLow) + 0.5) / Float(countHigh - countLow)
            if step > 8 || !(t > low && t < high) {
                t = Float(bitPattern: low.bitPattern + (high.bitPattern - low.bitPattern) / 2)
            }
            // Nothing lies between: several are equally far.
            if t <= low {
                // Zero itself has not been counted yet.
                if low == 0 {
                    let zeros = Self.count(d, vectors: vectors, within: 0)
                    if zeros >= k { return (0, zeros) }
                }
                return (high, countHigh)
            }
            let n = Self.count(d, vectors: vectors, within: t)
            if n == k { return (t, n) }
            if n < k { (low, countLow) = (t, n) } else { (high, countHigh) = (t, n) }
            step += 1
        }
    }

    @inline(__always)
    private static func count(_ d: UnsafeMutablePointer<Lanes>, vectors: Int, within t: Float) -> Int {
        var inside = SIMD8<Int32>(repeating: 0)
        for i in 0..<vectors { inside = inside &- unsafeBitCast(d[i] .<= t, to: SIMD8<Int32>.self) }
        return Int(inside.wrappedSum())
    }

    /// A point's neighbours by a search of its own.
    private func nearest(_ index: Int) -> NeighbourHeap {
        let p = Vector3(scan.x[index], scan.y[index], scan.z[index])
        var heap = NeighbourHeap(k: k, radius: radius)
        scan.search(p, p) { scan, start, end in
            scan.collect(p, start: start, end: end, into: &heap)
        } bound: {
            heap.bound
        }
        return heap
    }

    /// Visits a point whose neighbours the candidates of its leaf do not hold; the squared reach of its neighbours.
    private func lookUp(_ index: Int, _ visit: (Neighbourhood) -> Void) -> Float {
        let items = nearest(index).items
        let p = Vector3(scan.x[index], scan.y[index], scan.z[index])
        // The candidates of the leaf must stay as they are for its other points.
        let vectors = (items.count + 7) / 8
        let own = UnsafeMutablePointer<Lanes>.allocate(capacity: 4 * (vectors + 1))
        own.initialize(repeating: Lanes(repeating: .infinity), count: 4 * (vectors + 1))
        let indices = UnsafeMutablePointer<SIMD8<Int32>>.allocate(capacity: vectors + 1)
        indices.initialize(repeating: SIMD8(repeating: 0), count: vectors + 1)
        defer {
            own.deallocate()
            indices.deallocate()
        }
        let x = own
        let y = own + vectors
        let z = own + 2 * vectors
        let d = own + 3 * vectors
        var reach: Float = 0
        for (i, item) in items.enumerated() {
            x[i / 8][i % 8] = scan.x[item.index]
            y[i / 8][i % 8] = scan.y[item.index]
            z[i / 8][i % 8] = scan.z[item.index]
            d[i / 8][i % 8] = item.distance
            indices[i / 8][i % 8] = Int32(item.index)
            reach = max(reach, item.distance)
        }
        visit(
            Neighbourhood(
                index: index, position: p, x: x, y: y, z: z, distances: d, indices: indices, vectors: vectors, threshold: reach,
                count: items.count))
        return reach
    }
}
