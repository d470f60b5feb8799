import Geometry

extension Place {
    /// How steep a floor may be: the upward part of its normal.
    static let flattest: Float = 0.6
    /// A floor further below than this is none; a visitor stays at its edge.
    static let deepestDrop: Float = 2.5

    /// A drop that is taken onto any ground: off a table, from a ledge.
    static let shallowDrop: Float = 0.8

    /// Height of the floor straight below `p`, where one can stand on it; nil where there is none within `reach` metres.
    public func floor(below p: Vector3, reach: Float = 2.5) -> Float? {
        var from = p
        var left = reach
        // Steep slivers of noise are passed through.
        for _ in 0..<4 {
            guard let hit = bvh.intersect(Ray(origin: from, direction: Vector3(0, -1, 0)), maximum: left) else { return nil }
            if normal(hit.triangle).y.magnitude >= Self.flattest { return from.y - hit.t }
            from.y -= hit.t + 0.001
            left -= hit.t + 0.001
            if left <= 0 { return nil }
        }
        return nil
    }

    /// The ground under a visitor's feet.
    struct Support {
        /// Height that carries, in metres; nil where a visitor would fall out of the place.
        var height: Float?
        /// Sum of the directions in which it goes down, or ends; zero where there is ground all around.
        var gap: Vector3
    }

    /// Eight directions around.
    static let ring: [Vector3] = (0..<8).map { i in
        let (s, c) = Trigonometry.sincos(Float(i) * .pi / 4)
        return Vector3(c, 0, s)
    }

    /// The ground for feet at height `feet` above (`p.x`, `p.z`): the highest of what is below the sole, steps included. Holes of a
    /// scan with ground on opposite sides, less than a metre wide, are bridged unless one is falling already. Deep drops are taken
    /// only onto the floor of the place.
    func support(at p: Vector3, feet: Float, isFalling: Bool) -> Support {
        let eye = Vector3(p.x, feet + body.step, p.z)
        let reach = Self.deepestDrop + body.step
        var highest = floor(below: eye, reach: reach)
        var gap = Vector3(repeating: 0)
        for i in stride(from: 0, to: 8, by: 2) {
            let y = floor(below: eye + Self.ring[i] * (0.6 * body.radius), reach: reach)
            if let y, y > (highest ?? -.infinity) { highest = y }
            if (y ?? -.infinity) < feet - body.step { gap += Self.ring[i] }
        }
        if let highest, feet - highest <= body.step { return Support(height: highest, gap: gap) }
        if !isFalling {
            let around = surroundings(eye, feet)
            if around.isHole { return Support(height: feet, gap: around.gap) }
            gap = around.gap
        }
        guard let highest else { return Support(height: nil, gap: gap) }
        let isSafe = feet - highest <= Self.shallowDrop || (highest - levels.floor).magnitude <= body.step
        return Support(height: isSafe ? highest : nil, gap: gap)
    }

    /// Looks for ground about as high as the feet, a metre around: whether there is some on two opposite sides no more than a metre
    /// apart, and the sum of the directions in which there is none.
    private func surroundings(_ eye: Vector3, _ feet: Float) -> (isHole: Bool, gap: Vector3) {
        let stride: Float = 0.25
        var away = SIMD8<Int32>(repeating: 8)
        var gap = Vector3(repeating: 0)
        for i in 0..<8 {
            for k in Int32(1)...3 {
                let at = eye + Self.ring[i] * (stride * Float(k))
                if let y = floor(below: at, reach: 2 * body.step), (y - feet).magnitude <= body.step {
                    away[i] = k
                    break
                }
            }
            if away[i] > 1 { gap += Self.ring[i] }
        }
        for i in 0..<4 where away[i] + away[i + 4] <= 4 { return (true, gap) }
        return (false, gap)
    }
}
