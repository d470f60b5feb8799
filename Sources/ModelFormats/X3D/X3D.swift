import Codecs
import Foundation
import Models
import Support

/// Extensible 3D (ISO/IEC 19775) as XML, and its classic encoding with VRML97, with images beside the file. Read, not written.
///
/// Read: grouping nodes with their transforms, DEF and USE, face, triangle, quad, line and point sets with normals, colours and
/// texture coordinates, elevation grids, extrusions and primitive shapes, materials (also those of version 4), textures with their
/// transforms, viewpoints, lights, units. Not read: inlined files, prototypes, interpolators and scripts, text, NURBS, skins.
public enum X3D {
    /// Reads a file in memory as a scene.
    /// - Parameters:
    ///   - bytes: the file's bytes.
    ///   - folder: where images that the file names are looked for; nil reads none.
    ///   - progress: receives the progress.
    /// - Throws: where the file is not well-formed or truncated, a number can't be read, an index has no counterpart, or there is
    ///   no geometry.
    public static func readScene(
        _ bytes: UnsafeRawBufferPointer, folder: URL? = nil, progress: ProgressReporter = .silent
    ) throws(FormatError) -> Scene {
        guard !bytes.isEmpty else { throw .unreadable("is empty") }
        try progress.step(0, "Reading the document")
        guard let text = try XMLScanner.utf8(bytes) else { return try scene(bytes, folder, progress: progress) }
        let result = text.withUnsafeBytes { text -> Result<Scene, FormatError> in
            do throws(FormatError) { return .success(try scene(text, folder, progress: progress)) } catch { return .failure(error) }
        }
        return try result.get()
    }

    private static func scene(
        _ bytes: UnsafeRawBufferPointer, _ folder: URL?, progress: ProgressReporter
    ) throws(FormatError) -> Scene {
        guard !bytes.isEmpty else { throw .unreadable("is empty") }
        let document = isClassic(bytes) ? try X3DDocument(classic: bytes) : try X3DDocument(bytes)
        var reader = X3DSceneReader(document, fileSize: bytes.count, folder: folder)
        return try reader.read(progress)
    }

    /// Whether it is an X3D document, or one in the classic encoding.
    static func isX3D(_ bytes: UnsafeRawBufferPointer) -> Bool {
        if isClassic(bytes) { return true }
        let narrow = bytes.prefix(8192).filter { $0 != 0 && $0 < 0xFE }
        return narrow.withUnsafeBytes { head in
            guard !head.isEmpty else { return false }
            var scanner = TextScanner(head, from: head.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
            scanner.skipWhitespace()
            guard scanner.byte == UInt8(ascii: "<") else { return false }
            while let tag = scanner.index(of: UInt8(ascii: "<")) {
                scanner.move(to: tag)
                if scanner.starts(with: "<X3D") { return true }
                scanner.advance()
            }
            return false
        }
    }

    /// Whether the first line is that of VRML97 or of the classic encoding.
    static func isClassic(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.starts(with: Array("#VRML V2.0".utf8)) || bytes.starts(with: Array("#X3D V".utf8))
    }
}

/// A node of an X3D document with its fields. Safe to share: only the parsers change it, before anybody else has it.
final class X3DNode {
    /// The type: "Transform".
    let type: String
    /// The name that DEF gives it.
    var name: String?
    /// The values of fields as the document has them.
    var fields: [(name: String, value: XMLPiece)] = []
    /// Nodes in it, each with the field that it is the value of; nil for the usual one.
    private(set) var children: [(field: String?, node: X3DNode)] = []
    /// How many nodes are below one another from here.
    private var height = 1

    private static let heightLimit = 300

    /// Adds a complete node.
    /// - Throws: where too many nodes are below one another: a short document can name each in the next.
    func append(_ node: X3DNode, field: String?) throws(FormatError) {
        height = max(height, node.height + 1)
        guard height <= Self.heightLimit else {
            throw .unreadable("its nodes are nested, or reference each other, more than \(Self.heightLimit) deep")
        }
        children.append((field, node))
    }

    init(_ type: String) { self.type = type }

    /// The value of a field; nil where it is not given.
    func value(_ field: String) -> XMLPiece? { fields.first { $0.name == field }?.value }

    /// The first child of one of these types.
    func child(_ types: String...) -> X3DNode? { children.first { types.contains($0.node.type) }?.node }

    /// The child that is the value of a field, by the name of the field or, where the document does not name it, by the type.
    func child(field: String, types: String...) -> X3DNode? {
        children.first { $0.field == field }?.node ?? children.first { $0.field == nil && types.contains($0.node.type) }?.node
    }
}

/// The nodes of a document. Each USE is the node that it names, so that nodes may be in several places, but never below themselves:
/// a name is known when its node is complete.
struct X3DDocument {
    /// The nodes of the scene.
    var roots: [X3DNode] = []
    /// The version of X3D, 2 for VRML97.
    var version = 3.0
    /// Metres in one unit of length.
    var unit = 1.0
    /// Radians in one unit of angle.
    var angle = 1.0
    var metadata: [String: String] = [:]
    var notes: [String] = []

    mutating func note(_ sentence: String) {
        if !notes.contains(sentence), notes.count < 20 { notes.append(sentence) }
    }

    init() {}
}
