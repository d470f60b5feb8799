import Codecs
import Geometry
import Models
import Support

/// Reads the text of an OFF file; `OFFReader+Binary` reads the binary form.
struct OFFReader {
    let bytes: UnsafeRawBufferPointer
    var scanner: TextScanner
    var header = OFFHeader()
    var mesh = CornerMesh()
    var far = GlobalShift()
    /// Colours of vertices and faces as the file has them.
    var vertexColors: [SIMD4<Float>] = []
    var faceColors: [SIMD4<Float>] = []
    /// Corners of triangles, segments and points.
    var triangles: [UInt32] = []
    var segments: [UInt32] = []
    var points: [UInt32] = []
    /// For each triangle and segment its face.
    var faceOfTriangle: [UInt32] = []
    var faceOfSegment: [UInt32] = []
    var colorOfFace: [Int: Int] = [:]
    var notes: [String] = []
    var hasIndexedColors = false
    var shortFaces = 0

    init(_ bytes: UnsafeRawBufferPointer) throws(FormatError) {
        self.bytes = bytes
        scanner = TextScanner(bytes, from: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    }

    mutating func read(_ progress: ProgressReporter) throws(FormatError) -> Scene {
        Self.skipBlanksAndComments(&scanner)
        var copy = scanner
        if let found = OFFHeader(String(decoding: copy.token().prefix(16), as: UTF8.self)) {
            header = found
            scanner = copy
        } else {
            notes.append("The file has no header; it was read as a plain OFF.")
        }
        Self.skipBlanksAndComments(&scanner)
        if scanner.starts(with: "BINARY") {
            try readBinary(progress)
        } else {
            try readText(progress)
        }
        return try makeScene()
    }

    /// Skips white space and comments, which begin with `#`.
    static func skipBlanksAndComments(_ scanner: inout TextScanner) {
        scanner.skipWhitespace()
        while scanner.byte == UInt8(ascii: "#") {
            scanner.skipLine()
            scanner.skipWhitespace()
        }
    }

    // MARK: Text

    private mutating func readText(_ progress: ProgressReporter) throws(FormatError) {
        if header.hasDimension {
            let dimension = try integer("the dimension")
            guard dimension == 3 else {
                throw .unreadable("has \(dimension) dimensions; only files of three are read, project it first")
            }
        }
        let vertexCount = try integer("the number of vertices")
        let faceCount = try integer("the number of faces")
        // The number of edges, which some programs leave out.
        scanner.skipBlanks()
        if !atLineEnd { _ = try integer("the number of edges") }
        guard vertexCount >= 0, faceCount >= 0, vertexCount <= bytes.count / 2, faceCount <= bytes.count / 2,
            vertexCount < 1 << 31
        else {
            throw .unreadable(
                "promises \(vertexCount) vertices and \(faceCount) faces, which its \(Text.bytes(bytes.count)) can't hold; "
                    + "the file is damaged or truncated, get it again")
        }
        mesh.positions.reserveCapacity(min(vertexCount, bytes.count / 6 + 1))
        for i in 0..<vertexCount {
            if i & 0xFFFF == 0 { try progress.step(0.5 * Double(i) / Double(vertexCount), "Reading vertices") }
            try readVertex(i, of: vertexCount)
        }
        for i in 0..<faceCount {
            if i & 0xFFFF == 0 { try progress.step(0.5 + 0.5 * Double(i) / Double(faceCount), "Reading faces") }
            try readFace(i, of: faceCount)
        }
    }

    /// The numbers of the rest of the line, up to `limit`.
    private mutating func restOfLine(limit: Int) -> [Double] {
        var values: [Double] = []
        while values.count < limit {
            scanner.skipBlanks()
            guard !atLineEnd, let value = scanner.double() else { break }
            values.append(value)
        }
        return values
    }

    private var atLineEnd: Bool { scanner.atLineEnd || scanner.byte == UInt8(ascii: "#") }

    private mutating func readVertex(_ number: Int, of count: Int) throws(FormatError) {
        Self.skipBlanksAndComments(&scanner)
        if scanner.atEnd { throw .unreadable("ends after \(number) of \(count) vertices; the file is truncated, get it again") }
        var p = SIMD3<Double>()
        for k in 0..<3 { p[k] = try value("a coordinate") }
        if header.isHomogeneous { p /= try value("the fourth coordinate") }
        if number == 0 { far.choose(p) }
        mesh.positions.append(far.position(p))
        if header.hasNormals {
            var n = Vector3.zero
            for k in 0..<3 { n[k] = Float(try value("a normal")) }
            mesh.normals.append(n)
        }
        var rest = restOfLine(limit: 8)
        if header.hasTextureCoordinates {
            guard rest.count >= 2 else { throw .unreadable("line \(scanner.line) has no texture coordinates") }
            mesh.textureCoordinates.append(Vector2(Float(rest[rest.count - 2]), 1 - Float(rest[rest.count - 1])))
            rest.removeLast(2)
        }
        if rest.count == 3 || rest.count == 4 {
            // Vertices before the first colour are white.
            while vertexColors.count < number { vertexColors.append(SIMD4(repeating: 1)) }
            vertexColors.append(SIMD4(Float(rest[0]), Float(rest[1]), Float(rest[2]), rest.count == 4 ? Float(rest[3]) : -1))
        }
        scanner.skipLine()
    }

    private mutating func readFace(_ number: Int, of count: Int) throws(FormatError) {
        Self.skipBlanksAndComments(&scanner)
        if scanner.atEnd { throw .unreadable("ends after \(number) of \(count) faces; the file is truncated, get it again") }
        let corners = try integer("the number of corners")
        guard corners >= 0, corners <= scanner.remaining / 2 + 1 else {
            throw .unreadable("line \(scanner.line): a face of \(corners) corners does not fit into the file; it is damaged")
        }
        try readFace(number, corners: corners) { (reader) throws(FormatError) in try reader.integer("the number of a vertex") }
        setColor(restOfLine(limit: 5), of: number)
        scanner.skipLine()
    }

    /// Adds a face of these corners, whose numbers `next` reads.
    mutating func readFace(
        _ number: Int, corners: Int, next: (inout OFFReader) throws(FormatError) -> Int
    ) throws(FormatError) {
        var first: UInt32 = 0
        var previous: UInt32 = 0
        for k in 0..<corners {
            let index = try next(&self)
            guard index >= 0, index < mesh.positions.count else {
                throw .unreadable("face \(number) refers to vertex \(index), but there are only \(mesh.positions.count)")
            }
            let corner = UInt32(index)
            if k == 0 { first = corner }
            if corners == 1 { points.append(corner) }
            if corners == 2, k == 1 {
                segments += [first, corner]
                faceOfSegment.append(UInt32(truncatingIfNeeded: number))
            }
            if corners >= 3, k >= 2 {
                triangles.append(first)
                triangles.append(previous)
                triangles.append(corner)
                faceOfTriangle.append(UInt32(truncatingIfNeeded: number))
            }
            previous = corner
        }
        if corners == 0 { shortFaces += 1 }
    }

    mutating func setColor(_ values: [Double], of face: Int) {
        switch values.count {
        case 0: return
        case 3, 4:
            colorOfFace[face] = faceColors.count
            faceColors.append(
                SIMD4(Float(values[0]), Float(values[1]), Float(values[2]), values.count == 4 ? Float(values[3]) : -1))
        default: hasIndexedColors = true
        }
    }

    private mutating func value(_ what: String) throws(FormatError) -> Double {
        scanner.skipWhitespace()
        guard let value = scanner.double() else { throw .unreadable("line \(scanner.line): \(scanner.excerpt) is not \(what)") }
        return value
    }

    private mutating func integer(_ what: String) throws(FormatError) -> Int {
        Self.skipBlanksAndComments(&scanner)
        guard let value = scanner.integer() else { throw .unreadable("line \(scanner.line): \(scanner.excerpt) is not \(what)") }
        return value
    }
}
