import Codecs
import Geometry
import Support

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
        guard !bytes.isEmpty else { throw .unreadable("is empty") }
        return isText(bytes) ? try readText(bytes, progress) : try readBinary(bytes, progress)
    }

    /// Whether the file is a text STL. Many binary files begin with `solid`, too: they are detected by the size that their count
    /// declares.
    static func isText(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard !bytes.isEmpty else { return false }
        if let promised = binarySize(bytes), promised == bytes.count { return false }
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

    private static func readBinary(_ bytes: UnsafeRawBufferPointer, _ progress: ProgressReporter) throws(FormatError) -> Model {
        guard let promised = binarySize(bytes) else {
            throw .unreadable("is too short for an STL file: \(Text.bytes(bytes.count)), a binary one has at least \(headerSize)")
        }
        let count = (promised - headerSize) / triangleSize
        guard promised <= bytes.count else {
            throw .unreadable(
                "declares \(count) triangles, \(Text.bytes(promised)), but contains only \(Text.bytes(bytes.count)); "
                    + "the file is truncated or not an STL file; copy it again")
        }
        let frame = CoordinateFrame(declaredIn: String(decoding: bytes.prefix(80), as: UTF8.self))
        var notes = frame == nil ? [metresNote] : []
        if promised < bytes.count { notes.append("\(Text.bytes(bytes.count - promised)) after the last triangle were ignored.") }
        // Parts of a fixed size: the result is the same on any number of cores.
        let part = 1 << 17
        let parts = (count + part - 1) / part
        var read = [(part: Welder.Part, hasAttributes: Bool)](repeating: (Welder.Part(), false), count: parts)
        let batch = 2 * Parallel.threads
        for first in stride(from: 0, to: parts, by: batch) {
            try progress.step(Double(first) / Double(parts), "Reading triangles")
            read.withUnsafeMutableBufferPointer { read in
                nonisolated(unsafe) let read = read
                Parallel.forEach(min(batch, parts - first)) { i in
                    let range = (first + i) * part..<min(count, (first + i + 1) * part)
                    read[first + i] = weld(bytes, range)
                }
            }
        }
        let attributes = read.contains { $0.hasAttributes }
        if attributes { notes.append("The attribute bytes of triangles (colours in some programs) are not read.") }
        return try Model.finish(Welder.mesh(read.map(\.part), frame), notes: notes)
    }

    /// The corners of these triangles, and whether one has attributes.
    private static func weld(_ bytes: UnsafeRawBufferPointer, _ triangles: Range<Int>) -> (Welder.Part, Bool) {
        var welder = Welder(triangles: triangles.count)
        var attributes: UInt8 = 0
        for i in triangles {
            let start = headerSize + triangleSize * i
            for corner in 0..<3 { welder.append(vector(bytes, start + 12 + 12 * corner)) }
            attributes |= bytes[start + 48] | bytes[start + 49]
        }
        return (welder.end(), attributes != 0)
    }

    @inline(__always) static func vector(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Vector3 {
        func float(_ place: Int) -> Float {
            Float(bitPattern: UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)))
        }
        return Vector3(float(offset), float(offset + 4), float(offset + 8))
    }

    private static func readText(_ bytes: UnsafeRawBufferPointer, _ progress: ProgressReporter) throws(FormatError) -> Model {
        let frame = CoordinateFrame(declaredIn: String(decoding: bytes.prefix(80), as: UTF8.self))
        let parts = try readFacets(bytes, isDivided: false, progress).map(\.part)
        return try Model.finish(Welder.mesh(parts, frame), notes: frame == nil ? [metresNote] : [])
    }

    /// The solids of a text file with their names.
    static func readSolids(
        _ bytes: UnsafeRawBufferPointer, _ progress: ProgressReporter
    ) throws(FormatError) -> [(name: String, mesh: TriangleMesh)] {
        let frame = CoordinateFrame(declaredIn: String(decoding: bytes.prefix(80), as: UTF8.self))
        return try readFacets(bytes, isDivided: true, progress).map { ($0.name, Welder.mesh([$0.part], frame)) }
    }

    /// The facets of a text file: of all solids together, or of each.
    private static func readFacets(
        _ bytes: UnsafeRawBufferPointer, isDivided: Bool, _ progress: ProgressReporter
    ) throws(FormatError) -> [(name: String, part: Welder.Part)] {
        var scanner = TextScanner(bytes)
        // A facet takes some 250 bytes as most programs write it.
        var welder = Welder(triangles: bytes.count / 250)
        var solids: [(name: String, part: Welder.Part)] = []
        var name = ""
        var loop: [Vector3] = []
        var next = 0
        while true {
            scanner.skipWhitespace()
            guard !scanner.atEnd else { break }
            if scanner.position >= next {
                try progress.step(Double(scanner.position) / Double(bytes.count), "Reading triangles")
                next = scanner.position + (1 << 20)
            }
            if scanner.starts(with: "vertex") {
                scanner.advance(6)
                var v = Vector3(repeating: 0)
                for k in 0..<3 {
                    scanner.skipWhitespace()
                    guard let value = scanner.float() else {
                        throw .unreadable("line \(scanner.line): \(scanner.excerpt) is not a number")
                    }
                    v[k] = value
                }
                loop.append(v)
            } else if scanner.starts(with: "solid") {
                scanner.advance(5)
                // Names may hold any word.
                let following = scanner.restOfLine()
                if isDivided, !welder.isEmpty {
                    solids.append((name, welder.end()))
                    welder = Welder()
                }
                name = following
            } else if scanner.starts(with: "endsolid") {
                scanner.skipLine()
            } else {
                if scanner.starts(with: "endloop") {
                    guard loop.count >= 3 else {
                        throw .unreadable("line \(scanner.line) ends a facet with \(loop.count) vertices instead of three")
                    }
                    for k in 2..<loop.count {
                        welder.append(loop[0])
                        welder.append(loop[k - 1])
                        welder.append(loop[k])
                    }
                    loop.removeAll(keepingCapacity: true)
                }
                _ = scanner.token()
            }
        }
        guard loop.isEmpty else { throw .unreadable("ends inside a facet; the file is truncated; copy it again") }
        return solids + [(name, welder.end())]
    }

    static let metresNote = "STL declares neither unit nor axes; the numbers were taken as metres, y up."
}
