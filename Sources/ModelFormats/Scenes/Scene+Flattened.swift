import Codecs
import Geometry
import Images
import Models

extension Scene {
    /// The scene as one mesh in its rest pose, for what works on a single surface: measuring, plans, cleaning. Faces count more
    /// than points. Base colours become colours of the vertices; where one image is the whole colour of all faces, it is kept as
    /// the model's texture.
    ///
    /// - Parameters:
    ///   - animation: the animation whose pose is taken; nil for the rest pose.
    ///   - time: seconds.
    ///   - budget: the largest number of vertices and corners that are made; instances of a mesh must not let a small file fill the
    ///     memory. Nil for any.
    /// - Throws: if the scene has a flaw, no faces and no points, or more than `budget`.
    public func flattened(
        animation: Int? = nil, at time: Float = 0, budget: Int? = nil
    ) throws(FormatError) -> Model {
        if let flaw { throw .unreadable("the scene is damaged: \(flaw)") }
        let pose = ScenePose(self, animation: animation, at: time)
        var flattener = SceneFlattener(self, pose: pose, budget: budget ?? .max)
        for number in nodes.indices where pose.isVisible[number] { try flattener.add(number) }
        return try flattener.finish()
    }
}

/// Gathers what the nodes of a scene place into one mesh or cloud.
private struct SceneFlattener {
    private let scene: Scene
    private let pose: ScenePose
    private var budget: Int
    private var surface = SceneParts()
    private var points = SceneParts()
    private var attributes: [PointAttribute] = []
    /// Whether all points so far have the attributes.
    private var areAttributesWhole = true
    private var colors: BaseColors
    private var notes: [String]

    init(_ scene: Scene, pose: ScenePose, budget: Int) {
        self.scene = scene
        self.pose = pose
        self.budget = budget
        colors = BaseColors(scene)
        notes = scene.notes
    }

    private mutating func take(_ count: Int) throws(FormatError) {
        guard count <= budget else {
            throw .unreadable("instances its meshes so often that they do not fit into memory; join or simplify them first")
        }
        budget -= count
    }

    mutating func add(_ number: Int) throws(FormatError) {
        let node = scene.nodes[number]
        guard let mesh = node.mesh else { return }
        let place = pose.world[number]
        let places = node.instances.isEmpty ? [place] : node.instances.map { place * $0.affine }
        for primitive in scene.meshes[mesh].primitives {
            for place in places {
                try take(64 + primitive.positions.count + primitive.elementCount)
                try add(primitive, node: number, place: place)
            }
        }
    }

    private mutating func add(_ primitive: Primitive, node: Int, place: AffineMap) throws(FormatError) {
        guard primitive.topology != .lines else { return note("Lines are not part of a surface; they were omitted.") }
        var part = SceneParts()
        let morphed = primitive.morphed(by: pose.weights[node])
        part.positions = morphed.positions
        part.normals = morphed.normals
        part.colors = colors.vertexColors(of: primitive)
        part.textureCoordinates = primitive.textureCoordinates.first.map { $0.map { Vector2($0.x, 1 - $0.y) } } ?? []
        var mirrors = false
        if let skin = scene.nodes[node].skin, !primitive.joints.isEmpty {
            let maps = scene.skins[skin].maps(pose)
            let skinned = primitive.skinned(part.positions, part.normals, joints: maps)
            part.positions = skinned.positions
            part.normals = skinned.normals
            mirrors = maps.first?.mirrors ?? false
        } else {
            place.apply(&part.positions)
            place.apply(normals: &part.normals)
            mirrors = place.mirrors
        }
        if primitive.topology == .points {
            keep(primitive.attributes, count: part.positions.count)
            points.append(primitive.indices.isEmpty ? part : part.picked(primitive.indices))
            if !primitive.indices.isEmpty { areAttributesWhole = areAttributesWhole && primitive.attributes.isEmpty }
            return
        }
        part.indices = primitive.indices.isEmpty ? Array(0..<UInt32(part.positions.count)) : primitive.indices
        if mirrors { for t in 0..<part.indices.count / 3 { part.indices.swapAt(3 * t + 1, 3 * t + 2) } }
        surface.append(part)
    }

    /// Attributes of points: those that all parts have.
    private mutating func keep(_ more: [PointAttribute], count: Int) {
        if points.isEmpty {
            attributes = more
        } else {
            if !more.isEmpty || !attributes.isEmpty { areAttributesWhole = false }
            attributes = []
        }
    }

    private mutating func note(_ text: String) {
        if !notes.contains(text), notes.count < 20 { notes.append(text) }
    }

    mutating func finish() throws(FormatError) -> Model {
        notes += colors.notes.filter { !notes.contains($0) }
        if surface.isEmpty && points.isEmpty {
            throw .unreadable(
                notes.first.map { "contains no faces and no points. \($0)" } ?? "contains no faces and no points in its scene")
        }
        if !surface.isEmpty && !points.isEmpty {
            note("\(Text.count(points.positions.count, "point")) besides the faces were omitted.")
        }
        if !scene.animations.isEmpty { note("Animations are not part of a single surface; it is in the rest pose.") }
        let mesh = surface.isEmpty ? points.mesh() : surface.mesh()
        var model = try Model.finish(mesh, origin: scene.origin, notes: notes)
        if model.mesh?.textureCoordinates.isEmpty == false, Model.isInImage(mesh.textureCoordinates), let image = colors.whole {
            model.texture = image
            model.notes.removeAll { $0 == BaseColors.sampled }
        }
        if case .cloud(var cloud) = model.shape, areAttributesWhole, cloud.positions.count == attributes.first?.values.count {
            cloud.attributes = attributes
            model.shape = .cloud(cloud)
        }
        model.crs = scene.crs
        return model
    }
}
