import Foundation
import Geometry
import Models

extension ThreeDSSceneReader {
    /// The place of a node at its first keys.
    static func transform(_ node: ThreeDSNode) -> NodeTransform {
        let p = node.positions.first ?? .zero
        let r = node.rotations.first.map { rotation($0) } ?? SIMD4(0, 0, 0, 1)
        let s = node.scales.first ?? SIMD4(1, 1, 1, 1)
        return .parts(translation: SIMD3(p.x, p.y, p.z), rotation: r, scale: SIMD3(s.x, s.y, s.z))
    }

    /// The quaternion of a key, angle and axis: 3D Studio turns clockwise about the axis.
    private static func rotation(_ key: SIMD4<Double>, part: Double = 1) -> SIMD4<Double> {
        let axis = SIMD3(key.y, key.z, key.w)
        let length = (axis * axis).sum().squareRoot()
        guard length > 1e-12, key.x.isFinite else { return SIMD4(0, 0, 0, 1) }
        let half = -key.x * part / 2
        return SIMD4(axis / length * sin(half), cos(half))
    }

    private static func product(_ a: SIMD4<Double>, _ b: SIMD4<Double>) -> SIMD4<Double> {
        SIMD4(
            a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
            a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z)
    }

    // MARK: Animations

    mutating func animate(_ element: ThreeDSNode, node: Int) {
        add(element.positions, node: node, target: .translation)
        add(element.scales, node: node, target: .scale)
        addRotations(element.rotations, node: node)
    }

    /// Seconds, each later than the one before also as a float.
    private static func seconds(_ frames: [Double]) -> [Float]? {
        let times = frames.map { Float($0 / framesPerSecond) }
        return zip(times, times.dropFirst()).allSatisfy { $0 < $1 } ? times : nil
    }

    /// Kochanek–Bartels splines as cubic Hermite splines; two keys as a line.
    private mutating func add(_ track: ThreeDSTrack, node: Int, target: Animation.Target) {
        let keys = track.keys
        guard keys.count > 1 else { return }
        guard let times = Self.seconds(keys.map(\.frame)) else {
            return scene.note("Tracks whose keys are too close to each other are not read.")
        }
        func numbers(_ v: SIMD4<Double>) -> [Float] { [Float(v.x), Float(v.y), Float(v.z)] }
        var channel = Animation.Channel(node: node, target: target, times: times, values: [])
        if keys.count == 2 {
            channel.values = keys.flatMap { numbers($0.value) }
        } else {
            channel.interpolation = .cubicSpline
            for i in keys.indices {
                let tangents = Self.tangents(keys, i)
                channel.values += numbers(tangents.in) + numbers(keys[i].value) + numbers(tangents.out)
            }
        }
        guard channel.values.allSatisfy(\.isFinite) else { return }
        channels.append(channel)
    }

    /// The tangents at a key for a second.
    private static func tangents(_ keys: [ThreeDSTrack.Key], _ i: Int) -> (in: SIMD4<Double>, out: SIMD4<Double>) {
        let key = keys[i]
        let tight = 1 - key.tension
        if i == 0 || i == keys.count - 1 {
            let other = keys[i == 0 ? 1 : i - 1]
            let slope = (key.value - other.value) * (tight * framesPerSecond / (key.frame - other.frame))
            return (slope, slope)
        }
        let before = key.value - keys[i - 1].value
        let after = keys[i + 1].value - key.value
        let perSecond = tight * framesPerSecond / (keys[i + 1].frame - keys[i - 1].frame)
        let c = key.continuity
        let b = key.bias
        let arriving = before * ((1 - c) * (1 + b)) + after * ((1 + c) * (1 - b))
        let leaving = before * ((1 + c) * (1 + b)) + after * ((1 - c) * (1 - b))
        return (arriving * perSecond, leaving * perSecond)
    }

    /// Each key turns on from the one before, by any angle: turns of more than a quarter get keys between them.
    private mutating func addRotations(_ track: ThreeDSTrack, node: Int) {
        let keys = track.keys
        guard keys.count > 1 else { return }
        var frames = [keys[0].frame]
        var rotations = [Self.rotation(keys[0].value)]
        for (previous, key) in zip(keys, keys.dropFirst()) {
            let start = rotations[rotations.count - 1]
            let steps = max(1, Int(min((abs(key.value.x) / (.pi / 2)).rounded(.up), 64)))
            for step in 1...steps {
                let part = Double(step) / Double(steps)
                frames.append(previous.frame + (key.frame - previous.frame) * part)
                rotations.append(Self.product(Self.rotation(key.value, part: part), start))
            }
        }
        guard let times = Self.seconds(frames) else {
            return scene.note("Tracks whose keys are too close to each other are not read.")
        }
        let values = rotations.flatMap { [Float($0.x), Float($0.y), Float($0.z), Float($0.w)] }
        channels.append(Animation.Channel(node: node, target: .rotation, times: times, values: values))
    }

    // MARK: Cameras and lights

    /// A node at a position that looks at a target, turned by `roll` degrees.
    private static func looking(from position: SIMD3<Double>, to target: SIMD3<Double>, roll: Double) -> NodeTransform {
        func unit(_ v: SIMD3<Double>) -> SIMD3<Double>? {
            let length = (v * v).sum().squareRoot()
            return length > 1e-12 ? v / length : nil
        }
        func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
            SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
        }
        let back = unit(position - target) ?? SIMD3(0, 0, 1)
        let right = unit(cross(SIMD3(0, 0, 1), back)) ?? SIMD3(1, 0, 0)
        var map = AffineMap(x: right, y: cross(back, right), z: back)
        map = map * .rotation(roll * .pi / 180, about: SIMD3(0, 0, 1))
        let rotation = map.parts?.rotation ?? SIMD4(0, 0, 0, 1)
        return .parts(translation: position, rotation: rotation, scale: SIMD3(repeating: 1))
    }

    /// Adds a camera of the editor; nil where there is none of the name.
    mutating func addCamera(named name: String, _ element: ThreeDSNode?, below parent: Int?) -> Int? {
        guard let source = cameras[name].map({ file.cameras[$0] }) else { return nil }
        // The lens is one of 35 mm film, as 3D Studio has it: 2400 by its length are the degrees across.
        let degrees = source.lens > 0 ? min(max(2400 / source.lens, 1), 170) : 45
        let height = 2 * atan(tan(degrees * .pi / 360) * 0.75)
        var camera = Camera(name: name, .perspective(fieldOfView: Float(height), aspect: 4 / 3))
        if let near = source.near, near.isFinite, near > 0 { camera.near = near }
        if let far = source.far, far.isFinite, far > camera.near { camera.far = far }
        scene.cameras.append(camera)
        let target = cameraTargets[name].map { file.nodes[$0] }
        return addLooking(
            Aim(name: name, position: source.position, target: source.target, roll: source.bank), element, target: target,
            below: parent
        ) { [number = scene.cameras.count - 1] in $0.camera = number }
    }

    /// Adds a light of the editor; nil where there is none of the name.
    mutating func addLight(named name: String, _ element: ThreeDSNode?, below parent: Int?) -> Int? {
        guard let source = lights[name].map({ file.lights[$0] }), !source.isOff else { return nil }
        var light = Light(name: name, .point)
        if source.target != nil {
            func half(_ degrees: Float) -> Float { min(max(degrees.isFinite ? degrees : 45, 0), 180) * .pi / 360 }
            let outer = max(half(source.falloff), 0.01)
            light.kind = .spot(inner: min(half(source.hotspot), outer), outer: outer)
        }
        light.color = source.color
        if source.multiplier.isFinite, source.multiplier >= 0 { light.intensity = source.multiplier }
        if let range = source.outerRange, range.isFinite, range > 0 { light.range = range }
        scene.lights.append(light)
        let target = lightTargets[name].map { file.nodes[$0] }
        let down = source.position - SIMD3(0, 0, 1)
        return addLooking(
            Aim(name: name, position: source.position, target: source.target ?? down, roll: 0), element, target: target,
            below: parent
        ) { [number = scene.lights.count - 1] in $0.light = number }
    }

    /// Where a camera or light is, and at what it is directed.
    private struct Aim {
        let name: String
        let position: SIMD3<Double>
        let target: SIMD3<Double>
        let roll: Double
    }

    /// Adds a node that looks at a target; where one of them moves, its place at each frame.
    private mutating func addLooking(
        _ aim: Aim, _ element: ThreeDSNode?, target: ThreeDSNode?, below parent: Int?, change: (inout Node) -> Void
    ) -> Int {
        func transform(_ frame: Double) -> NodeTransform {
            func place(_ track: ThreeDSTrack?, _ plain: SIMD3<Double>) -> SIMD3<Double> {
                track?.value(at: frame).map { SIMD3($0.x, $0.y, $0.z) } ?? plain
            }
            return Self.looking(
                from: place(element?.positions, aim.position), to: place(target?.positions, aim.target),
                roll: element?.rolls.value(at: frame)?.x ?? aim.roll)
        }
        let tracks = [element?.positions, element?.rolls, target?.positions].compactMap(\.self).filter { $0.keys.count > 1 }
        let start = tracks.compactMap { $0.keys.first?.frame }.min() ?? 0
        var node = Node(name: aim.name, transform: transform(start))
        change(&node)
        let number = scene.add(node, below: parent)
        guard let end = tracks.compactMap({ $0.keys.last?.frame }).max(), end > start else { return number }
        let count = Int(min(max((end - start).rounded(.up), 1), 2000))
        let frames = (0...count).map { start + (end - start) * Double($0) / Double(count) }
        guard let times = Self.seconds(frames) else { return number }
        var places: [Float] = []
        var rotations: [Float] = []
        for frame in frames {
            guard case .parts(let p, let r, _) = transform(frame) else { continue }
            places += [Float(p.x), Float(p.y), Float(p.z)]
            rotations += [Float(r.x), Float(r.y), Float(r.z), Float(r.w)]
        }
        channels.append(Animation.Channel(node: number, target: .translation, times: times, values: places))
        channels.append(Animation.Channel(node: number, target: .rotation, times: times, values: rotations))
        return number
    }
}
