import Geometry
import Support

/// The points that belong to no plane yet, and the search for the next one among them.
struct PlaneSearch {
    typealias Plane = PlaneSegmentation.Plane
    private typealias Lanes = PointTree.Lanes

    /// How many points a first judgement takes.
    private static let sampleSize = 4096
    /// How many planes are scored on all points.
    private static let finalists = 12
    /// How many of those are refitted.
    private static let refits = 3

    /// All is counted from here, so that a cloud far from the origin keeps its precision.
    private let origin: Vector3
    private var points: Columns
    private var numbers: [Int]

    /// Coordinates side by side, with up to eight more that are infinitely far away.
    private struct Columns {
        var x: [Float] = []
        var y: [Float] = []
        var z: [Float] = []
        var count = 0

        init(_ points: some Collection<Vector3>) {
            count = points.count
            let padding = [Float](repeating: .infinity, count: 8)
            x = points.map { $0.x } + padding
            y = points.map { $0.y } + padding
            z = points.map { $0.z } + padding
        }

        subscript(i: Int) -> Vector3 { Vector3(x[i], y[i], z[i]) }

        /// How many lie within `distance` of the plane.
        func count(_ plane: Plane, _ distance: Float) -> Int {
            let n = plane.normal
            return x.withUnsafeBufferPointer { x in
                y.withUnsafeBufferPointer { y in
                    z.withUnsafeBufferPointer { z in
                        var inside = SIMD8<Int32>(repeating: 0)
                        for i in stride(from: 0, to: count, by: 8) {
                            let px = PointScan.lanes(x, i) * n.x
                            let d = px + PointScan.lanes(y, i) * n.y + PointScan.lanes(z, i) * n.z - plane.offset
                            // Infinity times zero is no number, and is not below anything either.
                            inside = inside &- unsafeBitCast((d .<= distance) .& (d .>= -distance), to: SIMD8<Int32>.self)
                        }
                        return Int(inside.wrappedSum())
                    }
                }
            }
        }
    }

    init(_ positions: [Vector3]) {
        let origin = Bounds(positions).center
        self.origin = origin
        points = Columns(positions.map { $0 - origin })
        numbers = Array(positions.indices)
    }

    /// The plane with the most points, in the world's coordinates; nil where no three points span one.
    func best(distance: Float, iterations: Int, random: inout SplitMix64) throws -> (plane: Plane, count: Int)? {
        guard points.count >= 3 else { return nil }
        let sample =
            points.count <= Self.sampleSize
            ? points : Columns((0..<Self.sampleSize).map { _ in points[random.below(points.count)] })
        var leaders: [(plane: Plane, count: Int)] = []
        for iteration in 0..<iterations {
            if iteration & 1023 == 1023 { try Task.checkCancellation() }
            let a = points[random.below(points.count)]
            let b = points[random.below(points.count)]
            guard let plane = Self.plane(a, b, points[random.below(points.count)]) else { continue }
            let count = sample.count(plane, distance)
            if leaders.count < Self.finalists || count > leaders[leaders.count - 1].count {
                let place = leaders.firstIndex { $0.count < count } ?? leaders.count
                leaders.insert((plane, count), at: place)
                if leaders.count > Self.finalists { leaders.removeLast() }
            }
        }
        leaders = leaders.map { ($0.plane, points.count($0.plane, distance)) }.sorted { $0.count > $1.count }
        var winner: (plane: Plane, count: Int)?
        for leader in leaders.prefix(Self.refits) {
            var candidate = leader
            for _ in 0..<8 {
                guard let refit = fit(candidate.plane, distance) else { break }
                let count = points.count(refit, distance)
                guard count > candidate.count else { break }
                candidate = (refit, count)
            }
            if candidate.count > winner?.count ?? 0 { winner = candidate }
        }
        guard var winner else { return nil }
        // The plane with the most points may lean towards those at its border; the best fit to its points is what is wanted.
        if let fitted = fit(winner.plane, distance) {
            let count = points.count(fitted, distance)
            if Double(count) >= 0.98 * Double(winner.count) { winner = (fitted, count) }
        }
        winner.plane.offset += dot(winner.plane.normal, origin)
        return winner
    }

    private static func plane(_ a: Vector3, _ b: Vector3, _ c: Vector3) -> Plane? {
        let n = cross(b - a, c - a)
        // Three points of a line, or a point drawn twice.
        guard n.length > 1e-6 * (b - a).length * (c - a).length, n.length > 0 else { return nil }
        let normal = n.normalized
        return Plane(normal: normal, offset: dot(normal, a))
    }

    /// The plane that fits best, in the sense of least squares, to the points within `distance` of another one.
    private func fit(_ plane: Plane, _ distance: Float) -> Plane? {
        let n = plane.normal
        var sum = SIMD3<Double>(repeating: 0)
        var count = 0.0
        var xx = 0.0
        var xy = 0.0
        var xz = 0.0
        var yy = 0.0
        var yz = 0.0
        var zz = 0.0
        for i in 0..<points.count {
            let p = points[i]
            guard abs(dot(n, p) - plane.offset) <= distance else { continue }
            let d = SIMD3<Double>(Double(p.x), Double(p.y), Double(p.z))
            sum += d
            count += 1
            xx += d.x * d.x
            xy += d.x * d.y
            xz += d.x * d.z
            yy += d.y * d.y
            yz += d.y * d.z
            zz += d.z * d.z
        }
        guard count >= 3 else { return nil }
        let mean = sum / count
        var m = SmallestEigenvectors.Matrices()
        m.xx[0] = Float(xx / count - mean.x * mean.x)
        m.xy[0] = Float(xy / count - mean.x * mean.y)
        m.xz[0] = Float(xz / count - mean.x * mean.z)
        m.yy[0] = Float(yy / count - mean.y * mean.y)
        m.yz[0] = Float(yz / count - mean.y * mean.z)
        m.zz[0] = Float(zz / count - mean.z * mean.z)
        let v = SmallestEigenvectors.smallest(m)
        let normal = Vector3(v.x[0], v.y[0], v.z[0])
        guard normal.isFinite, normal.lengthSquared > 0.5 else { return nil }
        return Plane(normal: normal, offset: dot(normal, Vector3(Float(mean.x), Float(mean.y), Float(mean.z))))
    }

    /// Takes out the points of a plane (in the world's coordinates) and returns their numbers.
    mutating func take(_ plane: Plane, _ distance: Float) -> [Int] {
        let offset = plane.offset - dot(plane.normal, origin)
        var (taken, left): ([Int], [Int]) = ([], [])
        for i in 0..<points.count {
            if abs(dot(plane.normal, points[i]) - offset) <= distance { taken.append(i) } else { left.append(i) }
        }
        let result = taken.map { numbers[$0] }
        points = Columns(left.map { points[$0] })
        numbers = left.map { numbers[$0] }
        return result
    }
}

extension SplitMix64 {
    /// A number in 0..<`count`; the bias of a 64-bit remainder does not matter here.
    fileprivate mutating func below(_ count: Int) -> Int { Int(next() % UInt64(count)) }
}
