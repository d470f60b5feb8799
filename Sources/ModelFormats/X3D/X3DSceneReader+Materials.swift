import Codecs
import Foundation
import Geometry
import Models

extension X3DSceneReader {
    private static let materialTypes = ["Material", "PhysicalMaterial", "UnlitMaterial", "TwoSidedMaterial"]

    /// Whether an appearance has an image for the base colour.
    func hasTexture(_ appearance: X3DNode?) -> Bool {
        guard let appearance else { return false }
        if Self.texture(appearance) != nil { return true }
        return appearance.children.contains { $0.node.children.contains { $0.node.type == "ImageTexture" } }
    }

    /// The texture of an appearance: an image, or the first of several.
    private static func texture(_ appearance: X3DNode) -> X3DNode? {
        let found = appearance.child(field: "texture", types: "ImageTexture", "MultiTexture", "PixelTexture", "MovieTexture")
        return found?.type == "MultiTexture" ? found?.child("ImageTexture", "PixelTexture", "MovieTexture") : found
    }

    /// The number of the material of a shape; nil where it needs none.
    /// - Parameters:
    ///   - appearance: its appearance, if it has one.
    ///   - isDoubleSided: whether both sides are shown.
    ///   - hasColors: whether the geometry has colours, which replace the material's.
    ///   - isUnlit: whether it is lines or points, which have the emitted colour.
    mutating func material(
        _ appearance: X3DNode?, isDoubleSided: Bool, hasColors: Bool, isUnlit: Bool
    ) throws(FormatError) -> Int? {
        if appearance == nil, !isDoubleSided, !isUnlit { return nil }
        let key = MaterialKey(
            appearance: appearance.map { ObjectIdentifier($0) }, isDoubleSided: isDoubleSided, hasColors: hasColors,
            isUnlit: isUnlit)
        if let known = materials[key] { return known }
        var material = Material.plain
        material.isDoubleSided = isDoubleSided
        material.isUnlit = isUnlit
        let source = appearance?.children.first { Self.materialTypes.contains($0.node.type) }?.node
        material.name = source?.name ?? appearance?.name
        if let source {
            switch source.type {
            case "PhysicalMaterial": try readPhysical(source, &material)
            case "UnlitMaterial": try readUnlit(source, &material)
            default: try readMaterial(source, &material, isUnlit: isUnlit)
            }
            let alpha = Float(1 - min(max(try source.double("transparency", 0), 0), 1))
            material.baseColor.w = alpha
            if alpha < 1 { material.alphaMode = .blend }
            try setAlphaMode(appearance, &material)
        }
        if let appearance, let texture = Self.texture(appearance) {
            if Self.isMulti(appearance) { scene.note("Of several textures of a shape the first was read.") }
            if let reference = try reference(texture, appearance) {
                material.baseColorTexture = reference
                // Until version 4 the image replaces the colour.
                if document.version < 4 { material.baseColor = SIMD4(1, 1, 1, material.baseColor.w) }
            }
        }
        if hasColors { material.baseColor = SIMD4(1, 1, 1, material.baseColor.w) }
        scene.materials.append(material)
        materials[key] = scene.materials.count - 1
        return scene.materials.count - 1
    }

    private static func isMulti(_ appearance: X3DNode) -> Bool {
        appearance.child(field: "texture", types: "MultiTexture").map { $0.type == "MultiTexture" && $0.children.count > 1 }
            ?? false
    }

    private func setAlphaMode(_ appearance: X3DNode?, _ material: inout Material) throws(FormatError) {
        switch appearance?.strings("alphaMode").first {
        case "OPAQUE": material.alphaMode = .opaque
        case "MASK":
            material.alphaMode = .mask
            material.alphaCutoff = Float(try appearance?.double("alphaCutoff", 0.5) ?? 0.5)
        case "BLEND": material.alphaMode = .blend
        default: break
        }
    }

    private mutating func readMaterial(_ source: X3DNode, _ material: inout Material, isUnlit: Bool) throws(FormatError) {
        let emissive = try source.color("emissiveColor", 0)
        if isUnlit {
            material.baseColor = SIMD4(emissive, 1)
            return
        }
        material.baseColor = SIMD4(try source.color("diffuseColor", 0.8), 1)
        material.emissive = emissive
        let specular = try source.color("specularColor", 0)
        let shininess = Float(min(max(try source.double("shininess", 0.2), 0), 1))
        if specular.max() > 0, shininess > 0 { material.roughness = OBJMaterialLibrary.roughness(exponent: shininess * 128) }
        if source.type == "TwoSidedMaterial" {
            material.isDoubleSided = true
            if source.bool("separateBackColor", false) { scene.note("Colours of back faces are not read.") }
        }
        material.baseColorTexture = try reference(source.child(field: "diffuseTexture"), nil)
        try readCommonTextures(source, &material)
        if source.child(field: "specularTexture") != nil || source.child(field: "shininessTexture") != nil {
            scene.note("Images for highlights are not read.")
        }
    }

    private mutating func readPhysical(_ source: X3DNode, _ material: inout Material) throws(FormatError) {
        material.baseColor = SIMD4(try source.color("baseColor", 1), 1)
        material.metallic = Float(min(max(try source.double("metallic", 1), 0), 1))
        material.roughness = Float(min(max(try source.double("roughness", 1), 0), 1))
        material.emissive = try source.color("emissiveColor", 0)
        material.baseColorTexture = try reference(source.child(field: "baseTexture"), nil)
        material.metallicRoughnessTexture = try reference(source.child(field: "metallicRoughnessTexture"), nil)
        try readCommonTextures(source, &material)
    }

    private mutating func readUnlit(_ source: X3DNode, _ material: inout Material) throws(FormatError) {
        material.isUnlit = true
        material.baseColor = SIMD4(try source.color("emissiveColor", 1), 1)
        material.baseColorTexture = try reference(source.child(field: "emissiveTexture"), nil)
    }

    private mutating func readCommonTextures(_ source: X3DNode, _ material: inout Material) throws(FormatError) {
        if let texture = try reference(source.child(field: "emissiveTexture"), nil) {
            material.emissiveTexture = texture
            if material.emissive == .zero { material.emissive = Vector3(repeating: 1) }
        }
        if let texture = try reference(source.child(field: "normalTexture"), nil) {
            material.normalTexture = texture
            material.normalScale = Float(try source.double("normalScale", 1))
        }
        if let texture = try reference(source.child(field: "occlusionTexture"), nil) {
            material.occlusionTexture = texture
            material.occlusionStrength = Float(min(max(try source.double("occlusionStrength", 1), 0), 1))
        }
    }

    /// The image of a texture node with the transform of its appearance; nil where it is no image.
    private mutating func reference(_ texture: X3DNode?, _ appearance: X3DNode?) throws(FormatError) -> TextureReference? {
        guard let texture else { return nil }
        guard texture.type == "ImageTexture", let url = imageName(texture) else {
            scene.note("Textures that are not images in files are not read.")
            return nil
        }
        var sampling = Texture(image: nil)
        sampling.wrapU = texture.bool("repeatS", true) ? .repeating : .clamped
        sampling.wrapV = texture.bool("repeatT", true) ? .repeating : .clamped
        sampling.name = texture.name
        var transform: TextureTransform?
        if let node = appearance?.child(field: "textureTransform", types: "TextureTransform"), node.type == "TextureTransform" {
            let made = TextureTransform.make(try map(node))
            transform = made.transform
            if !made.isExact { scene.note("Texture transforms that shear were read without the shear.") }
        }
        return TextureReference(images.texture(url, like: sampling, in: &scene), transform: transform)
    }

    /// The first name that is a file beside the document, or the first one.
    private func imageName(_ texture: X3DNode) -> String? {
        let names = texture.strings("url")
        return names.first { !$0.contains("://") } ?? names.first
    }

    /// −center, scale, rotation, center and translation, applied from the right: the translation first.
    private func map(_ node: X3DNode) throws(FormatError) -> UpwardTextureMap {
        let center = try node.doubles("center", [0, 0])
        let scale = try node.doubles("scale", [1, 1])
        let translation = try node.doubles("translation", [0, 0])
        let angle = try node.double("rotation", 0) * document.angle
        let c = SIMD2(center[0], center[1])
        return .translation(-c) * .scale(SIMD2(scale[0], scale[1])) * .rotation(angle) * .translation(c)
            * .translation(SIMD2(translation[0], translation[1]))
    }
}
