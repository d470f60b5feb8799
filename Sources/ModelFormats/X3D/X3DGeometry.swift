import Codecs
import Foundation
import Geometry
import Models

/// Makes a primitive of a geometry node.
struct X3DGeometry {
    var primitive = Primitive()
    /// Whether only the outside is shown.
    var isSolid = true

    /// The primitive of a node; nil where it is not read, which a note says, or has nothing to show.
    /// - Parameters:
    ///   - node: the geometry node.
    ///   - reader: counts what is made, and has the notes.
    ///   - isTextured: whether the shape has an image, so that it needs texture coordinates.
    static func read(_ node: X3DNode, reader: inout X3DSceneReader, isTextured: Bool) throws(FormatError) -> X3DGeometry? {
        var faces = X3DFaces()
        faces.isTextured = isTextured
        switch node.type {
        case "IndexedFaceSet": try faces.readIndexedFaces(node, &reader)
        case "IndexedTriangleSet", "IndexedTriangleStripSet", "IndexedTriangleFanSet", "TriangleSet", "TriangleStripSet",
            "TriangleFanSet", "QuadSet", "IndexedQuadSet":
            try faces.readSet(node, &reader)
        case "ElevationGrid": try faces.readGrid(node, &reader)
        case "Extrusion": try faces.readExtrusion(node, &reader)
        case "Box", "Sphere", "Cone", "Cylinder":
            let shape = try X3DShapes.primitive(node)
            try reader.take(shape.positions.count + shape.elementCount)
            return X3DGeometry(primitive: shape, isSolid: node.bool("solid", true))
        case "IndexedLineSet", "LineSet", "PointSet": return try lines(node, &reader)
        default:
            reader.scene.note("Geometry of the type \(Text.quote(node.type, limit: 40)) is not read.")
            return nil
        }
        guard let primitive = try faces.primitive(&reader) else { return nil }
        return X3DGeometry(primitive: primitive, isSolid: node.bool("solid", true))
    }

    /// The positions of a set.
    static func points(_ node: X3DNode, _ reader: inout X3DSceneReader) throws(FormatError) -> [Vector3] {
        guard let source = node.child(field: "coord", types: "Coordinate", "CoordinateDouble", "GeoCoordinate") else { return [] }
        if source.type == "GeoCoordinate" {
            reader.scene.note("Geographic coordinates are not read.")
            return []
        }
        if let known = reader.coordinates[ObjectIdentifier(source)] { return known }
        let points = try source.vectors("point")
        try reader.take(points.count)
        if source.name != nil { reader.coordinates[ObjectIdentifier(source)] = points }
        return points
    }

    /// The colours of a set, linear, with opacity.
    static func colors(_ node: X3DNode, _ reader: inout X3DSceneReader) throws(FormatError) -> [SIMD4<Float>] {
        guard let source = node.child(field: "color", types: "Color", "ColorRGBA") else { return [] }
        let values = try source.doubles("color")
        try reader.take(values.count)
        let width = source.type == "ColorRGBA" ? 4 : 3
        let count = values.count / width
        var rgb = (0..<count).map { i in
            Vector3(Float(values[width * i]), Float(values[width * i + 1]), Float(values[width * i + 2]))
                .clamped(lowerBound: .zero, upperBound: .one)
        }
        _ = EncodedColor.linearise(&rgb)
        return (0..<count).map { i in SIMD4(rgb[i], width == 4 ? Float(values[width * i + 3]) : 1) }
    }

    // MARK: Lines and points

    private static func lines(_ node: X3DNode, _ reader: inout X3DSceneReader) throws(FormatError) -> X3DGeometry? {
        var mesh = CornerMesh()
        mesh.positions = try points(node, &reader)
        mesh.colors = try colors(node, &reader)
        guard !mesh.positions.isEmpty else { return nil }
        let topology: Primitive.Topology = node.type == "PointSet" ? .points : .lines
        var corners: [SIMD4<UInt32>] = []
        func corner(_ point: Int, color: Int) throws(FormatError) -> SIMD4<UInt32> {
            guard mesh.positions.indices.contains(point) else {
                throw .unreadable("\(node.type) refers to point \(point), but there are only \(mesh.positions.count)")
            }
            let known = mesh.colors.indices.contains(color) ? UInt32(color) : CornerMesh.none
            return SIMD4(UInt32(point), CornerMesh.none, CornerMesh.none, known)
        }
        switch node.type {
        case "PointSet":
            for i in mesh.positions.indices { corners.append(try corner(i, color: i)) }
        case "LineSet":
            var start = 0
            for count in try node.integers("vertexCount") where count > 0 {
                guard Int(count) <= mesh.positions.count - start else {
                    throw .unreadable("LineSet has more vertices than its \(mesh.positions.count) points")
                }
                for i in start..<max(start, start + Int(count) - 1) {
                    corners += [try corner(i, color: i), try corner(i + 1, color: i + 1)]
                }
                start += Int(count)
            }
        default:
            let index = try node.integers("coordIndex")
            let colorIndex = try node.integers("colorIndex")
            try reader.take(index.count)
            let isPerVertex = node.bool("colorPerVertex", true)
            var line = 0
            for i in index.indices {
                if index[i] < 0 {
                    line += 1
                    continue
                }
                guard i + 1 < index.count, index[i + 1] >= 0 else { continue }
                func color(_ k: Int) -> Int {
                    if isPerVertex { return Int(colorIndex.indices.contains(k) ? colorIndex[k] : index[k]) }
                    return colorIndex.indices.contains(line) ? Int(colorIndex[line]) : line
                }
                corners += [try corner(Int(index[i]), color: color(i)), try corner(Int(index[i + 1]), color: color(i + 1))]
            }
        }
        guard !corners.isEmpty else { return nil }
        try reader.take(corners.count)
        return X3DGeometry(primitive: mesh.compact(topology, corners), isSolid: true)
    }
}

extension CornerMesh {
    /// A primitive of corners that may use a small part of the positions only, in memory for that part.
    func compact(_ topology: Primitive.Topology, _ corners: [SIMD4<UInt32>]) -> Primitive {
        guard corners.count < positions.count / 4 else {
            var scratch = VertexSplit.Scratch(positions: positions.count)
            return primitive(topology, corners, scratch: &scratch)
        }
        var table = KeyTable(expected: corners.count)
        var small = self
        let moved = corners.map { corner in
            var copy = corner
            copy.x = UInt32(table.number(of: SIMD4(corner.x, 0, 0, 0)))
            return copy
        }
        small.positions = table.keys.map { positions[Int($0.x)] }
        var scratch = VertexSplit.Scratch(positions: small.positions.count)
        return small.primitive(topology, moved, scratch: &scratch)
    }
}
