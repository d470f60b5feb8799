import Codecs
import Geometry
import Models

/// Nodes with what they place, cameras and lights.
extension GLTFSceneReader {
    mutating func readNodes() throws(FormatError) {
        scene.roots = try document.roots()
        let number = document.scene ?? 0
        if let scenes = document.scenes, scenes.indices.contains(number) {
            scene.name = scenes[number].name
            scene.extras = scenes[number].extras
        }
        let nodes = document.nodes ?? []
        for (i, node) in nodes.enumerated() {
            try progress.step(Double(i) / Double(nodes.count), "Reading the scene")
            var result = Node(name: node.name, transform: try NodeTransform(node, i))
            result.children = node.children ?? []
            result.mesh = node.mesh
            result.skin = node.skin
            result.camera = node.camera
            result.light = node.extensions?.light?.light
            result.isVisible = node.extensions?.visibility?.visible ?? true
            result.extras = node.extras
            if let mesh = node.mesh, scene.meshes.indices.contains(mesh) {
                result.weights = weights(node.weights, targets: scene.meshes[mesh].targetCount)
            }
            if let instancing = node.extensions?.instancing { result.instances = try instances(instancing, node: i) }
            scene.nodes.append(result)
        }
    }

    /// Transforms of EXT_mesh_gpu_instancing.
    private mutating func instances(
        _ instancing: GLTFDocument.Node.Instancing, node: Int
    ) throws(FormatError) -> [NodeTransform] {
        let attributes = instancing.attributes ?? [:]
        func values(_ name: String, width: Int) throws(FormatError) -> GLTFAccessor? {
            guard let number = attributes[name] else { return nil }
            let found = try accessor(number)
            guard found.width == width else {
                throw .unreadable("the \(name) of the instances of node \(node) is not of \(Text.count(width, "number"))")
            }
            return found
        }
        let translations = try values("TRANSLATION", width: 3)
        let rotations = try values("ROTATION", width: 4)
        let scales = try values("SCALE", width: 3)
        if attributes.keys.contains(where: { $0.hasPrefix("_") }) { scene.note("Attributes of instances were omitted.") }
        let counts = [translations, rotations, scales].compactMap { $0?.count }
        guard let count = counts.first else { return [] }
        guard counts.allSatisfy({ $0 == count }) else {
            throw .unreadable("the attributes of the instances of node \(node) have different lengths")
        }
        // Ten doubles each.
        try take(24 * count)
        return (0..<count).map { i in
            let t = translations?.vector(i) ?? .zero
            let q = rotations.map { GLTFUnit.rotation($0.vector(i)) } ?? SIMD4(0, 0, 0, 1)
            let s = scales?.vector(i) ?? SIMD4(repeating: 1)
            return .parts(
                translation: SIMD3<Double>(Vector3(t.x, t.y, t.z)), rotation: SIMD4<Double>(q),
                scale: SIMD3<Double>(Vector3(s.x, s.y, s.z)))
        }
    }

    mutating func readCameras() {
        for (i, camera) in (document.cameras ?? []).enumerated() {
            if camera.type == "orthographic", let lens = camera.orthographic {
                scene.cameras.append(
                    Camera(
                        name: camera.name, .orthographic(halfWidth: lens.xmag ?? 1, halfHeight: lens.ymag ?? 1),
                        near: lens.znear ?? 0, far: lens.zfar))
                continue
            }
            // 45 degrees.
            let lens = camera.perspective ?? GLTFDocument.Camera.Perspective(yfov: .pi / 4)
            if camera.perspective?.yfov == nil { scene.note("Camera \(i) has no angle of view; 45° was assumed.") }
            scene.cameras.append(
                Camera(
                    name: camera.name, .perspective(fieldOfView: lens.yfov ?? .pi / 4, aspect: lens.aspectRatio),
                    near: lens.znear ?? 0.01, far: lens.zfar))
        }
    }

    /// KHR_lights_punctual.
    mutating func readLights() {
        for light in document.extensions?.lights?.lights ?? [] {
            let kind: Light.Kind
            switch light.type {
            case "directional": kind = .directional
            case "spot": kind = .spot(inner: light.spot?.innerConeAngle ?? 0, outer: light.spot?.outerConeAngle ?? .pi / 4)
            default:
                kind = .point
                if light.type != "point" { scene.note("Lights of the unknown type \(Text.quote(light.type)) were read as points.") }
            }
            var result = Light(name: light.name, kind)
            if let c = light.color, c.count == 3 { result.color = Vector3(c[0], c[1], c[2]) }
            result.intensity = light.intensity ?? 1
            result.range = light.range
            scene.lights.append(result)
        }
    }
}

extension NodeTransform {
    /// A node's own transform: its matrix, or translation, rotation and scale (section 3.5.2).
    init(_ node: GLTFDocument.Node, _ number: Int) throws(FormatError) {
        if node.matrix != nil {
            let matrix = try AffineMap(node, number)
            self = matrix == .identity ? .identity : .matrix(matrix)
            return
        }
        // Checks the lists.
        _ = try AffineMap(node, number)
        let t = node.translation ?? [0, 0, 0]
        let r = node.rotation ?? [0, 0, 0, 1]
        let s = node.scale ?? [1, 1, 1]
        var q = SIMD4(r[0], r[1], r[2], r[3])
        let square = (q * q).sum()
        // Numbers that are rounded to unit length as well as doubles are stay as they are.
        if abs(square - 1) > 1e-12 { q = square > 0 && square.isFinite ? q / square.squareRoot() : SIMD4(0, 0, 0, 1) }
        self = .parts(translation: SIMD3(t[0], t[1], t[2]), rotation: q, scale: SIMD3(s[0], s[1], s[2]))
    }
}
