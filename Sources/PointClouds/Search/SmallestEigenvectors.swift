/// Eigenvectors of eight symmetric 3x3 matrices at once, by Jacobi rotations (Golub and Van Loan, *Matrix Computations*, 8.5).
enum SmallestEigenvectors {
    typealias Lanes = SIMD8<Float>

    /// A symmetric matrix a lane.
    struct Matrices {
        var xx = Lanes(repeating: 0)
        var xy = Lanes(repeating: 0)
        var xz = Lanes(repeating: 0)
        var yy = Lanes(repeating: 0)
        var yz = Lanes(repeating: 0)
        var zz = Lanes(repeating: 0)
    }

    /// The unit eigenvectors of the smallest eigenvalues; (0, 1, 0) where the matrix is zero.
    @inline(__always)
    static func smallest(_ m: Matrices) -> (x: Lanes, y: Lanes, z: Lanes) {
        let one = Lanes(repeating: 1)
        let zero = Lanes(repeating: 0)
        // Scaled to a trace of one, so that neither tiny nor huge clouds leave the range of a float.
        let trace = m.xx + m.yy + m.zz
        let empty = .!(trace .> 0)
        let scale = (one / trace).replacing(with: zero, where: empty)
        var a = m.xx * scale
        var b = m.yy * scale
        var c = m.zz * scale
        var ab = m.xy * scale
        var ac = m.xz * scale
        var bc = m.yz * scale
        var u = (x: one, y: zero, z: zero)
        var v = (x: zero, y: one, z: zero)
        var w = (x: zero, y: zero, z: one)
        for _ in 0..<4 {
            rotate(&a, q: &b, pq: &ab, pr: &ac, qr: &bc, s: &u, t: &v)
            rotate(&a, q: &c, pq: &ac, pr: &ab, qr: &bc, s: &u, t: &w)
            rotate(&b, q: &c, pq: &bc, pr: &ab, qr: &ac, s: &v, t: &w)
        }
        let vFirst = b .< a
        var least = a.replacing(with: b, where: vFirst)
        var result = u
        result.x.replace(with: v.x, where: vFirst)
        result.y.replace(with: v.y, where: vFirst)
        result.z.replace(with: v.z, where: vFirst)
        let wFirst = c .< least
        least.replace(with: c, where: wFirst)
        result.x.replace(with: w.x, where: wFirst)
        result.y.replace(with: w.y, where: wFirst)
        result.z.replace(with: w.z, where: wFirst)
        let scaling = (result.x * result.x + result.y * result.y + result.z * result.z).reciprocalSquareRoot
        result.x = (result.x * scaling).replacing(with: zero, where: empty)
        result.y = (result.y * scaling).replacing(with: one, where: empty)
        result.z = (result.z * scaling).replacing(with: zero, where: empty)
        return result
    }

    /// Turns the plane of two axes, with the diagonal entries p and q and `pq` beside them, so that `pq` vanishes. `pr` and `qr`
    /// are the two entries that they have with the third axis.
    @inline(__always)
    private static func rotate(
        _ p: inout Lanes, q: inout Lanes, pq: inout Lanes, pr: inout Lanes, qr: inout Lanes,
        s: inout (x: Lanes, y: Lanes, z: Lanes), t: inout (x: Lanes, y: Lanes, z: Lanes)
    ) {
        let one = Lanes(repeating: 1)
        let zero = Lanes(repeating: 0)
        let difference = q - p
        let root = (difference * difference + 4 * pq * pq).root
        let denominator = difference + root.replacing(with: -root, where: difference .< zero)
        // What is below a float's precision beside the trace is nothing; left alone it would become a subnormal number, which is
        // slow.
        let none = pq * pq .< Lanes(repeating: 1e-20)
        let tangent = (2 * pq / denominator).replacing(with: zero, where: none)
        let cosine = (tangent * tangent + one).reciprocalSquareRoot
        let sine = tangent * cosine
        p -= tangent * pq
        q += tangent * pq
        pq = zero
        (pr, qr) = (cosine * pr - sine * qr, sine * pr + cosine * qr)
        pr.replace(with: zero, where: pr * pr .< Lanes(repeating: 1e-20))
        qr.replace(with: zero, where: qr * qr .< Lanes(repeating: 1e-20))
        (s.x, t.x) = (cosine * s.x - sine * t.x, sine * s.x + cosine * t.x)
        (s.y, t.y) = (cosine * s.y - sine * t.y, sine * s.y + cosine * t.y)
        (s.z, t.z) = (cosine * s.z - sine * t.z, sine * s.z + cosine * t.z)
    }
}
