import Geometry

/// The polygons of a USD mesh with its primvars.
struct USDMesh {
    private(set) var polygons = PolygonMesh()
    /// The number of each triangle's face.
    private(set) var faces: [UInt32] = []
    private let fan: PolygonFan
    private let vertexOfCorner: [UInt32]

    /// nil where there are no points.
    init?(_ prim: USDPrim, _ builder: inout SceneBuilder) throws(FormatError) {
        let numbers = prim.numbers("points")
        polygons.positions = (0..<numbers.count / 3).map { SIMD3(numbers[3 * $0], numbers[3 * $0 + 1], numbers[3 * $0 + 2]) }
        if polygons.positions.isEmpty { return nil }
        let (counts, indices) = (prim.numbers("faceVertexCounts"), prim.numbers("faceVertexIndices"))
        try builder.take(indices.count + polygons.positions.count)
        var fan = PolygonFan()
        var first = 0
        for x in counts {
            guard let count = Int(exactly: x), count >= 0, count <= indices.count - first else {
                throw .unreadable("\(Text.quote(prim.name)) has fewer corners than its faces promise")
            }
            fan.append(from: first, count: count)
            first += count
        }
        var vertices: [UInt32] = []
        vertices.reserveCapacity(indices.count)
        for x in indices {
            guard let n = UInt32(exactly: x), n < polygons.positions.count else {
                throw .unreadable("\(Text.quote(prim.name)) points to vertex \(x), but there are only \(polygons.positions.count)")
            }
            vertices.append(n)
        }
        (self.fan, vertexOfCorner) = (fan, vertices)
        faces = fan.polygons
        polygons.cornerPosition = fan.corners.map { vertices[Int($0)] }
        if fan.shortPolygons > 0 {
            builder.note("\(Text.count(fan.shortPolygons, "face")) with fewer than three corners left out.")
        }
        readNormals(prim, &builder)
        readTexture(prim, &builder)
        readColors(prim, &builder)
        if prim.word("orientation") == "leftHanded" { turn() }
    }

    private mutating func readNormals(_ prim: USDPrim, _ builder: inout SceneBuilder) {
        let name = prim.properties["primvars:normals"]?.value != nil ? "primvars:normals" : "normals"
        guard let (values, corners) = lookUp(name, 3, prim, &builder) else { return }
        polygons.normals = values.map { Vector3($0.x, $0.y, $0.z) }
        polygons.cornerNormal = corners
        if corners != polygons.cornerPosition { PolygonMesh.unify(&polygons.cornerNormal, polygons.normals) }
    }

    /// `st` by convention, or whatever primvar has texture coordinates' shape and name.
    private mutating func readTexture(_ prim: USDPrim, _ builder: inout SceneBuilder) {
        let known = ["primvars:st", "primvars:st0", "primvars:UVMap", "primvars:map1", "primvars:uv", "primvars:Texture_uv"]
        let name =
            known.first { prim.properties[$0]?.value?.width == 2 }
            ?? prim.properties.keys.sorted().first {
                prim.properties[$0]?.value?.width == 2 && $0.hasPrefix("primvars:") && !$0.hasSuffix(":indices")
            }
        guard let name, let (values, corners) = lookUp(name, 2, prim, &builder) else { return }
        polygons.textureCoordinates = values.map { Vector2($0.x, $0.y) }
        polygons.cornerTexture = corners
        if corners != polygons.cornerPosition { PolygonMesh.unify(&polygons.cornerTexture, polygons.textureCoordinates) }
    }

    private mutating func readColors(_ prim: USDPrim, _ builder: inout SceneBuilder) {
        guard let (values, corners) = lookUp("primvars:displayColor", 3, prim, &builder) else { return }
        // Linear already.
        polygons.colors = values.map { Vector3($0.x, $0.y, $0.z) }
        polygons.cornerColor = corners
        if corners != polygons.cornerPosition { PolygonMesh.unify(&polygons.cornerColor, polygons.colors) }
    }

    mutating func dropColors() { (polygons.colors, polygons.cornerColor) = ([], []) }

    /// The values of a primvar and which of them each corner has.
    private func lookUp(
        _ name: String, _ width: Int, _ prim: USDPrim, _ builder: inout SceneBuilder
    ) -> (values: [SIMD3<Float>], corners: [UInt32])? {
        guard let property = prim.properties[name], let numbers = property.value?.numbers, !numbers.isEmpty, !fan.corners.isEmpty
        else {
            return nil
        }
        let values = (0..<numbers.count / width).map { i in
            var v = SIMD3<Float>(repeating: 0)
            for k in 0..<width { v[k] = Float(numbers[width * i + k]) }
            return v
        }
        var corners: [UInt32]
        // Normals that say nothing are of vertices, primvars constant.
        switch property.interpolation ?? (name == "normals" ? "vertex" : "constant") {
        case "faceVarying": corners = fan.corners
        case "vertex", "varying": corners = polygons.cornerPosition
        case "uniform": corners = fan.corners.indices.map { fan.polygons[$0 / 3] }
        default: corners = [UInt32](repeating: 0, count: fan.corners.count)
        }
        let indices = prim.numbers(name + ":indices")
        let missing = UInt32.max
        if !indices.isEmpty {
            for i in corners.indices {
                corners[i] = Int(corners[i]) < indices.count ? UInt32(exactly: indices[Int(corners[i])]) ?? missing : missing
            }
        }
        guard corners.allSatisfy({ Int($0) < values.count }) else {
            builder.note("The values of \(Text.quote(name)) do not match the faces and were left out.")
            return nil
        }
        return (values, corners)
    }

    /// Turns every triangle.
    private mutating func turn() {
        func turned(_ corners: inout [UInt32]) { for t in 0..<corners.count / 3 { corners.swapAt(3 * t + 1, 3 * t + 2) } }
        turned(&polygons.cornerPosition)
        turned(&polygons.cornerNormal)
        turned(&polygons.cornerTexture)
        turned(&polygons.cornerColor)
    }
}
