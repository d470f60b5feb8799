import Codecs
import Geometry
import Images
import Models

extension Scene {
    /// Base colours, with their textures, as colours of the vertices; the images of base colours are left out. What is between
    /// vertices is lost.
    public mutating func bakeColors() {
        var colors = BaseColors(self)
        for m in meshes.indices {
            for p in meshes[m].primitives.indices {
                let baked = colors.vertexColors(of: meshes[m].primitives[p])
                let opacity = meshes[m].primitives[p].colors.map(\.w)
                meshes[m].primitives[p].colors = baked.indices.map { SIMD4(baked[$0], opacity.isEmpty ? 1 : opacity[$0]) }
            }
        }
        for i in materials.indices {
            materials[i].baseColor = SIMD4(1, 1, 1, materials[i].baseColor.w)
            materials[i].baseColorTexture = nil
        }
        dropUnusedImages()
        for text in colors.notes { note(text) }
    }

    /// Images whose longer side is above `size` pixels made smaller, in the format that they have: JPEG of quality 92, or PNG.
    /// Others stay as they are, byte for byte.
    /// - Throws: if an image that is too large can't be decoded or encoded; the error names it.
    public mutating func limitTextures(to size: Int) throws(FormatError) {
        for i in images.indices {
            let image = images[i]
            guard let pixels = image.size, max(pixels.width, pixels.height) > size else { continue }
            let name = image.name.map { Text.quote($0) } ?? "image \(i)"
            guard image.format == .jpeg || image.format == .png else {
                let size = "\(pixels.width) × \(pixels.height)"
                note("\(name) is \(image.format.rawValue), which is not encoded; it keeps its \(size) pixels.")
                continue
            }
            do throws(ImageError) {
                let whole = try ImageFile.decodeColor(image.bytes)
                let scale = Double(size) / Double(max(pixels.width, pixels.height))
                let small = whole.resized(
                    toWidth: max(1, Int((Double(pixels.width) * scale).rounded())),
                    height: max(1, Int((Double(pixels.height) * scale).rounded())))
                images[i].bytes = image.format == .jpeg ? try JPEG.encode(small, quality: 92) : try PNG.encode(small)
            } catch {
                throw .unwritable("the texture \(name) can't be made smaller: \(error.problem)")
            }
        }
    }

    /// Removes textures and images that no material refers to, and renumbers the others.
    mutating func dropUnusedImages() {
        let usedTextures = Set(materials.flatMap { $0.textures.map(\.texture.texture) })
        let textureMap = Self.renumber(textures.count, usedTextures)
        let usedImages = Set(usedTextures.compactMap { textures[$0].image })
        let imageMap = Self.renumber(images.count, usedImages)
        textures = textures.indices.filter { usedTextures.contains($0) }.map { textures[$0] }
        images = images.indices.filter { usedImages.contains($0) }.map { images[$0] }
        for i in textures.indices { textures[i].image = textures[i].image.flatMap { imageMap[$0] } }
        for i in materials.indices { materials[i].renumber { textureMap[$0] ?? $0 } }
    }

    private static func renumber(_ count: Int, _ used: Set<Int>) -> [Int: Int] {
        var map: [Int: Int] = [:]
        for i in 0..<count where used.contains(i) { map[i] = map.count }
        return map
    }
}

extension Material {
    /// Gives each of its textures another number.
    mutating func renumber(_ number: (Int) -> Int) {
        func change(_ texture: inout TextureReference?) {
            if let old = texture { texture?.texture = number(old.texture) }
        }
        change(&baseColorTexture)
        change(&metallicRoughnessTexture)
        change(&normalTexture)
        change(&occlusionTexture)
        change(&emissiveTexture)
        if clearcoat != nil {
            change(&clearcoat!.texture)
            change(&clearcoat!.roughnessTexture)
            change(&clearcoat!.normalTexture)
        }
        if transmission != nil { change(&transmission!.texture) }
    }
}
