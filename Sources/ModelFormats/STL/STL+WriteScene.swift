import Codecs
import Foundation
import Geometry
import Models
import Support

extension STL {
    /// Writes a scene: the triangles of all nodes in the world and in the rest pose, customarily in millimetres, z up, as slicers
    /// expect it; the header says which. A text file has a `solid` for each node.
    ///
    /// With `options.storesFacetColors` faces of a binary file have the mean of their corners' colours times their material's, 5
    /// bits a channel, by the convention of VisCAM and SolidView.
    /// - Returns: what the format could not hold.
    /// - Throws: where the scene has a flaw or no triangles, or the file can't be written.
    @discardableResult
    public static func write(
        _ scene: Scene, to url: URL, options: WriteOptions = WriteOptions(), encoding: Encoding = .binary,
        progress: ProgressReporter = .silent
    ) throws(FormatError) -> [Loss] {
        try scene.checkWritable()
        let frame = CoordinateFrame(options, else: .millimetre, .z)
        let pose = ScenePose(scene)
        let placements = ScenePlacement.all(scene, pose)
        let count = placements.reduce(0) { $0 + scene.meshes[$1.mesh].primitives.reduce(0) { $0 + $1.triangleCount } }
        guard count > 0 else {
            throw .unwritable("STL stores only triangles, and the scene has none that are shown; write ply or glb")
        }
        guard count <= Int(UInt32.max) else { throw .unwritable("STL is limited to \(UInt32.max) triangles") }
        let hasColors = options.storesFacetColors && encoding == .binary && isColored(scene)
        var file = try AtomicFile.begin(url)
        if encoding == .binary { try file.putArray(header(frame, count: count)) }
        for (i, placement) in placements.enumerated() {
            let part = progress.part(Double(i) / Double(placements.count)...Double(i + 1) / Double(placements.count))
            let name = solidName(scene, placement, frame: i == 0 ? frame : nil)
            if encoding == .ascii { try file.put("solid \(name)\n") }
            for primitive in scene.meshes[placement.mesh].primitives where primitive.triangleCount > 0 {
                let material = primitive.material.map { scene.materials[$0].baseColor } ?? SIMD4(repeating: 1)
                let placed = placement.placed(primitive, scene, pose)
                switch encoding {
                case .binary:
                    try writeRows(placed, frame, color: hasColors ? material : nil, to: &file, progress: part)
                case .ascii: try writeFacets(placed, frame, to: &file, progress: part)
                }
            }
            if encoding == .ascii { try file.put("endsolid \(name)\n") }
        }
        try AtomicFile.end(file)
        return [Loss(.unit, "STL declares neither unit nor axes; the file is in \(frame).")]
            + sceneLosses(scene, hasColors: hasColors, encoding: encoding)
    }

    /// Must not begin with "solid": that marks text.
    private static func header(_ frame: CoordinateFrame, count: Int) -> [UInt8] {
        var header = Array("Diorama binary STL, \(frame)".utf8)
        header += [UInt8](repeating: 0, count: 80 - header.count)
        withUnsafeBytes(of: UInt32(count).littleEndian) { header += $0 }
        return header
    }

    /// The name of a node; that of the first one declares the frame for Diorama's own reader.
    private static func solidName(_ scene: Scene, _ placement: ScenePlacement, frame: CoordinateFrame?) -> String {
        let given = scene.nodes[placement.node].name ?? scene.meshes[placement.mesh].name ?? ""
        let plain = given.unicodeScalars.prefix(200).map { $0.value < 32 || $0.value == 127 ? "_" : $0 }
        let name = String(String.UnicodeScalarView(plain))
        guard let frame else { return name.isEmpty ? "node-\(placement.node)" : name }
        return "Diorama, \(frame)" + (name.isEmpty ? "" : ": \(name)")
    }

    private static func isColored(_ scene: Scene) -> Bool {
        scene.meshes.contains { mesh in
            mesh.primitives.contains { primitive in
                let base = primitive.material.map { scene.materials[$0].baseColor } ?? SIMD4(repeating: 1)
                return primitive.triangleCount > 0
                    && (!primitive.colors.isEmpty || Vector3(base.x, base.y, base.z) != Vector3(repeating: 1))
            }
        }
    }

    private static func writeRows(
        _ primitive: Primitive, _ frame: CoordinateFrame, color base: SIMD4<Float>?, to file: inout AtomicFile,
        progress: ProgressReporter
    ) throws(FormatError) {
        let mesh = TriangleMesh(positions: primitive.positions, indices: primitive.corners)
        let colors = primitive.colors
        try file.writeRows(mesh.triangleCount, stride: triangleSize, progress: progress, what: "Writing triangles") { i, row in
            let (a, b, c) = mesh.corners(i)
            let corners = [frame.toFile(a), frame.toFile(b), frame.toFile(c)]
            for (k, v) in ([facetNormal(corners)] + corners).enumerated() {
                for axis in 0..<3 {
                    row.storeBytes(of: v[axis].bitPattern.littleEndian, toByteOffset: 12 * k + 4 * axis, as: UInt32.self)
                }
            }
            var attribute: UInt16 = 0
            if let base {
                var color = base
                if !colors.isEmpty {
                    color *= (0..<3).reduce(SIMD4<Float>.zero) { $0 + colors[Int(mesh.indices[3 * i + $1])] } / 3
                }
                attribute = facetColor(Vector3(color.x, color.y, color.z))
            }
            row.storeBytes(of: attribute.littleEndian, toByteOffset: 48, as: UInt16.self)
        }
    }

    /// Bit 15, then red, green and blue in 5 bits each.
    private static func facetColor(_ linear: Vector3) -> UInt16 {
        let levels = (0..<3).map { UInt16((OBJMaterialWriter.encoded(linear[$0]) * 31).rounded()) }
        return 0x8000 | levels[0] << 10 | levels[1] << 5 | levels[2]
    }

    private static func writeFacets(
        _ primitive: Primitive, _ frame: CoordinateFrame, to file: inout AtomicFile, progress: ProgressReporter
    ) throws(FormatError) {
        let mesh = TriangleMesh(positions: primitive.positions, indices: primitive.corners)
        try file.writeText(mesh.triangleCount, progress: progress, what: "Writing triangles") { i, text in
            let (a, b, c) = mesh.corners(i)
            let corners = [frame.toFile(a), frame.toFile(b), frame.toFile(c)]
            text.append("facet normal ")
            text.append(facetNormal(corners))
            text.append("\nouter loop\n")
            for v in corners {
                text.append("vertex ")
                text.append(v)
                text.append(UInt8(ascii: "\n"))
            }
            text.append("endloop\nendfacet\n")
        }
    }

    /// The unit normal of three corners; zero where they have no area, as the format asks.
    private static func facetNormal(_ corners: [Vector3]) -> Vector3 {
        let n = cross(corners[1] - corners[0], corners[2] - corners[0]).normalized
        return n.isFinite ? n : Vector3(repeating: 0)
    }

    /// What an STL file has no place for.
    private static func sceneLosses(_ scene: Scene, hasColors: Bool, encoding: Encoding) -> [Loss] {
        var losses = scene.losses(in: .stl)
        if hasColors {
            losses.removeAll { $0.kind == .colors }
            losses.append(Loss(.colorDepth, "Colours are those of faces, rounded to 5 bits; many programs ignore them."))
        } else if isColored(scene), !losses.contains(where: { $0.kind == .colors }) {
            losses.append(Loss(.colors, "stl can't store colours, except by face in a convention that few programs read."))
        }
        // Solids of a text have names.
        if encoding == .ascii { losses.removeAll { $0.kind == .names } }
        if scene.origin != .zero {
            let place = (0..<3).map { "\(scene.origin[$0])" }.joined(separator: ", ")
            losses.append(
                Loss(
                    .precision,
                    "STL can't store doubles; the scene was written near the origin, translated by (\(place)) metres, y up."))
        }
        return losses
    }
}
