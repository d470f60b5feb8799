import Codecs
import Foundation
import Geometry
import Models

/// Animations of a COLLADA document as channels of nodes.
///
/// All channels that change one node are put together: where its transform consists of a translation, rotations and a scale, each
/// is a channel of its own; others are taken apart at each key. Curves are sampled 30 times a second.
struct DAEAnimations {
    /// What an animation may change.
    struct Targets {
        /// Nodes of the scene by the identifiers of the document's.
        var nodes: [String: [Int]] = [:]
        /// The transforms of these nodes.
        var transforms: [Int: DAETransform] = [:]
        /// Nodes whose mesh has weights, by the identifiers of the weights and of the controller.
        var weights: [String: [Int]] = [:]
        /// Morph targets of these nodes' meshes: their weights without an animation.
        var weightsAtRest: [Int: [Float]] = [:]
    }

    /// A curve with what it changes.
    private struct Binding {
        let curve: DAECurve
        /// The first part of the address.
        let id: String
        /// The last part of the address, without component.
        let sid: String
        /// The number of the component; nil for all.
        let component: Int?
        /// Identifiers of the animation and of those that it is in.
        let animations: [String]
    }

    private let root: XMLTreeNode
    private let targets: Targets
    private var bindings: [Binding] = []
    private var notes: [String] = []
    /// How many keys may still be made.
    private var budget: Int

    private static let perSecond = 30.0
    private static let samplesEach = 64
    private static let curvesEach = 64

    init(_ root: XMLTreeNode, targets: Targets, fileSize: Int) {
        self.root = root
        self.targets = targets
        budget = 200_000 + fileSize
    }

    /// Adds the animations to the scene: one for each clip, or a single one.
    mutating func read(into scene: inout Scene) throws(FormatError) {
        let all = root.all("library_animations").flatMap { $0.all("animation") }
        for animation in all { try collect(animation, inside: [], sources: [:], depth: 0) }
        let clips = root.all("library_animation_clips").flatMap { $0.all("animation_clip") }
        var unused = Set(bindings.flatMap { $0.animations.prefix(1) })
        for clip in clips {
            let ids = Set(clip.all("instance_animation").compactMap { $0.target("url") })
            let own = bindings.filter { !ids.isDisjoint(with: $0.animations) }
            unused.subtract(own.flatMap { $0.animations.prefix(1) })
            var animation = Animation(name: clip.attribute("name") ?? clip.attribute("id"))
            animation.channels = try channels(own)
            let start = Float(clip.attribute("start") ?? "") ?? 0
            animation.cut(from: start.isFinite ? start : 0, to: clip.attribute("end").flatMap { Float($0) }, targets: targets)
            if !animation.channels.isEmpty { scene.animations.append(animation) }
        }
        if clips.isEmpty {
            let name = all.count == 1 ? all[0].attribute("name") ?? all[0].attribute("id") : nil
            let animation = Animation(name: name, channels: try channels(bindings))
            if !animation.channels.isEmpty { scene.animations.append(animation) }
        } else if !unused.isEmpty {
            scene.note("Animations that no clip uses were skipped.")
        }
        for note in notes { scene.note(note) }
    }

    private mutating func note(_ text: String) {
        if !notes.contains(text) { notes.append(text) }
    }

    // MARK: Bindings

    private mutating func collect(
        _ animation: XMLTreeNode, inside: [String], sources: [String: XMLTreeNode], depth: Int
    ) throws(FormatError) {
        var sources = sources
        var samplers: [String: XMLTreeNode] = [:]
        let ids = inside + [animation.attribute("id") ?? "\0\(bindings.count) \(depth)"]
        for child in animation.children {
            guard let id = child.attribute("id") else { continue }
            if child.name == "source" { sources[id] = child }
            if child.name == "sampler" { samplers[id] = child }
        }
        for channel in animation.all("channel") {
            guard let target = channel.attribute("target"), let id = channel.target("source"), let sampler = samplers[id] else {
                continue
            }
            var problems: [String] = []
            guard let curve = try DAECurve(sampler, sources: sources, note: { problems.append($0) }) else { continue }
            for problem in problems { note(problem) }
            if curve.isCurved { note("Curves of animations are sampled 30 times a second.") }
            let (id2, sid, component) = Self.address(target)
            bindings.append(Binding(curve: curve, id: id2, sid: sid, component: component, animations: ids.reversed()))
        }
        for child in animation.all("animation") { try collect(child, inside: ids, sources: sources, depth: depth + 1) }
    }

    /// "node/rotateX.ANGLE", "node/matrix(3)(0)", "weights(2)".
    private static func address(_ target: String) -> (id: String, sid: String, component: Int?) {
        let slash = target.firstIndex(of: "/")
        let id = String(target[..<(slash ?? target.firstIndex(of: "(") ?? target.endIndex)])
        var rest = slash.map { String(target[target.index(after: $0)...]) } ?? String(target.dropFirst(id.count))
        if let last = rest.lastIndex(of: "/") { rest = String(rest[rest.index(after: last)...]) }
        if let dot = rest.lastIndex(of: ".") {
            let names = ["X": 0, "Y": 1, "Z": 2, "ANGLE": 3, "R": 0, "G": 1, "B": 2, "U": 0, "V": 1]
            return (id, String(rest[..<dot]), names[String(rest[rest.index(after: dot)...])])
        }
        guard let open = rest.firstIndex(of: "(") else { return (id, rest, nil) }
        let numbers = rest[open...].split(whereSeparator: { $0 == "(" || $0 == ")" }).compactMap { Int($0) }
        let isValid = numbers.allSatisfy { (0..<1 << 20).contains($0) }
        let component = !isValid ? nil : numbers.count == 2 ? numbers[0] + 4 * numbers[1] : numbers.first
        return (id, String(rest[..<open]), component)
    }

    // MARK: Channels

    private mutating func channels(_ bindings: [Binding]) throws(FormatError) -> [Animation.Channel] {
        var transforms: [Int: [(element: Int, binding: Binding)]] = [:]
        var weights: [Int: [(target: Int, binding: Binding)]] = [:]
        for binding in bindings {
            if let nodes = targets.weights[binding.id], let component = binding.component {
                for node in nodes { weights[node, default: []].append((component, binding)) }
            } else if let nodes = targets.nodes[binding.id] {
                for node in nodes {
                    guard let transform = targets.transforms[node], let element = transform.index(of: binding.sid),
                        Self.fits(binding, transform.elements[element])
                    else {
                        note("An animation changes something of a node that is not read; it was skipped.")
                        continue
                    }
                    transforms[node, default: []].append((element, binding))
                }
            } else {
                note("Animations of materials, cameras and lights are not read.")
            }
        }
        var result: [Animation.Channel] = []
        for (node, curves) in transforms.sorted(by: { $0.key < $1.key }) {
            guard let transform = targets.transforms[node] else { continue }
            guard curves.count <= Self.curvesEach else {
                throw .unreadable("animates one node by more than \(Self.curvesEach) curves")
            }
            result += try transformChannels(node, transform, curves: curves)
        }
        for (node, curves) in weights.sorted(by: { $0.key < $1.key }) { result += try weightChannel(node, curves) }
        return result
    }

    private static func fits(_ binding: Binding, _ element: DAETransform.Element) -> Bool {
        if let component = binding.component { return component < element.values.count && binding.curve.width == 1 }
        return binding.curve.width == element.values.count
    }

    private typealias Curves = [(element: Int, binding: Binding)]

    /// Translation, rotation and scale, as far as the curves change them.
    private mutating func transformChannels(
        _ node: Int, _ transform: DAETransform, curves: Curves
    ) throws(FormatError) -> [Animation.Channel] {
        guard transform.isParts else {
            return try sampled(node, transform, curves: curves, targets: [.translation, .rotation, .scale])
        }
        var channels: [Animation.Channel] = []
        for (kind, target) in [
            (DAETransform.Element.Kind.translate, Animation.Target.translation), (.rotate, .rotation), (.scale, .scale),
        ] {
            let own = curves.filter { transform.elements[$0.element].kind == kind }
            if !own.isEmpty { channels += try sampled(node, transform, curves: own, targets: [target]) }
        }
        return channels
    }

    private mutating func sampled(
        _ node: Int, _ transform: DAETransform, curves: Curves, targets: [Animation.Target]
    ) throws(FormatError) -> [Animation.Channel] {
        let isStepped = curves.allSatisfy { $0.binding.curve.isStepped }
        // Turns about several axes, or by much, are not on the shortest arc between two keys.
        let turns = curves.filter { transform.elements[$0.element].kind == .rotate }
        let isDense = !isStepped && (curves.contains { $0.binding.curve.isCurved } || turns.count > 1 || Self.turnsFar(turns))
        let times = try times(curves.map(\.binding.curve), isDense: isDense)
        var channels = targets.map {
            Animation.Channel(node: node, target: $0, interpolation: isStepped ? .step : .linear, times: [], values: [])
        }
        var previous = SIMD4<Double>(0, 0, 0, 1)
        for time in times {
            var changed = transform
            for (element, binding) in curves {
                let values = binding.curve.value(at: time)
                if let component = binding.component {
                    changed.set(element, component: component, values[0])
                } else {
                    changed.set(element, values)
                }
            }
            guard var parts = changed.animatedParts else {
                note("Keys of animations that shear a node were skipped.")
                continue
            }
            if (parts.rotation * previous).sum() < 0 { parts.rotation = -parts.rotation }
            previous = parts.rotation
            for i in channels.indices {
                channels[i].times.append(Float(time))
                switch channels[i].target {
                case .translation: channels[i].values += (0..<3).map { Float(parts.translation[$0]) }
                case .rotation: channels[i].values += (0..<4).map { Float(parts.rotation[$0]) }
                case .scale: channels[i].values += (0..<3).map { Float(parts.scale[$0]) }
                case .weights: break
                }
            }
        }
        return channels.filter { !$0.times.isEmpty && (targets.count == 1 || Self.changes($0, transform)) }
    }

    /// Whether a channel of a matrix differs from the transform at rest.
    private static func changes(_ channel: Animation.Channel, _ transform: DAETransform) -> Bool {
        guard let width = channel.target.width, let rest = transform.animatedParts else { return true }
        let first = Array(channel.values.prefix(width))
        for start in stride(from: 0, to: channel.values.count, by: width)
        where zip(channel.values[start..<start + width], first).contains(where: { abs($0 - $1) > 1e-6 }) {
            return true
        }
        let own: [Double] =
            switch channel.target {
            case .translation: [rest.translation.x, rest.translation.y, rest.translation.z]
            case .rotation: [rest.rotation.x, rest.rotation.y, rest.rotation.z, rest.rotation.w]
            case .scale: [rest.scale.x, rest.scale.y, rest.scale.z]
            case .weights: []
            }
        let sign: Float = channel.target == .rotation && zip(first, own).reduce(0) { $0 + $1.0 * Float($1.1) } < 0 ? -1 : 1
        return zip(first, own).contains { abs($0 * sign - Float($1)) > 1e-6 }
    }

    private static func turnsFar(_ turns: Curves) -> Bool {
        turns.contains { _, binding in
            guard let component = binding.component ?? (binding.curve.width == 4 ? 3 : nil) else { return true }
            // A changing axis is sampled, too.
            guard component == 3 else { return true }
            let angles = binding.curve.times.map { binding.curve.value(at: $0)[binding.component == nil ? 3 : 0] }
            return zip(angles, angles.dropFirst()).contains { abs($1 - $0) > 90 }
        }
    }

    /// The times of all keys, as different floats, and where it is asked for further ones between them.
    private mutating func times(_ curves: [DAECurve], isDense: Bool) throws(FormatError) -> [Double] {
        let keys = curves.count == 1 ? curves[0].times : curves.flatMap(\.times).sorted()
        var times: [Double] = []
        var last = -Float.infinity
        func add(_ time: Double) {
            guard Float(time) > last, Float(time).isFinite else { return }
            last = Float(time)
            times.append(time)
        }
        for (i, key) in keys.enumerated() {
            if isDense, i > 0, key > keys[i - 1] {
                let steps = Int(min(((key - keys[i - 1]) * Self.perSecond).rounded(.up), Double(Self.samplesEach)))
                for k in 1..<max(1, steps) { add(keys[i - 1] + (key - keys[i - 1]) * Double(k) / Double(steps)) }
            }
            add(key)
        }
        guard times.count * curves.count <= budget else { throw .unreadable("its animations are larger than its size allows") }
        budget -= times.count * curves.count
        return times
    }

    private mutating func weightChannel(
        _ node: Int, _ curves: [(target: Int, binding: Binding)]
    ) throws(FormatError) -> [Animation.Channel] {
        let rest = targets.weightsAtRest[node] ?? []
        let own = curves.filter { $0.target < rest.count && $0.binding.curve.width == 1 }
        guard !own.isEmpty, own.count <= max(Self.curvesEach, rest.count) else { return [] }
        let isStepped = own.allSatisfy { $0.binding.curve.isStepped }
        let times = try times(own.map(\.binding.curve), isDense: !isStepped && own.contains { $0.binding.curve.isCurved })
        guard times.count * rest.count <= budget else { throw .unreadable("its animations are larger than its size allows") }
        budget -= times.count * rest.count
        var channel = Animation.Channel(
            node: node, target: .weights, interpolation: isStepped ? .step : .linear, times: times.map { Float($0) }, values: [])
        for time in times {
            var weights = rest
            for (target, binding) in own { weights[target] = Float(binding.curve.value(at: time)[0]) }
            channel.values += weights
        }
        return times.isEmpty ? [] : [channel]
    }
}
