import Codecs
import Geometry
import Models

extension DAESceneWriter {
    /// The library of animations, and that of clips where there are several: they follow one another in time.
    ///
    /// A moving node has a matrix at each key; splines, and steps beside lines, are sampled 30 times a second.
    mutating func animations() -> String {
        guard !scene.animations.isEmpty else { return "" }
        var library = ""
        var clips = ""
        var start: Float = 0
        for (i, animation) in scene.animations.enumerated() {
            var text = ""
            let nodes = Set(animation.channels.map(\.node)).sorted()
            for node in nodes {
                let own = animation.channels.filter { $0.node == node }
                let moving = own.filter { $0.target != .weights }
                if !moving.isEmpty { text += motion(node, moving, id: "animation\(i)-node\(node)", start: start) }
                for channel in own where channel.target == .weights {
                    text += weights(node, channel, id: "animation\(i)-weights\(node)", start: start)
                }
            }
            let given = animation.name.map { " name=\"\(DAE.plainName($0))\"" } ?? ""
            if let name = animation.name, DAE.plainName(name) != name {
                lose(.names, DAE.renamed)
            }
            guard !text.isEmpty else { continue }
            library += "    <animation id=\"animation\(i)\"\(given)>\n\(text)    </animation>\n"
            let end = start + animation.duration
            clips +=
                "    <animation_clip id=\"clip\(i)\"\(given) start=\"\(start)\" end=\"\(end)\">"
                + "<instance_animation url=\"#animation\(i)\"/></animation_clip>\n"
            // A second between them, so that their keys stay apart.
            start = end.rounded(.up) + 1
        }
        if library.isEmpty { return "" }
        library = "  <library_animations>\n\(library)  </library_animations>\n"
        return scene.animations.count < 2
            ? library : library + "  <library_animation_clips>\n\(clips)  </library_animation_clips>\n"
    }

    /// The matrices of a node.
    private mutating func motion(_ node: Int, _ channels: [Animation.Channel], id: String, start: Float) -> String {
        guard let rest = scene.nodes[node].transform.parts else {
            lose(.animations, "Animations of a node whose transform shears were omitted.")
            return ""
        }
        let times = keyTimes(channels)
        let isStepped = channels.allSatisfy { $0.interpolation == .step }
        var matrices: [Double] = []
        for time in times {
            var (translation, rotation, scale) = rest
            for channel in channels {
                let v = channel.value(at: time, width: channel.target.width ?? 0).map { Double($0) }
                switch channel.target {
                case .translation: translation = SIMD3(v[0], v[1], v[2])
                case .rotation: rotation = SIMD4(v[0], v[1], v[2], v[3])
                case .scale: scale = SIMD3(v[0], v[1], v[2])
                case .weights: break
                }
            }
            matrices += DAE.rows(AffineMap(translation: translation, rotation: rotation, scale: scale))
        }
        return Self.animation(
            id, times: times.map { $0 + start }, values: DAE.text(matrices), width: 16, isStepped: isStepped,
            target: "node\(node)/transform")
    }

    /// The weights of a node's morph targets, an animation for each.
    private mutating func weights(_ node: Int, _ channel: Animation.Channel, id: String, start: Float) -> String {
        guard let mesh = scene.nodes[node].mesh else { return "" }
        let count = scene.meshes[mesh].targetCount
        let times = keyTimes([channel])
        let values = times.map { channel.value(at: $0, width: count) }
        var text = ""
        for target in 0..<count {
            for controller in morphs(node) {
                text += Self.animation(
                    "\(id)-\(controller)-\(target)", times: times.map { $0 + start }, values: DAE.text(values.map { $0[target] }),
                    width: 1, isStepped: channel.interpolation == .step, target: "\(controller)-weights(\(target))")
            }
        }
        return text
    }

    /// The times of all keys; of splines, and of steps beside lines, with those of samples.
    private mutating func keyTimes(_ channels: [Animation.Channel]) -> [Float] {
        let keys = Set(channels.flatMap(\.times)).sorted()
        let hasSteps = channels.contains { $0.interpolation == .step } && !channels.allSatisfy { $0.interpolation == .step }
        guard hasSteps || channels.contains(where: { $0.interpolation == .cubicSpline }) else { return keys }
        lose(.animations, "Splines and steps of animations are sampled 30 times a second.")
        var times: [Float] = []
        for (i, key) in keys.enumerated() {
            if i > 0 {
                let span = key - keys[i - 1]
                let steps = Int(min((span * 30).rounded(.up), 10_000))
                for k in 1..<max(1, steps) {
                    let time = keys[i - 1] + span * Float(k) / Float(steps)
                    if time > times[times.count - 1], time < key { times.append(time) }
                }
            }
            times.append(key)
        }
        return times
    }

    private static func animation(
        _ id: String, times: [Float], values: String, width: Int, isStepped: Bool, target: String
    ) -> String {
        let count = times.count
        let kind = isStepped ? "STEP" : "LINEAR"
        let kinds = Array(repeating: kind, count: count).joined(separator: " ")
        let output = width == 16 ? ("TRANSFORM", "float4x4") : ("WEIGHT", "float")
        return """
                  <animation id="\(id)">
                    <source id="\(id)-times"><float_array id="\(id)-times-array" count="\(count)">\(DAE.text(times))</float_array>\
            \(accessor("\(id)-times", count: count, names: [("TIME", "float")]))</source>
                    <source id="\(id)-values"><float_array id="\(id)-values-array" count="\(count * width)">\(values)</float_array>\
            \(accessor("\(id)-values", count: count, names: [output], stride: width))</source>
                    <source id="\(id)-kinds"><Name_array id="\(id)-kinds-array" count="\(count)">\(kinds)</Name_array>\
            \(accessor("\(id)-kinds", count: count, names: [("INTERPOLATION", "Name")]))</source>
                    <sampler id="\(id)-sampler"><input semantic="INPUT" source="#\(id)-times"/>\
            <input semantic="OUTPUT" source="#\(id)-values"/><input semantic="INTERPOLATION" source="#\(id)-kinds"/></sampler>
                    <channel source="#\(id)-sampler" target="\(target)"/>
                  </animation>

            """
    }

    // MARK: Cameras and lights

    /// By the square of the distance.
    private static let falloff =
        "<constant_attenuation>0</constant_attenuation><linear_attenuation>0</linear_attenuation>"
        + "<quadratic_attenuation>1</quadratic_attenuation>"

    /// The libraries of cameras and lights.
    mutating func optics() -> String {
        let perMetre = frame.unit.perMetre
        func element(_ name: String, _ value: Double) -> String { "<\(name)>\(DAE.text([value]))</\(name)>" }
        var text = ""
        if !scene.cameras.isEmpty {
            text += "  <library_cameras>\n"
            for (i, camera) in scene.cameras.enumerated() {
                var body: String
                let kind: String
                switch camera.projection {
                case .perspective(let angle, let aspect):
                    kind = "perspective"
                    body = element("yfov", Double(angle) * 180 / .pi) + (aspect.map { element("aspect_ratio", Double($0)) } ?? "")
                case .orthographic(let width, let height):
                    kind = "orthographic"
                    body = element("xmag", Double(width) * perMetre) + element("ymag", Double(height) * perMetre)
                }
                if camera.far == nil { lose(.cameras, "COLLADA can't store a camera without a farthest distance; it is 100 km.") }
                body += element("znear", Double(camera.near) * perMetre) + element("zfar", Double(camera.far ?? 100_000) * perMetre)
                text +=
                    "    <camera id=\"camera\(i)\"\(name(camera.name))><optics><technique_common><\(kind)>\(body)</\(kind)>"
                    + "</technique_common></optics></camera>\n"
            }
            text += "  </library_cameras>\n"
        }
        if !scene.lights.isEmpty {
            text += "  <library_lights>\n"
            for (i, light) in scene.lights.enumerated() {
                let color = light.color * light.intensity
                var body = "<color>\(DAE.text([color.x, color.y, color.z]))</color>"
                let kind: String
                switch light.kind {
                case .directional: kind = "directional"
                case .point:
                    kind = "point"
                    body += Self.falloff
                case .spot(let inner, let outer):
                    kind = "spot"
                    body += Self.falloff + element("falloff_angle", Double(outer) * 360 / .pi)
                    // The edge is soft, or it is not.
                    if inner < outer { body += element("falloff_exponent", 1) }
                    if inner > 0, inner < outer { lose(.lights, "COLLADA can't store the inner angle of lights.") }
                }
                text +=
                    "    <light id=\"light\(i)\"\(name(light.name))><technique_common><\(kind)>\(body)</\(kind)></technique_common>"
                    + "</light>\n"
            }
            text += "  </library_lights>\n"
        }
        return text
    }
}
