import Codecs
import Geometry
import Models
import Images
import Splats
import Support

/// Walks the nodes of a glTF scene and gathers its primitives into one mesh, one cloud and one field of splats, in world
/// coordinates.
struct GLTFScene {
    private let document: GLTFDocument
    private let buffers: GLTFBuffers
    private let progress: ProgressReporter
    private var materials: GLTFMaterials
    private let fileSize: Int
    /// How many vertices and indices may still be made. A node of some bytes can repeat a large mesh: without a limit a small file
    /// could fill the memory.
    private var budget: Int
    private var accessors: [Int: GLTFAccessor] = [:]
    /// How many primitives use each accessor for their positions.
    private var users: [Int: Int] = [:]
    private var surface = SceneParts()
    private var points = SceneParts()
    var splats = SplatCloud()
    private var notes: [String] = []
    /// The image that colours all faces so far; nil where there are several, or it is not the whole colour.
    private var picture: Int?
    private var hasOtherColors = false
    /// Chosen by the first node with geometry, or its outermost ancestor that is far from the origin.
    var far = GlobalShift()

    init(_ document: GLTFDocument, buffers: GLTFBuffers, fileSize: Int, progress: ProgressReporter) {
        self.document = document
        self.buffers = buffers
        self.progress = progress
        self.fileSize = fileSize
        materials = GLTFMaterials(document, buffers)
        budget = 2_000_000 + 16 * fileSize
        for mesh in document.meshes ?? [] {
            for primitive in mesh.primitives { if let p = primitive.attributes["POSITION"] { users[p, default: 0] += 1 } }
        }
    }

    mutating func read() throws(FormatError) -> Model {
        if document.animations?.isEmpty == false { note("Animations are not imported.") }
        try walk()
        if splats.count > 0 {
            if !surface.isEmpty || !points.isEmpty { note("Faces and points besides the splats were omitted.") }
            var model = try Model.finish(splats, .ours, customary: .yUp, origin: far.origin, notes: notes)
            model.crs = document.asset.crs
            return model
        }
        if surface.isEmpty && points.isEmpty {
            throw .unreadable(
                notes.first.map { "contains no faces and no points. \($0)" } ?? "contains no faces and no points in its scene")
        }
        if !surface.isEmpty && !points.isEmpty { note("\(points.positions.count) points besides the faces were omitted.") }
        let mesh = surface.isEmpty ? points.mesh() : surface.mesh()
        var texture: ColorImage?
        // Other images and repeated ones cannot be kept: their colours at the vertices are.
        if let picture, !hasOtherColors, Model.isInImage(mesh.textureCoordinates) { texture = materials.keep(picture) }
        var model = try Model.finish(mesh, origin: far.origin, notes: materials.notes + notes)
        if model.mesh?.textureCoordinates.isEmpty == false { model.texture = texture }
        model.crs = document.asset.crs
        return model
    }

    mutating func note(_ text: String) {
        if !notes.contains(text), notes.count < 20 { notes.append(text) }
    }

    /// The scene's nodes with their world transforms, parents before children, in the order of the file. The outermost node that
    /// is far from the origin sets the origin, so that moving nodes below it has no effect on it.
    private mutating func walk() throws(FormatError) {
        let nodes = document.nodes ?? []
        var stack = try roots().reversed().map { (node: $0, parent: AffineMap.identity, far: AffineMap?.none) }
        var visited = [Bool](repeating: false, count: nodes.count)
        var done = 0
        while let (number, parent, outer) = stack.popLast() {
            guard nodes.indices.contains(number) else { throw .unreadable("refers to node \(number), which does not exist") }
            guard !visited[number] else { throw .unreadable("node \(number) is reached twice; the nodes of glTF form trees") }
            visited[number] = true
            let node = nodes[number]
            let place = parent * (try AffineMap(node, number))
            let anchor = outer ?? (GlobalShift.isFar(place.translation) ? place : nil)
            if let mesh = node.mesh {
                guard let meshes = document.meshes, meshes.indices.contains(mesh) else {
                    throw .unreadable("node \(number) refers to mesh \(mesh), which does not exist")
                }
                if node.skin != nil { note("Skins are not applied; the model is in its bind pose.") }
                if surface.isEmpty && points.isEmpty && splats.count == 0 { far.choose((anchor ?? place).translation) }
                for primitive in meshes[mesh].primitives { try add(primitive, place) }
            }
            for child in (node.children ?? []).reversed() { stack.append((child, place, anchor)) }
            done += 1
            try progress.step(Double(done) / Double(nodes.count), "Reading the scene")
        }
    }

    /// The roots of the default scene; of a file without scenes, all nodes that are nobody's child.
    private func roots() throws(FormatError) -> [Int] {
        let nodes = document.nodes ?? []
        if let scenes = document.scenes, !scenes.isEmpty {
            let number = document.scene ?? 0
            guard scenes.indices.contains(number) else { throw .unreadable("refers to scene \(number), which does not exist") }
            return scenes[number].nodes ?? []
        }
        var isChild = [Bool](repeating: false, count: nodes.count)
        for node in nodes {
            for child in node.children ?? [] where nodes.indices.contains(child) { isChild[child] = true }
        }
        return nodes.indices.filter { !isChild[$0] }
    }

    mutating func accessor(_ number: Int) throws(FormatError) -> GLTFAccessor {
        if let known = accessors[number] { return known }
        let accessor = try GLTFAccessor(number, document: document, buffers: buffers, limit: fileSize)
        accessors[number] = accessor
        return accessor
    }

    private mutating func add(_ primitive: GLTFDocument.Primitive, _ place: AffineMap) throws(FormatError) {
        let mode = primitive.mode ?? 4
        guard let positionNumber = primitive.attributes["POSITION"] else {
            return note("Primitives without positions were skipped.")
        }
        guard mode == 0 || (4...6).contains(mode) else {
            if (1...3).contains(mode) { return note("Lines are not read.") }
            throw .unreadable("a primitive has the unknown mode \(mode)")
        }
        guard primitive.extensions?.draco == nil else {
            throw .unreadable("is compressed by ‘KHR_draco_mesh_compression’, which is not read; export it without")
        }
        if mode == 0, let field = primitive.extensions?.splats, try addSplats(primitive, field: field, place: place) { return }
        let positions = try accessor(positionNumber)
        guard positions.width == 3 else {
            throw .unreadable("accessor \(positionNumber) contains positions without three components")
        }
        try take(64)
        var corners: [UInt32]?
        var range = 0..<positions.count
        if let indices = primitive.indices {
            let numbers = try accessor(indices)
            try take(numbers.count)
            let list = try numbers.integers()
            if let largest = list.max(), largest >= positions.count {
                throw .unreadable("an index refers to vertex \(largest), but there are only \(positions.count)")
            }
            corners = list
            // Several primitives may share one large array of vertices: each takes its stretch of it.
            if users[positionNumber] ?? 0 > 1, let low = list.min(), let high = list.max() { range = Int(low)..<Int(high) + 1 }
        }
        try take(range.count)
        var part = try attributes(primitive, positions: positions, range: range)
        let base = UInt32(range.lowerBound)
        let order = corners.map { list in base == 0 ? list : list.map { $0 - base } } ?? Array(0..<UInt32(positions.count))
        place.apply(&part.positions, less: far.origin)
        place.apply(normals: &part.normals)
        if mode == 0 {
            points.append(corners == nil ? part : part.picked(order))
            return
        }
        part.indices = Self.triangles(order, mode)
        if place.mirrors { for t in 0..<part.indices.count / 3 { part.indices.swapAt(3 * t + 1, 3 * t + 2) } }
        if !part.indices.isEmpty { surface.append(part) }
    }

    mutating func take(_ count: Int) throws(FormatError) {
        guard count <= budget else {
            throw .unreadable("instances its meshes so often that they do not fit into memory; join or simplify them first")
        }
        budget -= count
    }

    /// Triangles of a list, a strip or a fan (section 3.7.2.1).
    private static func triangles(_ order: [UInt32], _ mode: Int) -> [UInt32] {
        if mode == 4 { return order.count % 3 == 0 ? order : Array(order.prefix(order.count / 3 * 3)) }
        var result: [UInt32] = []
        result.reserveCapacity(max(0, order.count - 2) * 3)
        for i in 2..<max(2, order.count) {
            if mode == 6 {
                result += [order[0], order[i - 1], order[i]]
            } else {
                result += i % 2 == 0 ? [order[i - 2], order[i - 1], order[i]] : [order[i - 1], order[i - 2], order[i]]
            }
        }
        return result
    }

    /// The vertices of `range` with the attributes of the primitive and its material.
    private mutating func attributes(
        _ primitive: GLTFDocument.Primitive, positions: GLTFAccessor, range: Range<Int>
    ) throws(FormatError) -> SceneParts {
        func attribute(_ name: String, _ widths: ClosedRange<Int>) throws(FormatError) -> GLTFAccessor? {
            guard let number = primitive.attributes[name] else { return nil }
            let found = try accessor(number)
            guard found.count >= positions.count, widths.contains(found.width) else {
                throw .unreadable("the attribute \(name) (accessor \(number)) does not match the \(positions.count) positions")
            }
            return found
        }
        var part = SceneParts()
        part.positions = positions.vectors(range)
        if let normals = try attribute("NORMAL", 3...3) { part.normals = normals.vectors(range) }
        if let colors = try attribute("COLOR_0", 3...4) { part.colors = colors.vectors(range) }
        let base = try materials.baseColor(primitive.material) { primitive.attributes["TEXCOORD_\($0)"] != nil }
        if let accessor = try attribute("TEXCOORD_0", 2...2) {
            part.textureCoordinates = range.map { i in
                let uv = accessor.vector(i)
                return Vector2(uv.x, 1 - uv.y)
            }
        }
        if (primitive.mode ?? 4) >= 4 {
            let isWhole = base.plainImage != nil && part.colors.isEmpty
            if !isWhole || (picture ?? base.plainImage) != base.plainImage { hasOtherColors = true }
            picture = base.plainImage
        }
        guard !base.isWhite else { return part }
        if part.colors.isEmpty { part.colors = Array(repeating: Vector3(repeating: 1), count: range.count) }
        if base.texture != nil, let uv = try attribute("TEXCOORD_\(base.coordinates)", 2...2) {
            for (i, vertex) in range.enumerated() {
                let at = uv.vector(vertex)
                part.colors[i] *= base.color(at: Vector2(at.x, at.y))
            }
        } else {
            for i in part.colors.indices { part.colors[i] *= base.factor }
        }
        return part
    }
}
