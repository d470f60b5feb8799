import Geometry
import Models

/// The animations of a scene one behind the other, on the one timeline that a USD stage has.
struct USDTimeline {
    /// Time codes in one second.
    static let rate = 60.0

    /// An animation's seconds on the timeline.
    struct Clip {
        let name: String
        let start: Double
        let end: Double
    }

    private(set) var clips: [Clip] = []
    /// Whether keys stand for splines or steps, which USD does not have.
    private(set) var isSampled = false
    private let scene: Scene
    /// The channels of each node, by animation.
    private var channels: [Int: [(clip: Int, channel: Animation.Channel)]] = [:]

    init(_ scene: Scene) {
        self.scene = scene
        var start = 0.0
        for (i, animation) in scene.animations.enumerated() {
            let end = start + Double(max(animation.duration, 0))
            clips.append(Clip(name: animation.name ?? "", start: start, end: end))
            // A second between them, so that their keys stay apart.
            start = end.rounded(.up) + 1
            for channel in animation.channels {
                channels[channel.node, default: []].append((i, channel))
                if channel.times.count > 1, channel.interpolation != .linear { isSampled = true }
            }
        }
    }

    /// The time code of the end.
    var end: Double { (clips.last?.end ?? 0) * Self.rate }

    /// What of a node's transform changes.
    func targets(_ node: Int) -> Set<Animation.Target> {
        Set((channels[node] ?? []).map(\.channel.target).filter { $0 != .weights })
    }

    func changesWeights(_ node: Int) -> Bool { (channels[node] ?? []).contains { $0.channel.target == .weights } }

    /// The time codes and values of one property of a node.
    func samples(_ node: Int, _ target: Animation.Target) -> [(time: Double, values: [Float])] {
        times(of: [node]) { $0 == target }.map { clip, time in (code(clip, time), value(node, target, clip, time)) }
    }

    func code(_ clip: Int, _ time: Float) -> Double { (clips[clip].start + Double(time)) * Self.rate }

    /// The value of a property of a node in an animation: that of its channel, or of the rest pose.
    func value(_ node: Int, _ target: Animation.Target, _ clip: Int, _ time: Float) -> [Float] {
        let width = target.width ?? scene.nodes[node].mesh.map { scene.meshes[$0].targetCount } ?? 0
        if let own = channels[node]?.first(where: { $0.clip == clip && $0.channel.target == target }) {
            return own.channel.value(at: time, width: width)
        }
        let plain = Animation.Channel(node: node, target: target, times: [], values: [])
        return plain.rest(of: scene) ?? Array(repeating: 0, count: width)
    }

    /// The times within each animation at which some properties of nodes have keys. Where there are several animations, their
    /// starts and ends as well, so that one does not go on in the next.
    func times(of nodes: [Int], _ matches: (Animation.Target) -> Bool) -> [(clip: Int, time: Float)] {
        let own = nodes.flatMap { node in (channels[node] ?? []).filter { matches($0.channel.target) } }
        if own.isEmpty { return [] }
        var result: [(clip: Int, time: Float)] = []
        for clip in clips.indices {
            var times = Set(own.filter { $0.clip == clip }.flatMap { Self.keys($0.channel) })
            if clips.count > 1 { times.formUnion([0, Float(clips[clip].end - clips[clip].start)]) }
            result += times.sorted().map { (clip, $0) }
        }
        return result
    }

    /// The keys of a channel; before steps one of the value that ends, and samples of splines.
    private static func keys(_ channel: Animation.Channel) -> [Float] {
        guard channel.interpolation != .linear else { return channel.times }
        var times: [Float] = []
        for (i, key) in channel.times.enumerated() {
            if let before = times.last, i > 0 {
                let span = key - before
                if channel.interpolation == .step {
                    if span > 0.002 { times.append(key - 0.001) }
                } else {
                    let steps = Int(min((span * 30).rounded(.up), 10_000))
                    for k in 1..<max(1, steps) {
                        let time = before + span * Float(k) / Float(steps)
                        if time > times[times.count - 1], time < key { times.append(time) }
                    }
                }
            }
            times.append(key)
        }
        return times
    }
}
