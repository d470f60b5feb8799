/// How a thin plate over a patch bends: the heights above the membrane whose umbrella operator is least in the sum of squares, with
/// the slope given at the loop.
struct Bending {
    /// For each vertex those that its row takes the mean of; of the loop's own, only new ones.
    private let rows: [[Int32]]
    private let rim: Int

    init(_ neighbours: [[Int32]], rim: Int) {
        rows = neighbours.enumerated().map { v, list in v < rim ? list.filter { Int($0) >= rim } : list }
        self.rim = rim
    }

    /// Conjugate gradients for least squares (Hestenes and Stiefel 1952): their steps grow with the patch's width, those of a
    /// relaxation with its fourth power.
    /// - Parameter slopes: rises over a step into the patch, one a corner of the loop.
    /// - Returns: one a vertex; 0 at the loop.
    func heights(_ slopes: [Float]) -> [Float] {
        var height = [Float](repeating: 0, count: rows.count)
        var rest = height
        for v in 0..<rim where !rows[v].isEmpty { rest[v] = 0.5 * slopes[v] }
        var gradient = transposed(rest)
        var way = gradient
        var size = square(gradient)
        let enough = size * 1e-8
        for _ in 0..<min(600, rows.count - rim) {
            guard size > enough, size > .leastNormalMagnitude else { break }
            let change = applied(way)
            let stiffness = square(change)
            guard stiffness > .leastNormalMagnitude else { break }
            let step = Float(size / stiffness)
            for v in rows.indices {
                height[v] += step * way[v]
                rest[v] -= step * change[v]
            }
            gradient = transposed(rest)
            let next = square(gradient)
            let share = Float(next / size)
            for v in rows.indices { way[v] = gradient[v] + share * way[v] }
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
            return v < rim ? 0.5 * mean : mean - x[v]
        }
    }

    private func transposed(_ x: [Float]) -> [Float] {
        var result = [Float](repeating: 0, count: rows.count)
        for v in rows.indices where !rows[v].isEmpty {
            let part = (v < rim ? 0.5 : 1) * x[v] / Float(rows[v].count)
            for n in rows[v] where Int(n) >= rim { result[Int(n)] += part }
            if v >= rim { result[v] -= x[v] }
        }
        return result
    }
}
