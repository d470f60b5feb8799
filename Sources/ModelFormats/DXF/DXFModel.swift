import Codecs
import Foundation
import Geometry
import Models
import Support

/// Meshes and lines of AutoCAD's Drawing Exchange Format, text and binary, release 12 and later. Read, not written: DXF drawings of
/// floor plans are written by the module PlanFormats.
///
/// Read: 3DFACE, polyface and polygon meshes, MESH (the control mesh), SOLID and TRACE, also with a thickness; LINE, LWPOLYLINE,
/// POLYLINE, ARC, CIRCLE and ELLIPSE as lines, or as walls where they have a thickness; POINT; INSERT of blocks in any depth, with
/// arrays; layers as nodes; colours of layers, of the colour index and true colours as materials; the unit of the header. Not read:
/// solids and surfaces of the ACIS kernel, splines, hatches, text, dimensions, external references, paper space.
public enum DXFModel {
    static let binaryMark = Array("AutoCAD Binary DXF\r\n\u{1A}\0".utf8)

    /// Reads a file in memory as a scene: a node for each layer and each inserted block.
    ///
    /// Unit and up axis are the matrix of one further root node; DXF is z up, and metres where the header names no unit.
    /// - Throws: names the line, where a pair can't be read; where blocks contain themselves; or where there are neither faces nor
    ///   lines, as in a drawing of text.
    public static func readScene(_ bytes: UnsafeRawBufferPointer, progress: ProgressReporter = .silent) throws(FormatError) -> Scene
    {
        guard !bytes.isEmpty else { throw .unreadable("is empty") }
        var parser = DXFParser(bytes)
        let document = try parser.read(progress)
        try progress.step(0.9, "Building the scene")
        var reader = DXFSceneReader(document, fileSize: bytes.count)
        return try reader.read()
    }

    /// Whether the first pair, but for comments, begins a section.
    static func isDXF(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard !bytes.isEmpty else { return false }
        if bytes.starts(with: binaryMark) { return true }
        let head = UnsafeRawBufferPointer(rebasing: bytes.prefix(4096))
        var pairs = DXFPairs(head)
        while (try? pairs.next()) == true {
            if pairs.code == 999 { continue }
            return pairs.code == 0 && pairs.text == "SECTION"
        }
        return false
    }
}

/// What a DXF file holds.
struct DXFDocument {
    /// Metres in one unit; nil where the header names none.
    var unit: Double?
    var layers: [String: DXFLayer] = [:]
    /// By their names in capitals.
    var blocks: [String: DXFContent] = [:]
    var model = DXFContent()
    /// How many entities of each type were not read.
    var skipped: [String: Int] = [:]
    var notes: [String] = []

    mutating func note(_ sentence: String) {
        if !notes.contains(sentence), notes.count < 20 { notes.append(sentence) }
    }
}

/// A layer of the table.
struct DXFLayer {
    var color = DXFColor.index(7)
    var isHidden = false
}

/// The colour of an entity or layer.
enum DXFColor: Hashable {
    case byLayer
    case byBlock
    /// Of AutoCAD's table, 1…255.
    case index(Int)
    /// 0xRRGGBB.
    case rgb(UInt32)
}

/// What the faces of a material have in common.
struct DXFStyle: Hashable {
    var layer = "0"
    var color = DXFColor.byLayer
    /// 0…255.
    var opacity: UInt8 = 255
}

/// Entities of the model or of a block, near an offset in units of the file.
struct DXFContent {
    /// Faces, lines or points of one style; equal positions are one vertex.
    struct Part {
        let style: DXFStyle
        let topology: Primitive.Topology
        var table = KeyTable()
        var indices: [UInt32] = []
    }

    /// A block that is inserted.
    struct Insert {
        var block = ""
        var style = DXFStyle()
        var transform = AffineMap.identity
        var columns = 1
        var rows = 1
        var spacing = SIMD2<Double>(0, 0)
    }

    var base = SIMD3<Double>()
    var parts: [Part] = []
    var inserts: [Insert] = []
    var isExternal = false
    private(set) var far = GlobalShift()
    private var numbers: [PartKey: Int] = [:]
    private var isEmpty = true
    /// The part that was added to last.
    private var latest = 0

    private struct PartKey: Hashable {
        let style: DXFStyle
        let topology: Primitive.Topology
    }

    /// The offset of all positions, in units of the file.
    var offset: SIMD3<Double> { far.origin }

    /// Adds triangles, segments or points: two, three or one corner for each.
    mutating func add(_ topology: Primitive.Topology, _ corners: [SIMD3<Double>], style: DXFStyle) {
        guard let first = corners.first else { return }
        if isEmpty {
            far.choose(first)
            isEmpty = false
        }
        let key = PartKey(style: style, topology: topology)
        let number: Int
        if latest < parts.count, parts[latest].topology == topology, parts[latest].style == style {
            number = latest
        } else if let known = numbers[key] {
            number = known
        } else {
            number = parts.count
            numbers[key] = number
            parts.append(Part(style: style, topology: topology))
        }
        latest = number
        for corner in corners {
            let p = far.position(corner) + Vector3(repeating: 0)
            let vertex = parts[number].table.number(of: SIMD4(p.x.bitPattern, p.y.bitPattern, p.z.bitPattern, 0))
            parts[number].indices.append(UInt32(vertex))
        }
    }

    /// Adds a face of three or four corners, or a fan; corners that repeat the one before are left out.
    mutating func addFace(_ corners: [SIMD3<Double>], style: DXFStyle) {
        var face: [SIMD3<Double>] = []
        for corner in corners where corner != face.last { face.append(corner) }
        if face.count > 1, face.first == face.last { face.removeLast() }
        guard face.count >= 3 else { return }
        for k in 2..<face.count { add(.triangles, [face[0], face[k - 1], face[k]], style: style) }
    }

    /// Adds a path as lines, or as walls where it has a thickness.
    mutating func addPath(_ points: [SIMD3<Double>], thickness: SIMD3<Double>, style: DXFStyle) {
        for (a, b) in zip(points, points.dropFirst()) where a != b {
            if thickness == .zero {
                add(.lines, [a, b], style: style)
            } else {
                addFace([a, b, b + thickness, a + thickness], style: style)
            }
        }
    }
}
