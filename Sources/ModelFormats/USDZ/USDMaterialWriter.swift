import Codecs
import Geometry
import Models

/// Writes materials as UsdPreviewSurface, each once, or twice where its vertices have colours as well.
struct USDMaterialWriter {
    /// The primvars of the sets of texture coordinates.
    static let sets = ["st", "st1"]

    private let scene: Scene
    private let path: String
    private var names = USDNames()
    private var known: [Use: String] = [:]
    private var uses: [(use: Use, name: String)] = []
    private(set) var losses: [Loss] = []
    /// The names of images in the archive; nil for those that a usdz can't hold.
    private let imageNames: [String?]
    private var usedImages: Set<Int> = []

    /// A material as some primitives show it.
    private struct Use: Hashable {
        /// Nil for the standard one.
        let material: Int?
        let showsColors: Bool
        let showsOpacity: Bool
    }

    init(_ scene: Scene, path: String) {
        self.scene = scene
        self.path = path
        var taken = USDNames()
        imageNames = scene.images.map { image in
            guard image.format == .png || image.format == .jpeg, let ending = image.format.fileExtension else { return nil }
            let name = SiblingImages.lastPart(image.name ?? "")
            let stem = String(name[..<(name.lastIndex(of: ".") ?? name.endIndex)])
            return "textures/\(taken.unique(stem.isEmpty ? "image" : stem)).\(ending)"
        }
    }

    /// The images that materials use, with their names in the archive.
    var images: [(image: Int, name: String)] {
        imageNames.enumerated().compactMap { i, name in usedImages.contains(i) ? name.map { (i, $0) } : nil }
    }

    private mutating func lose(_ kind: Loss.Kind, _ sentence: String) {
        let loss = Loss(kind, sentence)
        if !losses.contains(loss) { losses.append(loss) }
    }

    /// Whether a material's colour is an image that is written.
    func showsTexture(_ material: Int) -> Bool {
        scene.materials[material].baseColorTexture.flatMap { scene.textures[$0.texture].image }.flatMap { imageNames[$0] } != nil
    }

    /// The path of a primitive's material; nil where it has the standard one.
    mutating func path(of primitive: Primitive) -> String? {
        let hasColors = !primitive.colors.isEmpty
        guard primitive.material != nil || hasColors else { return nil }
        let isTextured = primitive.material.map { showsTexture($0) } ?? false
        if hasColors, isTextured {
            lose(.colors, "usdz can't multiply colours of vertices with a texture; the texture alone is shown.")
        }
        let shows = hasColors && !isTextured
        let mode = primitive.material.map { scene.materials[$0].alphaMode } ?? .opaque
        let isClear = shows && mode != .opaque && primitive.colors.contains { $0.w < 1 }
        let use = Use(material: primitive.material, showsColors: shows, showsOpacity: isClear)
        if let name = known[use] { return path + "/" + name }
        let name = names.unique(primitive.material.map { scene.materials[$0].name ?? "Material" } ?? "Colors")
        known[use] = name
        uses.append((use, name))
        return path + "/" + name
    }

    /// The prims of all materials; those that no primitive has as well.
    mutating func prims() -> [USDPrimSpec] {
        let used = Set(uses.compactMap(\.use.material))
        for number in scene.materials.indices where !used.contains(number) {
            uses.append(
                (
                    Use(material: number, showsColors: false, showsOpacity: false),
                    names.unique(scene.materials[number].name ?? "Material")
                ))
        }
        return uses.map { prim($0.use, name: $0.name) }
    }

    // MARK: Materials

    private mutating func prim(_ use: Use, name: String) -> USDPrimSpec {
        let material = use.material.map { scene.materials[$0] } ?? .plain
        var network = Network(path: path + "/" + name)
        setColor(material, use, network: &network)
        setTextures(material, &network)
        if let coat = material.clearcoat {
            network.set(float: "clearcoat", coat.factor, texture(coat.texture), output: "r", channel: 0)
            network.set(float: "clearcoatRoughness", coat.roughness, texture(coat.roughnessTexture), output: "g", channel: 1)
            if coat.normalTexture != nil { lose(.materials, "usdz can't store normals of a clearcoat.") }
        }
        if material.transmission != nil {
            lose(.materials, "usdz can't store transmission; such materials are written without it.")
        }
        if material.isUnlit { lose(.materials, "usdz can't store materials without light; they are written as matt ones.") }
        var prim = USDLayer.material(name, at: path + "/" + name, [USDLayer.preview(network.inputs)] + network.shaders)
        if let title = material.name, title != name { prim.fields.append(("displayName", .string(title))) }
        return prim
    }

    private mutating func setColor(_ material: Material, _ use: Use, network: inout Network) {
        let factor = material.baseColor
        let base = texture(material.baseColorTexture)
        if use.showsColors {
            network.read("diffuseColor", type: "color3f", primvar: "displayColor", width: "float3")
        } else if var base {
            base.scale = factor
            base.isColor = true
            network.connect("diffuseColor", type: "color3f", base, output: "rgb")
            if material.alphaMode != .opaque { network.connect("opacity", type: "float", base, output: "a") }
        } else {
            network.set("diffuseColor", Vector3(factor.x, factor.y, factor.z))
        }
        guard material.alphaMode != .opaque else { return }
        if use.showsOpacity {
            network.read("opacity", type: "float", primvar: "displayOpacity", width: "float")
        } else if base == nil || use.showsColors {
            network.set("opacity", factor.w)
        }
        if material.alphaMode == .mask { network.set("opacityThreshold", max(material.alphaCutoff, 1e-4)) }
    }

    private mutating func setTextures(_ material: Material, _ network: inout Network) {
        if var both = texture(material.metallicRoughnessTexture) {
            both.scale = SIMD4(1, material.roughness, material.metallic, 1)
            network.connect("roughness", type: "float", both, output: "g")
            network.connect("metallic", type: "float", both, output: "b")
        } else {
            network.set("metallic", material.metallic)
            network.set("roughness", material.roughness)
        }
        let light = material.emissive * material.emissiveStrength
        if var emissive = texture(material.emissiveTexture) {
            emissive.scale = SIMD4(light, 1)
            emissive.isColor = true
            network.connect("emissiveColor", type: "color3f", emissive, output: "rgb")
        } else if light != .zero {
            network.set("emissiveColor", light)
        }
        if var normal = texture(material.normalTexture) {
            let s = material.normalScale
            normal.scale = SIMD4(2 * s, 2 * s, 2, 1)
            normal.bias = SIMD4(-s, -s, -1, 0)
            network.connect("normal", type: "normal3f", normal, output: "rgb")
        }
        if var occlusion = texture(material.occlusionTexture) {
            let s = material.occlusionStrength
            occlusion.scale = SIMD4(repeating: s)
            occlusion.bias = SIMD4(repeating: 1 - s)
            network.connect("occlusion", type: "float", occlusion, output: "r")
        }
    }

    /// A texture whose image is written; nil and a loss for others.
    private mutating func texture(_ reference: TextureReference?) -> TextureUse? {
        guard let reference, let image = scene.textures[reference.texture].image else { return nil }
        guard let name = imageNames[image] else {
            lose(.texture, "usdz can hold only PNG and JPEG images; others were omitted.")
            return nil
        }
        usedImages.insert(image)
        return TextureUse(file: name, sampling: scene.textures[reference.texture], reference: reference)
    }

    /// An image with what is done to its coordinates and values.
    fileprivate struct TextureUse: Equatable {
        let file: String
        let sampling: Texture
        let reference: TextureReference
        var scale = SIMD4<Float>(repeating: 1)
        var bias = SIMD4<Float>(repeating: 0)
        var isColor = false
    }

    /// The shaders of a material beside its surface.
    fileprivate struct Network {
        let path: String
        var inputs: [USDPropertySpec] = []
        var shaders: [USDPrimSpec] = []
        private var textures: [(use: TextureUse, index: Int)] = []
        private var readers: [String: String] = [:]

        init(path: String) { self.path = path }

        mutating func set(_ input: String, _ value: Float) {
            inputs.append(.attribute("float", name: "inputs:" + input, value: .float(value)))
        }

        mutating func set(_ input: String, _ value: Vector3) {
            inputs.append(.attribute("color3f", name: "inputs:" + input, value: .float3(value)))
        }

        mutating func set(float input: String, _ factor: Float, _ texture: TextureUse?, output: String, channel: Int) {
            guard var texture else { return set(input, factor) }
            texture.scale[channel] = factor
            connect(input, type: "float", texture, output: output)
        }

        /// Lets an input be the value of the vertices.
        mutating func read(_ input: String, type: String, primvar: String, width: String) {
            let reader = self.reader(primvar, type: width)
            inputs.append(.connection(type, name: "inputs:" + input, target: reader + ".outputs:result"))
        }

        /// Lets an input be a channel of a texture.
        mutating func connect(_ input: String, type: String, _ texture: TextureUse, output: String) {
            let index: Int
            if let known = textures.first(where: { $0.use == texture }) {
                index = known.index
            } else {
                let source = coordinates(texture.reference)
                index = shaders.count
                textures.append((texture, index))
                shaders.append(Self.shader(texture, name: "Texture\(textures.count)", source: source))
            }
            let name = "outputs:" + output
            if !shaders[index].properties.contains(where: { $0.name == name }) {
                shaders[index].properties.append(.attribute(output == "rgb" ? "float3" : "float", name: name))
            }
            inputs.append(.connection(type, name: "inputs:" + input, target: "\(path)/\(shaders[index].name).\(name)"))
        }

        private static func shader(_ texture: TextureUse, name: String, source: String) -> USDPrimSpec {
            func wrap(_ wrap: Texture.Wrap) -> USDField {
                switch wrap {
                case .repeating: .token("repeat")
                case .mirrored: .token("mirror")
                case .clamped: .token("clamp")
                }
            }
            var properties: [USDPropertySpec] = [
                .attribute("asset", name: "inputs:file", value: .asset(texture.file)),
                .attribute("token", name: "inputs:sourceColorSpace", value: .token(texture.isColor ? "sRGB" : "raw")),
                .connection("float2", name: "inputs:st", target: source),
                .attribute("token", name: "inputs:wrapS", value: wrap(texture.sampling.wrapU)),
                .attribute("token", name: "inputs:wrapT", value: wrap(texture.sampling.wrapV)),
            ]
            if texture.scale != SIMD4(repeating: 1) {
                properties.append(.attribute("float4", name: "inputs:scale", value: .float4(texture.scale)))
            }
            if texture.bias != SIMD4(repeating: 0) {
                properties.append(.attribute("float4", name: "inputs:bias", value: .float4(texture.bias)))
            }
            return USDLayer.shader(name, id: "UsdUVTexture", properties: properties)
        }

        /// The output that gives the coordinates of a texture.
        private mutating func coordinates(_ reference: TextureReference) -> String {
            let reader = self.reader(USDMaterialWriter.sets[reference.coordinates], type: "float2")
            guard let transform = reference.transform else { return reader + ".outputs:result" }
            let name = "Transform\(shaders.count)"
            shaders.append(
                USDLayer.shader(
                    name, id: "UsdTransform2d",
                    properties: [
                        .connection("float2", name: "inputs:in", target: reader + ".outputs:result"),
                        .attribute("float", name: "inputs:rotation", value: .float(transform.rotation * 180 / .pi)),
                        .attribute("float2", name: "inputs:scale", value: .float2(transform.scale)),
                        .attribute("float2", name: "inputs:translation", value: .float2(transform.translationFromBelow)),
                        .attribute("float2", name: "outputs:result"),
                    ]))
            return "\(path)/\(name).outputs:result"
        }

        /// The path of a shader that reads a primvar.
        private mutating func reader(_ primvar: String, type: String) -> String {
            if let known = readers[primvar] { return known }
            let name = "Reader_" + primvar
            shaders.append(USDLayer.reader(name, type: type, primvar: primvar))
            readers[primvar] = path + "/" + name
            return path + "/" + name
        }
    }
}
