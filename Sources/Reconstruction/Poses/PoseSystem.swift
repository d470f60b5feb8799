/// The linear equations of a pose graph: symmetric, positive, 6x6 blocks, sparse. Solved by conjugate gradients, preconditioned by
/// the exact inverse of the chain of neighbours, so that a walk without loops takes one step, and each loop a few more.
///
/// Memory and time of a step grow with the edges only.
struct PoseSystem {
    private var diagonal: [Matrix6]
    private var gradient: [Twist]
    /// Blocks above the diagonal: row `from`, column `to`.
    private var couplings: [(from: Int, to: Int, block: Matrix6)] = []
    /// Block (i, i+1) of the chain.
    private var chain: [Matrix6]

    init(count: Int) {
        // A trace of damping keeps nodes in place that no edge holds.
        diagonal = Array(repeating: Matrix6(translation: 1e-3, rotation: 1e-3), count: count)
        gradient = Array(repeating: .zero, count: count)
        chain = Array(repeating: .zero, count: count)
    }

    /// Adds an edge's part. Node 0 stays where it is.
    mutating func add(
        _ from: Int, _ to: Int, diagonalFrom: Matrix6, diagonalTo: Matrix6, coupling: Matrix6, gradientFrom: Twist,
        gradientTo: Twist
    ) {
        if from != 0 {
            diagonal[from] = diagonal[from] + diagonalFrom
            gradient[from] += gradientFrom
        }
        if to != 0 {
            diagonal[to] = diagonal[to] + diagonalTo
            gradient[to] += gradientTo
        }
        guard from != 0, to != 0, from != to else { return }
        couplings.append((from, to, coupling))
        if to == from + 1 { chain[from] = chain[from] + coupling }
        if from == to + 1 { chain[to] = chain[to] + coupling.transposed }
    }

    /// Adds a constraint on one node.
    mutating func add(_ node: Int, information: Matrix6, gradient part: Twist) {
        guard node != 0 else { return }
        diagonal[node] = diagonal[node] + information
        gradient[node] += part
    }

    /// The steps that make the gradient zero, one a node.
    func solve() -> [Twist] {
        let count = diagonal.count
        var x = [Twist](repeating: .zero, count: count)
        let preconditioner = ChainFactor(diagonal, chain)
        var r = gradient.map { -$0 }
        r[0] = .zero
        var z = preconditioner.solve(r)
        var p = z
        var rz = Self.product(r, z)
        let goal = rz * 1e-12
        for _ in 0..<min(60 + 6 * count, 500) where rz > goal && rz > 1e-18 {
            let q = times(p)
            let curvature = Self.product(p, q)
            guard curvature > 0, curvature.isFinite else { break }
            let alpha = rz / curvature
            for i in 1..<count {
                x[i] += p[i] * alpha
                r[i] -= q[i] * alpha
            }
            z = preconditioner.solve(r)
            let next = Self.product(r, z)
            let beta = next / rz
            rz = next
            for i in 1..<count { p[i] = z[i] + p[i] * beta }
        }
        return x
    }

    private func times(_ v: [Twist]) -> [Twist] {
        var y = zip(diagonal, v).map { $0 * $1 }
        y[0] = .zero
        for (from, to, block) in couplings {
            y[from] += block * v[to]
            y[to] += block.transposedTimes(v[from])
        }
        return y
    }

    private static func product(_ a: [Twist], _ b: [Twist]) -> Double {
        var sum = 0.0
        for (x, y) in zip(a, b) { sum += (x * y).sum() }
        return sum
    }
}

/// The block factorisation of the tridiagonal part of a `PoseSystem`. Leaving out the coupling of an edge from a positive matrix,
/// and keeping its two diagonal blocks, leaves it positive, so that the pivots can always be inverted.
private struct ChainFactor {
    /// Inverses of the pivots.
    private var pivots: [Matrix6]
    private let chain: [Matrix6]

    init(_ diagonal: [Matrix6], _ chain: [Matrix6]) {
        self.chain = chain
        pivots = []
        pivots.reserveCapacity(diagonal.count)
        for i in diagonal.indices {
            var pivot = diagonal[i]
            if i > 0 { pivot = pivot - chain[i - 1].transposed * (pivots[i - 1] * chain[i - 1]) }
            // Rounding may spoil the last digits of a nearly singular pivot; the plain diagonal is safe then.
            let damped = diagonal[i] + Matrix6(translation: 1e-3, rotation: 1e-3)
            pivots.append(pivot.inverseOfPositive ?? damped.inverseOfPositive ?? Matrix6(translation: 1, rotation: 1))
        }
    }

    func solve(_ b: [Twist]) -> [Twist] {
        var y = b
        for i in y.indices.dropFirst() { y[i] -= chain[i - 1].transposedTimes(pivots[i - 1] * y[i - 1]) }
        var x = y
        for i in y.indices.reversed() {
            let rest = i + 1 < y.count ? y[i] - chain[i] * x[i + 1] : y[i]
            x[i] = pivots[i] * rest
        }
        return x
    }
}
