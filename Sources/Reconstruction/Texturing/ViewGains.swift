import Geometry

/// Evens out the views' exposures and white balances: one factor a view and channel, such that views agree where they see the same
/// place.
///
/// Least squares over the logarithms of the low frequencies, with a pull to 1 (Brown, Lowe 2007, section 6), twice: the second time
/// pairs that disagree much (moved things, gloss) count little. The pull keeps a long walk from a dark corner to a bright window
/// from being painted in one exposure, which no image of it has: `ViewConsensus` evens out what it leaves.
enum ViewGains {
    /// Sees of one point: views with their colours, sRGB codes.
    typealias Sights = [(view: Int, color: Vector3)]

    /// How much the pull to 1 counts beside all that a view shares with others.
    private static let pull = 0.2

    static func solve(_ points: [Sights], views: Int) -> [Vector3] {
        var gains = [Vector3](repeating: Vector3(repeating: 1), count: views)
        guard views > 1, views <= 1024 else { return gains }
        for channel in 0..<3 {
            var logs = [Double](repeating: 0, count: views)
            for round in 0..<2 {
                var matrix = [Double](repeating: 0, count: views * views)
                var right = [Double](repeating: 0, count: views)
                for v in 0..<views { matrix[v * views + v] = 2 }
                for sights in points {
                    for (i, a) in sights.enumerated() {
                        for b in sights[(i + 1)...] {
                            let x = a.color[channel]
                            let y = b.color[channel]
                            // Clipped and black codes tell nothing of exposure.
                            guard x > 12, y > 12, x < 245, y < 245 else { continue }
                            let difference = logarithm(Double(y)) - logarithm(Double(x))
                            var weight = 1.0
                            if round > 0 {
                                let rest = (logs[a.view] - logs[b.view] - difference) / 0.08
                                weight = 1 / (1 + rest * rest)
                            }
                            matrix[a.view * views + a.view] += weight
                            matrix[b.view * views + b.view] += weight
                            matrix[a.view * views + b.view] -= weight
                            matrix[b.view * views + a.view] -= weight
                            right[a.view] += weight * difference
                            right[b.view] -= weight * difference
                        }
                    }
                }
                for v in 0..<views { matrix[v * views + v] *= 1 + pull }
                logs = solve(&matrix, &right, count: views)
            }
            for v in 0..<views { gains[v][channel] = Float(exponential(min(max(logs[v], -0.7), 0.7))) }
        }
        return gains
    }

    /// Cholesky's method; the matrix is symmetric and positive definite.
    private static func solve(_ m: inout [Double], _ b: inout [Double], count n: Int) -> [Double] {
        for j in 0..<n {
            for i in j..<n {
                var sum = m[i * n + j]
                for k in 0..<j { sum -= m[i * n + k] * m[j * n + k] }
                m[i * n + j] = i == j ? max(sum, 1e-12).squareRoot() : sum / m[j * n + j]
            }
        }
        for i in 0..<n {
            for k in 0..<i { b[i] -= m[i * n + k] * b[k] }
            b[i] /= m[i * n + i]
        }
        for i in (0..<n).reversed() {
            for k in i + 1..<n { b[i] -= m[k * n + i] * b[k] }
            b[i] /= m[i * n + i]
        }
        return b
    }

    /// The natural logarithm for 1…256, by halving and a series: the same on every platform.
    private static func logarithm(_ x: Double) -> Double {
        var m = x
        var power = 0.0
        while m > 1.5 {
            m *= 0.5
            power += 1
        }
        let t = (m - 1) / (m + 1)
        let s = t * t
        return power * 0.6931471805599453 + 2 * t * (1 + s * (1 / 3 + s * (1 / 5 + s * (1 / 7 + s * (1 / 9 + s / 11)))))
    }

    private static func exponential(_ x: Double) -> Double {
        let y = x / 16
        var e = 1 + y * (1 + y / 2 * (1 + y / 3 * (1 + y / 4 * (1 + y / 5))))
        for _ in 0..<4 { e *= e }
        return e
    }
}
