import Codecs
import Geometry
import Images
import Models
import Support

extension Scene {
    /// The note of a flattened scene whose wholly transparent faces were left out.
    static let invisibleFacesOmitted = "Faces that are wholly transparent are not part of a surface; they were omitted."

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
    public consuming func flattened(
        animation: Int? = nil, at time: Float = 0, budget: Int? = nil
    ) throws(FormatError) -> Model {
        if let flaw { throw .unreadable("the scene is damaged: \(flaw)") }
        let pose = ScenePose(copy self, animation: animation, at: time)
        // In the order of the tree, as it is read from top to bottom.
        var order: [Int] = []
        var stack = Array(roots.reversed())
        while let number = stack.popLast() {
            stack += nodes[number].children.reversed()
            if pose.isVisible[number], nodes[number].mesh != nil { order.append(number) }
        }
        var flattener = SceneFlattener(self, pose: pose, order: order, budget: budget ?? .max)
        return try flattener.flatten()
    }
}

/// Gathers what the nodes of a scene place into one mesh or cloud.
private struct SceneFlattener {
    private var scene: Scene
    private let pose: ScenePose
    /// Nodes with meshes that are shown.
    private let order: [Int]
    private var budget: Int
    /// How many nodes will still place each mesh: the last one takes its arrays, so that they are not copied.
    private var uses: [Int]
    private var surface = SceneParts()
    private var points = PointCloud()
    private var hasLines = false
    private var colors: BaseColors
    private var notes: [String]
    /// Whether faces that nobody sees are left out: not where there is nothing else.
    private var omitsInvisible = false

    init(_ scene: consuming Scene, pose: ScenePose, order: [Int], budget: Int) {
        self.scene = scene
        self.pose = pose
        self.order = order
        self.budget = budget
        uses = self.scene.meshes.map { _ in 0 }
        for number in order { if let mesh = self.scene.nodes[number].mesh { uses[mesh] += 1 } }
        colors = BaseColors(self.scene)
        notes = self.scene.notes
        omitsInvisible = order.contains { number in
            self.scene.nodes[number].mesh.map { mesh in
                self.scene.meshes[mesh].primitives.contains { $0.topology != .lines && !isInvisible($0) }
            } ?? false
        }
    }

    /// Whether the material is wholly transparent, as that of the windows and doors that RoomPlan writes: as part of a surface,
    /// which has no transparency, it would be a black pane.
    private func isInvisible(_ primitive: Primitive) -> Bool {
        guard let number = primitive.material, scene.materials.indices.contains(number) else { return false }
        let material = scene.materials[number]
        return material.alphaMode == .blend && material.baseColor.w == 0
    }

    mutating func flatten() throws(FormatError) -> Model {
        for number in order { try add(number) }
        return try finish()
    }

    private mutating func take(_ count: Int) throws(FormatError) {
        guard count <= budget else {
            throw .unreadable("instances its meshes so often that they do not fit into memory; join or simplify them first")
        }
        budget -= count
    }

    private mutating func add(_ number: Int) throws(FormatError) {
        guard let mesh = scene.nodes[number].mesh else { return }
        let place = pose.world[number]
        let instances = scene.nodes[number].instances
        let places = instances.isEmpty ? [place] : instances.map { place * $0.affine }
        uses[mesh] -= 1
        for i in scene.meshes[mesh].primitives.indices {
            for (k, place) in places.enumerated() {
                let primitive = scene.meshes[mesh].primitives[i]
                try take(64 + primitive.positions.count + primitive.elementCount)
                if uses[mesh] == 0, k == places.count - 1 { scene.meshes[mesh].primitives[i] = Primitive() }
                try add(primitive, node: number, place: place)
            }
        }
    }

    private mutating func add(_ primitive: consuming Primitive, node: Int, place: AffineMap) throws(FormatError) {
        guard primitive.topology != .lines else {
            hasLines = true
            return note("Lines are not part of a surface; they were omitted.")
        }
        if omitsInvisible, isInvisible(primitive) {
            return note(Scene.invisibleFacesOmitted)
        }
        var primitive = primitive
        var part = SceneParts()
        part.colors = colors.vertexColors(of: primitive)
        primitive.colors = []
        if let coordinates = primitive.textureCoordinates.first, !coordinates.isEmpty {
            part.textureCoordinates = [Vector2](count: coordinates.count) { range, out in
                for i in range { out[i] = Vector2(coordinates[i].x, 1 - coordinates[i].y) }
            }
        }
        primitive.textureCoordinates = []
        if primitive.targets.isEmpty {
            swap(&part.positions, &primitive.positions)
            swap(&part.normals, &primitive.normals)
        } else {
            let morphed = primitive.morphed(by: pose.weights[node])
            part.positions = morphed.positions
            part.normals = morphed.normals
        }
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
            var cloud = PointCloud(positions: part.positions, normals: part.normals, colors: part.colors)
            cloud.attributes = primitive.attributes
            if !primitive.indices.isEmpty { cloud = cloud.picked(primitive.indices.map { Int($0) }) }
            if points.positions.isEmpty { points = cloud } else { points.append(cloud) }
            return
        }
        swap(&part.indices, &primitive.indices)
        if part.indices.isEmpty { part.indices = Array(0..<UInt32(part.positions.count)) }
        if mirrors { for t in 0..<part.indices.count / 3 { part.indices.swapAt(3 * t + 1, 3 * t + 2) } }
        surface.append(part)
    }

    private mutating func note(_ text: String) {
        if !notes.contains(text), notes.count < 20 { notes.append(text) }
    }

    private mutating func finish() throws(FormatError) -> Model {
        notes += colors.notes.filter { !notes.contains($0) }
        if surface.isEmpty, points.positions.isEmpty {
            if hasLines {
                throw .unreadable(
                    "is a drawing of lines without faces; draw the surface as faces or meshes, or keep the lines: "
                        + "'diorama convert' writes them as glb, dae or obj")
            }
            throw .unreadable(
                notes.first.map { "contains no faces and no points. \($0)" } ?? "contains no faces and no points in its scene")
        }
        if !surface.isEmpty, !points.positions.isEmpty {
            note("\(Text.count(points.positions.count, "point")) besides the faces were omitted.")
        }
        if !scene.animations.isEmpty { note("Animations are not part of a single surface; it is in the rest pose.") }
        var mesh = TriangleMesh(positions: points.positions, normals: points.normals, colors: points.colors)
        if !surface.isEmpty { mesh = surface.mesh() }
        let attributes = surface.isEmpty ? points.attributes : []
        var model = try Model.finish(mesh, attributes: attributes, origin: scene.origin, notes: notes)
        if model.mesh?.textureCoordinates.isEmpty == false, Model.isInImage(mesh.textureCoordinates), let image = colors.whole {
            model.texture = image
            model.notes.removeAll { $0 == BaseColors.sampled }
        }
        model.crs = scene.crs
        return model
    }
}
