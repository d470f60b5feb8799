import Geometry
import Models

/// Materials (specification section 3.9) and textures.
extension GLTFSceneReader {
    mutating func readMaterials() {
        for material in document.materials ?? [] { scene.materials.append(materialRead(material)) }
        for texture in document.textures ?? [] { scene.textures.append(textureRead(texture)) }
    }

    private mutating func materialRead(_ material: GLTFDocument.Material) -> Material {
        var result = Material(name: material.name)
        if let surface = material.pbrMetallicRoughness {
            if let c = surface.baseColorFactor, c.count == 4 { result.baseColor = SIMD4(c[0], c[1], c[2], c[3]) }
            result.baseColorTexture = reference(surface.baseColorTexture)
            result.metallic = surface.metallicFactor ?? 1
            result.roughness = surface.roughnessFactor ?? 1
            result.metallicRoughnessTexture = reference(surface.metallicRoughnessTexture)
        }
        result.normalTexture = reference(material.normalTexture)
        result.normalScale = material.normalTexture?.scale ?? 1
        result.occlusionTexture = reference(material.occlusionTexture)
        result.occlusionStrength = material.occlusionTexture?.strength ?? 1
        result.emissiveTexture = reference(material.emissiveTexture)
        if let c = material.emissiveFactor, c.count == 3 { result.emissive = Vector3(c[0], c[1], c[2]) }
        if let mode = material.alphaMode { result.alphaMode = Material.AlphaMode(rawValue: mode) ?? .opaque }
        if result.alphaMode == .mask { result.alphaCutoff = material.alphaCutoff ?? 0.5 }
        result.isDoubleSided = material.doubleSided ?? false
        result.extras = material.extras
        guard let extensions = material.extensions else { return result }
        result.isUnlit = extensions.unlit != nil
        result.emissiveStrength = extensions.emissiveStrength?.emissiveStrength ?? 1
        if material.pbrMetallicRoughness == nil, let surface = extensions.specularGlossiness {
            if let c = surface.diffuseFactor, c.count == 4 { result.baseColor = SIMD4(c[0], c[1], c[2], c[3]) }
            result.baseColorTexture = reference(surface.diffuseTexture)
            result.metallic = 0
            result.roughness = 1 - (surface.glossinessFactor ?? 1)
            scene.note("Materials with specular colours (\(GLTFDocument.Name.specularGlossiness)) were read as not metallic.")
        }
        result.clearcoat = extensions.clearcoat.map { clearcoat($0) }
        if let light = extensions.transmission {
            var transmission = Material.Transmission()
            transmission.factor = light.transmissionFactor ?? 0
            transmission.texture = reference(light.transmissionTexture)
            result.transmission = transmission
        }
        return result
    }

    private mutating func clearcoat(_ coat: GLTFDocument.Material.Clearcoat) -> Material.Clearcoat {
        var clearcoat = Material.Clearcoat()
        clearcoat.factor = coat.clearcoatFactor ?? 0
        clearcoat.texture = reference(coat.clearcoatTexture)
        clearcoat.roughness = coat.clearcoatRoughnessFactor ?? 0
        clearcoat.roughnessTexture = reference(coat.clearcoatRoughnessTexture)
        clearcoat.normalTexture = reference(coat.clearcoatNormalTexture)
        if let scale = coat.clearcoatNormalTexture?.scale, scale != 1 {
            scene.note("Scales of normals of clear coatings were omitted.")
        }
        return clearcoat
    }

    /// A texture of a material with KHR_texture_transform.
    private mutating func reference(_ info: GLTFDocument.TextureInfo?) -> TextureReference? {
        guard let info else { return nil }
        var result = TextureReference(info.index, coordinates: info.texCoord ?? 0)
        if let transform = info.extensions?.transform {
            if let set = transform.texCoord { result.coordinates = set }
            var applied = TextureTransform()
            if let o = transform.offset, o.count == 2 { applied.offset = Vector2(o[0], o[1]) }
            if let s = transform.scale, s.count == 2 { applied.scale = Vector2(s[0], s[1]) }
            applied.rotation = transform.rotation ?? 0
            if applied != TextureTransform() { result.transform = applied }
        }
        guard (0..<2).contains(result.coordinates) else {
            scene.note("Textures that use texture coordinates beyond the second set were omitted.")
            return nil
        }
        return result
    }

    private mutating func textureRead(_ texture: GLTFDocument.Texture) -> Texture {
        var result = Texture(image: texture.image, name: texture.name)
        if texture.decodable == nil, texture.extensions?.basisu?.source != nil {
            scene.note("Textures in KTX 2.0 (KHR_texture_basisu) are kept as they are; they are not decoded.")
        } else if texture.source != nil, texture.extensions?.basisu?.source != nil || texture.extensions?.webp?.source != nil {
            scene.note("Of textures in two formats PNG or JPEG was read.")
        }
        guard let number = texture.sampler, let samplers = document.samplers, samplers.indices.contains(number) else {
            return result
        }
        let sampler = samplers[number]
        result.wrapU = GLTFSampling.wrap(sampler.wrapS)
        result.wrapV = GLTFSampling.wrap(sampler.wrapT)
        result.magnification = GLTFSampling.filter(sampler.magFilter)
        result.minification = GLTFSampling.filter(sampler.minFilter)
        result.mipmaps = GLTFSampling.mipmaps(sampler.minFilter)
        return result
    }
}

/// The numbers of samplers (specification section 5.26), which are those of OpenGL.
enum GLTFSampling {
    static func wrap(_ code: Int?) -> Texture.Wrap {
        switch code {
        case 33071: .clamped
        case 33648: .mirrored
        default: .repeating
        }
    }

    /// Nil for repeating, which is the default.
    static func code(_ wrap: Texture.Wrap) -> Int? {
        switch wrap {
        case .repeating: nil
        case .mirrored: 33648
        case .clamped: 33071
        }
    }

    static func filter(_ code: Int?) -> Texture.Filter? {
        switch code {
        case 9728, 9984, 9986: .nearest
        case 9729, 9985, 9987: .linear
        default: nil
        }
    }

    static func mipmaps(_ code: Int?) -> Texture.Filter? {
        switch code {
        case 9984, 9985: .nearest
        case 9986, 9987: .linear
        default: nil
        }
    }

    /// - Parameter mipmaps: nil for none.
    static func code(_ filter: Texture.Filter?, mipmaps: Texture.Filter? = nil) -> Int? {
        switch (filter, mipmaps) {
        case (nil, nil): nil
        case (.nearest, nil): 9728
        case (.linear, nil): 9729
        case (.nearest, .nearest): 9984
        case (_, .nearest): 9985
        case (.nearest, .linear): 9986
        case (_, .linear): 9987
        }
    }
}
