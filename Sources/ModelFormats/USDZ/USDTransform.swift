import Codecs
import Geometry
import Models

/// The transform operations of a prim, the outermost first, with their values over time.
struct USDTransform {
    /// Whether the prim's transform does not begin with its parent's.
    private(set) var resets = false
    private var operations: [Operation] = []

    private struct Operation {
        enum Kind: Equatable {
            case translation, scale, quaternion, matrix
            /// About these axes, the first one first.
            case turns([Int])
        }

        let kind: Kind
        let isInverse: Bool
        let rest: [Double]
        let samples: [(time: Double, values: [Double])]

        var isRotation: Bool {
            if case .turns = kind { return true }
            return kind == .quaternion
        }

        func values(at time: Double?) -> [Double] {
            guard let time, let first = samples.first, let last = samples.last else { return rest }
            if time <= first.time { return first.values }
            if time >= last.time { return last.values }
            var low = 0
            var high = samples.count - 1
            while high - low > 1 {
                let middle = (low + high) / 2
                if samples[middle].time <= time { low = middle } else { high = middle }
            }
            let t = (time - samples[low].time) / (samples[high].time - samples[low].time)
            let a = samples[low].values
            let b = samples[high].values
            if kind == .quaternion { return USDTransform.slerp(a, b, t: t) }
            return zip(a, b).map { $0 + ($1 - $0) * t }
        }

        func affine(at time: Double?) -> AffineMap {
            let v = values(at: time)
            let map: AffineMap
            switch kind {
            case .translation: map = .translation(SIMD3(v[0], v[1], v[2]))
            case .scale: map = .scale(SIMD3(v[0], v[1], v[2]))
            case .quaternion: map = AffineMap(quaternion: SIMD4(v[1], v[2], v[3], v[0]))
            // Rows are the images of the axes.
            case .matrix: map = AffineMap(columns: v)
            case .turns(let axes):
                var result = AffineMap.identity
                for (k, axis) in axes.enumerated() {
                    var direction = SIMD3<Double>()
                    direction[axis] = 1
                    result = .rotation(v[axes.count == 1 ? k : axis] * .pi / 180, about: direction) * result
                }
                map = result
            }
            return isInverse ? map.inverse : map
        }
    }

    init(_ prim: USDPrim) throws(FormatError) {
        for word in prim.words("xformOpOrder") {
            if word == "!resetXformStack!" {
                resets = true
                operations = []
                continue
            }
            let isInverse = word.hasPrefix("!invert!")
            let name = isInverse ? String(word.dropFirst(8)) : word
            guard let property = prim.properties[name] else { continue }
            guard let operation = Self.operation(name, property, isInverse: isInverse), operation.affine(at: nil).isFinite else {
                throw .unreadable("\(Text.quote(name)) of \(Text.quote(prim.name)) is not a supported transform")
            }
            operations.append(operation)
        }
    }

    private static func operation(_ name: String, _ property: USDProperty, isInverse: Bool) -> Operation? {
        let word = name.split(separator: ":").dropFirst().first ?? ""
        let letters = ["X", "Y", "Z"]
        var kind: Operation.Kind?
        var axis: Int?
        let count = property.value?.numbers.count ?? 0
        switch (word, count) {
        case ("translate", 3): kind = .translation
        case ("scale", 3): kind = .scale
        case ("orient", 4): kind = .quaternion
        case ("transform", 16): kind = .matrix
        case ("translateX", 1), ("translateY", 1), ("translateZ", 1):
            kind = .translation
            axis = letters.firstIndex(of: String(word.suffix(1)))
        case ("scaleX", 1), ("scaleY", 1), ("scaleZ", 1):
            kind = .scale
            axis = letters.firstIndex(of: String(word.suffix(1)))
        default:
            guard word.hasPrefix("rotate"), word.count == 9 && count == 3 || word.count == 7 && count == 1 else { return nil }
            let axes = word.dropFirst(6).compactMap { letters.firstIndex(of: String($0)) }
            if axes.count == count { kind = .turns(axes) }
        }
        guard let kind else { return nil }
        func full(_ numbers: USDNumbers) -> [Double]? {
            guard numbers.count == count, numbers.allSatisfy(\.isFinite) else { return nil }
            guard let axis else { return Array(numbers) }
            var three = Array(repeating: kind == .scale ? 1.0 : 0, count: 3)
            three[axis] = numbers[0]
            return three
        }
        guard let rest = property.value.flatMap({ full($0.numbers) }) else { return nil }
        let samples = property.samples.compactMap { sample in full(sample.value.numbers).map { (sample.time, $0) } }
        return Operation(kind: kind, isInverse: isInverse, rest: rest, samples: samples.count > 1 ? samples : [])
    }

    /// From the prim's to its parent's coordinates.
    /// - Parameter time: a time code; nil for the default values.
    func affine(at time: Double? = nil) -> AffineMap { operations.reduce(.identity) { $0 * $1.affine(at: time) } }

    /// Whether the operations are a translation, rotations and a scale in this order, any of which may be missing.
    private var isPlain: Bool {
        var step = 0
        for operation in operations {
            let own = operation.kind == .translation ? 1 : operation.isRotation ? 2 : operation.kind == .scale ? 3 : 0
            guard !operation.isInverse, own > 0, own > step || own == 2 && step == 2 else { return false }
            step = own
        }
        return true
    }

    /// The rotation of a plain list as a unit quaternion x, y, z, w.
    private func rotation(at time: Double?) -> SIMD4<Double> {
        let turns = operations.filter(\.isRotation)
        if turns.isEmpty { return SIMD4(0, 0, 0, 1) }
        if turns.count == 1, turns[0].kind == .quaternion { return Self.unit(turns[0].values(at: time)) }
        return turns.reduce(AffineMap.identity) { $0 * $1.affine(at: time) }.parts?.rotation ?? SIMD4(0, 0, 0, 1)
    }

    /// The same as a node stores it.
    var nodeTransform: NodeTransform {
        guard isPlain else { return .matrix(affine()) }
        func rest(_ kind: Operation.Kind, plain: Double) -> SIMD3<Double> {
            operations.first { $0.kind == kind }.map { SIMD3($0.rest[0], $0.rest[1], $0.rest[2]) } ?? SIMD3(repeating: plain)
        }
        return .parts(translation: rest(.translation, plain: 0), rotation: rotation(at: nil), scale: rest(.scale, plain: 1))
    }

    // MARK: Over time

    var isAnimated: Bool { operations.contains { !$0.samples.isEmpty } }

    /// The time codes of all samples.
    var times: [Double] { operations.flatMap { $0.samples.map(\.time) } }

    /// How many values the channels have at most.
    var keyCount: Int { operations.reduce(0) { $0 + $1.samples.count } }

    /// The channels of a node; nil where matrices at a time shear.
    func channels(_ node: Int, _ clock: USDClock) -> [Animation.Channel]? {
        if isPlain { return plainChannels(node, clock) }
        let times = denseTimes(operations, clock)
        var translations: [Float] = []
        var rotations: [Float] = []
        var scales: [Float] = []
        for time in times {
            guard let (t, q, s) = affine(at: time).parts else { return nil }
            translations += [Float(t.x), Float(t.y), Float(t.z)]
            rotations += [Float(q.x), Float(q.y), Float(q.z), Float(q.w)]
            scales += [Float(s.x), Float(s.y), Float(s.z)]
        }
        return [
            clock.channel(node, .translation, codes: times, values: translations),
            clock.channel(node, .rotation, codes: times, values: rotations),
            clock.channel(node, .scale, codes: times, values: scales),
        ].compactMap(\.self)
    }

    private func plainChannels(_ node: Int, _ clock: USDClock) -> [Animation.Channel] {
        var channels: [Animation.Channel?] = []
        for operation in operations where !operation.samples.isEmpty && !operation.isRotation {
            let values = operation.samples.flatMap { $0.values.map { Float($0) } }
            channels.append(
                clock.channel(
                    node, operation.kind == .scale ? .scale : .translation, codes: operation.samples.map(\.time), values: values))
        }
        let turns = operations.filter(\.isRotation)
        if turns.contains(where: { !$0.samples.isEmpty }) {
            let isOne = turns.count == 1 && turns[0].kind == .quaternion
            let times = isOne ? turns[0].samples.map(\.time) : denseTimes(turns, clock)
            let values = times.flatMap { time in
                let q = rotation(at: time)
                return [Float(q.x), Float(q.y), Float(q.z), Float(q.w)]
            }
            channels.append(clock.channel(node, .rotation, codes: times, values: values))
        }
        return channels.compactMap(\.self)
    }

    /// The times of all samples; where angles turn by more than 10°, thirty a second between them.
    private func denseTimes(_ operations: [Operation], _ clock: USDClock) -> [Double] {
        let keys = Set(operations.flatMap { $0.samples.map(\.time) }).sorted()
        var times: [Double] = []
        for (i, key) in keys.enumerated() {
            if i > 0, turns(operations, from: keys[i - 1], to: key) {
                let steps = Int(min(((key - keys[i - 1]) / clock.rate * 30).rounded(.up), 10_000))
                for k in 1..<max(1, steps) { times.append(keys[i - 1] + (key - keys[i - 1]) * Double(k) / Double(steps)) }
            }
            times.append(key)
        }
        return times
    }

    private func turns(_ operations: [Operation], from: Double, to: Double) -> Bool {
        operations.contains { operation in
            if operation.samples.isEmpty { return false }
            let a = operation.values(at: from)
            let b = operation.values(at: to)
            switch operation.kind {
            case .turns: return zip(a, b).contains { abs($0 - $1) > 10 }
            case .quaternion: return abs(zip(a, b).reduce(0) { $0 + $1.0 * $1.1 }) < 0.996
            case .matrix: return a != b
            case .translation, .scale: return false
            }
        }
    }

    /// A quaternion with its real part first as a unit one x, y, z, w.
    static func unit(_ v: [Double]) -> SIMD4<Double> {
        let q = SIMD4(v[1], v[2], v[3], v[0])
        let square = (q * q).sum()
        guard square > 0, square.isFinite else { return SIMD4(0, 0, 0, 1) }
        return abs(square - 1) < 1e-6 ? q : q / square.squareRoot()
    }

    /// Spherical interpolation on the shorter arc; the real parts may be anywhere.
    private static func slerp(_ a: [Double], _ b: [Double], t: Double) -> [Double] {
        let dot = zip(a, b).reduce(0) { $0 + $1.0 * $1.1 }
        let sign: Double = dot < 0 ? -1 : 1
        let cosine = min(abs(dot), 1)
        guard cosine < 0.9995 else { return zip(a, b).map { $0 + (sign * $1 - $0) * t } }
        let angle = Double(Trigonometry.atan2(Float((1 - cosine * cosine).squareRoot()), Float(cosine)))
        func sine(_ x: Double) -> Double { Double(Trigonometry.sincos(Float(x)).0) }
        let whole = sine(angle)
        return zip(a, b).map { (sine((1 - t) * angle) * $0 + sign * sine(t * angle) * $1) / whole }
    }
}

/// Time codes of a stage as seconds from its start.
struct USDClock {
    /// Time codes in one second.
    let rate: Double
    /// The time code of second 0.
    var start = 0.0

    func seconds(_ code: Double) -> Float { Float((code - start) / rate) }

    /// A channel of these keys; nil without any. Keys that become the same float are left out, and those of a constant but the
    /// first.
    func channel(
        _ node: Int, _ target: Animation.Target, codes: [Double], values: [Float], width given: Int? = nil
    ) -> Animation.Channel? {
        let width = given ?? target.width ?? 0
        guard width > 0, values.count == codes.count * width else { return nil }
        var channel = Animation.Channel(node: node, target: target, times: [], values: [])
        for (i, code) in codes.enumerated() {
            let time = seconds(code)
            let own = values[i * width..<(i + 1) * width]
            guard time.isFinite, own.allSatisfy(\.isFinite) else { continue }
            if let last = channel.times.last, !(time > last) { continue }
            channel.times.append(time)
            channel.values += own
        }
        guard !channel.times.isEmpty else { return nil }
        let first = channel.values[..<width]
        let isConstant = (1..<channel.times.count).allSatisfy { channel.values[$0 * width..<($0 + 1) * width].elementsEqual(first) }
        if isConstant, channel.times.count > 1 {
            channel.values = Array(first)
            channel.times = [channel.times[0]]
        }
        return channel
    }
}
