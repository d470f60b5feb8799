import Geometry
import Images
import Models
import Rendering

/// A scene made ready to be drawn with the base colours and textures of its materials, in any pose.
struct SceneDrawing {
    private let scene: Scene
    private let materials: RenderMaterials
    /// For each material of the scene, and behind them the plain one, whether it is drawn.
    private let isDrawn: [Bool]
    /// The rest pose.
    let rest: RenderScene

    /// Images beyond this many pixels in all stay undecoded: 512 MiB.
    private static let maxPixels = 1 << 27

    /// - Parameter scene: without a flaw, and small enough to be unfolded (`Scene.flatteningBudget`).
    /// - Returns: nil where the scene has no faces.
    init?(_ scene: Scene) {
        self.scene = scene
        var images: [ColorImage] = []
        var numbers: [Int: Int] = [:]
        var pixels = 0
        for (number, image) in scene.images.enumerated() {
            guard let size = image.size, size.width * size.height <= Self.maxPixels - pixels,
                let decoded = try? ImageFile.decodeColor(image.bytes)
            else { continue }
            pixels += decoded.width * decoded.height
            numbers[number] = images.count
            images.append(decoded)
        }
        let all = scene.materials + [.plain]
        var drawn = all.map { RenderMaterials.Material($0, scene, images: numbers) }
        if scene.isUncolored, images.isEmpty {
            // As a single surface without colours is drawn.
            for i in drawn.indices { drawn[i].color = RenderStyle().baseColor }
        }
        materials = RenderMaterials(drawn, images: images)
        // What one sees through is left out rather than drawn opaque.
        isDrawn = all.map { $0.alphaMode != .blend || $0.baseColor.w >= 0.5 }
        let surface = Self.surface(scene, ScenePose(scene), isDrawn)
        guard surface.mesh.triangleCount > 0 else { return nil }
        var shown = materials
        shown.ofTriangle = surface.materials
        rest = RenderScene(surface.mesh, materials: shown)
    }

    /// The pose of the first animation at a time, which is played again and again; nil where there is none.
    func moving(at seconds: Double) -> RenderScene? {
        guard let duration = scene.animations.first.map({ Double($0.duration) }), duration > 0 else { return nil }
        let time = Float(seconds.truncatingRemainder(dividingBy: duration))
        let surface = Self.surface(scene, ScenePose(scene, animation: 0, at: time), isDrawn)
        var shown = materials
        shown.ofTriangle = surface.materials
        return RenderScene(surface.mesh, materials: shown, table: rest.table)
    }

    // MARK: The surface

    /// All faces that are shown, in the world, and the material of each.
    private static func surface(
        _ scene: Scene, _ pose: ScenePose, _ isDrawn: [Bool]
    ) -> (mesh: TriangleMesh, materials: [Int32]) {
        var mesh = TriangleMesh()
        var materials: [Int32] = []
        for (number, node) in scene.nodes.enumerated() where pose.isVisible[number] {
            guard let meshNumber = node.mesh else { continue }
            let places = node.instances.isEmpty ? [pose.world[number]] : node.instances.map { pose.world[number] * $0.affine }
            for primitive in scene.meshes[meshNumber].primitives where primitive.topology == .triangles {
                let material = primitive.material ?? scene.materials.count
                guard isDrawn[material] else { continue }
                let maps = primitive.joints.isEmpty ? nil : node.skin.map { scene.skins[$0].maps(pose) }
                for place in places {
                    mesh.append(primitive, scene, weights: pose.weights[number], place: place, joints: maps)
                    materials += Array(repeating: Int32(material), count: mesh.triangleCount - materials.count)
                }
            }
        }
        return (mesh, materials)
    }
}

extension TriangleMesh {
    /// Adds a primitive in the world. Every vertex gets a colour and texture coordinates; normals are kept where all have them.
    fileprivate mutating func append(
        _ primitive: Primitive, _ scene: Scene, weights: [Float], place: AffineMap, joints: [AffineMap]?
    ) {
        let first = UInt32(positions.count)
        let hadNormals = normals.count == positions.count
        var (points, directions) = primitive.morphed(by: weights)
        if let joints {
            (points, directions) = primitive.skinned(points, directions, joints: joints)
        } else {
            place.apply(&points)
            place.apply(normals: &directions)
        }
        positions += points
        if hadNormals, directions.count == points.count { normals += directions } else { normals = [] }
        let white = Vector3(repeating: 1)
        colors +=
            primitive.colors.isEmpty
            ? Array(repeating: white, count: points.count) : primitive.colors.map { Vector3($0.x, $0.y, $0.z) }
        textureCoordinates += Self.coordinates(primitive, scene, count: points.count)
        var corners = primitive.indices.isEmpty ? Array(0..<UInt32(points.count)) : primitive.indices
        corners.removeLast(corners.count % 3)
        let mirrors = joints.map { $0.first?.mirrors ?? false } ?? place.mirrors
        if mirrors { for t in 0..<corners.count / 3 { corners.swapAt(3 * t + 1, 3 * t + 2) } }
        indices += corners.map { $0 + first }
    }

    /// Of the base colour image, v upwards; zero where there are none.
    private static func coordinates(_ primitive: Primitive, _ scene: Scene, count: Int) -> [Vector2] {
        let reference = primitive.material.flatMap { scene.materials[$0].baseColorTexture }
        let sets = primitive.textureCoordinates
        guard let reference, sets.indices.contains(reference.coordinates), sets[reference.coordinates].count == count else {
            return Array(repeating: Vector2(0, 0), count: count)
        }
        return sets[reference.coordinates].map { uv in
            let placed = reference.transform?.apply(uv) ?? uv
            return Vector2(placed.x, 1 - placed.y)
        }
    }
}

extension Scene {
    /// Whether all is white: no colours of vertices, and no material with another colour.
    fileprivate var isUncolored: Bool {
        materials.allSatisfy { $0.baseColor == SIMD4(repeating: 1) && $0.emissive == .zero }
            && meshes.allSatisfy { $0.primitives.allSatisfy { $0.colors.isEmpty } }
    }
}

extension RenderMaterials.Material {
    /// - Parameter images: the numbers of decoded images, by those of the scene.
    fileprivate init(_ material: Material, _ scene: Scene, images: [Int: Int]) {
        let color = material.baseColor
        let texture = material.baseColorTexture.map { scene.textures[$0.texture] }
        // Emitted light of a texture would need another lookup; its mean is not known, so only the factor counts.
        let emitted = material.emissiveTexture == nil ? material.emissive * material.emissiveStrength : Vector3(repeating: 0)
        self.init(
            color: Vector3(color.x, color.y, color.z), emitted: emitted, image: texture?.image.flatMap { images[$0] },
            wrapU: texture.map { .init($0.wrapU) } ?? .repeating, wrapV: texture.map { .init($0.wrapV) } ?? .repeating)
    }
}

extension RenderMaterials.Wrap {
    fileprivate init(_ wrap: Texture.Wrap) {
        switch wrap {
        case .repeating: self = .repeating
        case .mirrored: self = .mirrored
        case .clamped: self = .clamped
        }
    }
}
