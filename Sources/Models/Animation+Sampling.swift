import Geometry

extension Animation.Channel {
    /// The value at a time in seconds: that of the first key before it, and of the last one after it. `width` numbers: three, four,
    /// or a weight for each morph target.
    ///
    /// - Parameter width: numbers of a key without its tangents.
    public func value(at time: Float, width: Int) -> [Float] {
        let isSpline = interpolation == .cubicSpline
        let stride = isSpline ? 3 * width : width
        func key(_ i: Int, part: Int = 0) -> ArraySlice<Float> {
            let start = i * stride + (isSpline ? (part + 1) * width : 0)
            return values[start..<start + width]
        }
        guard let first = times.first, let last = times.last, width > 0 else { return [] }
        if time <= first { return Array(key(0)) }
        if time >= last { return Array(key(times.count - 1)) }
        var low = 0
        var high = times.count - 1
        while high - low > 1 {
            let middle = (low + high) / 2
            if times[middle] <= time { low = middle } else { high = middle }
        }
        let span = times[high] - times[low]
        let t = (time - times[low]) / span
        switch interpolation {
        case .step: return Array(key(low))
        case .linear:
            if target == .rotation { return Self.slerp(Array(key(low)), Array(key(high)), t) }
            return zip(key(low), key(high)).map { $0 + ($1 - $0) * t }
        case .cubicSpline:
            let a = Array(key(low))
            let b = Array(key(high))
            let out = Array(key(low, part: 1))
            let into = Array(key(high, part: -1))
            let t2 = t * t
            let t3 = t2 * t
            let result = (0..<width).map { i in
                (2 * t3 - 3 * t2 + 1) * a[i] + span * (t3 - 2 * t2 + t) * out[i] + (3 * t2 - 2 * t3) * b[i]
                    + span * (t3 - t2) * into[i]
            }
            return target == .rotation ? Self.normalized(result) : result
        }
    }

    private static func normalized(_ q: [Float]) -> [Float] {
        let length = q.reduce(0) { $0 + $1 * $1 }.squareRoot()
        return length > 0 ? q.map { $0 / length } : [0, 0, 0, 1]
    }

    /// Spherical interpolation on the shorter arc.
    private static func slerp(_ a: [Float], _ b: [Float], _ t: Float) -> [Float] {
        let dot = zip(a, b).reduce(Float(0)) { $0 + $1.0 * $1.1 }
        let sign: Float = dot < 0 ? -1 : 1
        let cosine = min(abs(dot), 1)
        // Nearly the same rotation: the arc is a line.
        guard cosine < 0.9995 else { return normalized(zip(a, b).map { $0 + (sign * $1 - $0) * t }) }
        let angle = Trigonometry.atan2((1 - cosine * cosine).squareRoot(), cosine)
        let (sine, _) = Trigonometry.sincos(angle)
        let (sa, _) = Trigonometry.sincos((1 - t) * angle)
        let (sb, _) = Trigonometry.sincos(t * angle)
        return normalized(zip(a, b).map { (sa * $0 + sign * sb * $1) / sine })
    }
}
