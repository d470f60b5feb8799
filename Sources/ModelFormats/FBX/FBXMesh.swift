import Codecs
import Geometry

/// The polygons of an FBX geometry with its layers' attributes of their corners.
struct FBXMesh {
    private(set) var polygons = PolygonMesh()
    /// The number of each triangle's material among its model's; empty where it is the first for all.
    private(set) var materials: [Int] = []

    /// nil where there are no positions.
    init?(_ geometry: FBXNode, arrays: inout FBXArrays, builder: inout SceneBuilder) throws(FormatError) {
        guard let vertices = geometry.child("Vertices")?.array else { return nil }
        arrays.prepare(geometry.children.flatMap { [$0] + $0.children }.compactMap(\.array))
        polygons.positions = try arrays.floats(vertices).positions
        if polygons.positions.isEmpty { return nil }
        guard let list = geometry.child("PolygonVertexIndex")?.array else { return }
        let corners = try arrays.integers(list)
        try builder.take(corners.count)
        let (vertexOfCorner, fan) = try Self.fan(corners, polygons.positions.count)
        if fan.shortPolygons > 0 {
            builder.note("\(Text.count(fan.shortPolygons, "face")) with fewer than three vertices skipped.")
        }
        polygons.cornerPosition = fan.picked(vertexOfCorner)
        let layers = FBXLayers(geometry, fan: fan, vertexOfCorner: vertexOfCorner, vertexCount: polygons.positions.count)
        try readLayers(layers, arrays: &arrays, builder: &builder)
    }

    /// Corners' vertices; a polygon's last one is stored as its complement.
    private static func fan(_ corners: FBXNumbers, _ count: Int) throws(FormatError) -> (vertices: [UInt32], fan: PolygonFan) {
        var fan = PolygonFan()
        var vertices: [UInt32] = []
        vertices.reserveCapacity(corners.count)
        var first = 0
        for i in 0..<corners.count {
            let corner = corners[i]
            let vertex = corner < 0 ? ~corner : corner
            guard vertex < count else {
                throw .unreadable("a polygon refers to vertex \(vertex), but there are only \(count), numbered from 0")
            }
            vertices.append(UInt32(vertex))
            if corner < 0 {
                fan.append(from: first, count: i + 1 - first)
                first = i + 1
            }
        }
        return (vertices, fan)
    }

    private mutating func readLayers(
        _ layers: FBXLayers, arrays: inout FBXArrays, builder: inout SceneBuilder
    ) throws(FormatError) {
        if let (values, corners) = try layers.read(
            "LayerElementNormal", name: "Normals", index: "NormalsIndex", width: 3, arrays: &arrays, builder: &builder)
        {
            polygons.normals = values.vectors(3)
            polygons.cornerNormal = corners
            if corners != polygons.cornerPosition { PolygonMesh.unify(&polygons.cornerNormal, polygons.normals) }
        }
        if let (values, corners) = try layers.read(
            "LayerElementUV", name: "UV", index: "UVIndex", width: 2, arrays: &arrays, builder: &builder)
        {
            polygons.textureCoordinates = values.vectors(2).map { Vector2($0.x, $0.y) }
            polygons.cornerTexture = corners
            if corners != polygons.cornerPosition { PolygonMesh.unify(&polygons.cornerTexture, polygons.textureCoordinates) }
        }
        if let (values, corners) = try layers.read(
            "LayerElementColor", name: "Colors", index: "ColorIndex", width: 4, arrays: &arrays, builder: &builder)
        {
            polygons.colors = values.vectors(4)
            _ = EncodedColor.linearise(&polygons.colors)
            polygons.cornerColor = corners
            if corners != polygons.cornerPosition { PolygonMesh.unify(&polygons.cornerColor, polygons.colors) }
        }
        materials = try layers.materials(&arrays)
    }
}

/// Looks up the attributes of triangles' corners in an FBX geometry's layer elements.
struct FBXLayers {
    private let geometry: FBXNode
    private let fan: PolygonFan
    private let vertexOfCorner: [UInt32]
    private let vertexCount: Int

    init(_ geometry: FBXNode, fan: PolygonFan, vertexOfCorner: [UInt32], vertexCount: Int) {
        self.geometry = geometry
        self.fan = fan
        self.vertexOfCorner = vertexOfCorner
        self.vertexCount = vertexCount
    }

    /// Values of `width` numbers, and which of them each triangle's corner has; nil and a note where they do not fit.
    func read(
        _ element: String, name: String, index: String, width: Int, arrays: inout FBXArrays, builder: inout SceneBuilder
    ) throws(FormatError) -> (values: FBXNumbers, corners: [UInt32])? {
        let elements = geometry.children.filter { $0.name == element }
        guard let layer = elements.first, let array = layer.child(name)?.array, !fan.isEmpty else { return nil }
        if elements.count > 1 { builder.note("Only the first \(name) layer is imported.") }
        let values = try arrays.floats(array)
        let count = values.count / width
        var corners: [UInt32]
        switch layer.child("MappingInformationType")?.text(0) {
        case "ByPolygonVertex": corners = fan.corners
        case "ByVertice", "ByVertex": corners = fan.picked(vertexOfCorner)
        case "ByPolygon": corners = fan.polygons.flatMap { [$0, $0, $0] }
        case "AllSame": corners = [UInt32](repeating: 0, count: fan.cornerCount)
        case let other:
            builder.note("\(name) mapped \(Text.quote(other ?? "nowhere")) are not read.")
            return nil
        }
        if layer.child("ReferenceInformationType")?.text(0) != "Direct", let list = layer.child(index)?.array {
            let indices = try arrays.integers(list)
            for i in corners.indices {
                let place = Int(corners[i])
                guard place < indices.count, indices[place] >= 0, indices[place] < count else {
                    builder.note("\(name) do not match the faces and were skipped.")
                    return nil
                }
                corners[i] = UInt32(indices[place])
            }
        }
        guard corners.allSatisfyOnAllCores({ Int($0) < count }) else {
            builder.note("\(name) do not match the faces and were skipped.")
            return nil
        }
        return (values, corners)
    }

    /// The number of each triangle's material; empty where all have the first.
    func materials(_ arrays: inout FBXArrays) throws(FormatError) -> [Int] {
        guard let layer = geometry.child("LayerElementMaterial"), layer.child("MappingInformationType")?.text(0) == "ByPolygon",
            let array = layer.child("Materials")?.array
        else { return [] }
        let numbers = try arrays.integers(array)
        return fan.polygons.map { Int($0) < numbers.count ? numbers[Int($0)] : -1 }
    }
}
