/// Thin-plate fairing of a patch: the heights above the membrane that minimize the squared umbrella operator, with the slope given
/// at the boundary loop.
struct ThinPlateFairing {
    /// For each vertex the neighbours that its row averages; for those of the loop, only new vertices.
    private let rows: [[Int32]]
    /// Number of vertices in the boundary loop; they come first.
    private let loopCount: Int

    init(_ neighbours: [[Int32]], loopCount: Int) {
        rows = neighbours.enumerated().map { v, list in v < loopCount ? list.filter { Int($0) >= loopCount } : list }
        self.loopCount = loopCount
    }

    /// Conjugate gradients for least squares (Hestenes and Stiefel 1952): their steps grow with the patch's width, those of a
    /// relaxation with its fourth power.
    /// - Parameter slopes: rises over a step into the patch, one a corner of the loop.
    /// - Returns: one a vertex; 0 at the loop.
    func heights(_ slopes: [Float]) -> [Float] {
        var height = [Float](repeating: 0, count: rows.count)
        var residual = height
        for v in 0..<loopCount where !rows[v].isEmpty { residual[v] = 0.5 * slopes[v] }
        var gradient = transposed(residual)
        var direction = gradient
        var size = square(gradient)
        let tolerance = size * 1e-8
        for _ in 0..<min(600, rows.count - loopCount) {
            guard size > tolerance, size > .leastNormalMagnitude else { break }
            let change = applied(direction)
            let stiffness = square(change)
            guard stiffness > .leastNormalMagnitude else { break }
            let step = Float(size / stiffness)
            for v in rows.indices {
                height[v] += step * direction[v]
                residual[v] -= step * change[v]
            }
            gradient = transposed(residual)
            let next = square(gradient)
            let share = Float(next / size)
            for v in rows.indices { direction[v] = gradient[v] + share * direction[v] }
            size = next
        }
        return height
    }

    private func square(_ x: [Float]) -> Double { x.reduce(0) { $0 + Double($1) * Double($1) } }

    /// The umbrella operator; at the loop half of it, for a corner there has neighbours on one side only.
    private func applied(_ x: [Float]) -> [Float] {
        rows.indices.map { v in
            guard !rows[v].isEmpty else { return 0 }
            let mean = rows[v].reduce(Float(0)) { $0 + x[Int($1)] } / Float(rows[v].count)
            return v < loopCount ? 0.5 * mean : mean - x[v]
        }
    }

    private func transposed(_ x: [Float]) -> [Float] {
        var result = [Float](repeating: 0, count: rows.count)
        for v in rows.indices where !rows[v].isEmpty {
            let part = (v < loopCount ? 0.5 : 1) * x[v] / Float(rows[v].count)
            for n in rows[v] where Int(n) >= loopCount { result[Int(n)] += part }
            if v >= loopCount { result[v] -= x[v] }
        }
        return result
    }
}
