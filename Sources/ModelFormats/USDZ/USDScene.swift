import Codecs
import Geometry
import Models
import Support

/// Walks the prims of a USD stage and gathers meshes and points into one model.
struct USDScene {
    private let stage: USDStage
    private var builder: SceneBuilder
    private let progress: ProgressReporter
    private var seen = 0
    private let world: AffineMap

    /// A material as far as it is read.
    private struct Look {
        var material = SceneMaterial()
        /// Whether the colour is that of the mesh's vertices.
        var showsDisplayColor = false
    }

    init(_ stage: USDStage, archive: ZipArchive, fileSize: Int, progress: ProgressReporter) throws(FormatError) {
        self.stage = stage
        self.progress = progress
        guard stage.metersPerUnit > 0, stage.metersPerUnit < 1e9 else {
            throw .unreadable("its unit of length is invalid: \(stage.metersPerUnit) metres")
        }
        let scale = AffineMap.scale(SIMD3(repeating: stage.metersPerUnit))
        world = stage.upAxis == "Z" ? scale * AffineMap(x: SIMD3(1, 0, 0), y: SIMD3(0, 0, -1), z: SIMD3(0, 1, 0)) : scale
        builder = SceneBuilder(fileSize: fileSize) { (try? archive.assetBytes($0)).map { Array($0) } }
        for note in stage.notes { builder.note(note) }
    }

    mutating func read() throws(FormatError) -> Model {
        for prim in stage.root.children { try walk(prim, parent: world, inherited: nil) }
        return try builder.finish("the USD stage")
    }

    private mutating func walk(_ prim: USDPrim, parent: AffineMap, inherited: String?) throws(FormatError) {
        seen += 1
        if seen & 0xFF == 0 { try progress.step(0.5, "Reading the scene") }
        guard prim.specifier == .def, prim.isActive, prim.word("visibility") != "invisible" else { return }
        if let purpose = prim.word("purpose"), purpose == "guide" || purpose == "proxy" { return }
        let place = try transform(prim, parent)
        let binding = prim.properties["material:binding"]?.targets.first ?? inherited
        switch prim.type {
        case "Mesh": try addMesh(prim, place: place, binding: binding)
        case "Points": try addPoints(prim, place)
        case "Cube", "Sphere", "Cylinder", "Cone", "Capsule", "Plane", "BasisCurves", "NurbsPatch", "NurbsCurves", "PointInstancer":
            builder.note("Prims of the type \(prim.type) are not read.")
        case "SkelRoot": builder.note("Skins are not applied; the model is in its bind pose.")
        case "Material", "Shader": return
        default: break
        }
        for child in prim.children { try walk(child, parent: place, inherited: binding) }
    }

    // MARK: Transforms

    /// The prim's place in the world: the first operation is the outermost.
    private mutating func transform(_ prim: USDPrim, _ parent: AffineMap) throws(FormatError) -> AffineMap {
        var place = parent
        for word in prim.words("xformOpOrder") {
            if word == "!resetXformStack!" {
                place = world
                continue
            }
            let isInverse = word.hasPrefix("!invert!")
            let name = isInverse ? String(word.dropFirst(8)) : word
            guard let property = prim.properties[name] else { continue }
            if property.isSampled { builder.note("Animations are not imported; the model has its pose at time 0.") }
            guard let step = Self.step(name, property.value?.numbers ?? USDNumbers()), step.isFinite else {
                throw .unreadable("\(Text.quote(name)) of \(Text.quote(prim.name)) is not a supported transform")
            }
            place = place * (isInverse ? step.inverse : step)
        }
        return place
    }

    private static func step(_ name: String, _ v: USDNumbers) -> AffineMap? {
        let kind = name.split(separator: ":").dropFirst().first ?? ""
        func turn(_ axis: Int, _ degrees: Double) -> AffineMap {
            var direction = SIMD3<Double>()
            direction[axis] = 1
            return .rotation(degrees * .pi / 180, about: direction)
        }
        switch (kind, v.count) {
        case ("translate", 3): return .translation(SIMD3(v[0], v[1], v[2]))
        case ("scale", 3): return .scale(SIMD3(v[0], v[1], v[2]))
        case ("rotateX", 1): return turn(0, v[0])
        case ("rotateY", 1): return turn(1, v[0])
        case ("rotateZ", 1): return turn(2, v[0])
        case ("orient", 4): return AffineMap(quaternion: SIMD4(v[1], v[2], v[3], v[0]))
        // Rows are the images of the axes.
        case ("transform", 16):
            return AffineMap(
                x: SIMD3(v[0], v[1], v[2]), y: SIMD3(v[4], v[5], v[6]), z: SIMD3(v[8], v[9], v[10]),
                translation: SIMD3(v[12], v[13], v[14]))
        default: break
        }
        guard kind.hasPrefix("rotate"), kind.count == 9, v.count == 3 else { return nil }
        // The name's first axis is turned about first.
        var result = AffineMap.identity
        for letter in kind.suffix(3) {
            guard let axis = ["X", "Y", "Z"].firstIndex(of: letter) else { return nil }
            result = turn(axis, v[axis]) * result
        }
        return result
    }

    // MARK: Geometry

    private mutating func addMesh(_ prim: USDPrim, place: AffineMap, binding: String?) throws(FormatError) {
        guard var mesh = try USDMesh(prim, &builder) else { return }
        if let scheme = prim.word("subdivisionScheme"), scheme != "none", prim.properties["normals"] == nil {
            builder.note("Subdivision surfaces are imported as their control mesh.")
        }
        if prim.properties["points"]?.isSampled == true {
            builder.note("Animations are not imported; the model has its pose at time 0.")
        }
        let subsets = prim.children.filter {
            $0.type == "GeomSubset" && $0.properties["material:binding"]?.targets.isEmpty == false
        }
        let look = binding.flatMap { self.look($0) }
        if subsets.isEmpty {
            if let look, !look.showsDisplayColor { mesh.dropColors() }
            return try builder.add(mesh.polygons, at: place, look?.material ?? SceneMaterial())
        }
        var group = [Int](repeating: 0, count: (mesh.faces.last.map { Int($0) } ?? -1) + 1)
        for (i, subset) in subsets.enumerated() {
            for x in subset.numbers("indices") {
                if let face = Int(exactly: x), group.indices.contains(face) { group[face] = i + 1 }
            }
        }
        var triangles = [[Int]](repeating: [], count: subsets.count + 1)
        for (t, face) in mesh.faces.enumerated() { triangles[group[Int(face)]].append(t) }
        for (i, list) in triangles.enumerated() where !list.isEmpty {
            try builder.take(list.count * 3)
            let own = i == 0 ? look : subsets[i - 1].properties["material:binding"]?.targets.first.flatMap { self.look($0) } ?? look
            var part = mesh
            if let own, !own.showsDisplayColor { part.dropColors() }
            try builder.add(part.polygons.picked(list), at: place, own?.material ?? SceneMaterial())
        }
    }

    private mutating func addPoints(_ prim: USDPrim, _ place: AffineMap) throws(FormatError) {
        var points = PolygonMesh()
        let numbers = prim.numbers("points")
        points.positions = numbers.positions()
        func list(_ name: String) -> [Vector3] {
            let n = prim.numbers(name)
            guard n.count == numbers.count else { return [] }
            return n.triples()
        }
        points.normals = list("normals")
        points.colors = list("primvars:displayColor")
        try builder.add(points: points, at: place)
    }

    // MARK: Materials

    /// The diffuse colour or image of a material's preview surface; nil where there is none.
    private func look(_ path: String) -> Look? {
        guard let material = USDStage.find(path, in: stage.root) else { return nil }
        let surface =
            material.properties["outputs:surface"]?.targets.first.flatMap { shader($0) }
            ?? material.children.first { $0.word("info:id") == "UsdPreviewSurface" }
        guard let surface, surface.word("info:id") == "UsdPreviewSurface" else { return nil }
        var look = Look()
        guard let diffuse = surface.properties["inputs:diffuseColor"] else {
            look.material.color = Vector3(repeating: 0.18)
            return look
        }
        if let source = diffuse.targets.first.flatMap({ shader($0) }) {
            if source.word("info:id") == "UsdUVTexture" {
                look.material.picture = source.word("inputs:file")
                look.material.wrap = source.word("inputs:wrapS") == "clamp" ? .clamped : .repeating
            } else {
                look.showsDisplayColor = source.word("info:id")?.hasPrefix("UsdPrimvarReader") == true
            }
        } else if let v = diffuse.value?.numbers, v.count == 3 {
            look.material.color = Vector3(Float(v[0]), Float(v[1]), Float(v[2]))
        }
        return look
    }

    /// The shader that a path to one of its outputs names.
    private func shader(_ target: String) -> USDPrim? {
        USDStage.find(String(target.prefix { $0 != "." }), in: stage.root)
    }
}
