import Geometry

/// Evens out the views' exposures and white balances: one factor a view and channel, such that views agree where they see the same place.
///
/// What a place should look like is the geometric mean over all views that see it, so that a walk from a dark corner to a window keeps the
/// brightness that the camera showed most often, and no view is drawn away from it by a chain of others. Each view's factor follows by
/// least squares over logarithms, twice: the second time places where it differs much (moved things, gloss) count little.
enum ViewGains {
    /// Sees of one point: views with their colours, sRGB codes.
    typealias Sights = [(view: Int, color: Vector3)]

    static func solve(_ points: [Sights], views: Int) -> [Vector3] {
        var gains = [Vector3](repeating: Vector3(repeating: 1), count: views)
        for channel in 0..<3 {
            var logs = [Double](repeating: 0, count: views)
            for round in 0..<2 {
                // A weak pull to 1.
                var weights = [Double](repeating: 2, count: views)
                var sums = [Double](repeating: 0, count: views)
                for sights in points {
                    // Clipped and black codes tell nothing of exposure.
                    let usable = sights.filter { $0.color[channel] > 12 && $0.color[channel] < 245 }
                    guard usable.count > 1 else { continue }
                    let codes = usable.map { logarithm(Double($0.color[channel])) }
                    let mean = codes.reduce(0, +) / Double(codes.count)
                    for (sight, code) in zip(usable, codes) {
                        let rest = round > 0 ? (logs[sight.view] + code - mean) / 0.15 : 0
                        let weight = 1 / (1 + rest * rest)
                        weights[sight.view] += weight
                        sums[sight.view] += weight * (mean - code)
                    }
                }
                for v in 0..<views { logs[v] = sums[v] / weights[v] }
            }
            for v in 0..<views { gains[v][channel] = Float(exponential(min(max(logs[v], -0.7), 0.7))) }
        }
        return gains
    }

    /// The natural logarithm for 1…256, by halving and a series: the same on every platform.
    private static func logarithm(_ x: Double) -> Double {
        var (m, power) = (x, 0.0)
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
