import Codecs

/// The sampler of a COLLADA animation: numbers over time.
struct DAECurve {
    /// What is between a key and the next.
    enum Interpolation {
        case step
        case linear
        /// A cubic Bézier curve, whose control points are stored.
        case bezier
    }

    /// Seconds, ascending.
    private(set) var times: [Double] = []
    /// How many numbers a key has.
    private(set) var width = 1
    /// The numbers of all keys.
    private var values: [Double] = []
    private var interpolations: [Interpolation] = []
    /// Of each key and number: the control points (time, value) before and behind it; empty where no key has some.
    private var before: [SIMD2<Double>] = []
    private var behind: [SIMD2<Double>] = []

    /// Whether a part of it is curved.
    var isCurved: Bool { interpolations.contains(.bezier) }
    /// Whether it jumps from key to key.
    var isStepped: Bool { interpolations.allSatisfy { $0 == .step } }

    /// Reads a sampler.
    /// - Parameters:
    ///   - sampler: the element.
    ///   - sources: of its animation by their identifiers.
    ///   - note: receives what is not read.
    /// - Returns: nil where it has no keys.
    init?(_ sampler: XMLTreeNode, sources: [String: XMLTreeNode], note: (String) -> Void) throws(FormatError) {
        var inputs: [String: XMLTreeNode] = [:]
        for input in sampler.all("input") {
            if let semantic = input.attribute("semantic"), let id = input.target("source") { inputs[semantic] = sources[id] }
        }
        func numbers(_ semantic: String) throws(FormatError) -> [Double] {
            try inputs[semantic]?.child("float_array")?.doubles() ?? []
        }
        let input = try numbers("INPUT")
        let output = try numbers("OUTPUT")
        guard !input.isEmpty, !output.isEmpty else { return nil }
        let stride = max(1, Int(inputs["OUTPUT"]?.at("technique_common", "accessor")?.attribute("stride") ?? "") ?? 1)
        width = min(stride, 16)
        guard output.count / stride >= 1, output.allSatisfy(\.isFinite) else { return nil }
        let names = inputs["INTERPOLATION"]?.child("Name_array")?.trimmedText.split(whereSeparator: { $0.isWhitespace }) ?? []
        let tangents = (into: try numbers("IN_TANGENT"), out: try numbers("OUT_TANGENT"))
        var keys: [Int] = []
        for i in 0..<min(input.count, output.count / stride) where input[i].isFinite && input[i] > times.last ?? -.infinity {
            keys.append(i)
            times.append(input[i])
            values += output[stride * i..<stride * i + width]
            interpolations.append(Self.interpolation(i < names.count ? String(names[i]) : "LINEAR", note: note))
        }
        guard !times.isEmpty else { return nil }
        if keys.count < input.count { note("Keys of animations that are not in the order of time were skipped.") }
        guard isCurved else { return }
        let isHermite = names.contains("HERMITE")
        before = Self.controls(tangents.into, keys: keys, count: input.count, width: width)
        behind = Self.controls(tangents.out, keys: keys, count: input.count, width: width)
        guard before.count == values.count, behind.count == values.count else {
            note("Curves of animations without usable tangents were read as straight lines.")
            interpolations = interpolations.map { $0 == .bezier ? .linear : $0 }
            return
        }
        if isHermite { convertHermite() }
    }

    private static func interpolation(_ name: String, note: (String) -> Void) -> Interpolation {
        switch name {
        case "STEP": return .step
        case "LINEAR": return .linear
        case "BEZIER", "HERMITE": return .bezier
        default:
            note("The interpolation \(Text.quote(name)) of animations was read as LINEAR.")
            return .linear
        }
    }

    /// The control points of the kept keys: a time and a value for each number, one time for all numbers of a key, or values only.
    private static func controls(_ numbers: [Double], keys: [Int], count: Int, width: Int) -> [SIMD2<Double>] {
        guard count > 0, numbers.allSatisfy(\.isFinite) else { return [] }
        let each = numbers.count / count
        guard numbers.count == each * count, each == 2 * width || each == width + 1 || each == width else { return [] }
        var points: [SIMD2<Double>] = []
        for key in keys {
            for k in 0..<width {
                let start = key * each
                if each == 2 * width {
                    points.append(SIMD2(numbers[start + 2 * k], numbers[start + 2 * k + 1]))
                } else if each == width + 1 {
                    points.append(SIMD2(numbers[start], numbers[start + 1 + k]))
                } else {
                    // The time is a third of the way to the next key.
                    points.append(SIMD2(.nan, numbers[start + k]))
                }
            }
        }
        return points
    }

    /// Tangents are three times as long as the way to the control points.
    private mutating func convertHermite() {
        for key in times.indices {
            for k in 0..<width {
                let i = key * width + k
                let point = SIMD2(times[key], values[i])
                before[i] = point - before[i] / 3
                behind[i] = point + behind[i] / 3
            }
        }
    }

    /// The numbers at a time: of the first key before it, of the last one after it.
    func value(at time: Double) -> [Double] {
        func key(_ i: Int) -> [Double] { Array(values[i * width..<(i + 1) * width]) }
        if time <= times[0] { return key(0) }
        if time >= times[times.count - 1] { return key(times.count - 1) }
        var low = 0
        var high = times.count - 1
        while high - low > 1 {
            let middle = (low + high) / 2
            if times[middle] <= time { low = middle } else { high = middle }
        }
        let t = (time - times[low]) / (times[high] - times[low])
        switch interpolations[low] {
        case .step: return key(low)
        case .linear: return (0..<width).map { values[low * width + $0] * (1 - t) + values[high * width + $0] * t }
        case .bezier: return (0..<width).map { curved(low, number: $0, at: time) }
        }
    }

    /// A number on the Bézier curve between a key and the next.
    private func curved(_ key: Int, number k: Int, at time: Double) -> Double {
        let i = key * width + k
        let j = i + width
        let start = times[key]
        let end = times[key + 1]
        let span = end - start
        // Control points beyond the two keys would make the curve go back in time.
        let x1 = behind[i].x.isNaN ? start + span / 3 : min(max(behind[i].x, start), end)
        let x2 = before[j].x.isNaN ? end - span / 3 : min(max(before[j].x, start), end)
        func bezier(_ p: SIMD4<Double>, at s: Double) -> Double {
            let r = 1 - s
            return p.x * r * r * r + 3 * p.y * r * r * s + 3 * p.z * r * s * s + p.w * s * s * s
        }
        var low = 0.0
        var high = 1.0
        for _ in 0..<40 {
            let s = (low + high) / 2
            if bezier(SIMD4(start, x1, x2, end), at: s) < time { low = s } else { high = s }
        }
        return bezier(SIMD4(values[i], behind[i].y, before[j].y, values[j]), at: (low + high) / 2)
    }
}
