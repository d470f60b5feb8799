import Codecs
import Foundation
import Geometry
import Models
import Support

extension OBJ {
    /// Reads a file in memory as a scene: a node with a mesh for each object, and one below it for each group; primitives by
    /// material; faces, lines and points; all materials of its MTL files, with the images as they are encoded.
    ///
    /// An `o` begins an object without a group; a `g` of a name goes on with the group of that name in the same object. Positions
    /// that no face, line or point uses are points where the file has none of these, and are skipped elsewhere.
    /// - Parameters:
    ///   - bytes: the file's bytes.
    ///   - folder: where the materials and images that the file names are looked for; nil reads none.
    ///   - progress: receives the progress.
    /// - Throws: names the line, where a number is wrong, a face points to no vertex, or there is no geometry.
    public static func readScene(
        _ bytes: UnsafeRawBufferPointer, folder: URL? = nil, progress: ProgressReporter = .silent
    ) throws(FormatError) -> Scene {
        guard !bytes.isEmpty else { throw .unreadable("is empty") }
        var reader = try OBJReader(RandomAccessFile(bytes), progress.part(0...0.6), keepsElements: true)
        try reader.readLines()
        guard reader.cornerPosition.count < 1 << 31 else { throw .unreadable("has more than 700 million triangles; split it") }
        var scene = Scene()
        scene.origin = reader.far.origin
        for note in reader.notes { scene.note(note) }
        var library = OBJMaterialLibrary(folder)
        library.read(reader.libraries, into: &scene)
        let names = try library.addMaterials(to: &scene)
        var builder = OBJSceneBuilder(reader, materials: names)
        try builder.build(&scene, progress.part(0.6...1))
        return scene
    }
}

/// Makes nodes, meshes and primitives of the lines of an OBJ file.
private struct OBJSceneBuilder {
    private let reader: OBJReader
    private var materials: [String: Int]
    /// Linear RGB, one for each position, or empty.
    private var colors: [Vector3] = []
    private var scratch: VertexSplit.Scratch
    private var hasPartialTexture = false
    private var hasPartialNormals = false
    private var colorless = 0
    private var removed = 0

    /// Elements of one object, group and material.
    private struct Part {
        let material: String
        var corners: [Range<Int>] = []
        var segments: [Range<Int>] = []
        var points: [Range<Int>] = []
    }

    /// An object, or a group of it.
    private struct Group {
        let object: Int
        let objectName: String
        let name: String
        var parts: [Part] = []
        var partOf: [String: Int] = [:]
    }

    private struct GroupKey: Hashable {
        let object: Int
        let name: String
    }

    init(_ reader: OBJReader, materials: [String: Int]) {
        self.reader = reader
        self.materials = materials
        scratch = VertexSplit.Scratch(positions: reader.positions.count)
    }

    mutating func build(_ scene: inout Scene, _ progress: ProgressReporter) throws(FormatError) {
        readColors(&scene)
        let groups = gather()
        if groups.isEmpty {
            addPoints(&scene)
        } else {
            try addGroups(groups, &scene, progress: progress)
        }
        if hasPartialTexture { scene.note("Faces without texture coordinates beside others of their material got (0, 0).") }
        if colorless > 0 {
            scene.note("\(Text.count(colorless, "vertex", plural: "vertices")) without a colour beside coloured ones became white.")
        }
        if hasPartialNormals { scene.note("Normals that only some faces of a material have were skipped.") }
        try scene.finish(removed: removed)
    }

    private mutating func readColors(_ scene: inout Scene) {
        guard !reader.colors.isEmpty else { return }
        colors = reader.colors
        if EncodedColor.linearise(&colors) { scene.note("Fractional colours above 1 were read as 0…255.") }
        for i in reader.colors.indices where reader.colors[i] == Vector3(repeating: -1) { colors[i] = Vector3(repeating: 1) }
    }

    // MARK: Groups

    /// The groups that have elements, in the order of their first mention.
    private func gather() -> [Group] {
        var groups: [Group] = []
        var numbers: [GroupKey: Int] = [:]
        var object = 0
        var objectName = ""
        var groupName = ""
        var material = ""
        func add(_ corners: Range<Int>, _ segments: Range<Int>, points: Range<Int>) {
            if corners.isEmpty, segments.isEmpty, points.isEmpty { return }
            let key = GroupKey(object: object, name: groupName)
            let number = numbers[key] ?? groups.count
            if number == groups.count {
                groups.append(Group(object: object, objectName: objectName, name: groupName))
                numbers[key] = number
            }
            let part = groups[number].partOf[material] ?? groups[number].parts.count
            if part == groups[number].parts.count {
                groups[number].parts.append(Part(material: material))
                groups[number].partOf[material] = part
            }
            if !corners.isEmpty { groups[number].parts[part].corners.append(corners) }
            if !segments.isEmpty { groups[number].parts[part].segments.append(segments) }
            if !points.isEmpty { groups[number].parts[part].points.append(points) }
        }
        var corner = 0
        var segment = 0
        var point = 0
        for change in reader.changes {
            add(corner..<change.corner, segment..<change.segment, points: point..<change.point)
            corner = change.corner
            segment = change.segment
            point = change.point
            switch change.what {
            case .material(let name): material = name
            case .group(let name): groupName = name == "default" || name == "off" ? "" : name
            case .object(let name):
                object += 1
                objectName = name
                groupName = ""
            }
        }
        add(corner..<reader.cornerPosition.count, segment..<reader.segments.count, points: point..<reader.points.count)
        return groups
    }

    private mutating func addGroups(
        _ groups: [Group], _ scene: inout Scene, progress: ProgressReporter
    ) throws(FormatError) {
        var objects: [Int: Int] = [:]
        for (i, group) in groups.enumerated() {
            if i % 64 == 0 { try progress.step(Double(i) / Double(groups.count), "Building meshes") }
            var mesh = Mesh(name: group.name.isEmpty ? (group.objectName.isEmpty ? nil : group.objectName) : group.name)
            for part in group.parts { try add(part, to: &mesh, &scene) }
            guard !mesh.primitives.isEmpty else { continue }
            scene.meshes.append(mesh)
            var node = Node(name: mesh.name)
            node.mesh = scene.meshes.count - 1
            let isGroup = !group.name.isEmpty && !group.objectName.isEmpty && group.name != group.objectName
            if !isGroup, let known = objects[group.object], scene.nodes[known].mesh == nil {
                scene.nodes[known].mesh = node.mesh
                continue
            }
            if isGroup {
                let parent = objects[group.object] ?? scene.nodes.count
                if parent == scene.nodes.count {
                    scene.nodes.append(Node(name: group.objectName))
                    scene.roots.append(parent)
                    objects[group.object] = parent
                }
                scene.nodes[parent].children.append(scene.nodes.count)
            } else {
                if group.name.isEmpty || group.name == group.objectName { objects[group.object] = scene.nodes.count }
                scene.roots.append(scene.nodes.count)
            }
            scene.nodes.append(node)
        }
    }

    // MARK: Primitives

    private mutating func add(_ part: Part, to mesh: inout Mesh, _ scene: inout Scene) throws(FormatError) {
        let material = number(of: part.material, &scene)
        func append(_ primitive: Primitive?) {
            guard var primitive else { return }
            primitive.material = material
            removed += primitive.settle()
            if !primitive.indices.isEmpty { mesh.primitives.append(primitive) }
        }
        append(faces(part.corners))
        append(elements(.lines, reader.segments, ranges: part.segments))
        append(elements(.points, reader.points, ranges: part.points))
    }

    /// The material of a name; one that no file defines is white.
    private mutating func number(of name: String, _ scene: inout Scene) -> Int? {
        if name.isEmpty { return nil }
        if let known = materials[name] { return known }
        var material = Material.plain
        material.name = name
        scene.materials.append(material)
        scene.note("The material \(Text.quote(name)) is not defined; it is white.")
        materials[name] = scene.materials.count - 1
        return scene.materials.count - 1
    }

    private mutating func faces(_ ranges: [Range<Int>]) -> Primitive? {
        guard let first = ranges.first else { return nil }
        let corners = ranges.count == 1 ? [] : ranges.flatMap { $0 }
        let count = ranges.count == 1 ? first.count : corners.count
        func corner(_ i: Int) -> Int { ranges.count == 1 ? first.lowerBound + i : corners[i] }
        let missing = OBJReader.missing
        let textured = reader.cornerTexture.isEmpty ? 0 : (0..<count).count { reader.cornerTexture[corner($0)] != missing }
        let shaded = reader.cornerNormal.isEmpty ? 0 : (0..<count).count { reader.cornerNormal[corner($0)] != missing }
        if textured > 0, textured < count { hasPartialTexture = true }
        if shaded > 0, shaded < count { hasPartialNormals = true }
        let split = VertexSplit(count, scratch: &scratch) { [reader] i in
            let c = corner(i)
            return SIMD4(
                reader.cornerPosition[c], textured > 0 ? reader.cornerTexture[c] : missing,
                shaded == count ? reader.cornerNormal[c] : missing, 0)
        }
        var primitive = vertices(split, isTextured: textured > 0)
        if shaded == count { primitive.normals = split.keys.map { reader.normals[Int($0.z)] } }
        return primitive
    }

    private mutating func elements(
        _ topology: Primitive.Topology, _ corners: [SIMD2<UInt32>], ranges: [Range<Int>]
    ) -> Primitive? {
        let list = ranges.flatMap { corners[$0] }
        guard !list.isEmpty else { return nil }
        let isTextured = list.contains { $0.y != OBJReader.missing }
        let split = VertexSplit(list.count, scratch: &scratch) { SIMD4(list[$0].x, list[$0].y, 0, 0) }
        var primitive = vertices(split, isTextured: isTextured)
        primitive.topology = topology
        return primitive
    }

    private mutating func vertices(_ split: VertexSplit, isTextured: Bool) -> Primitive {
        var primitive = Primitive()
        primitive.indices = split.indices
        primitive.positions = split.keys.map { reader.positions[Int($0.x)] }
        if isTextured {
            primitive.textureCoordinates = [
                split.keys.map { key in
                    guard key.y != OBJReader.missing else { return .zero }
                    let uv = reader.textureCoordinates[Int(key.y)]
                    return Vector2(uv.x, 1 - uv.y)
                }
            ]
        }
        if !colors.isEmpty {
            let without = split.keys.count { reader.colors[Int($0.x)] == Vector3(repeating: -1) }
            if without < split.keys.count {
                primitive.colors = split.keys.map { SIMD4(colors[Int($0.x)], 1) }
                colorless += without
            }
        }
        return primitive
    }

    /// All positions as points, where there is nothing else.
    private mutating func addPoints(_ scene: inout Scene) {
        var primitive = Primitive(.points)
        primitive.positions = reader.positions
        primitive.colors = colors.map { SIMD4($0, 1) }
        colorless = reader.colors.count { $0 == Vector3(repeating: -1) }
        if reader.normals.count == reader.positions.count { primitive.normals = reader.normals }
        removed += primitive.settle()
        guard !primitive.positions.isEmpty else { return }
        // All points, in order, need no indices.
        primitive.indices = []
        scene.meshes = [Mesh(primitives: [primitive])]
        var node = Node()
        node.mesh = 0
        scene.nodes = [node]
        scene.roots = [0]
    }
}
