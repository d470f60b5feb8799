import Codecs
import Geometry
import Models
import Support

/// One of a geometry's arrays: made and packed on a core of its own.
struct FBXArrayContent {
    let type: Character
    let count: Int
    let make: @Sendable () -> [UInt8]

    /// The bytes of all arrays, packed or not.
    static func bytes(_ arrays: [FBXArrayContent], packs: Bool) throws(FormatError) -> [[UInt8]] {
        var contents = [[UInt8]](repeating: [], count: arrays.count)
        contents.withUnsafeMutableBufferPointer { contents in
            nonisolated(unsafe) let contents = contents
            Parallel.forEach(arrays.count) { i in
                let bytes = arrays[i].make()
                contents[i] = packs && !bytes.isEmpty ? Deflate.compress(bytes) : bytes
            }
        }
        guard zip(arrays, contents).allSatisfy({ $0.count == 0 || !$1.isEmpty }) else {
            throw .unwritable("out of memory while compressing the mesh")
        }
        guard contents.allSatisfy({ $0.count < Int(UInt32.max) }) else {
            throw .unwritable("an array of the mesh exceeds the 4 GiB limit of FBX; simplify it")
        }
        return contents
    }

    static func doubles(_ values: [Double]) -> FBXArrayContent {
        FBXArrayContent(type: "d", count: values.count) { values.withUnsafeBytes { Array($0) } }
    }

    static func integers(_ values: [Int32]) -> FBXArrayContent {
        FBXArrayContent(type: "i", count: values.count) { values.withUnsafeBytes { Array($0) } }
    }

    /// A record of these values.
    static func record(_ name: String, _ content: FBXArrayContent) -> FBXRecord {
        FBXRecord(name).array(content.type, count: content.count, content.make(), isPacked: false)
    }
}

extension FBXSceneWriter {
    /// Lets a model show a mesh, with the skin and blend shapes of its node.
    mutating func addGeometry(_ mesh: Int, node: Int, to model: Int64) throws(FormatError) {
        let primitives = scene.meshes[mesh].primitives.filter { $0.topology != .points && $0.elementCount > 0 }
        guard !primitives.isEmpty else { return }
        let hasSkin = scene.nodes[node].skin != nil && primitives.contains { !$0.joints.isEmpty }
        let targets = scene.meshes[mesh].targetCount
        let key = GeometryKey(mesh: mesh, skin: hasSkin ? scene.nodes[node].skin : nil, node: targets > 0 || hasSkin ? node : nil)
        let slots = Self.slots(primitives)
        for slot in slots { link(materialID(slot), model) }
        if let known = geometryIDs[key] { return link(known, model) }
        let id = newID()
        geometryIDs[key] = id
        let name = scene.meshes[mesh].name ?? scene.nodes[node].name ?? ""
        add(try geometry(id, name: name, primitives, slots: slots, extras: scene.meshes[mesh].extras))
        link(id, model)
        if hasSkin, let skin = scene.nodes[node].skin { addSkin(skin, primitives, node: node, model: model, to: id) }
        if targets > 0 { try addShapes(mesh, primitives, node: node, to: id) }
    }

    /// The materials of primitives, each once.
    private static func slots(_ primitives: [Primitive]) -> [Int?] {
        var slots: [Int?] = []
        for primitive in primitives where !slots.contains(primitive.material) { slots.append(primitive.material) }
        return slots
    }

    /// Attributes of all primitives one behind the other; what only some have gets a plain value for the others.
    private struct Joined {
        var positions: [Vector3] = []
        var normals: [Vector3] = []
        var tangents: [SIMD4<Float>] = []
        var coordinates: [[Vector2]] = []
        var colors: [SIMD4<Float>] = []
        /// A polygon's last corner is stored as its complement.
        var corners: [Int32] = []
        /// The material of each polygon.
        var materials: [Int32] = []
    }

    private func joined(_ primitives: [Primitive], slots: [Int?]) -> Joined {
        var all = Joined()
        let faces = primitives.filter { $0.topology == .triangles }
        let hasNormals = faces.contains { !$0.normals.isEmpty }
        let hasTangents = !faces.isEmpty && faces.allSatisfy { !$0.tangents.isEmpty && !$0.normals.isEmpty }
        let hasColors = primitives.contains { !$0.colors.isEmpty }
        let sets = primitives.map { $0.textureCoordinates.lastIndex { !$0.isEmpty } ?? -1 }.max() ?? -1
        all.coordinates = Array(repeating: [], count: sets + 1)
        for primitive in primitives {
            let base = Int32(all.positions.count)
            let count = primitive.positions.count
            all.positions += primitive.positions
            if hasNormals { all.normals += primitive.normals.isEmpty ? Self.normals(primitive) : primitive.normals }
            if hasTangents {
                all.tangents += primitive.tangents.isEmpty ? Array(repeating: SIMD4(1, 0, 0, 1), count: count) : primitive.tangents
            }
            if hasColors {
                all.colors += primitive.colors.isEmpty ? Array(repeating: SIMD4(repeating: 1), count: count) : primitive.colors
            }
            for k in 0..<(sets + 1) {
                let has = primitive.textureCoordinates.indices.contains(k) && !primitive.textureCoordinates[k].isEmpty
                all.coordinates[k] += has ? primitive.textureCoordinates[k] : Array(repeating: .zero, count: count)
            }
            let width = primitive.topology == .lines ? 2 : 3
            let slot = Int32(slots.firstIndex(of: primitive.material) ?? 0)
            for (i, index) in primitive.corners.enumerated() {
                let vertex = base + Int32(bitPattern: index)
                all.corners.append(i % width == width - 1 ? ~vertex : vertex)
            }
            all.materials += Array(repeating: slot, count: primitive.elementCount / width)
        }
        return all
    }

    /// Normals of a primitive without: those of its faces, averaged at the vertices.
    private static func normals(_ primitive: Primitive) -> [Vector3] {
        guard primitive.topology == .triangles else { return Array(repeating: Vector3(0, 1, 0), count: primitive.positions.count) }
        var mesh = TriangleMesh(positions: primitive.positions, indices: primitive.corners)
        mesh.computeNormals()
        return mesh.normals
    }

    private mutating func geometry(
        _ id: Int64, name: String, _ primitives: [Primitive], slots: [Int?], extras: JSONValue?
    ) throws(FormatError) -> FBXRecord {
        let all = joined(primitives, slots: slots)
        guard all.positions.count < Int(Int32.max), all.corners.count < Int(Int32.max) else {
            throw .unwritable("a mesh has more vertices than FBX can number; simplify it")
        }
        let frame = frame
        let change = toFile
        let positions = all.positions
        let normals = all.normals
        let tangents = all.tangents
        let colors = all.colors
        lose(Model.colorDepthLoss(colors.map { Vector3($0.x, $0.y, $0.z) }))
        @Sendable func direction(_ v: Vector3) -> SIMD3<Double> { change.direction(SIMD3<Double>(v)) }
        let corners = all.corners.map { $0 < 0 ? ~$0 : $0 }
        var arrays = [
            FBXArrayContent(type: "d", count: 3 * positions.count) {
                Self.triples(positions.count) { frame.exactly(positions[$0]) }
            },
            .integers(all.corners), .integers(corners),
        ]
        var layers: [Layer] = []
        if !normals.isEmpty {
            layers.append(Layer(kind: "LayerElementNormal", name: "", list: "Normals", array: arrays.count, index: nil))
            arrays.append(
                FBXArrayContent(type: "d", count: 3 * normals.count) { Self.triples(normals.count) { direction(normals[$0]) } })
        }
        if !tangents.isEmpty {
            layers.append(Layer(kind: "LayerElementTangent", name: "", list: "Tangents", array: arrays.count, index: nil))
            arrays.append(
                FBXArrayContent(type: "d", count: 3 * tangents.count) {
                    Self.triples(tangents.count) { direction(Vector3(tangents[$0].x, tangents[$0].y, tangents[$0].z)) }
                })
            layers.append(Layer(kind: "LayerElementBinormal", name: "", list: "Binormals", array: arrays.count, index: nil))
            arrays.append(
                FBXArrayContent(type: "d", count: 3 * tangents.count) {
                    Self.triples(tangents.count) { i in
                        let t = tangents[i]
                        return direction(cross(normals[i], Vector3(t.x, t.y, t.z)) * t.w)
                    }
                })
        }
        for (k, list) in all.coordinates.enumerated() {
            let layer = Layer(
                kind: "LayerElementUV", name: Self.coordinateName(k), list: "UV", array: arrays.count, index: "UVIndex", number: k)
            layers.append(layer)
            arrays.append(
                FBXArrayContent(type: "d", count: 2 * list.count) {
                    Self.doubles(list.count, width: 2) { i, out in
                        out[0] = Double(list[i].x)
                        out[1] = 1 - Double(list[i].y)
                    }
                })
        }
        if !colors.isEmpty {
            layers.append(
                Layer(kind: "LayerElementColor", name: "Colors", list: "Colors", array: arrays.count, index: "ColorIndex"))
            arrays.append(
                FBXArrayContent(type: "d", count: 4 * colors.count) {
                    let coder = ColorCoder.shared
                    return Self.doubles(colors.count, width: 4) { i, out in
                        let c = colors[i]
                        for k in 0..<3 { out[k] = Double(coder.code(c[k])) / 255 }
                        out[3] = Double(c.w)
                    }
                })
        }
        let contents = try FBXArrayContent.bytes(arrays, packs: packs)
        func record(_ name: String, _ i: Int) -> FBXRecord {
            FBXRecord(name).array(arrays[i].type, count: arrays[i].count, contents[i], isPacked: packs && arrays[i].count > 0)
        }
        var children = [
            FBXRecord("Properties70", extraRows(extras)), FBXRecord("GeometryVersion").int(124), record("Vertices", 0),
            record("PolygonVertexIndex", 1),
        ]
        for layer in layers {
            var content = [record(layer.list, layer.array)]
            if let index = layer.index { content.append(record(index, 2)) }
            children.append(layer.record(content))
        }
        children.append(Self.materialLayer(all.materials, slots: slots.count))
        children += Self.layerTable(layers)
        return FBXRecord("Geometry", children).long(id).text(FBXRecord.name(name, "Geometry")).text("Mesh")
    }

    /// The name of a set of texture coordinates.
    static func coordinateName(_ set: Int) -> String { set == 0 ? "UVMap" : "UVMap\(set + 1)" }

    /// An element of a layer.
    private struct Layer {
        let kind: String
        let name: String
        let list: String
        /// The number of its array.
        let array: Int
        /// The name of its indices; nil where it has a value for each vertex.
        let index: String?
        var number = 0

        func record(_ content: [FBXRecord]) -> FBXRecord {
            FBXRecord(
                kind,
                [
                    FBXRecord("Version").int(101), FBXRecord("Name").text(name),
                    FBXRecord("MappingInformationType").text(index == nil ? "ByVertice" : "ByPolygonVertex"),
                    FBXRecord("ReferenceInformationType").text(index == nil ? "Direct" : "IndexToDirect"),
                ] + content
            ).int(Int32(number))
        }
    }

    private static func materialLayer(_ materials: [Int32], slots: Int) -> FBXRecord {
        FBXRecord(
            "LayerElementMaterial",
            [
                FBXRecord("Version").int(101), FBXRecord("Name").text(""),
                FBXRecord("MappingInformationType").text(slots > 1 ? "ByPolygon" : "AllSame"),
                FBXRecord("ReferenceInformationType").text("IndexToDirect"),
                FBXArrayContent.record("Materials", .integers(slots > 1 ? materials : [0])),
            ]
        ).int(0)
    }

    /// Which elements are in which layer: the second set of texture coordinates has one of its own.
    private static func layerTable(_ layers: [Layer]) -> [FBXRecord] {
        let count = (layers.map(\.number).max() ?? 0) + 1
        return (0..<count).map { number in
            var kinds = layers.filter { $0.number == number }.map(\.kind)
            if number == 0 { kinds.append("LayerElementMaterial") }
            let elements = kinds.map {
                FBXRecord("LayerElement", [FBXRecord("Type").text($0), FBXRecord("TypedIndex").int(Int32(number))])
            }
            return FBXRecord("Layer", [FBXRecord("Version").int(100)] + elements).int(Int32(number))
        }
    }

    private static func triples(_ count: Int, _ value: (Int) -> SIMD3<Double>) -> [UInt8] {
        doubles(count, width: 3) { i, out in
            let v = value(i)
            out[0] = v.x
            out[1] = v.y
            out[2] = v.z
        }
    }

    /// The bytes of rows of doubles.
    private static func doubles(_ count: Int, width: Int, _ fill: (Int, UnsafeMutablePointer<Double>) -> Void) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 8 * width * count) { buffer, used in
            buffer.withMemoryRebound(to: Double.self) { doubles in
                guard let base = doubles.baseAddress else { return }
                for i in 0..<count { fill(i, base + width * i) }
            }
            used = 8 * width * count
        }
    }
}
