import Codecs
import Geometry
import Models

extension Scene {
    /// What the scene holds, with how much of it there is.
    public var features: [SceneFeature: Int] {
        var found: [SceneFeature: Int] = [:]
        func add(_ feature: SceneFeature, _ count: Int) { if count > 0 { found[feature, default: 0] += count } }
        let primitives = meshes.flatMap(\.primitives)
        func count(_ hasIt: (Primitive) -> Bool) -> Int { primitives.count(where: hasIt) }
        add(.faces, primitives.reduce(0) { $0 + $1.triangleCount })
        add(.points, primitives.filter { $0.topology == .points }.reduce(0) { $0 + $1.elementCount })
        add(.lines, primitives.filter { $0.topology == .lines }.reduce(0) { $0 + $1.elementCount / 2 })
        add(.normals, count { !$0.normals.isEmpty })
        add(.tangents, count { !$0.tangents.isEmpty })
        add(.colors, count { !$0.colors.isEmpty })
        add(.textureCoordinates, count { $0.textureCoordinates.first?.isEmpty == false })
        add(.secondTextureCoordinates, count { $0.textureCoordinates.count > 1 && !$0.textureCoordinates[1].isEmpty })
        add(.morphTargets, meshes.reduce(0) { $0 + $1.targetCount })
        add(.attributes, Set(primitives.flatMap { $0.attributes.map(\.name) }).count)
        addNodes(add)
        addMaterials(add)
        add(.skins, skins.count)
        add(.animations, animations.count)
        add(.cameras, cameras.count)
        add(.lights, lights.count)
        add(.crs, crs == nil ? 0 : 1)
        return found
    }

    private func addNodes(_ add: (SceneFeature, Int) -> Void) {
        // A single node at the origin does not count as a hierarchy.
        let isPlain = nodes.count <= 1 && nodes.allSatisfy { $0.transform.isIdentity && $0.instances.isEmpty }
        add(.hierarchy, isPlain ? 0 : nodes.count)
        add(.names, nodes.count > 1 ? nodes.count { $0.name != nil } : 0)
        add(.visibility, nodes.count { !$0.isVisible })
        let extras = nodes.count { $0.extras != nil } + meshes.count { $0.extras != nil } + materials.count { $0.extras != nil }
        add(.extras, extras + (self.extras == nil ? 0 : 1))
    }

    private func addMaterials(_ add: (SceneFeature, Int) -> Void) {
        func count(_ hasIt: (Material) -> Bool) -> Int { materials.count(where: hasIt) }
        let base = Set(materials.compactMap { $0.baseColorTexture.flatMap { textures[$0.texture].image } })
        let other = Set(
            materials.flatMap(\.textures).filter { $0.use != .baseColor }.compactMap { textures[$0.texture.texture].image })
        add(.materials, materials.count > 1 ? materials.count : 0)
        add(.physicalMaterials, count { $0.metallic > 0 || $0.roughness < 1 || $0.emissive != .zero })
        add(.textures, base.count)
        add(.physicalTextures, other.subtracting(base).count)
        add(.coatings, count { $0.clearcoat != nil || $0.transmission != nil })
        add(.textureTransforms, count { $0.textures.contains { $0.texture.transform != nil } })
        add(.transparency, count { $0.alphaMode != .opaque || $0.baseColor.w < 1 })
    }

    /// What of the scene a format can't hold: the only loss report of features, whichever program part asks.
    /// - Parameter format: the format to be written.
    public func losses(in format: ModelFormat) -> [Loss] {
        let held = format.features
        let mine = features
        return SceneFeature.allCases.compactMap { feature in
            guard let count = mine[feature], !held.contains(feature) else { return nil }
            return Loss(feature.loss, feature.sentence(count, format: format.rawValue, hasColors: held.contains(.colors)))
        }
    }
}

extension SceneFeature {
    /// What a report says where a format can't hold it.
    fileprivate func sentence(_ count: Int, format: String, hasColors: Bool) -> String {
        func cannot(_ what: String) -> String { "\(format) can't store \(what)." }
        switch self {
        case .faces: return "\(format) stores only points; \(Text.count(count, "triangle")) omitted, the vertices are kept."
        case .points: return cannot("points without faces; \(Text.count(count, "point")) omitted")
        case .lines: return cannot("lines; \(Text.count(count, "segment")) omitted")
        case .hierarchy: return cannot("the hierarchy of \(Text.count(count, "node")); their transforms are applied")
        case .names: return cannot("the names of \(Text.count(count, "node"))")
        case .materials: return cannot("\(Text.count(count, "material"))")
        case .physicalMaterials: return cannot("metallic, roughness and emissive values of \(Text.count(count, "material"))")
        case .textures:
            return cannot(
                hasColors
                    ? "textures; \(Text.count(count, "image")) converted to colours of vertices"
                    : "textures; \(Text.count(count, "image")) omitted")
        case .physicalTextures: return cannot("textures of normals, roughness and light; \(Text.count(count, "image")) omitted")
        case .coatings: return cannot("clearcoat and transmission of \(Text.count(count, "material"))")
        case .textureTransforms: return cannot("texture transforms of \(Text.count(count, "material"))")
        case .transparency: return cannot("the opacity of \(Text.count(count, "material"))")
        case .normals: return cannot("normals")
        case .tangents: return cannot("tangents")
        case .colors: return cannot("colours of vertices")
        case .textureCoordinates: return cannot("texture coordinates")
        case .secondTextureCoordinates: return cannot("a second set of texture coordinates")
        case .skins: return cannot("\(Text.count(count, "skin")); the mesh is in its rest pose")
        case .animations: return cannot("\(Text.count(count, "animation"))")
        case .morphTargets: return cannot("\(Text.count(count, "morph target")); their weights are applied")
        case .cameras: return cannot("\(Text.count(count, "camera"))")
        case .lights: return cannot("\(Text.count(count, "light"))")
        case .attributes: return cannot("\(Text.count(count, "attribute")) of points")
        case .extras: return cannot("values beside the standard ones (extras)")
        case .visibility: return cannot("hidden nodes; \(Text.count(count, "node")) omitted")
        case .crs: return cannot("a coordinate reference system; las, laz, e57, glb and gltf can")
        }
    }
}
