import Codecs
import Foundation
import Geometry
import Models

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The images, effects and materials of a scene as COLLADA has them.
struct DAEMaterialWriter {
    private let scene: Scene
    /// The files of the images.
    let images: ImageFiles
    private(set) var losses: [Loss] = []

    private static let written: Set<TextureUse> = [.baseColor, .normal, .emissive]

    /// - Parameters:
    ///   - scene: has no flaw.
    ///   - url: the file of the scene.
    init(_ scene: Scene, beside url: URL) {
        self.scene = scene
        let used = scene.materials.flatMap(\.textures).filter { Self.written.contains($0.use) }
        images = ImageFiles(scene, used: Set(used.compactMap { scene.textures[$0.texture.texture].image }), beside: url)
    }

    /// The libraries; collects the losses.
    mutating func text() -> String {
        guard !scene.materials.isEmpty else { return "" }
        var library = ""
        for (i, name) in images.names.enumerated() {
            guard let name else { continue }
            library += "    <image id=\"image\(i)\"><init_from>\(GLTFLayout.escaped(name))</init_from></image>\n"
        }
        if !library.isEmpty { library = "  <library_images>\n\(library)  </library_images>\n" }
        library += "  <library_effects>\n"
        for i in scene.materials.indices { library += effect(i) }
        library += "  </library_effects>\n  <library_materials>\n"
        for (i, material) in scene.materials.enumerated() {
            let name = material.name.map { " name=\"\(DAE.plainName($0))\"" } ?? ""
            if let given = material.name, DAE.plainName(given) != given {
                lose(.names, DAE.renamed)
            }
            library += "    <material id=\"material\(i)\"\(name)><instance_effect url=\"#effect\(i)\"/></material>\n"
        }
        return library + "  </library_materials>\n"
    }

    private mutating func lose(_ kind: Loss.Kind, _ sentence: String) {
        let loss = Loss(kind, sentence)
        if !losses.contains(loss) { losses.append(loss) }
    }

    private mutating func effect(_ number: Int) -> String {
        let material = scene.materials[number]
        let references = [material.baseColorTexture, material.emissiveTexture, material.normalTexture].compactMap(\.self)
        var parameters = ""
        for texture in Set(references.map(\.texture)).sorted() { parameters += self.parameters(texture) }
        let color = Vector3(material.baseColor.x, material.baseColor.y, material.baseColor.z)
        let base = property(color, material.baseColorTexture)
        let emitted = property(material.emissive * material.emissiveStrength, material.emissiveTexture)
        let isMatt = material.metallic <= 0 && material.roughness >= 1
        var shading: String
        if material.isUnlit {
            shading = "<constant><emission>\(base)</emission>\(transparency(material))</constant>"
        } else {
            let name = isMatt ? "lambert" : "phong"
            shading = "<\(name)><emission>\(emitted)</emission><ambient><color>0 0 0 1</color></ambient><diffuse>\(base)</diffuse>"
            if !isMatt {
                let specular = Vector3(repeating: 0.04 * (1 - material.metallic)) + color * material.metallic
                let exponent = max(2 / pow(max(Double(material.roughness), 0.2), 4) - 2, 1.01)
                shading += "<specular>\(property(specular, nil))</specular><shininess><float>\(exponent)</float></shininess>"
            }
            shading += transparency(material) + "</\(name)>"
        }
        noteLosses(material)
        return """
                <effect id="effect\(number)">
                  <profile_COMMON>
            \(parameters)        <technique sid="common">
                      \(shading)
                      \(normals(material))</technique>
                    \(extra(material))
                  </profile_COMMON>
                </effect>

            """
    }

    private mutating func noteLosses(_ material: Material) {
        let isTinted = material.baseColorTexture != nil && material.baseColor.replacing(with: 1, at: 3) != SIMD4(repeating: 1)
        if isTinted { lose(.materials, "COLLADA can't store a colour by which an image is multiplied.") }
        if material.emissiveTexture != nil, material.emissive * material.emissiveStrength != Vector3(repeating: 1) {
            lose(.materials, "COLLADA can't store a colour by which an image is multiplied.")
        }
        if material.metallic > 0 || material.roughness < 1, !material.isUnlit {
            lose(.materials, "Metallic and roughness are highlights in COLLADA; only Diorama reads the values.")
        }
        if material.metallicRoughnessTexture != nil { lose(.texture, "COLLADA can't store images of roughness and metalness.") }
        if material.occlusionTexture != nil { lose(.texture, "COLLADA can't store images of occlusion.") }
        if material.normalTexture != nil, material.normalScale != 1 {
            lose(.texture, "COLLADA can't store the strength of normals.")
        }
        if material.alphaMode == .mask { lose(.materials, "COLLADA can't store alpha masks; other programs blend.") }
    }

    /// A colour, or the texture that is in its place.
    private mutating func property(_ color: Vector3, _ reference: TextureReference?) -> String {
        if let texture = texture(reference) { return texture }
        let largest = max(color.max(), 1)
        let encoded = (0..<3).map { OBJMaterialWriter.encoded(color[$0] / largest) * largest }
        return "<color>\(DAE.text(encoded + [1]))</color>"
    }

    private mutating func texture(_ reference: TextureReference?) -> String? {
        guard let reference, let image = scene.textures[reference.texture].image, images.names[image] != nil else {
            if reference != nil { lose(.texture, "A texture without an image was omitted.") }
            return nil
        }
        var extra = ""
        if let transform = reference.transform {
            let offset = transform.offsetFromBelow
            extra =
                "<extra><technique profile=\"MAYA\"><repeatU>\(DAE.text([transform.scale.x]))</repeatU>"
                + "<repeatV>\(DAE.text([transform.scale.y]))</repeatV><offsetU>\(DAE.text([offset.x]))</offsetU>"
                + "<offsetV>\(DAE.text([offset.y]))</offsetV></technique></extra>"
            if transform.rotation != 0 { lose(.texture, "COLLADA can't store the rotation of textures.") }
            lose(.texture, "Offset and scale of textures are in an extension (MAYA) that few programs read.")
        }
        return "<texture texture=\"sampler\(reference.texture)\" texcoord=\"UV\(reference.coordinates)\">\(extra)</texture>"
    }

    /// The parameters of a texture: its image, and how it is sampled.
    private func parameters(_ number: Int) -> String {
        let texture = scene.textures[number]
        guard let image = texture.image, images.names[image] != nil else { return "" }
        func wrap(_ wrap: Texture.Wrap) -> String {
            switch wrap {
            case .repeating: "WRAP"
            case .mirrored: "MIRROR"
            case .clamped: "CLAMP"
            }
        }
        var sampler =
            "<source>surface\(number)</source><wrap_s>\(wrap(texture.wrapU))</wrap_s><wrap_t>\(wrap(texture.wrapV))</wrap_t>"
        if let filter = texture.minification {
            let mipmaps = texture.mipmaps.map { "_MIPMAP_" + $0.rawValue.uppercased() } ?? ""
            sampler += "<minfilter>\(filter.rawValue.uppercased())\(mipmaps)</minfilter>"
        }
        if let filter = texture.magnification { sampler += "<magfilter>\(filter.rawValue.uppercased())</magfilter>" }
        return """
                    <newparam sid="surface\(number)"><surface type="2D"><init_from>image\(image)</init_from></surface></newparam>
                    <newparam sid="sampler\(number)"><sampler2D>\(sampler)</sampler2D></newparam>

            """
    }

    private mutating func transparency(_ material: Material) -> String {
        guard material.alphaMode != .opaque else { return "" }
        let source = texture(material.baseColorTexture) ?? "<color>1 1 1 1</color>"
        return "<transparent opaque=\"A_ONE\">\(source)</transparent>"
            + "<transparency><float>\(DAE.text([material.baseColor.w]))</float></transparency>"
    }

    /// Normals, as OpenCOLLADA's exporters store them.
    private mutating func normals(_ material: Material) -> String {
        guard let texture = texture(material.normalTexture) else { return "" }
        return "<extra><technique profile=\"FCOLLADA\"><bump bumptype=\"NORMALMAP\">\(texture)</bump></technique></extra>\n        "
    }

    /// Both sides, as SketchUp stores it, and what only Diorama reads.
    private func extra(_ material: Material) -> String {
        var text = ""
        if material.isDoubleSided { text += "<technique profile=\"GOOGLEEARTH\"><double_sided>1</double_sided></technique>" }
        let isMatt = material.metallic <= 0 && material.roughness >= 1
        let cutoff = material.alphaMode == .mask ? "<alpha_cutoff>\(DAE.text([material.alphaCutoff]))</alpha_cutoff>" : ""
        if !isMatt || !cutoff.isEmpty {
            text +=
                "<technique profile=\"\(DAE.profile)\"><metallic>\(DAE.text([material.metallic]))</metallic>"
                + "<roughness>\(DAE.text([material.roughness]))</roughness>\(cutoff)</technique>"
        }
        return text.isEmpty ? "" : "<extra>\(text)</extra>"
    }
}

extension SIMD4 where Scalar == Float {
    /// With another value in one place.
    fileprivate func replacing(with value: Float, at place: Int) -> SIMD4 {
        var copy = self
        copy[place] = value
        return copy
    }
}
