import Codecs
import Foundation
import Geometry
import Models
import Support

extension STL {
    /// Reads a file in memory as a scene: a node with a mesh for each `solid` of a text file, one for a binary file, whose
    /// colours of faces become colours of vertices.
    ///
    /// Corners with exactly equal coordinates and colours become one vertex. Two conventions for the attribute bytes of a face
    /// are read: that of VisCAM and SolidView (bit 15 set: a colour, of which blue is in the low bits), and where the header has
    /// `COLOR=` that of Materialise Magics (bit 15 clear: a colour, of which red is in the low bits; set: the header's colour).
    /// - Parameters:
    ///   - bytes: the file's bytes.
    ///   - folder: not used; STL files name no others.
    ///   - progress: receives the progress.
    /// - Throws: where the file promises more triangles than it holds, a number can't be read, or there is no geometry.
    public static func readScene(
        _ bytes: UnsafeRawBufferPointer, folder: URL? = nil, progress: ProgressReporter = .silent
    ) throws(FormatError) -> Scene {
        guard !bytes.isEmpty else { throw .unreadable("is empty") }
        var scene = Scene()
        var removed = 0
        func add(_ primitive: Primitive, name: String?) {
            var primitive = primitive
            removed += primitive.settle()
            guard !primitive.indices.isEmpty else { return }
            scene.meshes.append(Mesh(name: name, primitives: [primitive]))
            var node = Node(name: name)
            node.mesh = scene.meshes.count - 1
            scene.nodes.append(node)
            scene.roots.append(scene.nodes.count - 1)
        }
        if isText(bytes, size: bytes.count) {
            let solids = try readSolids(bytes, progress)
            let frame = CoordinateFrame(declaredIn: String(decoding: bytes.prefix(80), as: UTF8.self))
            if frame == nil { scene.note(metresNote) }
            for solid in solids {
                // Diorama's own files begin with the frame.
                let mark = frame.map { "Diorama, \($0)" } ?? "\0"
                let own = solid.name.hasPrefix(mark) ? String(solid.name.dropFirst(mark.count)) : solid.name
                let name = own.hasPrefix(": ") ? String(own.dropFirst(2)) : own
                add(Primitive(solid.mesh), name: name.isEmpty ? nil : name)
            }
        } else if let colors = FacetColors(bytes) {
            if CoordinateFrame(declaredIn: String(decoding: bytes.prefix(80), as: UTF8.self)) == nil { scene.note(metresNote) }
            add(try readColored(bytes, colors, progress: progress), name: nil)
        } else {
            let model = try read(bytes, progress: progress)
            for note in model.notes { scene.note(note) }
            if let mesh = model.mesh { add(Primitive(mesh), name: nil) }
        }
        try scene.finish(removed: removed)
        return scene
    }

    // MARK: Binary

    /// The colours in the attribute bytes of a binary file's faces.
    private struct FacetColors {
        /// Whether the convention is that of Magics.
        let isMagics: Bool
        /// Linear RGB and opacity of faces without a colour of their own.
        let plain: SIMD4<Float>
        private static let levels: [Float] = (0..<32).map { SRGB.decode(Float($0) / 31) }

        /// Nil where no face has a colour.
        init?(_ bytes: UnsafeRawBufferPointer) {
            guard let size = binarySize(bytes), size <= bytes.count else { return nil }
            let count = (size - headerSize) / triangleSize
            let mark = Array("COLOR=".utf8)
            var color: SIMD4<Float>?
            for start in 0...80 - mark.count - 4 where bytes[start..<start + mark.count].elementsEqual(mark) {
                let c = (0..<4).map { bytes[start + mark.count + $0] }
                color = SIMD4(SRGB.toLinear(SIMD3(c[0], c[1], c[2])), Float(c[3]) / 255)
                break
            }
            var hasColors = false
            for i in 0..<count where Self.attribute(bytes, i) & 0x8000 != 0 {
                hasColors = true
                break
            }
            guard color != nil || hasColors else { return nil }
            isMagics = color != nil
            plain = color ?? SIMD4(repeating: 1)
        }

        @inline(__always) static func attribute(_ bytes: UnsafeRawBufferPointer, _ triangle: Int) -> UInt16 {
            UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: headerSize + triangleSize * triangle + 48, as: UInt16.self))
        }

        /// The colour of an attribute, which is made one of the same meaning for all faces without one.
        func color(_ attribute: UInt16) -> SIMD4<Float> {
            guard hasColor(attribute) else { return plain }
            let low = Self.levels[Int(attribute & 31)]
            let middle = Self.levels[Int(attribute >> 5 & 31)]
            let high = Self.levels[Int(attribute >> 10 & 31)]
            return isMagics ? SIMD4(low, middle, high, 1) : SIMD4(high, middle, low, 1)
        }

        /// Whether the face has a colour of its own.
        func hasColor(_ attribute: UInt16) -> Bool { (attribute & 0x8000 == 0) == isMagics }
    }

    private static func readColored(
        _ bytes: UnsafeRawBufferPointer, _ colors: FacetColors, progress: ProgressReporter
    ) throws(FormatError) -> Primitive {
        let count = ((binarySize(bytes) ?? headerSize) - headerSize) / triangleSize
        let frame = CoordinateFrame(declaredIn: String(decoding: bytes.prefix(80), as: UTF8.self)) ?? .ours
        var table = KeyTable(expected: count / 2)
        var primitive = Primitive()
        primitive.indices.reserveCapacity(3 * count)
        for i in 0..<count {
            if i & 0xFFFF == 0 { try progress.step(Double(i) / Double(count), "Reading triangles") }
            let attribute = FacetColors.attribute(bytes, i)
            let key = colors.hasColor(attribute) ? UInt32(attribute & 0x7FFF) : 0x8000
            for corner in 0..<3 {
                // −0 and 0 are one place.
                let p = vector(bytes, headerSize + triangleSize * i + 12 + 12 * corner) + Vector3(repeating: 0)
                let number = table.number(of: SIMD4(p.x.bitPattern, p.y.bitPattern, p.z.bitPattern, key))
                primitive.indices.append(UInt32(number))
            }
        }
        primitive.positions = table.keys.map { key in
            frame.fromFile(Vector3(Float(bitPattern: key.x), Float(bitPattern: key.y), Float(bitPattern: key.z)))
        }
        let own: UInt16 = colors.isMagics ? 0 : 0x8000
        primitive.colors = table.keys.map { key in
            key.w == 0x8000 ? colors.plain : colors.color(UInt16(key.w) | own)
        }
        return primitive
    }
}

extension Primitive {
    /// The triangles of a mesh, without texture coordinates.
    init(_ mesh: TriangleMesh) {
        self.init()
        positions = mesh.positions
        normals = mesh.normals
        colors = mesh.colors.map { SIMD4($0, 1) }
        indices = mesh.indices
    }
}
