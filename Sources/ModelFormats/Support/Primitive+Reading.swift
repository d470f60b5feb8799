import Codecs
import Geometry
import Models

extension Primitive {
    /// The last step of reading a primitive: normals become unit vectors, colours are limited to 0…1, texture coordinates are
    /// finite, and vertices whose positions are not finite or 10¹² m away are removed with what they are corners of.
    /// - Returns: how many vertices were removed.
    mutating func settle() -> Int {
        for i in normals.indices {
            let n = normals[i]
            let square = n.lengthSquared
            // A unit vector stays as it is, so that reading what was written changes nothing.
            if square > 0.999, square < 1.001 { continue }
            let largest = max(abs(n.x), abs(n.y), abs(n.z))
            normals[i] = largest > 0 && n.isFinite ? (n / largest).normalized : Vector3(0, 1, 0)
        }
        for i in colors.indices {
            let c = colors[i]
            // What is not a number becomes 0.
            for k in 0..<4 where !(c[k] >= 0 && c[k] <= 1) { colors[i][k] = c[k] > 1 ? 1 : 0 }
        }
        for k in textureCoordinates.indices {
            for i in textureCoordinates[k].indices {
                let uv = textureCoordinates[k][i]
                if !(uv.x.isFinite && uv.y.isFinite) { textureCoordinates[k][i] = .zero }
            }
        }
        func isPossible(_ p: Vector3) -> Bool { abs(p.x) < 1e12 && abs(p.y) < 1e12 && abs(p.z) < 1e12 }
        let bad = positions.count { !isPossible($0) }
        guard bad > 0 else { return 0 }
        let corners = topology == .triangles ? 3 : topology == .lines ? 2 : 1
        var kept: [UInt32] = []
        for e in 0..<elementCount / corners {
            let own = (0..<corners).map { indices.isEmpty ? UInt32(corners * e + $0) : indices[corners * e + $0] }
            if own.allSatisfy({ isPossible(positions[Int($0)]) }) { kept += own }
        }
        let vertices = positions.indices.filter { isPossible(positions[$0]) }.map { UInt32($0) }
        self = picked(vertices, indices: kept)
        return bad
    }

    /// The primitive of these vertices, in this order.
    /// - Parameter kept: its indices, in numbers of this primitive's vertices; all are among `vertices`.
    func picked(_ vertices: [UInt32], indices kept: [UInt32]) -> Primitive {
        func pick<T>(_ list: [T]) -> [T] { list.isEmpty ? [] : vertices.map { list[Int($0)] } }
        var number = [UInt32](repeating: 0, count: positions.count)
        for (new, old) in vertices.enumerated() { number[Int(old)] = UInt32(new) }
        var result = self
        result.positions = pick(positions)
        result.normals = pick(normals)
        result.tangents = pick(tangents)
        result.textureCoordinates = textureCoordinates.map(pick)
        result.colors = pick(colors)
        result.joints = pick(joints)
        result.weights = pick(weights)
        result.targets = targets.map { target in
            var copy = target
            copy.positions = pick(target.positions)
            copy.normals = pick(target.normals)
            copy.tangents = pick(target.tangents)
            return copy
        }
        if !attributes.isEmpty {
            let places = vertices.map { Int($0) }
            for i in attributes.indices { result.attributes[i].values = attributes[i].values.picked(places) }
        }
        result.indices = kept.map { number[Int($0)] }
        return result
    }

    /// The indices of all corners, in order.
    var corners: [UInt32] { indices.isEmpty ? Array(0..<UInt32(positions.count)) : indices }
}

extension Scene {
    /// The last step of a reader: refuses a scene that breaks a rule or is empty.
    /// - Parameter removed: vertices that `Primitive.settle` removed.
    mutating func finish(removed: Int = 0) throws(FormatError) {
        if removed > 0 {
            note(
                "\(Text.count(removed, "vertex was", plural: "vertices were")) skipped: "
                    + "coordinates are not finite numbers below 10¹²."
            )
        }
        if let flaw { throw .unreadable("is damaged: \(flaw)") }
        let isEmpty = meshes.allSatisfy { $0.primitives.allSatisfy { $0.positions.isEmpty } }
        if isEmpty, cameras.isEmpty, lights.isEmpty, animations.isEmpty {
            throw .unreadable(
                notes.first.map { "contains no geometry. \($0)" } ?? "contains no points and no faces; export it again")
        }
    }

    /// The first step of a writer: refuses a scene that breaks a rule.
    func checkWritable() throws(FormatError) {
        if nodes.isEmpty { throw .unwritable("the scene is empty") }
        if let flaw { throw .unwritable("the scene is damaged: \(flaw)") }
    }
}
