import Codecs
import Foundation
import Geometry
import Models
import Support

extension OBJ {
    /// Writes a scene: an object for each node with a mesh, in the world and in the rest pose, with its faces, lines and points by
    /// material; customarily metres, y up, which a comment declares.
    ///
    /// `room.obj` has `room.mtl` beside it, with classic terms and those of the PBR extension, and the images that the materials
    /// use, as they are encoded, under names that begin with `room-`. Each file is whole or not written at all, the `.obj` last.
    /// - Returns: what the format could not hold.
    /// - Throws: where the scene has a flaw or no shown mesh, or a file can't be written.
    @discardableResult
    public static func write(
        _ scene: Scene, to url: URL, options: WriteOptions = WriteOptions(), progress: ProgressReporter = .silent
    ) throws(FormatError) -> [Loss] {
        try scene.checkWritable()
        let frame = CoordinateFrame(options, else: .metre, .y)
        let pose = ScenePose(scene)
        let placements = ScenePlacement.all(scene, pose)
        guard placements.contains(where: { scene.meshes[$0.mesh].primitives.contains { $0.elementCount > 0 } }) else {
            throw .unwritable("the scene has no mesh that is shown")
        }
        var losses: [Loss] = []
        let libraryFile = url.deletingPathExtension().appendingPathExtension("mtl")
        guard libraryFile.lastPathComponent.lowercased() != url.lastPathComponent.lowercased() else {
            throw .unwritable("an OBJ file needs the file extension .obj")
        }
        var library = OBJMaterialWriter(scene, beside: url, taken: [libraryFile.lastPathComponent])
        if !scene.materials.isEmpty {
            try progress.step(0, "Writing materials")
            try library.images.write(scene, beside: url)
            let text = library.text(needsDefault: needsDefault(scene, placements))
            do throws(FileError) { try AtomicFile.write(Array(text.utf8), to: libraryFile) } catch { throw FormatError(error) }
            losses += library.losses
            losses.append(
                Loss(
                    .texture,
                    "Materials and images are stored beside the file; keep \(libraryFile.lastPathComponent) and them with it."))
        }
        var file = try AtomicFile.begin(url)
        try file.put("# Diorama: \(frame), vertex colours sRGB\n")
        if !scene.materials.isEmpty { try file.put("mtllib \(libraryFile.lastPathComponent)\n") }
        var writer = OBJSceneWriter(
            scene: scene, pose: pose, frame: frame, materials: library.names, defaultName: library.defaultName)
        for (i, placement) in placements.enumerated() {
            let part = Double(i) / Double(placements.count)...Double(i + 1) / Double(placements.count)
            try writer.write(placement, to: &file, progress.part(part))
        }
        try AtomicFile.end(file)
        losses += writer.losses
        if placements.contains(where: {
            scene.meshes[$0.mesh].primitives.contains { $0.topology == .points && !$0.normals.isEmpty }
        }) {
            losses.append(Loss(.normals, "OBJ stores normals of faces only; those of points were omitted."))
        }
        losses.append(Loss(.unit, "OBJ declares neither unit nor axes; the file is in \(frame)."))
        return losses + sceneLosses(scene)
    }

    /// Whether a part without a material comes after one that has one, which OBJ can't express.
    private static func needsDefault(_ scene: Scene, _ placements: [ScenePlacement]) -> Bool {
        let order = placements.flatMap { scene.meshes[$0.mesh].primitives.map(\.material) }
        guard let first = order.firstIndex(where: { $0 != nil }) else { return false }
        return order[first...].contains(nil)
    }

    /// What an OBJ file has no place for.
    private static func sceneLosses(_ scene: Scene) -> [Loss] {
        let isLost = scene.meshes.contains { $0.primitives.contains { $0.colors.contains { $0.w < 1 } } }
        return scene.losses(in: .obj) + (isLost ? [Loss(.colors, "obj can't store the opacity of vertices.")] : [])
    }
}

/// Writes the objects of an OBJ file one after the other; numbers go on from one to the next.
private struct OBJSceneWriter {
    let scene: Scene
    let pose: ScenePose
    let frame: CoordinateFrame
    /// Of each material of the scene.
    let materials: [String]
    let defaultName: String
    private(set) var losses: [Loss] = []
    /// How many vertices, texture coordinates and normals are written.
    private var counts = (positions: 0, texture: 0, normals: 0)
    private var material: Int?
    private var isDefault = false

    init(scene: Scene, pose: ScenePose, frame: CoordinateFrame, materials: [String], defaultName: String) {
        self.scene = scene
        self.pose = pose
        self.frame = frame
        self.materials = materials
        self.defaultName = defaultName
    }

    mutating func write(
        _ placement: ScenePlacement, to file: inout AtomicFile, _ progress: ProgressReporter
    ) throws(FormatError) {
        let node = scene.nodes[placement.node]
        let mesh = scene.meshes[placement.mesh]
        let name = node.name ?? mesh.name ?? ""
        if !name.isEmpty || scene.nodes.count > 1 {
            let plain = String(String.UnicodeScalarView(name.unicodeScalars.map { $0.value < 32 || $0.value == 127 ? "_" : $0 }))
            try file.put("o \(plain.isEmpty ? "node-\(placement.node)" : plain)\n")
        }
        for (i, primitive) in mesh.primitives.enumerated() where primitive.elementCount > 0 {
            let part = Double(i) / Double(mesh.primitives.count)...Double(i + 1) / Double(mesh.primitives.count)
            try use(primitive.material, &file)
            try write(placement.placed(primitive, scene, pose), to: &file, progress.part(part))
        }
    }

    private mutating func use(_ number: Int?, _ file: inout AtomicFile) throws(FormatError) {
        if let number {
            if number != material || isDefault { try file.put("usemtl \(materials[number])\n") }
            material = number
            isDefault = false
        } else if material != nil, !isDefault {
            try file.put("usemtl \(defaultName)\n")
            isDefault = true
        }
    }

    private mutating func write(
        _ primitive: Primitive, to file: inout AtomicFile, _ progress: ProgressReporter
    ) throws(FormatError) {
        let colors = primitive.colors.map { Vector3($0.x, $0.y, $0.z) }
        if let loss = Model.colorDepthLoss(colors), !losses.contains(loss) { losses.append(loss) }
        let positions = primitive.positions
        let origin = scene.origin
        let frame = frame
        let isFar = origin != .zero
        try file.writeText(positions.count, progress: progress.part(0...0.4), what: "Writing vertices") { i, text in
            text.append("v ")
            if isFar {
                text.append(frame.toFile(origin + SIMD3<Double>(positions[i])))
            } else {
                text.append(frame.toFile(positions[i]))
            }
            if !colors.isEmpty {
                let c = ColorCoder.shared.codes(colors[i])
                for k in 0..<3 {
                    text.append(UInt8(ascii: " "))
                    text.append(EncodedColor.fractionText[Int(c[k])])
                }
            }
            text.append(UInt8(ascii: "\n"))
        }
        let texture = primitive.textureCoordinates.first ?? []
        try file.writeText(texture.count, progress: progress.part(0.4...0.5), what: "Writing texture coordinates") { i, text in
            text.append("vt ")
            text.append(texture[i].x)
            text.append(UInt8(ascii: " "))
            text.append(1 - texture[i].y)
            text.append(UInt8(ascii: "\n"))
        }
        let normals = primitive.normals
        try file.writeText(normals.count, progress: progress.part(0.5...0.7), what: "Writing normals") { i, text in
            text.append("vn ")
            text.append(frame.toFile(direction: normals[i]))
            text.append(UInt8(ascii: "\n"))
        }
        try writeElements(primitive, hasTexture: !texture.isEmpty, to: &file, progress.part(0.7...1))
        counts.positions += positions.count
        counts.texture += texture.count
        counts.normals += normals.count
    }

    private func writeElements(
        _ primitive: Primitive, hasTexture: Bool, to file: inout AtomicFile, _ progress: ProgressReporter
    ) throws(FormatError) {
        let width = primitive.topology == .triangles ? 3 : primitive.topology == .lines ? 2 : 1
        let letter: StaticString = primitive.topology == .triangles ? "f" : primitive.topology == .lines ? "l" : "p"
        let indices = primitive.indices
        let start = counts
        let hasNormals = !primitive.normals.isEmpty && primitive.topology == .triangles
        // Points can't have texture coordinates.
        let hasTexture = hasTexture && primitive.topology != .points
        try file.writeText(primitive.elementCount / width, progress: progress, what: "Writing faces") { i, text in
            text.append(letter)
            for k in 0..<width {
                let n = indices.isEmpty ? width * i + k : Int(indices[width * i + k])
                text.append(UInt8(ascii: " "))
                text.append(start.positions + n + 1)
                if hasTexture || hasNormals { text.append(UInt8(ascii: "/")) }
                if hasTexture { text.append(start.texture + n + 1) }
                if hasNormals {
                    text.append(UInt8(ascii: "/"))
                    text.append(start.normals + n + 1)
                }
            }
            text.append(UInt8(ascii: "\n"))
        }
    }
}
