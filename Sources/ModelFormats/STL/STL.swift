import Codecs
import Geometry
import Support
import Synchronization

/// Stereolithography files (3D Systems 1989), binary and text: triangles without shared vertices, colours or units.
///
/// Corners with exactly equal coordinates become one vertex. The stored facet normals are not used: the order of the corners gives
/// the outside.
public enum STL {
    /// Bytes before the first triangle of a binary file: an 80-byte header and the count.
    static let headerSize = 84
    static let triangleSize = 50

    /// Reads a file in memory.
    /// - Throws: where the file promises more triangles than it holds, a number cannot be read, or there is no geometry.
    public static func read(_ bytes: UnsafeRawBufferPointer, progress: ProgressReporter = .silent) throws(FormatError) -> Model {
        try read(RandomAccessFile(bytes), progress: progress)
    }

    /// Reads a file piece by piece.
    static func read(_ source: RandomAccessFile, progress: ProgressReporter) throws(FormatError) -> Model {
        guard source.count > 0 else { throw .unreadable("is empty") }
        let isText = try source.withHead(2048) { (head) throws(FormatError) -> Bool in Self.isText(head, size: source.count) }
        return isText ? try readText(source, progress) : try readBinary(source, progress)
    }

    /// Whether the file is a text STL. Many binary files begin with `solid`, too: they are detected by the size that their count
    /// declares.
    /// - Parameters:
    ///   - bytes: the first 2048 bytes of the file, or more.
    ///   - size: of the whole file.
    static func isText(_ bytes: UnsafeRawBufferPointer, size: Int) -> Bool {
        guard !bytes.isEmpty else { return false }
        if let promised = binarySize(bytes), promised == size { return false }
        var scanner = TextScanner(UnsafeRawBufferPointer(rebasing: bytes.prefix(2048)))
        scanner.skipWhitespace()
        guard scanner.starts(with: "solid") else { return false }
        while !scanner.atEnd {
            let c = scanner.byte
            // Control characters only occur in binary data.
            if c < 0x09 || (c > 0x0D && c < 0x20) { return false }
            scanner.advance()
        }
        return true
    }

    /// The size that a binary file of this header should have; nil where it is too short for one.
    static func binarySize(_ bytes: UnsafeRawBufferPointer) -> Int? {
        guard bytes.count >= headerSize else { return nil }
        return headerSize + triangleSize * Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 80, as: UInt32.self)))
    }

    private static func readBinary(_ source: RandomAccessFile, _ progress: ProgressReporter) throws(FormatError) -> Model {
        let header = try source.withHead(headerSize) { (head) throws(FormatError) in
            binarySize(head).map { size in
                (size: size, frame: CoordinateFrame(declaredIn: String(decoding: head.prefix(80), as: UTF8.self)))
            }
        }
        guard let header else {
            throw .unreadable("is too short for an STL file: \(Text.bytes(source.count)), a binary one has at least \(headerSize)")
        }
        let promised = header.size
        let count = (promised - headerSize) / triangleSize
        guard promised <= source.count else {
            throw .unreadable(
                "declares \(count) triangles, \(Text.bytes(promised)), but contains only \(Text.bytes(source.count)); "
                    + "the file is truncated or not an STL file; copy it again")
        }
        var notes = header.frame == nil ? [metresNote] : []
        if promised < source.count { notes.append("\(Text.bytes(source.count - promised)) after the last triangle were ignored.") }
        let (mesh, hasAttributes) = try weld(source, count, header.frame, progress)
        if hasAttributes { notes.append("The attribute bytes of triangles (colours in some programs) are not read.") }
        return try Model.finish(mesh, notes: notes)
    }

    /// The triangles of a binary file as a mesh, and whether one has attributes.
    private static func weld(
        _ source: RandomAccessFile, _ count: Int, _ frame: CoordinateFrame?, _ progress: ProgressReporter
    ) throws(FormatError) -> (TriangleMesh, Bool) {
        // Parts of a fixed size: the result is the same on any number of cores.
        let part = 1 << 17
        let parts = (count + part - 1) / part
        var keys = [[SIMD4<UInt32>]](repeating: [], count: parts)
        var attributes = [UInt8](repeating: 0, count: parts)
        // First with the numbers within each part, then with those within the mesh.
        var indices = [UInt32](undefined: 3 * count)
        let batch = 2 * Parallel.threads
        let failure = Mutex<FormatError?>(nil)
        for first in stride(from: 0, to: parts, by: batch) {
            try progress.step(Double(first) / Double(parts), "Reading triangles")
            keys.withUnsafeMutableBufferPointer { keys in
                attributes.withUnsafeMutableBufferPointer { attributes in
                    indices.withUnsafeMutableBufferPointer { indices in
                        nonisolated(unsafe) let keys = keys
                        nonisolated(unsafe) let attributes = attributes
                        nonisolated(unsafe) let indices = indices
                        Parallel.forEach(min(batch, parts - first)) { k in
                            let range = (first + k) * part..<min(count, (first + k + 1) * part)
                            do throws(FormatError) {
                                (keys[first + k], attributes[first + k]) = try weld(source, range, indices)
                            } catch { failure.withLock { $0 = error } }
                        }
                    }
                }
            }
            if let failure = failure.withLock({ $0 }) { throw failure }
        }
        let mesh = Welder.mesh(consume keys, indices: consume indices, corners: 3 * part, frame)
        return (mesh, attributes.contains { $0 != 0 })
    }

    /// Stores the numbers of the corners of these triangles; the vertices of the part, and all bits of its attributes.
    private static func weld(
        _ source: RandomAccessFile, _ triangles: Range<Int>, _ indices: UnsafeMutableBufferPointer<UInt32>
    ) throws(FormatError) -> ([SIMD4<UInt32>], UInt8) {
        var welder = Welder(vertices: triangles.count / 2)
        var attributes: UInt8 = 0
        let size = RandomAccessFile.pieceSize / triangleSize
        for first in stride(from: triangles.lowerBound, to: triangles.upperBound, by: size) {
            let last = min(first + size, triangles.upperBound)
            try source.withPiece(headerSize + triangleSize * first..<headerSize + triangleSize * last) { bytes in
                for i in first..<last {
                    let start = triangleSize * (i - first)
                    for corner in 0..<3 { indices[3 * i + corner] = welder.number(of: vector(bytes, start + 12 + 12 * corner)) }
                    attributes |= bytes[start + 48] | bytes[start + 49]
                }
            }
        }
        return (welder.end(), attributes)
    }

    @inline(__always) static func vector(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Vector3 {
        func float(_ place: Int) -> Float {
            Float(bitPattern: UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)))
        }
        return Vector3(float(offset), float(offset + 4), float(offset + 8))
    }

    private static func readText(_ source: RandomAccessFile, _ progress: ProgressReporter) throws(FormatError) -> Model {
        let frame = try source.withHead(80) { (head) throws(FormatError) in
            CoordinateFrame(declaredIn: String(decoding: head, as: UTF8.self))
        }
        let solids = try readFacets(source, isDivided: false, progress)
        return try Model.finish(solids[0].mesh(frame), notes: frame == nil ? [metresNote] : [])
    }

    /// The solids of a text file with their names.
    static func readSolids(
        _ bytes: UnsafeRawBufferPointer, _ progress: ProgressReporter
    ) throws(FormatError) -> [(name: String, mesh: TriangleMesh)] {
        let frame = CoordinateFrame(declaredIn: String(decoding: bytes.prefix(80), as: UTF8.self))
        return try readFacets(RandomAccessFile(bytes), isDivided: true, progress).map { ($0.name, $0.mesh(frame)) }
    }

    /// The triangles of a solid in a text file.
    private struct Solid {
        var name = ""
        var keys: [SIMD4<UInt32>] = []
        var indices: [UInt32] = []

        func mesh(_ frame: CoordinateFrame?) -> TriangleMesh {
            TriangleMesh(positions: Welder.positions(keys, frame), indices: indices)
        }
    }

    /// The facets of a text file: of all solids together, or of each. There is at least one solid.
    private static func readFacets(
        _ source: RandomAccessFile, isDivided: Bool, _ progress: ProgressReporter
    ) throws(FormatError) -> [Solid] {
        let window = try TextWindow(source, progress: progress, what: "Reading triangles")
        var scanner = window.scanner
        var welder = Welder()
        var solids: [Solid] = []
        var solid = Solid()
        var loop: [Vector3] = []
        while try window.skipWhitespace(&scanner) {
            if scanner.starts(with: "vertex") {
                scanner.advance(6)
                var v = Vector3(repeating: 0)
                for k in 0..<3 {
                    guard try window.skipWhitespace(&scanner), let value = scanner.float() else {
                        throw .unreadable("line \(window.line(at: scanner.position)): \(scanner.excerpt) is not a number")
                    }
                    v[k] = value
                }
                loop.append(v)
            } else if scanner.starts(with: "solid") {
                scanner.advance(5)
                // Names may hold any word.
                let following = scanner.restOfLine()
                if isDivided, !solid.indices.isEmpty {
                    solid.keys = welder.end()
                    solids.append(solid)
                    welder = Welder()
                    solid = Solid()
                }
                solid.name = following
            } else if scanner.starts(with: "endsolid") {
                scanner.skipLine()
            } else {
                if scanner.starts(with: "endloop") {
                    guard loop.count >= 3 else {
                        throw .unreadable(
                            "line \(window.line(at: scanner.position)) ends a facet with \(loop.count) vertices instead of three")
                    }
                    for k in 2..<loop.count {
                        for corner in [0, k - 1, k] { solid.indices.append(welder.number(of: loop[corner])) }
                    }
                    loop.removeAll(keepingCapacity: true)
                }
                _ = scanner.token()
            }
        }
        guard loop.isEmpty else { throw .unreadable("ends inside a facet; the file is truncated; copy it again") }
        solid.keys = welder.end()
        return solids + [solid]
    }

    static let metresNote = "STL declares neither unit nor axes; the numbers were taken as metres, y up."
}
