import Codecs
import Geometry
import Models

extension USDSceneReader {
    /// Adds all that changes over time as one animation, or as those that Diorama's writer put one behind the other.
    /// - Parameter clips: the prim that names them.
    mutating func addAnimations(clips: USDPrim?) {
        var clock = USDClock(rate: stage.rate)
        let codes = moving.flatMap { $0.transform.times } + sampledTimes()
        guard let earliest = codes.min() else {
            // Poses that don't change.
            addSkeletonPoses()
            return
        }
        clock.start = min(stage.startTimeCode ?? 0, earliest)
        addSkeletonPoses()
        var channels: [Animation.Channel] = []
        for (node, transform) in moving {
            guard let own = transform.channels(node, clock) else {
                scene.note("Animations of prims whose transform shears are not read.")
                continue
            }
            channels += own
        }
        for (_, skeleton) in skeletons.sorted(by: { $0.key < $1.key }) { channels += self.channels(of: skeleton, clock) }
        for instance in morphed { if let channel = weights(of: instance, clock) { channels.append(channel) } }
        guard !channels.isEmpty else { return }
        let ranges = clips.map { Self.ranges($0, clock) } ?? []
        if ranges.isEmpty {
            scene.animations = [Animation(channels: channels)]
        } else {
            scene.animations = ranges.map { range in
                Animation(name: range.name, channels: channels.compactMap { $0.cut(range.start...range.end, in: scene) })
            }
        }
        scene.animations.removeAll { $0.channels.isEmpty }
    }

    /// The animations that the writer put one behind the other.
    private static func ranges(_ prim: USDPrim, _ clock: USDClock) -> [(name: String?, start: Float, end: Float)] {
        let names = prim.words("diorama:animations")
        let times = prim.numbers("diorama:animationTimes")
        guard times.count == 2 * names.count, times.allSatisfy(\.isFinite) else { return [] }
        return names.indices.compactMap { i in
            let start = clock.seconds(times[2 * i])
            let end = clock.seconds(times[2 * i + 1])
            return start <= end ? (names[i].isEmpty ? nil : names[i], start, end) : nil
        }
    }

    private var animations: Set<String> {
        Set(skeletons.values.compactMap(\.animation) + morphed.compactMap { animation(of: $0) })
    }

    private static let tracks = ["translations", "rotations", "scales", "blendShapeWeights"]

    private func sampledTimes() -> [Double] {
        animations.compactMap { prims[$0] }.flatMap { prim in
            Self.tracks.flatMap { prim.properties[$0]?.samples.map(\.time) ?? [] }
        }
    }

    // MARK: Skeletons

    /// The tracks of an animation and for each joint of a skeleton its number in them.
    private func tracks(_ skeleton: USDSkeleton) -> (prim: USDPrim, joints: [(node: Int, number: Int)])? {
        guard let path = skeleton.animation, let prim = prims[path], prim.type == "SkelAnimation" else { return nil }
        let numbers = Dictionary(prim.words("joints").enumerated().map { ($1, $0) }) { first, _ in first }
        return (prim, zip(skeleton.joints, skeleton.nodes).compactMap { joint, node in numbers[joint].map { (node, $0) } })
    }

    /// A joint's value in a list of all joints' values; nil where it is missing or not finite.
    private static func part(_ numbers: USDNumbers, _ number: Int, width: Int) -> [Double]? {
        guard (number + 1) * width <= numbers.count else { return nil }
        let v = (0..<width).map { numbers[number * width + $0] }
        return v.allSatisfy(\.isFinite) ? v : nil
    }

    /// Sets joints to the pose that an animation has at all times.
    private mutating func addSkeletonPoses() {
        for skeleton in skeletons.values {
            guard let (prim, joints) = tracks(skeleton) else { continue }
            for (node, number) in joints {
                guard var (t, q, s) = scene.nodes[node].transform.parts else { continue }
                func still(_ name: String, _ width: Int) -> [Double]? {
                    guard let property = prim.properties[name], property.hasDefault, property.samples.isEmpty else { return nil }
                    return property.value.flatMap { Self.part($0.numbers, number, width: width) }
                }
                if let v = still("translations", 3) { t = SIMD3(v[0], v[1], v[2]) }
                if let v = still("rotations", 4) { q = USDTransform.unit(v) }
                if let v = still("scales", 3) { s = SIMD3(v[0], v[1], v[2]) }
                scene.nodes[node].transform = .parts(translation: t, rotation: q, scale: s)
            }
        }
        for instance in morphed {
            guard let prim = animation(of: instance).flatMap({ prims[$0] }), let property = prim.properties["blendShapeWeights"],
                property.hasDefault, let numbers = property.value?.numbers
            else { continue }
            let weights = weights(numbers, instance, prim)
            if weights.contains(where: { $0 != 0 }) { scene.nodes[instance.node].weights = weights }
        }
    }

    private func channels(of skeleton: USDSkeleton, _ clock: USDClock) -> [Animation.Channel] {
        guard let (prim, joints) = tracks(skeleton) else { return [] }
        var channels: [Animation.Channel] = []
        for (node, number) in joints {
            func add(_ name: String, _ target: Animation.Target, _ width: Int, _ order: ([Double]) -> [Float]) {
                guard let samples = prim.properties[name]?.samples, !samples.isEmpty else { return }
                var times: [Double] = []
                var values: [Float] = []
                for sample in samples {
                    guard let v = Self.part(sample.value.numbers, number, width: width) else { continue }
                    times.append(sample.time)
                    values += order(v)
                }
                guard let channel = clock.channel(node, target, codes: times, values: values), !channel.isRest(of: scene) else {
                    return
                }
                channels.append(channel)
            }
            add("translations", .translation, 3) { $0.map { Float($0) } }
            add("rotations", .rotation, 4) { v in
                let q = USDTransform.unit(v)
                return [Float(q.x), Float(q.y), Float(q.z), Float(q.w)]
            }
            add("scales", .scale, 3) { $0.map { Float($0) } }
        }
        return channels
    }

    // MARK: Weights

    /// The animation that changes the weights of a mesh: that of its skeleton, or its own.
    private func animation(of instance: USDMorphInstance) -> String? {
        if let path = instance.skeleton {
            if let own = prims[path]?.targets("skel:animationSource").first { return own }
            if let known = skeletons[path]?.animation { return known }
        }
        return instance.animation
    }

    /// The weights of a mesh's targets among those of an animation; targets that it does not name have 0.
    private func weights(_ numbers: USDNumbers, _ instance: USDMorphInstance, _ prim: USDPrim) -> [Float] {
        let places = Dictionary(prim.words("blendShapes").enumerated().map { ($1, $0) }) { first, _ in first }
        let count = scene.nodes[instance.node].mesh.map { scene.meshes[$0].targetCount } ?? 0
        return (0..<count).map { i in
            guard instance.tokens.indices.contains(i), let place = places[instance.tokens[i]], place < numbers.count,
                numbers[place].isFinite
            else { return 0 }
            return Float(numbers[place])
        }
    }

    private func weights(of instance: USDMorphInstance, _ clock: USDClock) -> Animation.Channel? {
        guard let prim = animation(of: instance).flatMap({ prims[$0] }),
            let samples = prim.properties["blendShapeWeights"]?.samples, !samples.isEmpty,
            let mesh = scene.nodes[instance.node].mesh
        else { return nil }
        let width = scene.meshes[mesh].targetCount
        let values = samples.flatMap { weights($0.value.numbers, instance, prim) }
        guard let channel = clock.channel(instance.node, .weights, codes: samples.map(\.time), values: values, width: width),
            !channel.isRest(of: scene)
        else { return nil }
        return channel
    }
}

extension Animation.Channel {
    /// The value of the rest pose.
    func rest(of scene: Scene) -> [Float]? {
        let node = scene.nodes[self.node]
        if target == .weights {
            guard let mesh = node.mesh else { return nil }
            let weights = node.weights.isEmpty ? scene.meshes[mesh].weights : node.weights
            return weights.isEmpty ? Array(repeating: 0, count: scene.meshes[mesh].targetCount) : weights
        }
        guard let (t, q, s) = node.transform.parts else { return nil }
        switch target {
        case .translation: return [Float(t.x), Float(t.y), Float(t.z)]
        case .rotation: return [Float(q.x), Float(q.y), Float(q.z), Float(q.w)]
        default: return [Float(s.x), Float(s.y), Float(s.z)]
        }
    }

    /// Whether it has one value, that of the rest pose.
    func isRest(of scene: Scene) -> Bool {
        guard times.count == 1, let rest = rest(of: scene), rest.count == values.count else { return false }
        let isSame = zip(rest, values).allSatisfy { abs($0 - $1) <= 1e-6 * max(1, abs($0)) }
        // A quaternion and its negative are one rotation.
        return isSame || target == .rotation && zip(rest, values).allSatisfy { abs($0 + $1) <= 1e-6 }
    }

    /// The keys within a range, from its start on; nil where it is at rest there.
    func cut(_ range: ClosedRange<Float>, in scene: Scene) -> Animation.Channel? {
        let width = values.count / max(1, times.count)
        var copy = self
        copy.times = []
        copy.values = []
        let slack: Float = 1e-4
        for (i, time) in times.enumerated() where time >= range.lowerBound - slack && time <= range.upperBound + slack {
            let own = max(0, time - range.lowerBound)
            if let last = copy.times.last, !(own > last) { continue }
            copy.times.append(own)
            copy.values += values[i * width..<(i + 1) * width]
        }
        // A constant has its first key only, wherever that is.
        if copy.times.isEmpty, times.count == 1 {
            copy.times = [0]
            copy.values = values
        }
        guard let rest = rest(of: scene), rest.count == width, !copy.times.isEmpty else { return copy.times.isEmpty ? nil : copy }
        let isRest = copy.times.indices.allSatisfy { i in
            zip(rest, copy.values[i * width..<(i + 1) * width]).allSatisfy { abs($0 - $1) <= 1e-6 * max(1, abs($0)) }
        }
        return isRest ? nil : copy
    }
}
