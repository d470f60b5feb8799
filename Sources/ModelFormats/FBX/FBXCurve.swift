import Models

/// A number over time: keys with what is between each and the next.
struct FBXCurve {
    /// What is between a key and the next.
    enum Interpolation {
        /// The key's value.
        case constant
        /// The next key's value.
        case next
        case linear
        /// A cubic Bézier curve, whose tangents have slopes and lengths.
        case cubic
    }

    struct Key {
        /// Seconds.
        var time: Double
        var value: Double
        var interpolation = Interpolation.linear
        /// Of a curve: the slope behind the key, and before the next one.
        var slope = 0.0
        var nextSlope = 0.0
        /// Of a curve: the length of the tangents as a share of the time to the next key.
        var weight = third
        var nextWeight = third
    }

    static let third = 1.0 / 3

    /// In the order of time.
    private(set) var keys: [Key]

    /// Keys in any order; nil where none can be used.
    init?(_ keys: [Key]) {
        var sorted: [Key] = []
        sorted.reserveCapacity(keys.count)
        let isOrdered = zip(keys, keys.dropFirst()).allSatisfy { $0.time <= $1.time }
        for key in isOrdered ? keys : keys.sorted(by: { $0.time < $1.time }) {
            guard key.time.isFinite, abs(key.time) < 1e7, key.value.isFinite, abs(key.value) < 1e30 else { continue }
            var copy = key
            if !key.slope.isFinite || !key.nextSlope.isFinite || abs(key.slope) > 1e20 || abs(key.nextSlope) > 1e20 {
                copy.interpolation = key.interpolation == .cubic ? .linear : key.interpolation
            }
            if !(key.weight >= 0 && key.weight <= 1) { copy.weight = Self.third }
            if !(key.nextWeight >= 0 && key.nextWeight <= 1) { copy.nextWeight = Self.third }
            if let last = sorted.last, last.time == key.time { sorted.removeLast() }
            sorted.append(copy)
        }
        if sorted.isEmpty { return nil }
        self.keys = sorted
    }

    /// Moves it in time.
    mutating func shift(by seconds: Double) { for i in keys.indices { keys[i].time += seconds } }

    /// Whether tangents have other lengths than a third, so that it is no polynomial of time.
    var isWeighted: Bool { keys.dropLast().contains(where: Self.isWeighted) }

    private static func isWeighted(_ key: Key) -> Bool {
        key.interpolation == .cubic && max(abs(key.weight - third), abs(key.nextWeight - third)) > 1e-4
    }

    /// The key at or before a time; nil before the first.
    private func index(at time: Double) -> Int? {
        guard time >= keys[0].time else { return nil }
        var low = 0
        var high = keys.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if keys[middle].time <= time { low = middle } else { high = middle }
        }
        return low
    }

    /// What is at a time up to the next key; constant outside of the keys.
    func interpolation(at time: Double) -> Interpolation {
        guard let i = index(at: time), i + 1 < keys.count else { return .constant }
        return keys[i].interpolation
    }

    /// Whether what is at a time up to the next key is not straight.
    func isCurved(at time: Double) -> Bool { interpolation(at: time) == .cubic }

    func value(at time: Double) -> Double {
        guard let i = index(at: time) else { return keys[0].value }
        guard i + 1 < keys.count else { return keys[i].value }
        let a = keys[i]
        let b = keys[i + 1]
        let span = b.time - a.time
        let t = (time - a.time) / span
        switch a.interpolation {
        case .constant: return a.value
        case .next: return t > 0 ? b.value : a.value
        case .linear: return a.value + (b.value - a.value) * t
        case .cubic:
            let y1 = a.value + a.slope * a.weight * span
            let y2 = b.value - a.nextSlope * a.nextWeight * span
            let s = Self.isWeighted(a) ? Self.parameter(t, a.weight, b: 1 - a.nextWeight) : t
            return Self.bezier(a.value, y1, c: y2, d: b.value, s: s)
        }
    }

    private static func bezier(_ a: Double, _ b: Double, c: Double, d: Double, s: Double) -> Double {
        let r = 1 - s
        return a * r * r * r + 3 * b * r * r * s + 3 * c * r * s * s + d * s * s * s
    }

    /// The parameter at which the Bézier curve 0, a, b, 1 has the value t.
    private static func parameter(_ t: Double, _ a: Double, b: Double) -> Double {
        var low = 0.0
        var high = 1.0
        for _ in 0..<48 {
            let s = (low + high) / 2
            if bezier(0, a, c: b, d: 1, s: s) < t { low = s } else { high = s }
        }
        return (low + high) / 2
    }

    /// The slopes just before and just behind a time, of curves that are not weighted.
    func slopes(at time: Double) -> (before: Double, behind: Double) {
        guard let i = index(at: time) else { return (0, 0) }
        let behind = slope(i, at: time)
        return (time == keys[i].time ? (i > 0 ? slope(i - 1, at: time) : 0) : behind, behind)
    }

    private func slope(_ i: Int, at time: Double) -> Double {
        guard i + 1 < keys.count else { return 0 }
        let a = keys[i]
        let b = keys[i + 1]
        let span = b.time - a.time
        switch a.interpolation {
        case .constant, .next: return 0
        case .linear: return (b.value - a.value) / span
        case .cubic:
            let t = (time - a.time) / span
            let chord = (b.value - a.value) / span
            return a.slope * (1 - t) * (1 - 3 * t) + 6 * chord * t * (1 - t) + a.nextSlope * t * (3 * t - 2)
        }
    }
}
