import Models

extension FBXSceneReader {
    /// A channel with the keys of its curves where those can be kept, else sampled.
    mutating func keyed(
        _ node: Int, _ target: Animation.Target, curves: [FBXCurve], isSampled: Bool = false,
        value: (Double) -> [Float], slope: (_ time: Double, _ isBehind: Bool) -> [Float]
    ) -> Animation.Channel {
        let kinds = curves.flatMap { $0.keys.dropLast().map(\.interpolation) }
        if kinds.allSatisfy({ $0 == .constant }) || kinds.allSatisfy({ $0 == .linear }) && !isSampled {
            let times = Self.keyTimes(curves)
            return Animation.Channel(
                node: node, target: target, interpolation: kinds.first == .constant ? .step : .linear, times: times.map(\.stored),
                values: times.flatMap { value($0.exact) })
        }
        let isSmooth = !isSampled && kinds.allSatisfy { $0 == .cubic || $0 == .linear } && !curves.contains(where: \.isWeighted)
        if isSmooth {
            // Exact times: slopes at keys differ before and behind.
            let times = Self.keyTimes(curves)
            let values = times.flatMap { slope($0.exact, false) + value($0.exact) + slope($0.exact, true) }
            return Animation.Channel(
                node: node, target: target, interpolation: .cubicSpline, times: times.map(\.stored), values: values)
        }
        let times = sampleTimes(curves, isDense: true)
        return Animation.Channel(
            node: node, target: target, times: times.map(\.stored), values: times.flatMap { value($0.exact) })
    }

    /// The times of all keys, each float once.
    static func keyTimes(_ curves: [FBXCurve]) -> [KeyTime] {
        var result: [KeyTime] = []
        for time in curves.flatMap({ $0.keys.map(\.time) }).sorted() {
            if let last = result.last, !(last.stored < Float(time)) { continue }
            result.append(KeyTime(stored: Float(time), exact: time))
        }
        return result
    }

    /// The times of all keys, of moments just before and behind a jump, and where curves are not straight of samples.
    mutating func sampleTimes(_ curves: [FBXCurve], isDense: Bool, alsoStraight: Bool = false) -> [KeyTime] {
        var times: [KeyTime] = []
        var last: KeyTime?
        for key in Self.keyTimes(curves) {
            if let last {
                let kinds = curves.map { $0.interpolation(at: last.exact) }
                if kinds.contains(.next) {
                    let behind = KeyTime(stored: last.stored.nextUp, exact: last.exact + (key.exact - last.exact) * 1e-6)
                    if behind.stored < key.stored { times.append(behind) }
                }
                if isDense, kinds.contains(.cubic) || alsoStraight && kinds.contains(.linear) {
                    append(((key.exact - last.exact) * Self.perSecond).rounded(.up), from: last.stored, to: key.stored, &times)
                }
                let before = KeyTime(stored: key.stored.nextDown, exact: key.exact - (key.exact - last.exact) * 1e-6)
                let jumps = kinds.contains(.constant)
                if jumps, let end = times.last, before.stored > end.stored { times.append(before) }
            }
            times.append(key)
            last = key
        }
        return times
    }

    /// Appends the times between two, at even steps.
    mutating func append(_ steps: Double, from start: Float, to end: Float, _ times: inout [KeyTime]) {
        let count = Int(min(max(steps, 1), 20_000))
        guard count > 1 else { return }
        guard count <= samplesLeft else { return scene.note("Long animations keep the keys of the file only.") }
        samplesLeft -= count
        for k in 1..<count {
            let time = start + (end - start) * Float(k) / Float(count)
            if let last = times.last, time > last.stored, time < end { times.append(KeyTime(stored: time, exact: Double(time))) }
        }
    }

    /// How fast a property changes just before or behind a time.
    static func slope(
        _ motion: Motion, _ property: FBXClip.Property, _ time: Double, _ isBehind: Bool
    ) -> SIMD3<Double> {
        var result = SIMD3<Double>()
        for k in 0..<3 {
            guard let slopes = motion.tracks[property]?.curves[k]?.slopes(at: time) else { continue }
            result[k] = isBehind ? slopes.behind : slopes.before
        }
        return result
    }

    static func vector(_ v: SIMD3<Double>) -> [Float] { [Float(v.x), Float(v.y), Float(v.z)] }
}
