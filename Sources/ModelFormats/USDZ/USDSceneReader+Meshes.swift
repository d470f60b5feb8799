import Codecs
import Geometry
import Models

/// What a mesh is made of: the identities of its values, how they belong to vertices, and its materials.
struct USDMeshKey: Hashable {
    var names: [String] = []
    var values: [SIMD2<UInt64>] = []
    var materials: [Int] = []
}

/// A mesh that joints move, before its skeleton is known.
struct USDSkinInstance {
    let node: Int
    let mesh: Int
    let prim: USDPrim
    /// The skeleton's path.
    let skeleton: String
}

/// A mesh with morph targets, before the animation of its weights is known.
struct USDMorphInstance {
    let node: Int
    /// The tokens of the targets, by which animations name them.
    let tokens: [String]
    let skeleton: String?
    let animation: String?
}

extension USDSceneReader {
    /// Lets the node show prims of meshes and points as one mesh.
    mutating func place(_ parts: [(prim: USDPrim, path: String)], node: Int, _ context: Context) throws(FormatError) {
        guard scene.nodes[node].mesh == nil, let first = parts.first else { return }
        var key: USDMeshKey? = USDMeshKey()
        var mesh = Mesh(name: first.prim.displayName ?? first.prim.name)
        var pending: [(prim: USDPrim, geometry: USDMesh, groups: [Group])] = []
        for (prim, path) in parts {
            let binding = Self.binding(prim) ?? context.binding
            if prim.type == "Points" {
                let (primitive, material) = try points(prim, binding: binding)
                guard var primitive else { continue }
                primitive.material = material
                mesh.primitives.append(primitive)
                key?.add(prim, [material ?? -1], path: path)
                continue
            }
            try take(USDMesh.size(prim))
            guard var geometry = try USDMesh(prim) else { continue }
            let (groups, use) = groups(of: prim, faces: geometry.faces, binding: binding)
            geometry.read(use, of: prim)
            for note in geometry.notes { scene.note(note) }
            if prim.targets("skel:blendShapeTargets").isEmpty && prim.properties["primvars:skel:jointIndices"] == nil {
                key?.add(prim, groups.map { $0.material ?? -1 }, path: path)
            } else {
                key = nil
            }
            pending.append((prim, geometry, groups))
        }
        if let key, !key.values.isEmpty, let known = meshes[key] {
            scene.nodes[node].mesh = known
            return
        }
        for (prim, geometry, groups) in pending { try add(geometry, groups, of: prim, to: &mesh) }
        for i in mesh.primitives.indices { removed += mesh.primitives[i].settle() }
        guard !mesh.primitives.isEmpty else { return }
        let number = scene.meshes.count
        scene.meshes.append(mesh)
        scene.nodes[node].mesh = number
        if let key, !key.values.isEmpty { meshes[key] = number }
        attachMotion(node: node, mesh: number, prim: pending.first?.prim, context)
    }

    /// Remembers what moves the vertices of a mesh.
    private mutating func attachMotion(node: Int, mesh: Int, prim: USDPrim?, _ context: Context) {
        guard let prim else { return }
        let skeleton = prim.targets("skel:skeleton").first ?? context.skeleton
        if scene.meshes[mesh].targetCount > 0 {
            morphed.append(
                USDMorphInstance(
                    node: node, tokens: prim.words("skel:blendShapes"), skeleton: skeleton,
                    animation: prim.targets("skel:animationSource").first ?? context.animation))
        }
        guard scene.meshes[mesh].primitives.contains(where: { !$0.joints.isEmpty }) else { return }
        if let skeleton, prims[skeleton]?.role != "morph" {
            skinned.append(USDSkinInstance(node: node, mesh: mesh, prim: prim, skeleton: skeleton))
        } else {
            dropJoints(of: mesh)
            if skeleton == nil { scene.note("A mesh has joints, but no skeleton; it was read without them.") }
        }
    }

    mutating func dropJoints(of mesh: Int) {
        for i in scene.meshes[mesh].primitives.indices {
            scene.meshes[mesh].primitives[i].joints = []
            scene.meshes[mesh].primitives[i].weights = []
        }
    }

    // MARK: Groups of faces

    /// Triangles with one material; nil for all.
    struct Group {
        var triangles: [Int]?
        var material: Int?
        /// Whether the material shows the colours of the vertices.
        var showsColors = true
    }

    private mutating func groups(
        of prim: USDPrim, faces: @autoclosure () -> [UInt32], binding: String?
    ) -> (groups: [Group], use: USDMesh.Use) {
        let subsets = prim.children.filter { $0.type == "GeomSubset" && Self.binding($0) != nil }
        var use = USDMesh.Use()
        let bindings = [binding] + subsets.map { Self.binding($0) }
        let infos = bindings.map { path in path.flatMap { materials.info($0, &scene) } }
        let sets = USDMesh.textureSets(prim)
        // Sets that no material reads give way to those that one does.
        let used = sets.filter { set in infos.contains { $0?.sets.contains(set) == true } }
        let chosen = Set((used + sets.filter { !used.contains($0) }).prefix(2))
        use.sets = sets.filter { chosen.contains($0) }
        if sets.count > 2 { scene.note("More than two sets of texture coordinates are not read.") }
        let constant = constantColor(prim)
        use.showsColors = infos.contains { $0 == nil ? constant == nil : $0?.showsColors == true }
        if !use.showsColors, prim.properties["primvars:displayColor"]?.value?.numbers.count ?? 0 > 3 {
            scene.note("Colours of vertices that the material does not show were not read.")
        }
        let isDoubleSided = prim.number("doubleSided") == 1 || prim.word("doubleSided") == "true"
        func group(_ k: Int, _ triangles: [Int]?) -> Group {
            let color = infos[k] == nil && !use.showsColors ? constant : nil
            let place = USDMaterials.Place(sets: use.sets, isDoubleSided: isDoubleSided, color: color)
            let material = materials.number(infos[k], place, &scene)
            return Group(triangles: triangles, material: material, showsColors: infos[k]?.showsColors ?? true)
        }
        if subsets.isEmpty { return ([group(0, nil)], use) }
        let faces = faces()
        var owner = [Int](repeating: 0, count: (faces.last.map { Int($0) } ?? -1) + 1)
        for (i, subset) in subsets.enumerated() {
            for x in subset.numbers("indices") {
                if let face = Int(exactly: x), owner.indices.contains(face) { owner[face] = i + 1 }
            }
        }
        var triangles = [[Int]](repeating: [], count: subsets.count + 1)
        for (t, face) in faces.enumerated() { triangles[owner[Int(face)]].append(t) }
        var groups: [Group] = []
        for (i, list) in triangles.enumerated() where !list.isEmpty { groups.append(group(i, list)) }
        return (groups, use)
    }

    /// The one colour of a mesh without colours of vertices.
    private func constantColor(_ prim: USDPrim) -> Vector3? {
        guard let property = prim.properties["primvars:displayColor"], let v = property.value?.numbers, v.count == 3,
            prim.numbers("primvars:displayColor:indices").isEmpty, property.interpolation ?? "constant" == "constant",
            prim.properties["primvars:displayOpacity"]?.value == nil, v.allSatisfy({ $0 >= 0 && $0 <= 1 })
        else { return nil }
        return Vector3(Float(v[0]), Float(v[1]), Float(v[2]))
    }

    private mutating func add(
        _ geometry: USDMesh, _ groups: [Group], of prim: USDPrim, to mesh: inout Mesh
    ) throws(FormatError) {
        try take(groups.reduce(0) { $0 + 3 * ($1.triangles?.count ?? 0) })
        let count = geometry.positions.count
        let joints = try joints(of: prim, count: count)
        let shapes = try shapes(of: prim, count: count)
        if !shapes.isEmpty { mesh.targetNames = shapes.map(\.name) }
        for (part, group) in zip(geometry.parts(groups.map(\.triangles)), groups) {
            var primitive = part.primitive
            primitive.material = group.material
            if !group.showsColors { primitive.colors = [] }
            func picked<T>(_ list: [T]) -> [T] { part.points.map { $0.map { list[Int($0)] } } ?? list }
            if let joints {
                primitive.joints = picked(joints.numbers)
                primitive.weights = picked(joints.weights)
            }
            primitive.targets = shapes.map { shape in
                var target = MorphTarget()
                target.positions = picked(shape.positions)
                if !shape.normals.isEmpty, !primitive.normals.isEmpty { target.normals = picked(shape.normals) }
                return target
            }
            mesh.primitives.append(primitive)
        }
    }

    // MARK: Points

    private mutating func points(_ prim: USDPrim, binding: String?) throws(FormatError) -> (Primitive?, material: Int?) {
        let numbers = prim.numbers("points")
        try take(numbers.count / 3)
        guard numbers.count >= 3 else { return (nil, nil) }
        var primitive = Primitive(.points)
        primitive.positions = numbers.positions().placed(nil)
        func list(_ name: String) -> [Vector3] {
            let n = prim.numbers(name)
            guard n.count == numbers.count else { return [] }
            return n.triples()
        }
        primitive.normals = list("normals")
        let info = binding.flatMap { materials.info($0, &scene) }
        let opacity = prim.numbers("primvars:displayOpacity")
        if info?.showsColors != false {
            primitive.colors = list("primvars:displayColor").map { SIMD4($0, 1) }
            if opacity.count == primitive.colors.count { for i in opacity.indices { primitive.colors[i].w = Float(opacity[i]) } }
        }
        let place = USDMaterials.Place(sets: [], isDoubleSided: false, color: info == nil ? constantColor(prim) : nil)
        return (primitive, materials.number(info, place, &scene))
    }
}

extension USDMeshKey {
    /// Adds the values of a prim's geometry; a value without an identity makes the prim unlike any other.
    mutating func add(_ prim: USDPrim, _ materials: [Int], path: String) {
        self.materials += materials
        func add(_ prim: USDPrim, _ label: String) {
            for (name, property) in prim.properties.sorted(by: { $0.key < $1.key }) {
                guard let value = property.value, Self.counts(name) else { continue }
                names.append("\(label)\(name) \(property.interpolation ?? "")")
                guard let identity = value.identity else {
                    names.append(path)
                    continue
                }
                values.append(identity)
            }
        }
        add(prim, "")
        for child in prim.children where child.type == "GeomSubset" { add(child, "\(child.name) ") }
        names.append("")
    }

    private static func counts(_ name: String) -> Bool {
        switch name {
        case "points", "faceVertexCounts", "faceVertexIndices", "normals", "orientation", "indices", "doubleSided": true
        default: name.hasPrefix("primvars:")
        }
    }
}
