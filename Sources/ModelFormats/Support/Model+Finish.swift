import Codecs
import Geometry

extension Model {
    /// The last step of every reader: establishes the invariants of `TriangleMesh` and reports what was changed.
    ///
    /// Vertices with invalid coordinates are removed with their triangles; normals become unit vectors; colours are limited to 0…1;
    /// a mesh without triangles becomes a cloud.
    /// - Throws: where no position is left.
    /// - Parameters:
    ///   - mesh: what was read.
    ///   - attributes: of the points of a cloud; those of a mesh are not kept, which the reader has noted.
    ///   - origin: what is added to the positions.
    ///   - notes: of the reader.
    static func finish(
        _ mesh: TriangleMesh, attributes: [PointAttribute] = [], origin: SIMD3<Double> = .zero, notes: [String]
    ) throws(FormatError) -> Model {
        var mesh = mesh
        var attributes = attributes
        var notes = notes
        if mesh.positions.isEmpty { throw .unreadable("contains no points and no faces; export it again with its geometry") }
        let bad = removeImpossible(&mesh, &attributes)
        if mesh.positions.isEmpty { throw .unreadable("contains no point with finite coordinates below 10¹² m") }
        if bad > 0 {
            notes.append(
                "\(Text.count(bad, "vertex was", plural: "vertices were")) skipped: coordinates are not finite numbers below 10¹²."
            )
        }
        normalise(&mesh.normals)
        limit(&mesh.colors)
        notePrecision(mesh.positions, &notes)
        if mesh.indices.isEmpty {
            var cloud = PointCloud(positions: mesh.positions, normals: mesh.normals, colors: mesh.colors)
            cloud.attributes = attributes
            var model = Model(cloud, notes: notes)
            model.origin = origin
            return model
        }
        for i in mesh.textureCoordinates.indices
        where !(mesh.textureCoordinates[i].x.isFinite && mesh.textureCoordinates[i].y.isFinite) {
            mesh.textureCoordinates[i] = Vector2(0, 0)
        }
        var model = Model(mesh, notes: notes)
        model.origin = origin
        return model
    }

    /// Whether areas and distances of such a point can be computed: finite, and nearer than 10¹² m.
    @inline(__always) private static func isPossible(_ p: Vector3) -> Bool { abs(p.x) < 1e12 && abs(p.y) < 1e12 && abs(p.z) < 1e12 }

    private static func removeImpossible(_ mesh: inout TriangleMesh, _ attributes: inout [PointAttribute]) -> Int {
        guard !mesh.positions.allSatisfyOnAllCores(isPossible) else { return 0 }
        var place = [UInt32](repeating: .max, count: mesh.positions.count)
        var kept: [Int] = []
        for i in mesh.positions.indices where isPossible(mesh.positions[i]) {
            place[i] = UInt32(kept.count)
            kept.append(i)
        }
        let removed = mesh.positions.count - kept.count
        mesh.positions = kept.map { mesh.positions[$0] }
        if !mesh.normals.isEmpty { mesh.normals = kept.map { mesh.normals[$0] } }
        if !mesh.colors.isEmpty { mesh.colors = kept.map { mesh.colors[$0] } }
        if !mesh.textureCoordinates.isEmpty { mesh.textureCoordinates = kept.map { mesh.textureCoordinates[$0] } }
        for k in attributes.indices { attributes[k].values = attributes[k].values.picked(kept) }
        var indices: [UInt32] = []
        indices.reserveCapacity(mesh.indices.count)
        for t in 0..<mesh.triangleCount {
            let (a, b, c) = (
                place[Int(mesh.indices[3 * t])], place[Int(mesh.indices[3 * t + 1])], place[Int(mesh.indices[3 * t + 2])]
            )
            if a != .max && b != .max && c != .max { indices += [a, b, c] }
        }
        mesh.indices = indices
        return removed
    }

    /// Lengths within a thousandth of 1 stay as they are, so that reading what was written changes nothing.
    private static func normalise(_ normals: inout [Vector3]) {
        // Asked first: an array that stays as it is needs no copy.
        if normals.allSatisfyOnAllCores({ $0.lengthSquared > 0.999 && $0.lengthSquared < 1.001 }) { return }
        for i in normals.indices {
            let n = normals[i]
            let square = n.lengthSquared
            if square > 0.999 && square < 1.001 { continue }
            // Scaled first, so that neither tiny nor huge vectors leave the range of a float.
            let largest = max(abs(n.x), abs(n.y), abs(n.z))
            normals[i] = largest > 0 && n.isFinite ? (n / largest).normalized : Vector3(0, 1, 0)
        }
    }

    private static func limit(_ colors: inout [Vector3]) {
        func isColor(_ c: Vector3) -> Bool { c.x >= 0 && c.x <= 1 && c.y >= 0 && c.y <= 1 && c.z >= 0 && c.z <= 1 }
        if colors.allSatisfyOnAllCores(isColor) { return }
        for i in colors.indices where !isColor(colors[i]) {
            let c = colors[i]
            colors[i] = Vector3(unit(c.x), unit(c.y), unit(c.z))
        }
    }

    /// 0…1; 0 for what is not a number.
    private static func unit(_ x: Float) -> Float { x > 0 ? (x < 1 ? x : 1) : 0 }

    /// Coordinates far from the origin (map coordinates) lose millimetres in 32-bit floats.
    private static func notePrecision(_ positions: [Vector3], _ notes: inout [String]) {
        if positions.allSatisfyOnAllCores({ abs($0.x) < 16384 && abs($0.y) < 16384 && abs($0.z) < 16384 }) { return }
        let bounds = Bounds(positions)
        let low = bounds.min
        let high = bounds.max
        let largest = max(abs(low.x), abs(low.y), abs(low.z), abs(high.x), abs(high.y), abs(high.z))
        let step = (Double(largest.ulp) * 500).rounded(.up)
        notes.append(
            "Coordinates reach \(Int(Double(largest).rounded())) m from the origin, where their precision is \(Int(step)) mm; "
                + "move the model to the origin for full precision.")
    }
}
