import Codecs
import Geometry
import Models

/// A primitive of an FBX geometry, with what its model and deformers add to it.
struct FBXPrimitive {
    /// The primitive, without a material.
    var primitive: Primitive
    /// The number of its material among those of the model; −1 for none.
    let material: Int
    /// The number of its texture among those of the model, in versions where textures belong to models; nil for none.
    let texture: Int?
    /// For each vertex the number of its position in the geometry, by which deformers refer to it.
    let positions: [UInt32]
}

/// The polygons of an FBX geometry as primitives: metres, y up.
struct FBXGeometry {
    private(set) var primitives: [FBXPrimitive] = []
    /// The number of positions in the file.
    private(set) var positionCount = 0
    /// What was subtracted from all positions: those of maps are too large for floats.
    private(set) var offset = SIMD3<Double>.zero
    /// Names of the sets of texture coordinates.
    private(set) var coordinateNames: [String] = []

    /// What decides how it is read, apart from the file.
    struct Options {
        /// From the geometry's coordinates to metres, y up.
        var map: AffineMap
        /// How many materials a model has that uses it.
        var materials: Int
        /// How many textures the model itself has (version 6).
        var textures: Int
        /// Whether skins or shapes change its positions.
        var isDeformed: Bool
    }

    private struct Lists {
        var normals: [Vector3] = []
        var coordinates: [[Vector2]] = []
        var colors: [SIMD4<Float>] = []
        var tangents: [SIMD4<Float>] = []
    }

    private struct Layers {
        var normal: FBXLayer?
        var coordinates: [FBXLayer] = []
        var color: FBXLayer?
        var tangent: FBXLayer?
        var binormal: FBXLayer?
    }

    /// nil where there are no positions.
    init?(
        _ geometry: FBXNode, _ options: Options, arrays: inout FBXArrays, note: (String) -> Void
    ) throws(FormatError) {
        arrays.prepare(geometry.children.flatMap { [$0] + $0.children }.compactMap { $0.properties.first?.array })
        guard let vertices = try arrays.floats(geometry.child("Vertices")), vertices.count >= 3 else { return nil }
        positionCount = vertices.count / 3
        let positions = placed(vertices, options)
        guard let list = try arrays.integers(geometry.child("PolygonVertexIndex")), list.count > 0 else {
            if !options.isDeformed { addPoints(positions, note) }
            return
        }
        let (triangles, lines) = try Self.corners(list, positionCount, note: note)
        let layers = try Self.layers(geometry, &arrays, note: note)
        coordinateNames = layers.coordinates.map { $0.name ?? "" }
        let slots = try Self.slots(geometry, &arrays, options)
        var scratch = VertexSplit.Scratch(positions: positionCount)
        var lists = Lists()
        lists.normals = layers.normal?.values.vectors(3) ?? []
        options.map.apply(normals: &lists.normals)
        lists.coordinates = layers.coordinates.map { layer in
            layer.values.vectors(2).map { Vector2($0.x, 1 - $0.y) }
        }
        lists.colors = layers.color.map { Self.colors($0.values) } ?? []
        lists.tangents = layers.tangent.map { tangents($0, layers, options.map) } ?? []
        for (all, topology) in [(triangles, Primitive.Topology.triangles), (lines, .lines)] where !all.isEmpty {
            for (slot, corners) in Self.groups(all, slots) {
                var primitive = FBXPrimitiveBuilder(
                    corners: corners, positions: positions, mirrors: options.map.mirrors && topology == .triangles)
                let skips = topology == .lines
                primitive.add(normals: skips ? nil : layers.normal, lists.normals, note)
                primitive.add(coordinates: layers.coordinates, lists.coordinates, note)
                primitive.add(colors: layers.color, lists.colors, note)
                primitive.add(tangents: skips ? nil : layers.tangent, lists.tangents, note)
                let built = primitive.build(topology, scratch: &scratch)
                primitives.append(
                    FBXPrimitive(
                        primitive: built.primitive, material: slot.material, texture: slot.texture,
                        positions: options.isDeformed ? built.numbers : []))
            }
        }
    }

    /// Changes all primitives; of each vertex the number of its position is given.
    mutating func change(_ change: (inout Primitive, [UInt32]) -> Void) {
        for i in primitives.indices { change(&primitives[i].primitive, primitives[i].positions) }
    }

    // MARK: Positions

    /// Positions in metres, y up, near the origin.
    private mutating func placed(_ vertices: FBXNumbers, _ options: Options) -> [Vector3] {
        let map = options.map
        if !options.isDeformed {
            var far = GlobalShift()
            far.choose(map.apply(vertices.triple(0)))
            offset = far.origin
        }
        let isIdentity = map == .identity
        let offset = offset
        return [Vector3](
            count: vertices.count / 3,
            onAllCores: { range, out in
                if isIdentity {
                    for i in range { out[i] = Vector3(vertices.triple(i) - offset) }
                } else {
                    for i in range { out[i] = Vector3(map.apply(vertices.triple(i)) - offset) }
                }
            })
    }

    private mutating func addPoints(_ positions: [Vector3], _ note: (String) -> Void) {
        note("Geometries without faces were read as points.")
        var primitive = Primitive(.points)
        primitive.positions = positions
        primitives = [FBXPrimitive(primitive: primitive, material: 0, texture: nil, positions: [])]
    }

    /// The corners of triangles, and those of polygons with two corners, which are edges without faces.
    private static func corners(
        _ list: FBXNumbers, _ count: Int, note: (String) -> Void
    ) throws(FormatError) -> (triangles: FBXCorners, lines: FBXCorners) {
        var fan = PolygonFan()
        var vertices: [UInt32] = []
        vertices.reserveCapacity(list.count)
        var lineCorners: [UInt32] = []
        var linePolygons: [UInt32] = []
        var single = 0
        var first = 0
        var polygon: UInt32 = 0
        for i in 0..<list.count {
            let corner = list[i]
            let vertex = corner < 0 ? ~corner : corner
            guard vertex < count else {
                throw .unreadable("a polygon refers to vertex \(vertex), but there are only \(count), numbered from 0")
            }
            vertices.append(UInt32(vertex))
            // A polygon's last corner is stored as its complement.
            guard corner < 0 else { continue }
            let n = i + 1 - first
            fan.append(from: first, count: n)
            if n == 2 {
                lineCorners += [UInt32(first), UInt32(first + 1)]
                linePolygons.append(polygon)
            } else if n == 1 {
                single += 1
            }
            polygon += 1
            first = i + 1
        }
        if single > 0 { note("\(Text.count(single, "face")) of a single vertex skipped.") }
        let triangles = FBXCorners(corners: fan.corners, vertices: fan.picked(vertices), polygons: fan.polygons, width: 3)
        let lines = FBXCorners(
            corners: lineCorners, vertices: lineCorners.map { vertices[Int($0)] }, polygons: linePolygons, width: 2)
        return (triangles, lines)
    }

    // MARK: Layers

    private static func layers(
        _ geometry: FBXNode, _ arrays: inout FBXArrays, note: (String) -> Void
    ) throws(FormatError) -> Layers {
        func layer(_ element: String, _ list: String, index: String, width: Int) throws(FormatError) -> FBXLayer? {
            let elements = geometry.all(element)
            guard let first = elements.first else { return nil }
            if elements.count > 1, list != "Tangents", list != "Binormals" {
                note("Only the first set of \(list == "Colors" ? "colours" : "normals") is read.")
            }
            return try FBXLayer(first, list, index: index, width: width, arrays: &arrays, note: note)
        }
        var layers = Layers()
        layers.normal = try layer("LayerElementNormal", "Normals", index: "NormalsIndex", width: 3)
        layers.color = try layer("LayerElementColor", "Colors", index: "ColorIndex", width: 4)
        layers.tangent = try layer("LayerElementTangent", "Tangents", index: "TangentsIndex", width: 3)
        if layers.tangent != nil {
            layers.binormal = try layer("LayerElementBinormal", "Binormals", index: "BinormalsIndex", width: 3)
        }
        let sets = geometry.all("LayerElementUV")
        if sets.count > 2 { note("Only the first two sets of texture coordinates are read.") }
        for set in sets.prefix(2) {
            if let layer = try FBXLayer(set, "UV", index: "UVIndex", width: 2, arrays: &arrays, note: note) {
                layers.coordinates.append(layer)
            }
        }
        return layers
    }

    /// Linear RGB and opacity of sRGB fractions.
    private static func colors(_ values: FBXNumbers) -> [SIMD4<Float>] {
        var linear = values.vectors(4)
        _ = EncodedColor.linearise(&linear)
        return linear.indices.map { SIMD4(linear[$0], Float(values.double(4 * $0 + 3))) }
    }

    /// Tangents with the side of the binormals, where both are mapped alike.
    private func tangents(_ tangent: FBXLayer, _ layers: Layers, _ map: AffineMap) -> [SIMD4<Float>] {
        var linear = map
        linear.translation = .zero
        let plain = linear == .identity
        func direction(_ values: FBXNumbers, _ i: Int) -> Vector3 {
            let v = values.triple(i)
            let turned = Vector3(plain ? v : linear.linear(v))
            let square = turned.lengthSquared
            if square > 0.999, square < 1.001 { return turned }
            return turned.isFinite && square > 0 ? turned.normalized : Vector3(1, 0, 0)
        }
        let count = tangent.values.count / 3
        let isMatched = layers.normal?.values.count == tangent.values.count && layers.binormal?.values.count == tangent.values.count
        return (0..<count).map { i in
            let t = direction(tangent.values, i)
            var sign: Float = 1
            if isMatched, let normal = layers.normal, let binormal = layers.binormal {
                let n = direction(normal.values, i)
                if dot(cross(n, t), direction(binormal.values, i)) < 0 { sign = -1 }
            }
            return SIMD4(t, sign)
        }
    }

    // MARK: Materials

    private struct Slot: Hashable {
        var material: Int
        var texture: Int?
    }

    /// The material and texture of each polygon; nil where all have the first.
    private static func slots(_ geometry: FBXNode, _ arrays: inout FBXArrays, _ options: Options) throws(FormatError) -> SlotTable {
        var table = SlotTable()
        func numbers(_ element: String, _ list: String) throws(FormatError) -> (all: Int?, each: FBXNumbers?) {
            guard let layer = geometry.child(element), let numbers = try arrays.integers(layer.child(list)), numbers.count > 0
            else {
                return (nil, nil)
            }
            return layer.child("MappingInformationType")?.text(0) == "ByPolygon" ? (nil, numbers) : (numbers[0], nil)
        }
        if options.materials > 1 {
            let materials = try numbers("LayerElementMaterial", "Materials")
            table.material = materials.all ?? 0
            table.materials = materials.each
        }
        if options.textures > 0 {
            let textures = try numbers("LayerElementTexture", "TextureId")
            table.texture = textures.all ?? (textures.each == nil ? 0 : nil)
            table.textures = options.textures > 1 ? textures.each : nil
            if options.textures == 1, let first = textures.each { table.texture = first[0] }
        }
        return table
    }

    private struct SlotTable {
        var material = 0
        var materials: FBXNumbers?
        var texture: Int?
        var textures: FBXNumbers?

        var isSame: Bool { materials == nil && textures == nil }

        func slot(_ polygon: Int) -> Slot {
            var slot = Slot(material: material, texture: texture)
            if let materials { slot.material = polygon < materials.count ? materials[polygon] : -1 }
            if let textures { slot.texture = polygon < textures.count && textures[polygon] >= 0 ? textures[polygon] : nil }
            return slot
        }
    }

    private static func groups(_ corners: FBXCorners, _ table: SlotTable) -> [(slot: Slot, corners: FBXCorners)] {
        if table.isSame { return [(table.slot(0), corners)] }
        var groups: [Slot: [Int]] = [:]
        for (i, polygon) in corners.polygons.enumerated() { groups[table.slot(Int(polygon)), default: []].append(i) }
        if groups.count == 1, let slot = groups.keys.first { return [(slot, corners)] }
        let order = groups.keys.sorted { ($0.material, $0.texture ?? -1) < ($1.material, $1.texture ?? -1) }
        return order.map { ($0, corners.picked(groups[$0] ?? [])) }
    }
}
