import Codecs
import Geometry
import Models
import Support

extension FBXSceneWriter {
    // MARK: Skins

    /// Adds a skin with its bind pose to a geometry.
    mutating func addSkin(_ number: Int, _ primitives: [Primitive], node: Int, model: Int64, to geometry: Int64) {
        let skin = scene.skins[number]
        let id = newID()
        add(
            FBXRecord("Deformer", [FBXRecord("Version").int(101), FBXRecord("Link_DeformAcuracy").double(50)]).long(id)
                .text(FBXRecord.name(skin.name ?? "", "Deformer")).text("Skin"))
        link(id, geometry)
        var indices = [[Int32]](repeating: [], count: skin.joints.count)
        var weights = [[Double]](repeating: [], count: skin.joints.count)
        var base: Int32 = 0
        for primitive in primitives {
            for (i, weight) in primitive.weights.enumerated() {
                for k in 0..<4 where weight[k] > 0 {
                    indices[Int(primitive.joints[i][k])].append(base + Int32(i))
                    weights[Int(primitive.joints[i][k])].append(Double(weight[k]))
                }
            }
            base += Int32(primitive.positions.count)
        }
        // Where the mesh and the joints were when they were bound: of the mesh the rest pose.
        let meshWorld = pose.world[node]
        var places: [(model: Int64, world: AffineMap)] = [(model, meshWorld)]
        for (i, joint) in skin.joints.enumerated() {
            let inverse = skin.inverseBindMatrices.isEmpty ? .identity : skin.inverseBindMatrices[i]
            // What moves with the mesh's own node needs no joint.
            if joint == node, inverse == .identity { continue }
            var world = meshWorld * inverse.inverse
            if !world.isFinite {
                lose(.skins, "Bind matrices of joints that can't be inverted are written as those of the rest pose.")
                world = pose.world[joint]
            }
            places.append((models[joint], world))
            addCluster(indices[i], weights[i], transform: inverse, world: world, joint: models[joint], to: id)
        }
        addPose(places)
    }

    private mutating func addCluster(
        _ indices: [Int32], _ weights: [Double], transform: AffineMap, world: AffineMap, joint: Int64, to skin: Int64
    ) {
        let id = newID()
        var children = [FBXRecord("Version").int(100), FBXRecord("UserData").text("").text("")]
        if !indices.isEmpty {
            children.append(FBXArrayContent.record("Indexes", .integers(indices)))
            children.append(FBXArrayContent.record("Weights", .doubles(weights)))
        }
        children.append(FBXArrayContent.record("Transform", .doubles(Self.columns(toFile.transform(transform)))))
        children.append(FBXArrayContent.record("TransformLink", .doubles(Self.columns(toFile.transform(world)))))
        add(FBXRecord("Deformer", children).long(id).text(FBXRecord.name("", "SubDeformer")).text("Cluster"))
        link(id, skin)
        link(joint, id)
    }

    private mutating func addPose(_ places: [(model: Int64, world: AffineMap)]) {
        let nodes = places.map { place in
            FBXRecord(
                "PoseNode",
                [
                    FBXRecord("Node").long(place.model),
                    FBXArrayContent.record("Matrix", .doubles(Self.columns(toFile.transform(place.world)))),
                ])
        }
        add(
            FBXRecord(
                "Pose",
                [
                    FBXRecord("Type").text("BindPose"), FBXRecord("Version").int(100),
                    FBXRecord("NbPoseNodes").int(Int32(nodes.count)),
                ] + nodes
            ).long(newID()).text(FBXRecord.name("BindPose", "Pose")).text("BindPose"))
    }

    private static func columns(_ m: AffineMap) -> [Double] {
        [
            m.x.x, m.x.y, m.x.z, 0, m.y.x, m.y.y, m.y.z, 0, m.z.x, m.z.y, m.z.z, 0, m.translation.x, m.translation.y,
            m.translation.z, 1,
        ]
    }

    // MARK: Blend shapes

    /// Adds the morph targets of a mesh to its geometry, with the weights of the node.
    mutating func addShapes(_ mesh: Int, _ primitives: [Primitive], node: Int, to geometry: Int64) throws(FormatError) {
        let id = newID()
        add(
            FBXRecord("Deformer", [FBXRecord("Version").int(100)]).long(id).text(FBXRecord.name("", "Deformer")).text("BlendShape"))
        link(id, geometry)
        let weights = pose.weights[node]
        let names = scene.meshes[mesh].targetNames
        for t in 0..<scene.meshes[mesh].targetCount {
            let name = names.indices.contains(t) ? names[t] : "target\(t)"
            let shape = newID()
            add(self.shape(shape, name: name, primitives, target: t))
            let channel = newID()
            let percent = 100 * Double(weights.indices.contains(t) ? weights[t] : 0)
            let row = FBXRecord.setting("DeformPercent", type: "Number", label: "", flags: "A").double(percent)
            add(
                FBXRecord(
                    "Deformer",
                    [
                        FBXRecord("Version").int(100), FBXRecord("DeformPercent").double(percent),
                        FBXArrayContent.record("FullWeights", .doubles([100])), FBXRecord("Properties70", [row]),
                    ]
                ).long(channel).text(FBXRecord.name(name, "SubDeformer")).text("BlendShapeChannel"))
            link(channel, id)
            link(shape, channel)
            channels[node, default: []].append(channel)
        }
        if primitives.contains(where: { $0.targets.contains { !$0.tangents.isEmpty } }) {
            lose(.normals, "Tangents of morph targets are not written to FBX.")
        }
    }

    /// The vertices that a target moves, and how far.
    private func shape(_ id: Int64, name: String, _ primitives: [Primitive], target: Int) -> FBXRecord {
        var indices: [Int32] = []
        var vertices: [Double] = []
        var normals: [Double] = []
        var base: Int32 = 0
        for primitive in primitives {
            let own = target < primitive.targets.count ? primitive.targets[target] : MorphTarget()
            for i in primitive.positions.indices {
                let d = own.positions.isEmpty ? Vector3.zero : own.positions[i]
                let n = own.normals.isEmpty ? Vector3.zero : own.normals[i]
                guard d != .zero || n != .zero else { continue }
                indices.append(base + Int32(i))
                let moved = toFile.point(SIMD3<Double>(d))
                let turned = toFile.direction(SIMD3<Double>(n))
                vertices += [moved.x, moved.y, moved.z]
                normals += [turned.x, turned.y, turned.z]
            }
            base += Int32(primitive.positions.count)
        }
        if indices.isEmpty {
            indices = [0]
            vertices = [0, 0, 0]
            normals = [0, 0, 0]
        }
        return FBXRecord(
            "Geometry",
            [
                FBXRecord("Version").int(100), FBXArrayContent.record("Indexes", .integers(indices)),
                FBXArrayContent.record("Vertices", .doubles(vertices)), FBXArrayContent.record("Normals", .doubles(normals)),
            ]
        ).long(id).text(FBXRecord.name(name, "Geometry")).text("Shape")
    }
}
