import Codecs
import Geometry
import Models

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension FBXSceneReader {
    static let perSecond = 30.0

    /// Adds the animations of the document.
    mutating func addAnimations() throws(FormatError) {
        var notes: [String] = []
        let clips = try FBXClip.all(document, arrays: &arrays) { notes.append($0) }
        for note in notes.prefix(20) { scene.note(note) }
        for clip in clips {
            var animation = Animation(name: clip.name.isEmpty ? nil : clip.name)
            for number in 0..<models.count {
                if let placement = placements[number] { animation.channels += channels(number, placement, clip: clip) }
            }
            for geometry in nodesOfGeometry.keys.sorted() { animation.channels += weights(geometry, clip) }
            if !animation.channels.isEmpty { scene.animations.append(animation) }
        }
    }

    /// The time of a key as it is stored, and the time at which curves are evaluated for it: a float may be just before a jump.
    struct KeyTime {
        let stored: Float
        let exact: Double
    }

    // MARK: Nodes

    /// The three properties of a model over time.
    struct Motion {
        let transform: FBXTransform
        var tracks: [FBXClip.Property: FBXClip.Track] = [:]

        func value(_ property: FBXClip.Property, at time: Double) -> SIMD3<Double> {
            let rest =
                switch property {
                case .translation: transform.translation
                case .rotation: transform.rotation
                default: transform.scaling
                }
            guard let track = tracks[property] else { return rest }
            var v = rest
            for k in 0..<3 { v[k] = track.curves[k]?.value(at: time) ?? track.constants[k] ?? rest[k] }
            return v
        }

        func parts(at time: Double) -> FBXTransform.Parts {
            transform.parts(value(.translation, at: time), value(.rotation, at: time), value(.scaling, at: time))
        }

        func curves(_ properties: [FBXClip.Property]) -> [FBXCurve] {
            properties.flatMap { tracks[$0]?.curves.compactMap(\.self) ?? [] }
        }
    }

    private func motion(_ number: Int, _ placement: FBXPlacement, clip: FBXClip) -> Motion {
        var motion = Motion(transform: placement.transform)
        guard let model = models[number] else { return motion }
        for property in [FBXClip.Property.translation, .rotation, .scaling] {
            motion.tracks[property] = clip.tracks[FBXClip.Target(object: model, property: property)]
        }
        return motion
    }

    private mutating func channels(_ number: Int, _ placement: FBXPlacement, clip: FBXClip) -> [Animation.Channel] {
        let motion = motion(number, placement, clip: clip)
        // The scale of the parent may move, and count here.
        var above: Motion?
        if placement.inheritance != .normal, let parent = placement.parent, let over = placements[parent] {
            let moving = self.motion(parent, over, clip: clip)
            if moving.tracks[.scaling] != nil { above = moving }
        }
        guard !motion.tracks.isEmpty || above != nil else { return [] }
        let isCompensated = placement.isCompensated(placement.parentScale) || above != nil
        let movesPivot =
            !placement.transform.isPlain && (motion.tracks[.rotation] != nil || motion.tracks[.scaling] != nil)
        var result: [Animation.Channel] = []
        if isCompensated || movesPivot {
            result = baked(number, placement, motion: motion, above: above)
        } else {
            if motion.tracks[.translation] != nil { result.append(translation(number, placement, motion: motion)) }
            if motion.tracks[.rotation] != nil { result.append(rotation(number, placement, motion)) }
            if motion.tracks[.scaling] != nil { result.append(scale(number, placement, motion)) }
        }
        return result.filter { !isAtRest($0) }
    }

    /// Whether a channel leaves its node as it is without the animation.
    private func isAtRest(_ channel: Animation.Channel) -> Bool {
        guard channel.interpolation != .cubicSpline, let width = channel.target.width,
            let rest = scene.nodes[channel.node].transform.parts
        else { return false }
        let value: [Double] =
            switch channel.target {
            case .translation: [rest.translation.x, rest.translation.y, rest.translation.z]
            case .scale: [rest.scale.x, rest.scale.y, rest.scale.z]
            default: [rest.rotation.x, rest.rotation.y, rest.rotation.z, rest.rotation.w]
            }
        let length = max(1, value.map(abs).max() ?? 1)
        func isRest(_ sign: Double) -> Bool {
            channel.values.indices.allSatisfy { abs(Double(channel.values[$0]) - sign * value[$0 % width]) < 1e-6 * length }
        }
        return isRest(1) || channel.target == .rotation && isRest(-1)
    }

    private mutating func translation(_ number: Int, _ placement: FBXPlacement, motion: Motion) -> Animation.Channel {
        let frame = frame
        // What pivots add is the same at all times.
        let offset = placement.transform.parts().translation - placement.transform.translation
        return keyed(number, .translation, curves: motion.curves([.translation])) { time in
            Self.vector(frame.point(motion.value(.translation, at: time) + offset))
        } slope: { time, isBehind in
            Self.vector(frame.point(Self.slope(motion, .translation, time, isBehind)))
        }
    }

    private mutating func scale(_ number: Int, _ placement: FBXPlacement, _ motion: Motion) -> Animation.Channel {
        let frame = frame
        let tail = placement.tail
        func place(_ s: SIMD3<Double>) -> [Float] {
            let own = frame.scale(s)
            return Self.vector(tail.map { FBXPlacement.permuted(own, by: $0) } ?? own)
        }
        return keyed(number, .scale, curves: motion.curves([.scaling])) { time in
            place(motion.value(.scaling, at: time))
        } slope: { time, isBehind in
            place(Self.slope(motion, .scaling, time, isBehind))
        }
    }

    private mutating func rotation(_ number: Int, _ placement: FBXPlacement, _ motion: Motion) -> Animation.Channel {
        let curves = motion.curves([.rotation])
        let isStepped = curves.allSatisfy { curve in curve.keys.dropLast().allSatisfy { $0.interpolation == .constant } }
        let frame = frame
        func quaternion(_ time: Double) -> SIMD4<Double> {
            let own = frame.rotation(placement.transform.quaternion(motion.value(.rotation, at: time)))
            return placement.tail.map { FBXTransform.product(own, $0) } ?? own
        }
        let times = isStepped ? Self.keyTimes(curves) : turnTimes(curves, motion, quaternion: quaternion)
        var values: [Float] = []
        var last = SIMD4<Double>(0, 0, 0, 1)
        for time in times {
            var q = quaternion(time.exact)
            if (q * last).sum() < 0 { q = -q }
            last = q
            values += [Float(q.x), Float(q.y), Float(q.z), Float(q.w)]
        }
        return Animation.Channel(
            node: number, target: .rotation, interpolation: isStepped ? .step : .linear, times: times.map(\.stored), values: values)
    }

    /// The times of rotation keys: those of the file, and more where the shortest turn from one to the next is another one.
    private mutating func turnTimes(
        _ curves: [FBXCurve], _ motion: Motion, quaternion: (Double) -> SIMD4<Double>
    ) -> [KeyTime] {
        let keys = sampleTimes(curves, isDense: false)
        var times: [KeyTime] = []
        for (i, key) in keys.enumerated() {
            if i > 0 {
                let a = keys[i - 1].exact
                let b = key.exact
                let change = motion.value(.rotation, at: b) - motion.value(.rotation, at: a)
                let largest = change.replacing(with: -change, where: change .< 0).max()
                let isStraight = largest < 150 && isTurn(from: a, to: b, quaternion)
                let steps = isStraight ? 1 : max(((b - a) * Self.perSecond).rounded(.up), (largest / 60).rounded(.up))
                append(steps, from: keys[i - 1].stored, to: key.stored, &times)
            }
            times.append(key)
        }
        return times
    }

    /// Whether the turn between two times is an even one about one axis.
    private func isTurn(from a: Double, to b: Double, _ quaternion: (Double) -> SIMD4<Double>) -> Bool {
        let start = quaternion(a)
        var end = quaternion(b)
        if (start * end).sum() < 0 { end = -end }
        for share in [0.25, 0.5, 0.75] {
            let exact = quaternion(a + (b - a) * share)
            let even = Self.slerp(start, end, t: share)
            if 1 - abs((exact * even).sum()) > 1e-8 { return false }
        }
        return true
    }

    private static func slerp(_ a: SIMD4<Double>, _ b: SIMD4<Double>, t: Double) -> SIMD4<Double> {
        let cosine = min((a * b).sum(), 1)
        guard cosine < 0.999999 else {
            let q = a + (b - a) * t
            return q / (q * q).sum().squareRoot()
        }
        let angle = acos(max(cosine, -1))
        return (a * sin((1 - t) * angle) + b * sin(t * angle)) / sin(angle)
    }

    /// Sampled channels of a node whose parts depend on each other.
    private mutating func baked(
        _ number: Int, _ placement: FBXPlacement, motion: Motion, above: Motion?
    ) -> [Animation.Channel] {
        let curves = motion.curves([.translation, .rotation, .scaling]) + (above?.curves([.scaling]) ?? [])
        let isStepped = curves.allSatisfy { curve in curve.keys.dropLast().allSatisfy { $0.interpolation == .constant } }
        let times = isStepped ? Self.keyTimes(curves) : sampleTimes(curves, isDense: true, alsoStraight: true)
        var values: [[Float]] = [[], [], []]
        var last = SIMD4<Double>(0, 0, 0, 1)
        for time in times {
            let scale = above?.value(.scaling, at: time.exact) ?? placement.parentScale
            guard let parts = placement.parts(motion.parts(at: time.exact), scale, frame) else {
                scene.note("Animations of models that shear, because they do not inherit scale, are not read.")
                return []
            }
            let q = (parts.rotation * last).sum() < 0 ? -parts.rotation : parts.rotation
            last = q
            values[0] += Self.vector(parts.translation)
            values[1] += [Float(q.x), Float(q.y), Float(q.z), Float(q.w)]
            values[2] += Self.vector(parts.scale)
        }
        return zip([Animation.Target.translation, .rotation, .scale], values).map { target, values in
            Animation.Channel(
                node: number, target: target, interpolation: isStepped ? .step : .linear, times: times.map(\.stored), values: values
            )
        }
    }

    // MARK: Blend shapes

    /// The weights of all nodes that show a geometry.
    private mutating func weights(_ geometry: Int, _ clip: FBXClip) -> [Animation.Channel] {
        let shapes = geometries.first { $0.key == "\(geometry)" || $0.key.hasPrefix("\(geometry) ") }?.value.shapes ?? []
        let tracks = shapes.map { clip.tracks[FBXClip.Target(object: $0.channel, property: .weight)]?.curves[0] }
        let curves = tracks.compactMap(\.self)
        guard !curves.isEmpty, let users = nodesOfGeometry[geometry] else { return [] }
        let isPlain = shapes.allSatisfy { $0.steps.count == 1 }
        let value: (Double) -> [Float] = { time in
            zip(shapes, tracks).map { shape, curve in
                Float(curve.map { shape.weight(percent: $0.value(at: time)) } ?? shape.weight)
            }
        }
        var channel = keyed(users[0], .weights, curves: curves, isSampled: !isPlain, value: value) { time, isBehind in
            zip(shapes, tracks).map { shape, curve in
                guard let slopes = curve?.slopes(at: time) else { return 0 }
                return Float((isBehind ? slopes.behind : slopes.before) / shape.steps[0])
            }
        }
        return users.map { node in
            channel.node = node
            return channel
        }
    }
}
