import Geometry
import Models

/// Materials, with what differs from glTF's defaults.
extension GLTFSceneWriter {
    mutating func append(_ material: Material) {
        var result = GLTFDocument.Material(name: material.name)
        var surface = GLTFDocument.Material.Surface()
        let base = clamped(material.baseColor)
        if base != SIMD4(repeating: 1) { surface.baseColorFactor = (0..<4).map { base[$0] } }
        surface.baseColorTexture = info(material.baseColorTexture)
        surface.metallicFactor = factor(material.metallic, default: 1)
        surface.roughnessFactor = factor(material.roughness, default: 1)
        surface.metallicRoughnessTexture = info(material.metallicRoughnessTexture)
        if !surface.isEmpty { result.pbrMetallicRoughness = surface }
        result.normalTexture = info(material.normalTexture)
        if material.normalScale != 1 { result.normalTexture?.scale = material.normalScale }
        result.occlusionTexture = info(material.occlusionTexture)
        result.occlusionTexture?.strength = factor(material.occlusionStrength, default: 1)
        result.emissiveTexture = info(material.emissiveTexture)
        if material.alphaMode != .opaque { result.alphaMode = material.alphaMode.rawValue }
        if material.alphaMode == .mask, material.alphaCutoff != 0.5 { result.alphaCutoff = max(0, material.alphaCutoff) }
        if material.isDoubleSided { result.doubleSided = true }
        result.extras = material.extras
        var extensions = GLTFDocument.Material.Extensions()
        // Factors are at most 1; the rest is strength.
        let light = material.emissive
        let emissive = Vector3(clamped(light.x, to: 1e30), clamped(light.y, to: 1e30), clamped(light.z, to: 1e30))
        let excess = max(1, emissive.max())
        let scaled = excess > 1 ? emissive / excess : emissive
        if scaled != .zero { result.emissiveFactor = [scaled.x, scaled.y, scaled.z] }
        let strength = max(0, material.emissiveStrength) * excess
        if strength != 1 {
            use(GLTFDocument.Name.emissiveStrength)
            extensions.emissiveStrength = .init(emissiveStrength: strength)
        }
        if material.isUnlit {
            use(GLTFDocument.Name.unlit)
            extensions.unlit = .init()
        }
        if let coat = material.clearcoat {
            use(GLTFDocument.Name.clearcoat)
            extensions.clearcoat = .init(
                clearcoatFactor: factor(coat.factor, default: 0), clearcoatTexture: info(coat.texture),
                clearcoatRoughnessFactor: factor(coat.roughness, default: 0),
                clearcoatRoughnessTexture: info(coat.roughnessTexture), clearcoatNormalTexture: info(coat.normalTexture))
        }
        if let light = material.transmission {
            use(GLTFDocument.Name.transmission)
            extensions.transmission = .init(
                transmissionFactor: factor(light.factor, default: 0), transmissionTexture: info(light.texture))
        }
        if !extensions.isEmpty { result.extensions = extensions }
        materials.append(result)
    }

    /// A factor of 0…1; nil where it is the default.
    private func factor(_ x: Float, default usual: Float) -> Float? {
        let value = clamped(x, to: 1)
        return value == usual ? nil : value
    }

    private func clamped(_ x: Float, to most: Float) -> Float { x.isFinite ? min(max(x, 0), most) : 0 }

    private func clamped(_ c: SIMD4<Float>) -> SIMD4<Float> {
        SIMD4(clamped(c.x, to: 1), clamped(c.y, to: 1), clamped(c.z, to: 1), clamped(c.w, to: 1))
    }

    private mutating func info(_ reference: TextureReference?) -> GLTFDocument.TextureInfo? {
        guard let reference, let number = textureNumbers[reference.texture] else { return nil }
        var result = GLTFDocument.TextureInfo(index: number)
        if reference.coordinates != 0 { result.texCoord = reference.coordinates }
        if let transform = reference.transform {
            use(GLTFDocument.Name.textureTransform)
            var applied = GLTFDocument.TextureInfo.Transform()
            if transform.offset != Vector2(0, 0) { applied.offset = [transform.offset.x, transform.offset.y] }
            if transform.rotation != 0 { applied.rotation = transform.rotation }
            if transform.scale != Vector2(1, 1) { applied.scale = [transform.scale.x, transform.scale.y] }
            result.extensions = .init(transform: applied)
        }
        return result
    }
}
