import Geometry
import Models

/// Skins, nodes, animations, cameras and lights.
extension GLTFSceneWriter {
    /// Skins without joints are not written: glTF has none.
    mutating func append(_ skin: Skin) {
        guard !skin.joints.isEmpty else {
            skinNumbers.append(nil)
            return
        }
        var result = GLTFDocument.Skin(name: skin.name, skeleton: skin.skeleton, joints: skin.joints)
        if !skin.inverseBindMatrices.isEmpty {
            let numbers = skin.inverseBindMatrices.flatMap { $0.columns.map { Float($0) } }
            result.inverseBindMatrices = content.add(numbers: numbers, type: "MAT4", width: 16, use: .bindMatrices)
        }
        skinNumbers.append(skins.count)
        skins.append(result)
    }

    mutating func append(_ node: Node) {
        var result = GLTFDocument.Node(name: node.name, extras: node.extras)
        result.camera = node.camera
        result.children = node.children.isEmpty ? nil : node.children
        result.place(node.transform, isAnimated: animatedNodes.contains(nodes.count))
        var extensions = GLTFDocument.Node.Extensions()
        if let light = node.light { extensions.light = .init(light: light) }
        if !node.isVisible {
            use(GLTFDocument.Name.visibility)
            extensions.visibility = .init(visible: false)
        }
        if let index = node.mesh, let mesh = meshNumbers[index] {
            result.mesh = mesh
            if node.weights.count == scene.meshes[index].targetCount, !node.weights.isEmpty { result.weights = node.weights }
            if let skin = node.skin, scene.meshes[index].primitives.contains(where: { !$0.joints.isEmpty }) {
                result.skin = skinNumbers[skin]
            }
            if !node.instances.isEmpty { extensions.instancing = instancing(node.instances) }
        }
        if !extensions.isEmpty { result.extensions = extensions }
        nodes.append(result)
    }

    /// EXT_mesh_gpu_instancing, without the attributes that change nothing.
    private mutating func instancing(_ instances: [NodeTransform]) -> GLTFDocument.Node.Instancing {
        let parts = instances.map { transform in
            // Instances have no matrices: of a sheared one the place and the lengths of its axes are kept.
            transform.parts ?? (transform.affine.translation, SIMD4(0, 0, 0, 1), transform.affine.lengths)
        }
        if instances.contains(where: { $0.parts == nil }) {
            lose(.shape, "glTF can't shear instances; only their positions and sizes were kept.")
        }
        use(GLTFDocument.Name.instancing, isRequired: true)
        func list(_ v: SIMD3<Double>) -> [Float] { [Float(v.x), Float(v.y), Float(v.z)] }
        var attributes: [String: Int] = [:]
        attributes["TRANSLATION"] = content.add(numbers: parts.flatMap { list($0.translation) }, type: "VEC3", width: 3)
        if parts.contains(where: { $0.rotation != SIMD4(0, 0, 0, 1) }) {
            let rotations = parts.flatMap { part in
                let q = GLTFUnit.rotation(SIMD4<Float>(part.rotation))
                return [q.x, q.y, q.z, q.w]
            }
            attributes["ROTATION"] = content.add(numbers: rotations, type: "VEC4", width: 4)
        }
        if parts.contains(where: { $0.scale != SIMD3(repeating: 1) }) {
            attributes["SCALE"] = content.add(numbers: parts.flatMap { list($0.scale) }, type: "VEC3", width: 3)
        }
        return .init(attributes: attributes)
    }

    mutating func append(_ animation: Animation) {
        var result = GLTFDocument.Animation(name: animation.name, channels: [], samplers: [])
        for channel in animation.channels {
            var width = channel.target.width ?? 1
            if channel.target == .weights {
                // Weights of meshes that are not written.
                guard let mesh = scene.nodes[channel.node].mesh, meshNumbers[mesh] != nil else { continue }
                width = 1
            }
            let type = width == 1 ? "SCALAR" : "VEC\(width)"
            let interpolation = channel.interpolation == .linear ? nil : channel.interpolation.rawValue
            result.channels.append(
                .init(sampler: result.samplers.count, target: .init(node: channel.node, path: channel.target.rawValue)))
            result.samplers.append(
                .init(
                    input: content.add(times: channel.times), interpolation: interpolation,
                    output: content.add(numbers: channel.values, type: type, width: width)))
        }
        if !result.channels.isEmpty { animations.append(result) }
    }
}

extension GLTFDocument.Node {
    /// Its own transform, where it has any.
    /// - Parameter isAnimated: whether it needs translation, rotation and scale, which channels replace.
    fileprivate mutating func place(_ transform: NodeTransform, isAnimated: Bool) {
        if case .matrix(let map) = transform, !isAnimated || transform.parts == nil {
            if map != .identity { matrix = map.columns }
            return
        }
        guard let parts = transform.parts else { return }
        let t = parts.translation
        let q = parts.rotation
        let s = parts.scale
        if t != .zero { translation = [t.x, t.y, t.z] }
        if q != SIMD4(0, 0, 0, 1) { rotation = [q.x, q.y, q.z, q.w] }
        if s != SIMD3(repeating: 1) { scale = [s.x, s.y, s.z] }
    }
}

extension AffineMap {
    /// A 4 x 4 matrix, a column after the other.
    fileprivate var columns: [Double] {
        [x.x, x.y, x.z, 0, y.x, y.y, y.z, 0, z.x, z.y, z.z, 0, translation.x, translation.y, translation.z, 1]
    }

    /// Of the axes' images.
    fileprivate var lengths: SIMD3<Double> {
        SIMD3((x * x).sum().squareRoot(), (y * y).sum().squareRoot(), (z * z).sum().squareRoot())
    }
}

extension GLTFDocument.Camera {
    /// Numbers that break glTF's rules (a distance of 0, a far plane before the near one) are replaced by the nearest that don't.
    init(_ camera: Models.Camera) {
        self.init(name: camera.name, type: "perspective")
        switch camera.projection {
        case .perspective(let angle, let aspect):
            let near = camera.near > 0 ? camera.near : 1e-4
            perspective = Perspective(
                aspectRatio: aspect.flatMap { $0 > 0 ? $0 : nil }, yfov: angle > 0 ? angle : .pi / 4,
                zfar: camera.far.flatMap { $0 > near ? $0 : nil }, znear: near)
        case .orthographic(let width, let height):
            type = "orthographic"
            let near = max(camera.near, 0)
            // It has to have a far plane.
            let far = camera.far.flatMap { $0 > near ? $0 : nil } ?? near + 10_000
            orthographic = Orthographic(xmag: width == 0 ? 1 : width, ymag: height == 0 ? 1 : height, zfar: far, znear: near)
        }
    }
}

extension GLTFDocument.Light {
    /// KHR_lights_punctual, with what differs from its defaults.
    init(_ light: Models.Light) {
        self.init(name: light.name, type: "point")
        if light.color != Vector3(repeating: 1) { color = [light.color.x, light.color.y, light.color.z] }
        if light.intensity != 1 { intensity = light.intensity }
        range = light.range.flatMap { $0 > 0 ? $0 : nil }
        switch light.kind {
        case .point: break
        case .directional:
            type = "directional"
            range = nil
        case .spot(let inner, let outer):
            type = "spot"
            spot = Spot(innerConeAngle: inner == 0 ? nil : inner, outerConeAngle: outer == .pi / 4 ? nil : outer)
        }
    }
}
