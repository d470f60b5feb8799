import Codecs
import Geometry

extension OBJReader {
    /// One mesh with shared vertices: a vertex for each combination of position, texture coordinate, normal and material that a
    /// corner uses. The first combination of a position keeps the position's number, further ones follow behind.
    mutating func makeModel(_ materials: inout OBJMaterials) throws(FormatError) -> Model {
        var notes = notes
        var mesh = TriangleMesh(positions: positions)
        var vertexColors = colors
        // They change, and would be copied for it.
        colors = []
        readColors(&vertexColors, &notes)
        if cornerPosition.isEmpty {
            mesh.colors = vertexColors
            if normals.count == positions.count { mesh.normals = normals }
            return try Model.finish(mesh, origin: far.origin, notes: notes)
        }
        let texture = usable(cornerTexture, what: "texture coordinates", notes: &notes)
        let shading = usable(cornerNormal, what: "normals", notes: &notes)
        let painted = vertexColors.isEmpty ? materials.paint(self, &notes) : []

        if texture.isEmpty && shading.isEmpty && painted.isEmpty {
            mesh.colors = vertexColors
            mesh.indices = cornerPosition
            return try Model.finish(mesh, origin: far.origin, notes: notes)
        }
        let split = splitVertices(texture, shading: shading, painted: painted)
        mesh.indices = split.indices
        mesh.positions = split.keys.map { positions[Int($0.x)] }
        if !vertexColors.isEmpty { mesh.colors = split.keys.map { vertexColors[Int($0.x)] } }
        if !texture.isEmpty {
            mesh.textureCoordinates = split.keys.map { $0.y == Self.missing ? Vector2(0, 0) : textureCoordinates[Int($0.y)] }
        }
        if !shading.isEmpty { mesh.normals = split.keys.map { $0.z == Self.missing ? Vector3(0, 1, 0) : normals[Int($0.z)] } }
        if !painted.isEmpty { mesh.colors = materials.colors(split.keys, textureCoordinates) }
        var model = try Model.finish(mesh, origin: far.origin, notes: notes)
        model.texture = materials.texture
        return model
    }

    /// Colours behind the coordinates, linear; white where only others have one.
    private func readColors(_ colors: inout [Vector3], _ notes: inout [String]) {
        guard !colors.isEmpty else { return }
        let without = colors.indices.filter { colors[$0] == Vector3(repeating: -1) }
        if EncodedColor.linearise(&colors) { notes.append("Fractional colours above 1 were read as 0…255.") }
        for i in without { colors[i] = Vector3(repeating: 1) }
        if !without.isEmpty {
            notes.append("\(Text.count(without.count, "vertex", plural: "vertices")) without a colour became white.")
        }
    }

    /// The numbers, where every corner has one; else none and a note.
    private func usable(_ numbers: [UInt32], what: String, notes: inout [String]) -> [UInt32] {
        guard !numbers.isEmpty else { return [] }
        guard !numbers.contains(Self.missing) else {
            notes.append("Only some faces have \(what); they were skipped.")
            return []
        }
        return numbers
    }

    /// Keys (position, texture coordinate, normal, material) of the vertices, and the three of each triangle.
    private func splitVertices(
        _ texture: [UInt32], shading: [UInt32], painted: [UInt32]
    ) -> (keys: [SIMD4<UInt32>], indices: [UInt32]) {
        let missing = Self.missing
        var keys = [SIMD4<UInt32>](repeating: SIMD4(repeating: missing), count: positions.count)
        var further = KeyTable(expected: texture.isEmpty ? 0 : max(0, textureCoordinates.count - positions.count))
        var indices = [UInt32]()
        indices.reserveCapacity(cornerPosition.count)
        for corner in cornerPosition.indices {
            let v = cornerPosition[corner]
            let key = SIMD4(
                v, texture.isEmpty ? missing : texture[corner], shading.isEmpty ? missing : shading[corner],
                painted.isEmpty ? missing : painted[corner / 3])
            let owner = keys[Int(v)]
            if owner == key {
                indices.append(v)
            } else if owner.x == missing {
                keys[Int(v)] = key
                indices.append(v)
            } else {
                indices.append(UInt32(positions.count + further.number(of: key)))
            }
        }
        // Vertices that no face uses keep their place.
        for v in keys.indices where keys[v].x == missing { keys[v].x = UInt32(v) }
        return (keys + further.keys, indices)
    }
}
