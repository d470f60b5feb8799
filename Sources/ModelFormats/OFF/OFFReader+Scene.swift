import Codecs
import Geometry
import Models
import Support

extension OFFReader {
    /// Numbers of 32 bits, high byte first: three counts, then vertices as floats and faces with their colours.
    mutating func readBinary(_ progress: ProgressReporter) throws(FormatError) {
        scanner.skipLine()
        let bytes = bytes
        var offset = scanner.position
        let end = bytes.count
        func word(_ what: String) throws(FormatError) -> UInt32 {
            guard offset + 4 <= end else { throw .unreadable("ends in \(what); the file is truncated, get it again") }
            defer { offset += 4 }
            return UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
        }
        if header.hasDimension {
            let dimension = try word("its dimension")
            guard dimension == 3 else { throw .unreadable("has \(dimension) dimensions; only files of three are read") }
        }
        let vertexCount = Int(try word("its counts"))
        let faceCount = Int(try word("its counts"))
        _ = try word("its counts")
        let width =
            3 + (header.isHomogeneous ? 1 : 0) + (header.hasNormals ? 3 : 0) + (header.hasColors ? 4 : 0)
            + (header.hasTextureCoordinates ? 2 : 0)
        guard vertexCount <= (end - offset) / (4 * width), faceCount <= (end - offset) / 8 else {
            throw .unreadable(
                "promises \(vertexCount) vertices and \(faceCount) faces, which its \(Text.bytes(bytes.count)) can't hold; "
                    + "the file is damaged or truncated, get it again")
        }
        func float() throws(FormatError) -> Float { Float(bitPattern: try word("a vertex")) }
        for i in 0..<vertexCount {
            if i & 0xFFFF == 0 { try progress.step(0.5 * Double(i) / Double(vertexCount), "Reading vertices") }
            var p = Vector3(try float(), try float(), try float())
            if header.isHomogeneous { p /= try float() }
            if i == 0 { far.choose(SIMD3<Double>(p)) }
            mesh.positions.append(far.position(SIMD3<Double>(p)))
            if header.hasNormals { mesh.normals.append(Vector3(try float(), try float(), try float())) }
            if header.hasColors { vertexColors.append(SIMD4(try float(), try float(), try float(), try float())) }
            if header.hasTextureCoordinates { mesh.textureCoordinates.append(Vector2(try float(), 1 - (try float()))) }
        }
        for i in 0..<faceCount {
            if i & 0xFFFF == 0 { try progress.step(0.5 + 0.5 * Double(i) / Double(faceCount), "Reading faces") }
            let corners = Int(try word("a face"))
            guard corners <= (end - offset) / 4 else { throw .unreadable("ends in face \(i); the file is truncated, get it again") }
            try readFace(i, corners: corners) { (_) throws(FormatError) in Int(try word("a face")) }
            let components = Int(try word("the colour of a face"))
            guard components <= 4 else { throw .unreadable("face \(i) has a colour of \(components) numbers; the file is damaged") }
            var color: [Double] = []
            for _ in 0..<components { color.append(Double(Float(bitPattern: try word("the colour of a face")))) }
            setColor(color, of: i)
        }
    }

    // MARK: Scene

    mutating func makeScene() throws(FormatError) -> Scene {
        var scene = Scene()
        for note in notes { scene.note(note) }
        if !mesh.positions.isEmpty { scene.note("OFF declares neither unit nor axes; the numbers were taken as metres, y up.") }
        if hasIndexedColors { scene.note("Colours of faces that are numbers of a colour table are not read.") }
        if shortFaces > 0 { scene.note("\(Text.count(shortFaces, "face")) without corners were skipped.") }
        // Where only some vertices have a colour the others are white.
        if !vertexColors.isEmpty {
            while vertexColors.count < mesh.positions.count { vertexColors.append(SIMD4(repeating: 1)) }
        }
        let isTransparent = Self.linearise(&vertexColors)
        let isFaceTransparent = Self.linearise(&faceColors)
        let hasFaceColors = !faceColors.isEmpty
        if hasFaceColors, !vertexColors.isEmpty { scene.note("Faces have their own colours rather than those of their vertices.") }
        mesh.colors = hasFaceColors ? faceColors : vertexColors
        var primitives: [Primitive] = []
        var scratch = VertexSplit.Scratch(
            positions: hasFaceColors || !segments.isEmpty || !points.isEmpty ? mesh.positions.count : 0)
        if triangles.isEmpty, segments.isEmpty, points.isEmpty {
            primitives.append(plain(.points, []))
        } else if !hasFaceColors, segments.isEmpty, points.isEmpty {
            primitives.append(plain(.triangles, triangles))
        } else {
            for (topology, corners, faces) in [
                (Primitive.Topology.triangles, triangles, faceOfTriangle), (.lines, segments, faceOfSegment), (.points, points, []),
            ] where !corners.isEmpty {
                let width = topology == .triangles ? 3 : 2
                let keys = corners.indices.map { i -> SIMD4<UInt32> in
                    let color = faces.isEmpty ? nil : colorOfFace[Int(faces[i / width])]
                    return key(corners[i], color: hasFaceColors ? color.map { UInt32($0) } ?? CornerMesh.none : corners[i])
                }
                primitives.append(mesh.primitive(topology, keys, scratch: &scratch))
            }
        }
        if isTransparent || isFaceTransparent {
            var material = Material.plain
            material.alphaMode = .blend
            scene.materials = [material]
            for i in primitives.indices { primitives[i].material = 0 }
        }
        var removed = 0
        var node = Node()
        node.mesh = scene.add(Mesh(primitives: primitives), removed: &removed)
        scene.origin = far.origin
        _ = scene.add(node, below: nil)
        try scene.finish(removed: removed)
        return scene
    }

    private func key(_ corner: UInt32, color: UInt32) -> SIMD4<UInt32> {
        SIMD4(
            corner, mesh.normals.isEmpty ? CornerMesh.none : corner, mesh.textureCoordinates.isEmpty ? CornerMesh.none : corner,
            mesh.colors.isEmpty ? CornerMesh.none : color)
    }

    /// The vertices as they are.
    private func plain(_ topology: Primitive.Topology, _ indices: [UInt32]) -> Primitive {
        var primitive = Primitive(topology)
        primitive.positions = mesh.positions
        primitive.normals = mesh.normals
        if !mesh.textureCoordinates.isEmpty { primitive.textureCoordinates = [mesh.textureCoordinates] }
        primitive.colors = mesh.colors
        primitive.indices = indices
        return primitive
    }

    /// sRGB of 0…1, or of 0…255 where any is above 1, made linear; an opacity below 0 is none.
    /// - Returns: whether one is transparent.
    private static func linearise(_ colors: inout [SIMD4<Float>]) -> Bool {
        guard !colors.isEmpty else { return false }
        var rgb = colors.map { Vector3($0.x, $0.y, $0.z) }
        let isScaled = EncodedColor.linearise(&rgb) || colors.contains { $0.w > 1.01 }
        var isTransparent = false
        for i in colors.indices {
            let alpha = colors[i].w < 0 ? 1 : colors[i].w / (isScaled ? 255 : 1)
            if alpha < 1 { isTransparent = true }
            colors[i] = SIMD4(rgb[i], alpha)
        }
        return isTransparent
    }
}
