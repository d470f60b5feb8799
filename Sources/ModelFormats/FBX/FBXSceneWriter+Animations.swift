import Codecs
import Geometry
import Models

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension FBXSceneWriter {
    private static let ticks = 46_186_158_000.0
    private static let perSecond: Float = 30

    private static func ticks(_ seconds: Float) -> Int64 { Int64((Double(seconds) * ticks).rounded()) }

    /// Keys of one number over time.
    private struct Curve {
        var times: [Float]
        var values: [Float]
        /// Before and behind each key; empty where it is straight or stepped.
        var slopes: [SIMD2<Float>] = []
        var isStepped = false
    }

    /// Adds a stack with one layer for each animation.
    mutating func addAnimations() throws(FormatError) {
        for (number, animation) in scene.animations.enumerated() {
            let name = animation.name ?? "animation\(number)"
            let stack = newID()
            let layer = newID()
            let times = animation.channels.flatMap(\.times)
            let start = Self.ticks(min(times.min() ?? 0, 0))
            let stop = Self.ticks(times.max() ?? 0)
            guard abs(times.max() ?? 0) < 1e7, abs(times.min() ?? 0) < 1e7 else {
                throw .unwritable("the animation \(Text.quote(name)) is longer than FBX can count")
            }
            func time(_ name: String, _ value: Int64) -> FBXRecord {
                FBXRecord.setting(name, type: "KTime", label: "Time").long(value)
            }
            add(
                FBXRecord(
                    "AnimationStack",
                    [
                        FBXRecord(
                            "Properties70",
                            [
                                time("LocalStart", start), time("LocalStop", stop), time("ReferenceStart", start),
                                time("ReferenceStop", stop),
                            ])
                    ]
                ).long(stack).text(FBXRecord.name(name, "AnimStack")).text(""))
            add(FBXRecord("AnimationLayer").long(layer).text(FBXRecord.name("BaseLayer", "AnimLayer")).text(""))
            link(stack, 0)
            link(layer, stack)
            takes.append(
                FBXRecord(
                    "Take",
                    [
                        FBXRecord("FileName").text(name + ".tak"), FBXRecord("LocalTime").long(start).long(stop),
                        FBXRecord("ReferenceTime").long(start).long(stop),
                    ]
                ).text(name))
            for channel in animation.channels { add(channel, to: layer) }
        }
    }

    private mutating func add(_ channel: Animation.Channel, to layer: Int64) {
        guard models[channel.node] != 0 else { return }
        if channel.target == .weights { return addWeights(channel, to: layer) }
        guard inner[channel.node] == nil else { return }
        let optic = isOptic(scene.nodes[channel.node]) ? tail(isCamera: scene.nodes[channel.node].camera != nil) : nil
        let change = toFile
        let curves: [Curve]
        switch channel.target {
        case .translation: curves = Self.curves(channel, width: 3) { change.point($0) }
        case .scale:
            curves = Self.curves(channel, width: 3) { s in change.scale(optic.map { FBXPlacement.permuted(s, by: $0) } ?? s) }
        default: curves = rotation(channel, tail: optic)
        }
        let names: (String, String) =
            switch channel.target {
            case .translation: ("T", "Lcl Translation")
            case .scale: ("S", "Lcl Scaling")
            default: ("R", "Lcl Rotation")
            }
        add(curves, ["d|X", "d|Y", "d|Z"], name: names.0, to: models[channel.node], property: names.1, layer: layer)
    }

    private mutating func addWeights(_ channel: Animation.Channel, to layer: Int64) {
        guard let ids = channels[channel.node], !ids.isEmpty else { return }
        let count = ids.count
        let stride = channel.interpolation == .cubicSpline ? 3 * count : count
        for (k, id) in ids.enumerated() {
            var curve = Curve(times: channel.times, values: [], isStepped: channel.interpolation == .step)
            for i in channel.times.indices {
                let start = stride * i
                if channel.interpolation == .cubicSpline {
                    curve.values.append(100 * channel.values[start + count + k])
                    curve.slopes.append(SIMD2(100 * channel.values[start + k], 100 * channel.values[start + 2 * count + k]))
                } else {
                    curve.values.append(100 * channel.values[start + k])
                }
            }
            add([curve], ["d|DeformPercent"], name: "DeformPercent", to: id, property: "DeformPercent", layer: layer)
        }
    }

    /// The curves of x, y and z with the keys of a channel.
    private static func curves(
        _ channel: Animation.Channel, width: Int, _ change: (SIMD3<Double>) -> SIMD3<Double>
    ) -> [Curve] {
        let isSpline = channel.interpolation == .cubicSpline
        var curves = Array(
            repeating: Curve(times: channel.times, values: [], isStepped: channel.interpolation == .step), count: 3)
        func vector(_ start: Int) -> SIMD3<Double> {
            change(SIMD3(Double(channel.values[start]), Double(channel.values[start + 1]), Double(channel.values[start + 2])))
        }
        for i in channel.times.indices {
            let start = isSpline ? 9 * i + 3 : 3 * i
            let value = vector(start)
            for k in 0..<3 { curves[k].values.append(Float(value[k])) }
            guard isSpline else { continue }
            let before = vector(start - 3)
            let behind = vector(start + 3)
            for k in 0..<3 { curves[k].slopes.append(SIMD2(Float(before[k]), Float(behind[k]))) }
        }
        return curves
    }

    // MARK: Rotations

    /// Angles with the keys of a channel, and more between them where several angles change.
    private mutating func rotation(_ channel: Animation.Channel, tail: SIMD4<Double>?) -> [Curve] {
        let isStepped = channel.interpolation == .step
        var last = SIMD3<Double>()
        func angles(_ time: Float) -> SIMD3<Double> {
            let v = channel.value(at: time, width: 4)
            var q = SIMD4(Double(v[0]), Double(v[1]), Double(v[2]), Double(v[3]))
            let length = (q * q).sum().squareRoot()
            q = length > 0 ? q / length : SIMD4(0, 0, 0, 1)
            if let tail { q = FBXTransform.product(q, tail) }
            last = FBXAngles.degrees(toFile.rotation(q), near: last)
            return last
        }
        var times: [Float] = []
        var keys: [SIMD3<Double>] = []
        for (i, time) in channel.times.enumerated() {
            if i > 0, !isStepped {
                let start = channel.times[i - 1]
                for between in samples(channel, from: start, to: time, after: keys[keys.count - 1]) {
                    times.append(between)
                    keys.append(angles(between))
                }
            }
            times.append(time)
            keys.append(angles(time))
        }
        if times.count > channel.times.count {
            lose(
                .precision,
                "Rotations of animations were written as angles about three axes, with keys at least 30 times a second.")
        }
        return (0..<3).map { k in Curve(times: times, values: keys.map { Float($0[k]) }, isStepped: isStepped) }
    }

    /// The times between two keys at which angles are stored, too; none where only one of them changes.
    private func samples(_ channel: Animation.Channel, from start: Float, to end: Float, after angles: SIMD3<Double>) -> [Float] {
        func quaternion(_ time: Float) -> SIMD4<Double> {
            let v = channel.value(at: time, width: 4)
            return SIMD4(Double(v[0]), Double(v[1]), Double(v[2]), Double(v[3]))
        }
        let a = quaternion(start)
        let b = quaternion(end)
        let turn = 2 * acos(min(abs((a * b).sum()), 1)) * 180 / .pi
        if channel.interpolation == .linear {
            if turn < 1e-3 { return [] }
            let next = FBXAngles.degrees(toFile.rotation(b), near: FBXAngles.degrees(toFile.rotation(a), near: angles))
            let change = next - FBXAngles.degrees(toFile.rotation(a), near: angles)
            let moving = (0..<3).count { abs(change[$0]) > 1e-4 }
            if moving <= 1, abs(change.sum()) < 179 { return [] }
        }
        let steps = Int(min(max(((end - start) * Self.perSecond).rounded(.up), Float(turn / 5).rounded(.up)), 10_000))
        guard steps > 1 else { return [] }
        return (1..<steps).map { start + (end - start) * Float($0) / Float(steps) }.filter { $0 > start && $0 < end }
    }

    // MARK: Records

    private mutating func add(
        _ curves: [Curve], _ names: [String], name: String, to object: Int64, property: String, layer: Int64
    ) {
        let node = newID()
        let rows = zip(names, curves).map { name, curve in
            FBXRecord.setting(name, type: "Number", label: "", flags: "A").double(Double(curve.values[0]))
        }
        add(
            FBXRecord("AnimationCurveNode", [FBXRecord("Properties70", rows)]).long(node)
                .text(FBXRecord.name(name, "AnimCurveNode")).text(""))
        link(node, layer)
        link(node, object, property: property)
        for (name, curve) in zip(names, curves) {
            let id = newID()
            add(Self.record(curve, id))
            link(id, node, property: name)
        }
    }

    private static func record(_ curve: Curve, _ id: Int64) -> FBXRecord {
        // Stepped: 2, straight: 4, curved: 8 with tangents of their own on both sides; tangents of a third of the time.
        let third = Float(bitPattern: 3333 << 16 | 3333)
        let count = curve.times.count
        var flags: [Int32] = [curve.isStepped ? 2 : 4]
        var data: [Float] = [0, 0, third, 0]
        var counts = [Int32(count)]
        if !curve.slopes.isEmpty {
            flags = Array(repeating: 0x8 | 0x400 | 0x800, count: count)
            data = (0..<count).flatMap { i in
                [curve.slopes[i].y, i + 1 < count ? curve.slopes[i + 1].x : 0, third, 0]
            }
            counts = Array(repeating: 1, count: count)
        }
        let times = curve.times.map { ticks($0) }
        func floats(_ values: [Float]) -> FBXArrayContent {
            FBXArrayContent(type: "f", count: values.count) { values.withUnsafeBytes { Array($0) } }
        }
        return FBXRecord(
            "AnimationCurve",
            [
                FBXRecord("Default").double(Double(curve.values[0])), FBXRecord("KeyVer").int(4008),
                FBXArrayContent.record(
                    "KeyTime", FBXArrayContent(type: "l", count: count) { times.withUnsafeBytes { Array($0) } }),
                FBXArrayContent.record("KeyValueFloat", floats(curve.values)),
                FBXArrayContent.record("KeyAttrFlags", .integers(flags)), FBXArrayContent.record("KeyAttrDataFloat", floats(data)),
                FBXArrayContent.record("KeyAttrRefCount", .integers(counts)),
            ]
        ).long(id).text(FBXRecord.name("", "AnimCurve")).text("")
    }
}
