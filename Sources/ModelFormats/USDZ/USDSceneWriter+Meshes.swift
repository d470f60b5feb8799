import Geometry
import Models

extension USDSceneWriter {
    /// Primitives that one prim holds: they have the same attributes.
    private struct Part {
        let number: Int
        var primitives: [Primitive]
    }

    /// What primitives of one prim share.
    private struct PartKey: Hashable {
        let topology: Primitive.Topology
        let hasNormals: Bool
        let sets: [Bool]
        let hasColors: Bool
        let hasJoints: Bool
        let isDoubleSided: Bool
        let targets: [Bool]

        init(_ primitive: Primitive, _ scene: Scene) {
            topology = primitive.topology
            hasNormals = !primitive.normals.isEmpty
            sets = primitive.textureCoordinates.map { !$0.isEmpty }
            hasColors = !primitive.colors.isEmpty
            hasJoints = !primitive.joints.isEmpty
            isDoubleSided = primitive.material.map { scene.materials[$0].isDoubleSided } ?? false
            targets = primitive.targets.map { !$0.normals.isEmpty }
        }
    }

    /// The prims of a mesh: those of triangles with subsets for their materials, and those of points.
    /// - Parameter node: whose joints and weights move it; nil for none.
    mutating func parts(of mesh: Int, node: Int?, path: String) -> [USDPrimSpec] {
        var groups: [Part] = []
        var places: [PartKey: Int] = [:]
        for primitive in scene.meshes[mesh].primitives where primitive.elementCount > 0 && primitive.topology != .lines {
            let key = PartKey(primitive, scene)
            if primitive.topology == .triangles, let place = places[key] {
                groups[place].primitives.append(primitive)
            } else {
                places[key] = groups.count
                groups.append(Part(number: groups.count, primitives: [primitive]))
            }
        }
        return groups.map { part in
            let isPoints = part.primitives[0].topology == .points
            let given = scene.meshes[mesh].name ?? (isPoints ? "Points" : "Mesh")
            // Copies of instances are alone below their prim.
            let name =
                node.map { unique(given, below: $0) } ?? USDNames.identifier(given) + (part.number == 0 ? "" : "_\(part.number)")
            var prim = isPoints ? points(part, mesh: mesh, name: name) : surface(part, mesh: mesh, name: name)
            if let given = scene.meshes[mesh].name, given != name { prim.fields.append(("displayName", .string(given))) }
            prim.properties.append(.role("part"))
            if let node {
                addMotion(to: &prim, part.primitives, mesh: mesh, part: part.number, node: node, path: path + "/" + name)
            }
            return prim
        }
    }

    /// A prim with geometry; applied schemas and materials are added later.
    private func shape(_ type: String, name: String, _ positions: [[Vector3]]) -> USDPrimSpec {
        let box = positions.reduce(into: Bounds.empty) { $0.formUnion(Bounds($1)) }
        return USDPrimSpec(
            type, name: name, properties: [.attribute("float3[]", name: "extent", value: .float3s([box.min, box.max]))])
    }

    private mutating func bind(_ prim: inout USDPrimSpec, to material: String?) {
        guard let material else { return }
        prim.apply("MaterialBindingAPI")
        prim.properties.append(.relationship("material:binding", material))
    }

    // MARK: Surfaces

    private mutating func surface(_ part: Part, mesh: Int, name: String) -> USDPrimSpec {
        let all = part.primitives
        var prim = shape("Mesh", name: name, all.map(\.positions))
        let corners = all.map(\.elementCount)
        var bases = [0]
        for primitive in all { bases.append(bases[bases.count - 1] + primitive.positions.count) }
        func shared(_ label: String, _ make: @escaping () -> USDField) -> USDField {
            .shared(USDShareKey(mesh: mesh, part: part.number, name: label), make)
        }
        func joined<T>(_ list: (Primitive) -> [T]) -> [T] { all.count == 1 ? list(all[0]) : all.flatMap(list) }
        let isDoubleSided = all[0].material.map { scene.materials[$0].isDoubleSided } ?? false
        prim.properties += [
            .uniform("bool", name: "doubleSided", value: .bool(isDoubleSided)),
            .uniform("token", name: "subdivisionScheme", value: .token("none")),
            .attribute(
                "int[]", name: "faceVertexCounts", value: shared("counts") { .ints(corners.reduce(0, +) / 3) { _ in 3 } }),
            .attribute(
                "int[]", name: "faceVertexIndices",
                value: shared("indices") {
                    .ints(
                        all.enumerated().flatMap { k, primitive in
                            primitive.corners.map { Int32(truncatingIfNeeded: Int($0) + bases[k]) }
                        })
                }), .attribute("point3f[]", name: "points", value: shared("points") { .float3s(joined(\.positions)) }),
        ]
        if !all[0].normals.isEmpty {
            prim.properties.append(
                .attribute(
                    "normal3f[]", name: "normals", value: shared("normals") { .float3s(joined(\.normals)) }, interpolation: "vertex"
                ))
        }
        for set in all[0].textureCoordinates.indices where !all[0].textureCoordinates[set].isEmpty {
            let label = USDMaterialWriter.sets[set]
            prim.properties.append(
                .attribute(
                    "texCoord2f[]", name: "primvars:" + label,
                    value: shared(label) { .float2s(joined { $0.textureCoordinates[set].map { Vector2($0.x, 1 - $0.y) } }) },
                    interpolation: "vertex"))
        }
        addColors(to: &prim, all, shared)
        addMaterials(to: &prim, all, counts: corners.map { $0 / 3 }, shared)
        return prim
    }

    /// Colours and opacities of vertices, times the factor of their material, which a preview surface can't multiply.
    private func addColors(
        to prim: inout USDPrimSpec, _ all: [Primitive], _ shared: (String, @escaping () -> USDField) -> USDField
    ) {
        guard !all[0].colors.isEmpty else { return }
        let factors = all.map { primitive in primitive.material.map { scene.materials[$0].baseColor } ?? SIMD4(repeating: 1) }
        let isTextured = all.map { primitive in primitive.material.map { materials.showsTexture($0) } ?? false }
        func colors() -> [SIMD4<Float>] {
            zip(all, zip(factors, isTextured)).flatMap { primitive, more -> [SIMD4<Float>] in
                if more.1 { return primitive.colors }
                var factor = more.0
                // Of opaque vertices the opacity is the material's.
                if !primitive.colors.contains(where: { $0.w < 1 }) { factor.w = 1 }
                return primitive.colors.map { $0 * factor }
            }
        }
        prim.properties.append(
            .attribute(
                "color3f[]", name: "primvars:displayColor",
                value: shared("colors") { .float3s(colors().map { Vector3($0.x, $0.y, $0.z) }) }, interpolation: "vertex"))
        guard all.contains(where: { $0.colors.contains { $0.w < 1 } }) else { return }
        prim.properties.append(
            .attribute(
                "float[]", name: "primvars:displayOpacity", value: shared("opacities") { .floats(colors().map(\.w)) },
                interpolation: "vertex"))
    }

    private mutating func addMaterials(
        to prim: inout USDPrimSpec, _ all: [Primitive], counts: [Int], _ shared: (String, @escaping () -> USDField) -> USDField
    ) {
        let paths = all.map { materials.path(of: $0) }
        if all.count == 1 { return bind(&prim, to: paths[0]) }
        var first = 0
        var taken = USDNames()
        prim.properties.append(
            .uniform("token", name: "subsetFamily:materialBind:familyType", value: .token("nonOverlapping")))
        for (k, path) in paths.enumerated() {
            let start = first
            first += counts[k]
            guard let path else { continue }
            let count = counts[k]
            var subset = USDPrimSpec(
                "GeomSubset", name: taken.unique(Self.last(path)),
                properties: [
                    .uniform("token", name: "elementType", value: .token("face")),
                    .uniform("token", name: "familyName", value: .token("materialBind")),
                    .attribute("int[]", name: "indices", value: shared("subset \(k)") { .ints(count) { Int32(start + $0) } }),
                ])
            bind(&subset, to: path)
            prim.children.append(subset)
        }
    }

    // MARK: Points

    private mutating func points(_ part: Part, mesh: Int, name: String) -> USDPrimSpec {
        var all = part.primitives
        if !all[0].indices.isEmpty { all[0] = all[0].picked(all[0].indices, indices: []) }
        let positions = all[0].positions
        let normals = all[0].normals
        var prim = shape("Points", name: name, [positions])
        func shared(_ label: String, _ make: @escaping () -> USDField) -> USDField {
            .shared(USDShareKey(mesh: mesh, part: part.number, name: label), make)
        }
        prim.properties.append(.attribute("point3f[]", name: "points", value: shared("points") { .float3s(positions) }))
        if !normals.isEmpty {
            prim.properties.append(
                .attribute("normal3f[]", name: "normals", value: shared("normals") { .float3s(normals) }, interpolation: "vertex"))
        }
        addColors(to: &prim, all, shared)
        let width = USDLayer.pointWidth(Bounds(positions), count: positions.count)
        prim.properties.append(.attribute("float[]", name: "widths", value: .floats([width]), interpolation: "constant"))
        bind(&prim, to: materials.path(of: all[0]))
        return prim
    }
}

extension USDPrimSpec {
    /// Adds the name of an applied schema.
    mutating func apply(_ schema: String) {
        if let i = fields.firstIndex(where: { $0.name == "apiSchemas" }), case .prepended(let known) = fields[i].value {
            fields[i].value = .prepended(known + [schema])
        } else {
            fields.append(("apiSchemas", .prepended([schema])))
        }
    }
}
