import Codecs
import Foundation
import Geometry
import Models

/// The materials of an FBX document with their images, each once.
struct FBXMaterials {
    let document: FBXDocument
    var images: SiblingImages
    /// Embedded images by their objects, and by the names of their files.
    var embedded: [Int: Int] = [:]
    private(set) var videosByName: [String: FBXObject] = [:]
    var textures: [String: Int] = [:]
    private var materials: [String: Int] = [:]
    private var usedObjects: Set<Int> = []
    /// Whether Blender wrote the file, which stores roughness and metalness in Phong's terms.
    private let isBlender: Bool

    /// The beginning of the names of properties that Diorama stores beside the standard ones.
    static let ownPrefix = "Diorama|"

    init(_ document: FBXDocument, folder: URL?) {
        self.document = document
        images = SiblingImages(folder)
        isBlender = document.creator.contains("Blender")
        for video in document.objects where video.type == "Video" && Self.hasContent(video) {
            for name in Self.fileNames(video) where videosByName[SiblingImages.lastPart(name)] == nil {
                videosByName[SiblingImages.lastPart(name)] = video
            }
        }
    }

    /// The number of a material in the scene.
    /// - Parameters:
    ///   - object: the material.
    ///   - texture: the texture of the model that shows it, in version 6.
    ///   - isDoubleSided: whether the model shows both sides.
    ///   - coordinates: the names of the geometry's sets of texture coordinates.
    mutating func material(
        _ object: Int, texture: Int?, isDoubleSided: Bool, coordinates: [String], in scene: inout Scene
    ) -> Int {
        usedObjects.insert(object)
        let key = "\(object) \(texture ?? -1) \(isDoubleSided) \(coordinates.joined(separator: "\0"))"
        if let known = materials[key] { return known }
        var material = read(document.objects[object], texture: texture, coordinates, &scene)
        if document.objects[object].own(Self.ownPrefix + "material") == nil { material.isDoubleSided = isDoubleSided }
        // Geometries may name the same set in another way.
        let number = scene.materials.firstIndex(of: material) ?? scene.materials.count
        if number == scene.materials.count { scene.materials.append(material) }
        materials[key] = number
        return number
    }

    /// Adds the materials that no model uses.
    mutating func addUnused(to scene: inout Scene) {
        for object in document.objects where object.type == "Material" && !usedObjects.contains(object.index) {
            guard document.parentLinks[object.index].isEmpty else { continue }
            _ = material(object.index, texture: nil, isDoubleSided: true, coordinates: [], in: &scene)
        }
    }

    private mutating func read(
        _ object: FBXObject, texture: Int?, _ coordinates: [String], _ scene: inout Scene
    ) -> Material {
        var material = Material(name: object.name.isEmpty ? nil : object.name)
        material.metallic = 0
        material.extras = FBXSceneReader.extras(object.node)
        let physical = FBXPhysicalTerms(object)
        setColors(&material, object, physical: physical)
        setSurface(&material, object, physical: physical)
        var maps = maps(of: object, physical)
        if maps[.baseColor] == nil, let texture { maps[.baseColor] = document.objects[texture] }
        setMaps(&material, maps, coordinates: coordinates, scene: &scene)
        setOpacity(&material, object, physical: physical, maps: maps, coordinates: coordinates, scene: &scene)
        if let own = object.own(Self.ownPrefix + "material")?.text.flatMap({ FBXOwnMaterial(json: $0) }) {
            own.apply(to: &material)
        }
        return material
    }

    // MARK: Factors

    /// sRGB as it is written; linear where it exceeds 1.
    private static func linear(_ color: SIMD3<Double>) -> Vector3 {
        var one = [Vector3(color)]
        for k in 0..<3 where !(one[0][k] >= 0) || one[0][k] > 1e6 { one[0][k] = 0 }
        if one[0].max() <= 1 { _ = EncodedColor.linearise(&one) }
        return one[0]
    }

    private func setColors(_ material: inout Material, _ object: FBXObject, physical: FBXPhysicalTerms) {
        var base = SIMD3<Double>(repeating: 1)
        if let color = physical.vector(.baseColor) {
            base = color * (physical.number(.baseWeight) ?? 1)
            material.baseColor = SIMD4(Vector3(base), 1)
        } else if let color = object.setting(vector: "DiffuseColor") ?? object.setting(vector: "Diffuse") {
            base = color * (object.setting(number: "DiffuseFactor") ?? 1)
            material.baseColor = SIMD4(Self.linear(base), 1)
        }
        if let color = physical.vector(.emissive) {
            let factor = physical.number(.emissiveFactor) ?? 1
            material.emissive = Vector3(color * factor)
            for k in 0..<3 where !(material.emissive[k] >= 0) { material.emissive[k] = 0 }
        } else if let color = object.setting(vector: "EmissiveColor") ?? object.setting(vector: "Emissive") {
            material.emissive = Self.linear(color * (object.setting(number: "EmissiveFactor") ?? 1))
        }
        let largest = material.emissive.max()
        if largest > 1 {
            material.emissiveStrength = largest
            material.emissive /= largest
        }
    }

    private func setSurface(_ material: inout Material, _ object: FBXObject, physical: FBXPhysicalTerms) {
        func share(_ x: Double) -> Float { Float(min(max(x, 0), 1)) }
        if physical.isPhysical {
            material.metallic = share(physical.number(.metallic) ?? 0)
            material.roughness = share(physical.roughness ?? 1)
            return
        }
        let model = (object.node.child("ShadingModel")?.text(0) ?? object.setting("ShadingModel")?.text ?? "").lowercased()
        guard model != "lambert",
            let shininess = object.setting(number: "ShininessExponent") ?? object.setting(number: "Shininess"),
            shininess >= 0
        else { return }
        if isBlender {
            material.roughness = share(1 - shininess.squareRoot() / 10)
            material.metallic = share(object.setting(number: "ReflectionFactor") ?? 0)
        } else {
            let color = object.setting(vector: "SpecularColor") ?? object.setting(vector: "Specular") ?? .zero
            let factor = object.setting(number: "SpecularFactor") ?? 1
            guard color.max() * factor > 0, shininess > 0 else { return }
            material.roughness = OBJMaterialLibrary.roughness(exponent: Float(min(shininess, 1e6)))
        }
    }

    // MARK: Images

    /// What the textures of a material are for.
    private mutating func maps(of object: FBXObject, _ physical: FBXPhysicalTerms) -> [FBXMap: FBXObject] {
        var maps: [FBXMap: FBXObject] = [:]
        for link in document.childLinks[object.index] {
            let child = document.objects[link.object]
            guard child.type == "Texture" || child.type == "LayeredTexture", let property = link.property else { continue }
            guard let map = FBXMap(property: property), maps[map] == nil else { continue }
            maps[map] = child
        }
        return maps
    }

    private mutating func setMaps(
        _ material: inout Material, _ maps: [FBXMap: FBXObject], coordinates: [String], scene: inout Scene
    ) {
        if let reference = reference(maps[.baseColor], coordinates, scene: &scene) {
            material.baseColorTexture = reference
            // The image stands instead of the colour, which is often grey below it.
            let isThere = scene.textures[reference.texture].image != nil
            if isThere { material.baseColor = SIMD4(1, 1, 1, material.baseColor.w) }
        }
        if let reference = reference(maps[.emissive], coordinates, scene: &scene) {
            material.emissiveTexture = reference
            material.emissive = Vector3(repeating: 1)
        }
        if let reference = reference(maps[.normal], coordinates, scene: &scene) {
            material.normalTexture = reference
        } else if let reference = reference(maps[.bump], coordinates, scene: &scene) {
            if images.isNormalMap(texture: reference.texture, in: scene) {
                material.normalTexture = reference
            } else {
                scene.note("Images of heights (bump) are not read; only those of normals are.")
            }
        }
        material.occlusionTexture = reference(maps[.occlusion], coordinates, scene: &scene)
        setRoughnessMaps(&material, maps, coordinates: coordinates, scene: &scene)
        if maps[.other] != nil { scene.note("Images for specular, ambient and reflected light are not read.") }
    }

    private mutating func setRoughnessMaps(
        _ material: inout Material, _ maps: [FBXMap: FBXObject], coordinates: [String], scene: inout Scene
    ) {
        if maps[.glossiness] != nil { scene.note("Images of glossiness are not read; only those of roughness are.") }
        let roughness = reference(maps[.roughness], coordinates, scene: &scene)
        let metallic = reference(maps[.metallic], coordinates, scene: &scene)
        guard let first = roughness ?? metallic else { return }
        func image(_ reference: TextureReference?) -> Int? { reference.flatMap { scene.textures[$0.texture].image } }
        if let roughness, let metallic, image(roughness) == image(metallic) {
            // One image for both has roughness in green and metalness in blue.
            material.metallicRoughnessTexture = roughness
            material.roughness = 1
            material.metallic = 1
            return
        }
        let parts = ImageParts(green: image(roughness), blue: image(metallic))
        guard !parts.all.isEmpty, let combined = images.combined(parts, like: scene.textures[first.texture], in: &scene) else {
            return
        }
        if image(roughness) != nil { material.roughness = 1 }
        if image(metallic) != nil { material.metallic = 1 }
        material.metallicRoughnessTexture = TextureReference(combined, coordinates: first.coordinates, transform: first.transform)
    }

    private mutating func setOpacity(
        _ material: inout Material, _ object: FBXObject, physical: FBXPhysicalTerms, maps: [FBXMap: FBXObject],
        coordinates: [String], scene: inout Scene
    ) {
        var alpha = 1.0
        if physical.isPhysical, let opacity = physical.opacity {
            alpha = opacity
        } else if let opacity = object.own("Opacity")?.number {
            alpha = opacity
        } else if let factor = object.own("TransparencyFactor")?.number {
            let color = object.setting(vector: "TransparentColor") ?? SIMD3(repeating: 1)
            alpha = 1 - factor * color.sum() / 3
        }
        if let opacity = reference(maps[.opacity], coordinates, scene: &scene) {
            let image = scene.textures[opacity.texture].image
            let base = material.baseColorTexture
            if let base, scene.textures[base.texture].image == image {
                material.alphaMode = .blend
            } else if let image {
                let parts = ImageParts(color: base.flatMap { scene.textures[$0.texture].image }, opacity: image)
                let like = scene.textures[(base ?? opacity).texture]
                if let combined = images.combined(parts, like: like, in: &scene) {
                    var reference = base ?? opacity
                    reference.texture = combined
                    material.baseColorTexture = reference
                    material.alphaMode = .blend
                }
            }
            return
        }
        if alpha <= 0 {
            scene.note("Materials with an opacity of 0 were read as opaque, as most programs show them.")
        } else if alpha < 1 {
            material.baseColor.w = Float(alpha)
            material.alphaMode = .blend
        }
    }
}
