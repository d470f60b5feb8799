import Codecs
import Geometry
import Models

/// Skins (specification section 3.7.3) and animations (3.11).
extension GLTFSceneReader {
    mutating func readSkins() throws(FormatError) {
        for (i, skin) in (document.skins ?? []).enumerated() {
            var result = Skin(name: skin.name, joints: skin.joints)
            result.skeleton = skin.skeleton
            if let skeleton = skin.skeleton, !scene.nodes.indices.contains(skeleton) { result.skeleton = nil }
            if let number = skin.inverseBindMatrices {
                let matrices = try accessor(number)
                guard matrices.width == 16, matrices.count >= skin.joints.count else {
                    throw .unreadable("the bind matrices of skin \(i) (accessor \(number)) do not match its joints")
                }
                try take(16 * matrices.count + 24 * skin.joints.count)
                let values = matrices.numbers()
                result.inverseBindMatrices = skin.joints.indices.map { k in
                    AffineMap(columns: values[16 * k..<16 * (k + 1)].map(Double.init))
                }
                guard result.inverseBindMatrices.allSatisfy(\.isFinite) else {
                    throw .unreadable("the bind matrices of skin \(i) (accessor \(number)) contain numbers that are not finite")
                }
            }
            scene.skins.append(result)
        }
    }

    mutating func readAnimations() throws(FormatError) {
        for (i, animation) in (document.animations ?? []).enumerated() {
            var result = Animation(name: animation.name)
            for channel in animation.channels {
                if let read = try channelRead(channel, of: animation, number: i) { result.channels.append(read) }
            }
            if result.channels.isEmpty {
                scene.note("Animations without channels were omitted.")
            } else {
                scene.animations.append(result)
            }
        }
    }

    /// A channel; nil, with a note, where scenes can't hold what it changes.
    private mutating func channelRead(
        _ channel: GLTFDocument.Animation.Channel, of animation: GLTFDocument.Animation, number: Int
    ) throws(FormatError) -> Animation.Channel? {
        guard let node = channel.target.node, let target = Animation.Target(rawValue: channel.target.path) else {
            scene.note("Animations of anything but nodes were omitted.")
            return nil
        }
        guard scene.nodes.indices.contains(node) else {
            throw .unreadable("a channel of animation \(number) refers to node \(node), which does not exist")
        }
        guard animation.samplers.indices.contains(channel.sampler) else {
            throw .unreadable("a channel of animation \(number) refers to sampler \(channel.sampler), which does not exist")
        }
        let sampler = animation.samplers[channel.sampler]
        guard let interpolation = Animation.Interpolation(rawValue: sampler.interpolation ?? "LINEAR") else {
            throw .unreadable("animation \(number) has the unknown interpolation \(Text.quote(sampler.interpolation ?? ""))")
        }
        let targets = scene.nodes[node].mesh.flatMap { scene.meshes.indices.contains($0) ? scene.meshes[$0].targetCount : nil }
        let width = target.width ?? targets ?? 0
        guard width > 0 else {
            scene.note("Animations of weights of nodes without morph targets were omitted.")
            return nil
        }
        let input = try accessor(sampler.input)
        let output = try accessor(sampler.output)
        let keys = interpolation == .cubicSpline ? 3 : 1
        // Each factor is bounded before it is multiplied: by the accessor, by the morph targets that were read, by 3.
        let needed = input.count.multipliedReportingOverflow(by: width * keys)
        guard input.width == 1, output.width == target.width ?? 1, !needed.overflow,
            output.count * output.width >= needed.partialValue
        else {
            throw .unreadable("the keys of a channel of animation \(number) do not match its values (accessor \(sampler.output))")
        }
        try take(input.count + output.count * output.width)
        var result = Animation.Channel(
            node: node, target: target, interpolation: interpolation, times: input.numbers(),
            values: Array(output.numbers().prefix(needed.partialValue)))
        clean(&result, width: width * keys)
        guard !result.times.isEmpty else {
            scene.note("Animations without keys were omitted.")
            return nil
        }
        return result
    }

    /// Drops keys that are not later than those before them, or are not finite, and makes rotations unit quaternions.
    private mutating func clean(_ channel: inout Animation.Channel, width: Int) {
        var kept: [Int] = []
        for (i, time) in channel.times.enumerated() {
            let values = channel.values[i * width..<(i + 1) * width]
            if time.isFinite, time > kept.last.map({ channel.times[$0] }) ?? -.infinity, values.allSatisfy(\.isFinite) {
                kept.append(i)
            }
        }
        if kept.count < channel.times.count {
            scene.note("Keys of animations that are not later than those before them, or not finite, were omitted.")
            channel.values = kept.flatMap { channel.values[$0 * width..<($0 + 1) * width] }
            channel.times = kept.map { channel.times[$0] }
        }
        guard channel.target == .rotation else { return }
        // Of splines the value between the two tangents.
        var v = channel.values
        for start in stride(from: width == 12 ? 4 : 0, to: v.count, by: width) {
            let q = GLTFUnit.rotation(SIMD4(v[start], v[start + 1], v[start + 2], v[start + 3]))
            for k in 0..<4 { v[start + k] = q[k] }
        }
        channel.values = v
    }
}
