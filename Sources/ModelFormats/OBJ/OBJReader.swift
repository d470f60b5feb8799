import Codecs
import Geometry
import Support

/// The lines of an OBJ file, sorted into arrays. Faces are already triangles; each corner has up to three numbers.
struct OBJReader {
    private let window: TextWindow
    private var scanner: TextScanner

    var positions: [Vector3] = []
    /// As written, one per position, or empty; (−1, −1, −1) where only others have one.
    var colors: [Vector3] = []
    var textureCoordinates: [Vector2] = []
    var normals: [Vector3] = []

    /// Indices, three per triangle.
    var cornerPosition: [UInt32] = []
    /// The same for texture coordinates and normals, `missing` where a corner has none; empty where no corner has one.
    var cornerTexture: [UInt32] = []
    var cornerNormal: [UInt32] = []
    /// From which corner on which material is used.
    var materialRuns: [(corner: Int, name: String)] = []
    var libraries: [String] = []
    var notes: [String] = []
    /// Segments of `l` lines, two corners each, and corners of `p` lines; only where they are kept. A corner has the numbers of a
    /// position and of a texture coordinate.
    private(set) var segments: [SIMD2<UInt32>] = []
    private(set) var points: [SIMD2<UInt32>] = []
    /// Where the file goes on with another object, group or material; only where elements are kept.
    private(set) var changes: [Change] = []
    /// From the file's frame, which a comment by Diorama declares before the first vertex.
    private(set) var far = GlobalShift()
    private var lines = 0
    private var shortFaces = 0
    private var freeForm = false
    /// The largest number used, and where in the file.
    private var largest = (position: (-1, 0), texture: (-1, 0), normal: (-1, 0))

    private let keepsElements: Bool

    static let missing = UInt32.max

    /// From which elements on another object, group or material is the current one.
    struct Change {
        enum What {
            case object(String)
            case group(String)
            case material(String)
        }

        let what: What
        let corner: Int
        let segment: Int
        let point: Int
    }

    /// - Parameter keepsElements: whether lines, points, objects and groups are kept, too.
    init(_ source: RandomAccessFile, _ progress: ProgressReporter, keepsElements: Bool = false) throws(FormatError) {
        window = try TextWindow(source, progress: progress, what: "Reading lines")
        scanner = window.scanner
        self.keepsElements = keepsElements
    }

    mutating func readLines() throws(FormatError) {
        while try window.skipWhitespace(&scanner) { try readLine() }
        try checkLargest()
        if lines > 0 { notes.append("\(Text.count(lines, "line")) skipped; only faces are imported.") }
        if shortFaces > 0 { notes.append("\(Text.count(shortFaces, "face")) with fewer than three vertices skipped.") }
        if freeForm { notes.append("Free-form curves and surfaces are not read.") }
    }

    private mutating func readLine() throws(FormatError) {
        let start = scanner.position
        let first = scanner.byte
        scanner.advance()
        let second = scanner.byte
        switch (first, second) {
        case (UInt8(ascii: "v"), 0x20), (UInt8(ascii: "v"), 0x09): try readPosition()
        case (UInt8(ascii: "v"), UInt8(ascii: "t")):
            scanner.advance()
            let (v, _) = try readNumbers(atLeast: 1)
            textureCoordinates.append(Vector2(v[0], v[1]))
        case (UInt8(ascii: "v"), UInt8(ascii: "n")):
            scanner.advance()
            let (v, _) = try readNumbers(atLeast: 3)
            normals.append(far.frame.fromFile(direction: Vector3(v[0], v[1], v[2])))
        case (UInt8(ascii: "f"), 0x20), (UInt8(ascii: "f"), 0x09): try readFace()
        case (UInt8(ascii: "l"), 0x20), (UInt8(ascii: "l"), 0x09):
            if keepsElements { try readSegments() } else { lines += 1 }
        case (UInt8(ascii: "p"), 0x20), (UInt8(ascii: "p"), 0x09):
            if keepsElements { try readPoints() }
        case (UInt8(ascii: "o"), 0x20), (UInt8(ascii: "o"), 0x09), (UInt8(ascii: "g"), 0x00...0x20):
            let name = scanner.atLineEnd ? "" : scanner.restOfName()
            if keepsElements { change(first == UInt8(ascii: "o") ? .object(name) : .group(name)) }
        default:
            scanner.move(to: start)
            readKeyword()
            return
        }
        scanner.skipLine()
    }

    private mutating func readKeyword() {
        if scanner.starts(with: "usemtl") {
            scanner.advance(6)
            let name = scanner.restOfLine()
            materialRuns.append((cornerPosition.count, name))
            if keepsElements { change(.material(name)) }
        } else if scanner.starts(with: "mtllib") {
            scanner.advance(6)
            let name = scanner.restOfLine()
            if libraries.count < 64, !libraries.contains(name) { libraries.append(name) }
        } else {
            if positions.isEmpty, scanner.starts(with: "# Diorama") {
                if let frame = CoordinateFrame(declaredIn: scanner.restOfLine()) { far = GlobalShift(frame) }
                return
            }
            if scanner.starts(with: "curv") || scanner.starts(with: "surf") { freeForm = true }
            scanner.skipLine()
        }
    }

    /// Skips blanks, and a backslash with the line end behind it.
    @inline(__always) private mutating func skipBlanks() {
        scanner.skipBlanks()
        while scanner.byte == UInt8(ascii: "\\") {
            scanner.skipLine()
            scanner.skipBlanks()
        }
    }

    /// The numbers of the rest of the line (the first eight of them) and how many they are.
    @inline(__always) private mutating func readNumbers(atLeast least: Int) throws(FormatError) -> (SIMD8<Float>, Int) {
        var values = SIMD8<Float>(repeating: 0)
        var count = 0
        while true {
            skipBlanks()
            if scanner.atLineEnd || scanner.byte == UInt8(ascii: "#") { break }
            guard let value = scanner.float() else { throw bad("\(scanner.excerpt) is not a number") }
            if count < 8 { values[count] = value }
            count += 1
        }
        guard count >= least else { throw bad("has \(Text.count(count, "number")) where \(least) are expected") }
        return (values, count)
    }

    private mutating func readPosition() throws(FormatError) {
        if positions.isEmpty, let first = readFar() { far.choose(first) }
        let wide = far.isFar ? readFar() : nil
        let (v, count) = try readNumbers(atLeast: 3)
        positions.append(wide.map { far.position($0) } ?? far.frame.fromFile(Vector3(v[0], v[1], v[2])))
        // x y z, x y z w, x y z r g b, x y z r g b a.
        if count >= 6 {
            while colors.count < positions.count - 1 { colors.append(Vector3(repeating: -1)) }
            colors.append(Vector3(v[3], v[4], v[5]))
        } else if !colors.isEmpty {
            colors.append(Vector3(repeating: -1))
        }
    }

    /// Three numbers with all their digits, without moving; nil where there are fewer.
    private func readFar() -> SIMD3<Double>? {
        var copy = scanner
        var p = SIMD3<Double>()
        for k in 0..<3 {
            copy.skipBlanks()
            guard !copy.atLineEnd, let value = copy.double() else { return nil }
            p[k] = value
        }
        return p
    }

    /// A face line from behind its `f`.
    private mutating func readFace() throws(FormatError) {
        var count = 0
        var first = SIMD3<UInt32>()
        var previous = SIMD3<UInt32>()
        while true {
            skipBlanks()
            if scanner.atLineEnd || scanner.byte == UInt8(ascii: "#") { break }
            let corner = try readCorner()
            if count >= 2 {
                append(first)
                append(previous)
                append(corner)
            }
            if count == 0 { first = corner }
            previous = corner
            count += 1
        }
        if count < 3 { shortFaces += 1 }
    }

    private mutating func change(_ what: Change.What) {
        changes.append(Change(what: what, corner: cornerPosition.count, segment: segments.count, point: points.count))
    }

    /// A line through all corners, as segments.
    private mutating func readSegments() throws(FormatError) {
        var previous: SIMD2<UInt32>?
        while true {
            skipBlanks()
            if scanner.atLineEnd || scanner.byte == UInt8(ascii: "#") { break }
            let corner = try readCorner()
            let end = SIMD2(corner.x, corner.y)
            if let previous { segments += [previous, end] }
            previous = end
        }
    }

    private mutating func readPoints() throws(FormatError) {
        while true {
            skipBlanks()
            if scanner.atLineEnd || scanner.byte == UInt8(ascii: "#") { break }
            let corner = try readCorner()
            points.append(SIMD2(corner.x, corner.y))
        }
    }

    /// `v`, `v/vt`, `v//vn` or `v/vt/vn`.
    @inline(__always) private mutating func readCorner() throws(FormatError) -> SIMD3<UInt32> {
        var corner = SIMD3<UInt32>(repeating: Self.missing)
        let place = scanner.position
        guard let v = scanner.integer() else { throw bad("\(scanner.excerpt) is not the corner of a face") }
        corner.x = try resolve(v, count: positions.count, place: place, largest: &largest.position, what: "vertex")
        if scanner.byte == UInt8(ascii: "/") {
            scanner.advance()
            if let t = scanner.integer() {
                corner.y = try resolve(
                    t, count: textureCoordinates.count, place: place, largest: &largest.texture, what: "texture coordinate")
            }
            if scanner.byte == UInt8(ascii: "/") {
                scanner.advance()
                if let n = scanner.integer() {
                    corner.z = try resolve(n, count: normals.count, place: place, largest: &largest.normal, what: "normal")
                }
            }
        }
        guard scanner.atEnd || scanner.byte <= 0x20 else { throw bad("\(scanner.excerpt) is not the corner of a face") }
        return corner
    }

    /// A number from 0 for one from 1, or for a negative one that counts back from the latest.
    @inline(__always) private func resolve(
        _ n: Int, count: Int, place: Int, largest: inout (Int, Int), what: StaticString
    ) throws(FormatError) -> UInt32 {
        let index = n > 0 ? n - 1 : count + n
        guard n != 0, index >= 0, index < Int(UInt32.max) else { throw outOfRange(n, count: count, what: what) }
        if index > largest.0 { largest = (index, place) }
        return UInt32(index)
    }

    @inline(never) private func outOfRange(_ n: Int, count: Int, what: StaticString) -> FormatError {
        n == 0
            ? bad("refers to \(what) 0, but they are numbered from 1")
            : bad("refers to \(what) \(n), but there are only \(count) so far")
    }

    /// Numbers may point forward; they are checked when all is read.
    private func checkLargest() throws(FormatError) {
        for (found, count, what) in [
            (largest.position, positions.count, "vertex"), (largest.texture, textureCoordinates.count, "texture coordinate"),
            (largest.normal, normals.count, "normal"),
        ] where found.0 >= count {
            throw .unreadable("line \(window.line(at: found.1)) refers to \(what) \(found.0 + 1), but there are only \(count)")
        }
    }

    @inline(__always) private mutating func append(_ corner: SIMD3<UInt32>) {
        if corner.y != Self.missing, cornerTexture.isEmpty {
            cornerTexture = Array(repeating: Self.missing, count: cornerPosition.count)
        }
        if corner.z != Self.missing, cornerNormal.isEmpty {
            cornerNormal = Array(repeating: Self.missing, count: cornerPosition.count)
        }
        let begunTexture = corner.y != Self.missing || !cornerTexture.isEmpty
        let begunNormal = corner.z != Self.missing || !cornerNormal.isEmpty
        cornerPosition.append(corner.x)
        if begunTexture { cornerTexture.append(corner.y) }
        if begunNormal { cornerNormal.append(corner.z) }
    }

    private func bad(_ what: String) -> FormatError { .unreadable("line \(window.line(at: scanner.position)) \(what)") }
}

extension TextScanner {
    /// The rest of the line without blanks at either side; stays at the line's end.
    fileprivate mutating func restOfName() -> String {
        var copy = self
        return copy.restOfLine()
    }
}
