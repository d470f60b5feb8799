import Geometry
import Reconstruction
import Support

/// Where a surface faces: area by direction, in bins of about one degree that keep the mean direction exactly.
struct FacingTally: Sendable {
    private static let side = 128
    private(set) var sums = [SIMD4<Float>](repeating: .zero, count: side * side)

    /// Octahedral bins (Cigolle et al. 2014, *A Survey of Efficient Representations for Independent Unit Vectors*).
    @inline(__always)
    mutating func add(_ n: Vector3, _ area: Float) {
        let scale = 1 / (n.x.magnitude + n.y.magnitude + n.z.magnitude)
        var u = n.x * scale
        var v = n.z * scale
        if n.y < 0 { (u, v) = ((1 - v.magnitude) * (u < 0 ? -1 : 1), (1 - u.magnitude) * (v < 0 ? -1 : 1)) }
        let half = Float(Self.side) / 2
        let i = min(max(Int((u + 1) * half), 0), Self.side - 1)
        let j = min(max(Int((v + 1) * half), 0), Self.side - 1)
        sums[j * Self.side + i] += SIMD4(n * area, area)
    }

    mutating func add(_ other: FacingTally) {
        for i in sums.indices { sums[i] += other.sums[i] }
    }

    /// The mean directions of all bins that hold something, and their areas.
    var directions: (normals: [Vector3], areas: [Float]) {
        let full = sums.filter { $0.w > 0 && Vector3($0.x, $0.y, $0.z).lengthSquared > 0 }
        return (full.map { Vector3($0.x, $0.y, $0.z).normalized }, full.map(\.w))
    }

    /// Share of the area that faces along an axis or against it, within 4°.
    func share(along axis: Int) -> Double {
        let (normals, areas) = directions
        let total = areas.reduce(0, +)
        return total > 0
            ? Double(zip(normals, areas).reduce(Float(0)) { $1.0[axis].magnitude > 0.99756 ? $0 + $1.1 : $0 } / total) : 0
    }
}

extension PlanSurface {
    /// Elements are always shared out among this many parts, so that sums do not depend on the number of threads.
    static let parts = 32

    /// Adds up values of all elements, in parallel and always in the same order.
    func tally<T: Sendable>(_ empty: T, add: @Sendable (inout T, Int) -> Void, join: (inout T, T) -> Void) -> T {
        var results = [T](repeating: empty, count: Self.parts)
        results.withUnsafeMutableBufferPointer { buffer in
            nonisolated(unsafe) let out = buffer
            Parallel.forEach(Self.parts) { part in
                var sum = empty
                for i in count * part / Self.parts..<count * (part + 1) / Self.parts { add(&sum, i) }
                out[part] = sum
            }
        }
        var sum = results[0]
        for other in results.dropFirst() { join(&sum, other) }
        return sum
    }

    /// Finds which way is up near the world's y, and turns the surface by it.
    /// - Returns: the lean that was taken out, in radians, and what is to be told of it.
    mutating func level(limit: Float) -> (facing: FacingTally, notes: [String]) {
        let given = self
        let facing = tally(FacingTally()) { sum, i in
            if let e = given.element(i) { sum.add(Vector3(e.normal.x, e.normal.z, -e.normal.y), e.area) }
        } join: {
            $0.add($1)
        }
        var notes: [String] = []
        let (normals, areas) = facing.directions
        let y = facing.share(along: 1)
        let z = facing.share(along: 2)
        if z > 0.2 && z > 2.5 * y {
            notes.append("Most level surface faces along z: if the model lies on its back, convert it to y up first.")
        }
        guard let estimate = Gravity.up(normals: normals, weights: areas, limit: limit) else {
            notes.append("No level surface shows which way is up; the model's y axis is used.")
            return (facing, notes)
        }
        let motion = Gravity.levelling(estimate.up)
        levelling = motion.rotation
        let lean = Double(Trigonometry.atan2((1 - estimate.up.y * estimate.up.y).magnitude.squareRoot(), estimate.up.y)) * 180 / .pi
        if lean > 0.3 { notes.append("The model leant by \((lean * 10).rounded() / 10)°; the plan is levelled.") }
        return (facing, notes)
    }
}
