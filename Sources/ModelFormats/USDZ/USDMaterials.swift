import Codecs
import Geometry
import Images
import Models

/// The materials of a stage (UsdPreviewSurface) as metallic-roughness, with their images.
struct USDMaterials {
    let prims: [String: USDPrim]
    var images: USDImages
    private var infos: [String: Info?] = [:]
    private var numbers: [String: [Int]] = [:]

    /// A material before it is known which sets of texture coordinates its mesh has.
    struct Info {
        var material: Material
        /// The primvars of texture coordinates, by the numbers that the texture references have.
        var sets: [String] = []
        /// Whether the base colour or the opacity is that of the vertices.
        var showsColors = false
    }

    /// What a mesh adds to a material.
    struct Place {
        /// Its sets of texture coordinates.
        let sets: [String]
        let isDoubleSided: Bool
        /// The colour of a mesh without a material.
        let color: Vector3?
    }

    init(_ prims: [String: USDPrim], archive: ZipArchive) {
        self.prims = prims
        images = USDImages(archive)
    }

    /// The material of a path; nil and a note where there is no preview surface.
    mutating func info(_ path: String, _ scene: inout Scene) -> Info? {
        if let known = infos[path] { return known }
        let info = prims[path].flatMap { read($0, &scene) }
        if info == nil { scene.note("Materials without a UsdPreviewSurface are not read.") }
        infos[path] = .some(info)
        return info
    }

    /// The number of the material in the scene as a mesh shows it; nil for the standard one.
    mutating func number(_ info: Info?, _ place: Place, _ scene: inout Scene) -> Int? {
        var material: Material
        if let info {
            material = info.material
            material.mapCoordinates { number in
                place.sets.firstIndex(of: info.sets.indices.contains(number) ? info.sets[number] : "") ?? 0
            }
        } else {
            guard place.isDoubleSided || place.color != nil else { return nil }
            material = .plain
            if let color = place.color { material.baseColor = SIMD4(color, 1) }
        }
        material.isDoubleSided = place.isDoubleSided
        let key = material.name ?? ""
        if let known = numbers[key]?.first(where: { scene.materials[$0] == material }) { return known }
        scene.materials.append(material)
        numbers[key, default: []].append(scene.materials.count - 1)
        return scene.materials.count - 1
    }

    /// The paths of materials that no mesh has, in order.
    var unused: [String] { prims.keys.filter { prims[$0]?.type == "Material" && infos[$0] == nil }.sorted() }

    // MARK: Networks

    /// Where an input gets its value from.
    enum Source {
        case value(USDValue)
        case shader(USDPrim, output: String)
    }

    /// The end of an input's connections, through materials and node graphs.
    func source(_ prim: USDPrim, _ input: String) -> Source? {
        var prim = prim
        var name = "inputs:" + input
        for _ in 0..<16 {
            guard let property = prim.properties[name] else { return nil }
            guard let target = property.targets.first, let dot = target.lastIndex(of: "."), let next = prims[String(target[..<dot])]
            else { return property.value.map { .value($0) } }
            let output = String(target[target.index(after: dot)...])
            if next.type == "Shader" {
                return output.hasPrefix("outputs:") ? .shader(next, output: String(output.dropFirst(8))) : nil
            }
            prim = next
            name = output
        }
        return nil
    }

    /// The numbers of an input; nil where it is connected to a shader or has none.
    func values(_ prim: USDPrim, _ input: String, count: Int) -> [Float]? {
        guard case .value(let value) = source(prim, input), value.numbers.count == count else { return nil }
        let numbers = value.numbers.map { Float($0) }
        return numbers.allSatisfy(\.isFinite) ? numbers : nil
    }

    func number(_ prim: USDPrim, _ input: String) -> Float? { values(prim, input, count: 1)?[0] }

    func word(_ prim: USDPrim, _ input: String) -> String? {
        guard case .value(let value) = source(prim, input) else { return nil }
        return value.words.first
    }

    /// The surface shader of a material.
    private func surface(_ material: USDPrim) -> USDPrim? {
        for name in ["outputs:surface", "outputs:glslfx:surface"] {
            for target in material.targets(name) {
                guard let dot = target.lastIndex(of: "."), let shader = prims[String(target[..<dot])] else { continue }
                if shader.word("info:id") == "UsdPreviewSurface" { return shader }
                // The output of a node graph.
                for inner in shader.targets(String(target[target.index(after: dot)...])) {
                    if let end = prims[String(inner.prefix { $0 != "." })], end.word("info:id") == "UsdPreviewSurface" {
                        return end
                    }
                }
            }
        }
        return material.children.first { $0.word("info:id") == "UsdPreviewSurface" }
    }

    private mutating func read(_ prim: USDPrim, _ scene: inout Scene) -> Info? {
        guard prim.type == "Material", let surface = surface(prim) else { return nil }
        var reader = USDSurfaceReader(surface, materials: self, images: images, scene: scene)
        let info = reader.read(name: prim.displayName ?? prim.name)
        images = reader.images
        scene = reader.scene
        return info
    }
}

extension Material {
    /// Changes the numbers of the sets of texture coordinates.
    mutating func mapCoordinates(_ map: (Int) -> Int) {
        func change(_ texture: inout TextureReference?) {
            if let number = texture?.coordinates { texture?.coordinates = map(number) }
        }
        change(&baseColorTexture)
        change(&metallicRoughnessTexture)
        change(&normalTexture)
        change(&occlusionTexture)
        change(&emissiveTexture)
        change(&clearcoat[part: \.texture])
        change(&clearcoat[part: \.roughnessTexture])
        change(&clearcoat[part: \.normalTexture])
        change(&transmission[part: \.texture])
    }
}

extension Optional {
    /// A part of what is there; setting it where there is nothing does nothing.
    fileprivate subscript<Part>(part path: WritableKeyPath<Wrapped, Part?>) -> Part? {
        get { self?[keyPath: path] }
        set { self?[keyPath: path] = newValue }
    }
}

extension Scene {
    /// Adds the materials that no mesh has.
    mutating func finishMaterials(_ materials: inout USDMaterials) {
        for path in materials.unused {
            guard let info = materials.info(path, &self) else { continue }
            _ = materials.number(info, USDMaterials.Place(sets: info.sets, isDoubleSided: false, color: nil), &self)
        }
    }
}
