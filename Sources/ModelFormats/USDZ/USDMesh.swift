import Codecs
import Geometry

/// The polygons of a USD mesh with its primvars.
struct USDMesh {
    private(set) var polygons = PolygonMesh()
    /// The number of each triangle's face.
    var faces: [UInt32] { fan.polygons }
    private let fan: PolygonFan

    /// nil where there are no points.
    init?(_ prim: USDPrim, _ builder: inout SceneBuilder) throws(FormatError) {
        polygons.positions = prim.numbers("points").positions()
        if polygons.positions.isEmpty { return nil }
        let counts = prim.numbers("faceVertexCounts")
        let indices = prim.numbers("faceVertexIndices")
        try builder.take(indices.count + polygons.positions.count)
        fan = try Self.fan(counts, corners: indices.count, prim.name)
        switch indices.indices(below: polygons.positions.count) {
        case .success(let vertices): polygons.cornerPosition = fan.picked(vertices)
        case .failure(let wrong):
            throw .unreadable(
                "\(Text.quote(prim.name)) refers to vertex \(wrong.value), but there are only \(polygons.positions.count)")
        }
        if fan.shortPolygons > 0 {
            builder.note("\(Text.count(fan.shortPolygons, "face")) with fewer than three vertices skipped.")
        }
        readNormals(prim, &builder)
        readTexture(prim, &builder)
        readColors(prim, &builder)
        if prim.word("orientation") == "leftHanded" { turn() }
    }

    private static func fan(_ counts: USDNumbers, corners: Int, _ name: String) throws(FormatError) -> PolygonFan {
        // Asked first, for the million triangles that are most scans.
        if counts.count <= corners / 3, counts.areAll(3) { return PolygonFan(triangles: counts.count) }
        var fan = PolygonFan()
        var first = 0
        for x in counts {
            guard let count = Int(exactly: x), count >= 0, count <= corners - first else {
                throw .unreadable("\(Text.quote(name)) has fewer corners than its faces declare")
            }
            fan.append(from: first, count: count)
            first += count
        }
        return fan
    }

    private mutating func readNormals(_ prim: USDPrim, _ builder: inout SceneBuilder) {
        let name = prim.properties["primvars:normals"]?.value != nil ? "primvars:normals" : "normals"
        guard let (values, corners) = lookUp(name, prim: prim, builder: &builder) else { return }
        polygons.normals = values.triples()
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
        guard let name, let (values, corners) = lookUp(name, width: 2, prim: prim, builder: &builder) else { return }
        polygons.textureCoordinates = values.pairs()
        polygons.cornerTexture = corners
        if corners != polygons.cornerPosition { PolygonMesh.unify(&polygons.cornerTexture, polygons.textureCoordinates) }
    }

    private mutating func readColors(_ prim: USDPrim, _ builder: inout SceneBuilder) {
        guard let (values, corners) = lookUp("primvars:displayColor", prim: prim, builder: &builder) else { return }
        // Linear already.
        polygons.colors = values.triples()
        polygons.cornerColor = corners
        if corners != polygons.cornerPosition { PolygonMesh.unify(&polygons.cornerColor, polygons.colors) }
    }

    mutating func dropColors() { (polygons.colors, polygons.cornerColor) = ([], []) }

    /// The values of a primvar and which of them each corner has.
    private func lookUp(
        _ name: String, width: Int = 3, prim: USDPrim, builder: inout SceneBuilder
    ) -> (values: USDNumbers, corners: [UInt32])? {
        guard let property = prim.properties[name], let values = property.value?.numbers, !values.isEmpty, !fan.isEmpty else {
            return nil
        }
        var corners: [UInt32]
        // Normals that say nothing are of vertices, primvars constant.
        switch property.interpolation ?? (name == "normals" ? "vertex" : "constant") {
        case "faceVarying": corners = fan.corners
        case "vertex", "varying": corners = polygons.cornerPosition
        case "uniform": corners = fan.polygons.flatMap { [$0, $0, $0] }
        default: corners = [UInt32](repeating: 0, count: fan.cornerCount)
        }
        let indices = prim.numbers(name + ":indices")
        let missing = UInt32.max
        if !indices.isEmpty {
            for i in corners.indices {
                corners[i] = Int(corners[i]) < indices.count ? UInt32(exactly: indices[Int(corners[i])]) ?? missing : missing
            }
        }
        let count = values.count / width
        // Every vertex has its value: asked already.
        let isPlain = corners == polygons.cornerPosition && count >= polygons.positions.count
        guard isPlain || corners.allSatisfyOnAllCores({ Int($0) < count }) else {
            builder.note("The values of \(Text.quote(name)) do not match the faces and were skipped.")
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
