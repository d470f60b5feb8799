import Codecs
import Foundation
import Geometry
import Models

/// Faces whose corners refer to points, normals, texture coordinates and colours, as all face and triangle sets have them.
struct X3DFaces {
    var mesh = CornerMesh()
    /// Numbers of points, −1 behind each face.
    var index: [Int32] = []
    /// Of the same layout, or one for each face; empty where they are those of the points, or the face's number.
    var normalIndex: [Int32] = []
    var coordinateIndex: [Int32] = []
    var colorIndex: [Int32] = []
    var isNormalPerVertex = true
    var isColorPerVertex = true
    var isCounterClockwise = true
    var isConvex = true
    /// Radians; faces that meet at a smaller angle are smooth.
    var creaseAngle = 0.0
    /// Whether the shape has an image, so that texture coordinates are made where there are none.
    var isTextured = false

    // MARK: Reading

    /// What all sets have in common.
    private mutating func readValues(_ node: X3DNode, _ reader: inout X3DSceneReader) throws(FormatError) {
        mesh.colors = try X3DGeometry.colors(node, &reader)
        if let source = node.child(field: "normal", types: "Normal") { mesh.normals = try source.vectors("vector") }
        var source = node.child(
            field: "texCoord", types: "TextureCoordinate", "MultiTextureCoordinate", "TextureCoordinateGenerator")
        if source?.type == "MultiTextureCoordinate" { source = source?.child("TextureCoordinate") }
        if let source, source.type == "TextureCoordinate" {
            let values = try source.doubles("point")
            mesh.textureCoordinates = (0..<values.count / 2).map { Vector2(Float(values[2 * $0]), Float(1 - values[2 * $0 + 1])) }
        } else if source != nil {
            reader.scene.note("Generated texture coordinates are not read.")
        }
        try reader.take(mesh.normals.count + mesh.textureCoordinates.count)
        isNormalPerVertex = node.bool("normalPerVertex", true)
        isColorPerVertex = node.bool("colorPerVertex", true)
        isCounterClockwise = node.bool("ccw", true)
    }

    mutating func readIndexedFaces(_ node: X3DNode, _ reader: inout X3DSceneReader) throws(FormatError) {
        mesh.positions = try X3DGeometry.points(node, &reader)
        try readValues(node, &reader)
        index = try node.integers("coordIndex")
        normalIndex = try node.integers("normalIndex")
        coordinateIndex = try node.integers("texCoordIndex")
        colorIndex = try node.integers("colorIndex")
        try reader.take(index.count + normalIndex.count + coordinateIndex.count + colorIndex.count)
        isConvex = node.bool("convex", true)
        creaseAngle = try node.double("creaseAngle", 0) * reader.document.angle
    }

    /// Triangles, strips, fans and quads, indexed or in the order of the points.
    mutating func readSet(_ node: X3DNode, _ reader: inout X3DSceneReader) throws(FormatError) {
        mesh.positions = try X3DGeometry.points(node, &reader)
        try readValues(node, &reader)
        isColorPerVertex = true
        let isIndexed = node.type.hasPrefix("Indexed")
        var order = isIndexed ? try node.integers("index") : []
        if !isIndexed {
            // Strips and fans of these lengths, or all points.
            var counts: [Int32] = []
            if node.type == "TriangleStripSet" { counts = try node.integers("stripCount") }
            if node.type == "TriangleFanSet" { counts = try node.integers("fanCount") }
            var start = 0
            for count in counts.isEmpty ? [Int32(clamping: mesh.positions.count)] : counts where count > 0 {
                let end = min(start + Int(count), mesh.positions.count)
                order += (start..<end).map { Int32($0) } + [-1]
                start = end
            }
        }
        try reader.take(order.count)
        let isStrip = node.type.hasSuffix("StripSet")
        let isFan = node.type.hasSuffix("FanSet")
        let width = node.type.hasSuffix("QuadSet") ? 4 : 3
        if isStrip || isFan {
            for run in order.split(separator: -1) where run.count >= 3 {
                let first = run.startIndex
                for k in 0..<run.count - 2 {
                    let isOdd = isStrip && k % 2 == 1
                    let a = run[isFan ? first : first + k + (isOdd ? 1 : 0)]
                    let b = run[first + k + (isOdd ? 0 : 1)]
                    index += [a, isFan ? run[first + k + 1] : b, run[first + k + 2], -1]
                }
            }
        } else {
            let plain = order.filter { $0 >= 0 }
            for start in stride(from: 0, through: plain.count - width, by: width) { index += plain[start..<start + width] + [-1] }
        }
        // What has no normals is smooth where corners are shared.
        if isIndexed, isNormalPerVertex { creaseAngle = .pi }
    }

    /// A grid of heights.
    mutating func readGrid(_ node: X3DNode, _ reader: inout X3DSceneReader) throws(FormatError) {
        try readValues(node, &reader)
        let heights = try node.doubles("height")
        try reader.take(6 * heights.count)
        let x = Int(max(0, min(try node.double("xDimension", 0), 1e9)))
        let z = Int(max(0, min(try node.double("zDimension", 0), 1e9)))
        guard x >= 2, z >= 2 else { return }
        guard x <= heights.count / z else {
            throw .unreadable("an ElevationGrid of \(x) x \(z) points has only \(heights.count) heights")
        }
        let dx = try node.double("xSpacing", 1)
        let dz = try node.double("zSpacing", 1)
        for j in 0..<z {
            for i in 0..<x {
                mesh.positions.append(Vector3(Float(dx * Double(i)), Float(heights[j * x + i]), Float(dz * Double(j))))
            }
        }
        if mesh.textureCoordinates.isEmpty, isTextured {
            for j in 0..<z {
                for i in 0..<x {
                    mesh.textureCoordinates.append(Vector2(Float(i) / Float(x - 1), 1 - Float(j) / Float(z - 1)))
                }
            }
        }
        for j in 0..<z - 1 {
            for i in 0..<x - 1 {
                let a = Int32(clamping: j * x + i)
                index += [a, a + Int32(clamping: x), a + Int32(clamping: x) + 1, a + 1, -1]
            }
        }
        creaseAngle = try node.double("creaseAngle", 0) * reader.document.angle
    }

    // MARK: Primitive

    /// Triangles with the values of their corners; nil where there are none.
    mutating func primitive(_ reader: inout X3DSceneReader) throws(FormatError) -> Primitive? {
        let count = mesh.positions.count
        if let bad = index.first(where: { Int($0) >= count }) {
            throw .unreadable("a face refers to point \(bad), but there are only \(count)")
        }
        if isTextured, mesh.textureCoordinates.isEmpty, coordinateIndex.isEmpty { makeTextureCoordinates() }
        var fan = X3DTriangles(convex: isConvex, isReversed: !isCounterClockwise)
        fan.add(index, mesh.positions)
        if fan.isLimited { reader.scene.note("Concave faces of more than \(X3DTriangles.limit) corners were read as fans.") }
        guard !fan.entries.isEmpty else { return nil }
        try reader.take(fan.entries.count)
        if mesh.normals.isEmpty, creaseAngle > 0 { return smooth(fan) }
        if isPlain {
            var primitive = Primitive()
            primitive.positions = mesh.positions
            primitive.normals = mesh.normals
            if !mesh.textureCoordinates.isEmpty { primitive.textureCoordinates = [mesh.textureCoordinates] }
            primitive.colors = mesh.colors
            primitive.indices = fan.entries.map { UInt32(index[Int($0)]) }
            return primitive
        }
        return mesh.compact(.triangles, corners(fan, normals: nil))
    }

    /// Whether all values are those of the points, most of which are used.
    private var isPlain: Bool {
        func matches(_ values: Int, _ index: [Int32], isPerVertex: Bool) -> Bool {
            values == 0 || (index.isEmpty && isPerVertex && values == mesh.positions.count)
        }
        return matches(mesh.normals.count, normalIndex, isPerVertex: isNormalPerVertex)
            && matches(mesh.textureCoordinates.count, coordinateIndex, isPerVertex: true)
            && matches(mesh.colors.count, colorIndex, isPerVertex: isColorPerVertex) && index.count > mesh.positions.count
    }

    private func smooth(_ fan: X3DTriangles) -> Primitive {
        let triangles = fan.entries.map { UInt32(index[Int($0)]) }
        let limit = cos(Float(min(creaseAngle, .pi)))
        let flat = (0..<triangles.count / 3).map { t -> Vector3 in
            let p = (0..<3).map { mesh.positions[Int(triangles[3 * t + $0])] }
            let normal = cross(p[1] - p[0], p[2] - p[0])
            return normal.lengthSquared > 0 ? normal.normalized : .zero
        }
        let isAll = creaseAngle >= .pi
        let made = CornerMesh.normals(positions: mesh.positions, triangles: triangles) { a, b in
            isAll || fan.faces[a] == fan.faces[b] || dot(flat[a], flat[b]) > limit
        }
        var copy = self
        copy.mesh.normals = made.normals
        return copy.mesh.compact(.triangles, copy.corners(fan, normals: made.corners))
    }

    private func corners(_ fan: X3DTriangles, normals: [UInt32]?) -> [SIMD4<UInt32>] {
        func known(_ number: Int, _ count: Int) -> UInt32 { number >= 0 && number < count ? UInt32(number) : CornerMesh.none }
        func value(_ list: [Int32], _ isPerVertex: Bool, entry: Int, face: Int, count: Int) -> UInt32 {
            if count == 0 { return CornerMesh.none }
            if isPerVertex { return known(Int(list.indices.contains(entry) ? list[entry] : index[entry]), count) }
            return known(list.indices.contains(face) ? Int(list[face]) : face, count)
        }
        return fan.entries.enumerated().map { i, entry in
            let entry = Int(entry)
            let face = Int(fan.faces[i / 3])
            return SIMD4(
                UInt32(index[entry]),
                normals.map { $0[i] } ?? value(normalIndex, isNormalPerVertex, entry: entry, face: face, count: mesh.normals.count),
                value(coordinateIndex, true, entry: entry, face: face, count: mesh.textureCoordinates.count),
                value(colorIndex, isColorPerVertex, entry: entry, face: face, count: mesh.colors.count))
        }
    }

    /// What the standard has where a face set has an image but no texture coordinates: along the longest and second longest side.
    private mutating func makeTextureCoordinates() {
        let box = Bounds(mesh.positions)
        let size = box.max - box.min
        let axes = [0, 1, 2].sorted { size[$0] > size[$1] || (size[$0] == size[$1] && $0 < $1) }
        guard let s = axes.first, size[s] > 0 else { return }
        let t = axes[1]
        mesh.textureCoordinates = mesh.positions.map { p in
            Vector2((p[s] - box.min[s]) / size[s], 1 - (p[t] - box.min[t]) / size[s])
        }
    }
}
