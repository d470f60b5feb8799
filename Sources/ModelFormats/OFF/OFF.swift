import Codecs
import Foundation
import Geometry
import Models
import Support

/// Object File Format (Geomview): polygons as text or binary, without materials. Read, not written.
///
/// Read: normals, colours of vertices and faces, texture coordinates and homogeneous coordinates (`STCN4OFF` and each part of it),
/// three dimensions of `nOFF`, polygons (as fans), segments and points, comments, counts beside the header.
public enum OFF {
    /// Reads a file in memory as a scene of one node.
    /// - Throws: names the line, where a number can't be read or a face refers to no vertex; or there is no geometry.
    public static func readScene(_ bytes: UnsafeRawBufferPointer, progress: ProgressReporter = .silent) throws(FormatError) -> Scene
    {
        guard !bytes.isEmpty else { throw .unreadable("is empty") }
        var reader = try OFFReader(bytes)
        return try reader.read(progress)
    }

    /// Whether the first word is a header: `OFF` with some of `ST`, `C`, `N`, `4` and `n` before it.
    static func hasHeader(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard !bytes.isEmpty else { return false }
        var scanner = TextScanner(UnsafeRawBufferPointer(rebasing: bytes.prefix(4096)))
        OFFReader.skipBlanksAndComments(&scanner)
        return OFFHeader(String(decoding: scanner.token().prefix(16), as: UTF8.self)) != nil
    }

    /// Whether the file begins with two numbers, as one without a header does.
    static func beginsWithCounts(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard !bytes.isEmpty else { return false }
        var scanner = TextScanner(UnsafeRawBufferPointer(rebasing: bytes.prefix(4096)))
        OFFReader.skipBlanksAndComments(&scanner)
        guard scanner.integer() != nil else { return false }
        scanner.skipBlanks()
        return scanner.integer() != nil
    }
}

/// What the header of a file says about its vertices.
struct OFFHeader {
    var hasTextureCoordinates = false
    var hasColors = false
    var hasNormals = false
    var isHomogeneous = false
    var hasDimension = false

    /// Nil where the word is no header.
    init?(_ word: String) {
        guard word.hasSuffix("OFF") else { return nil }
        var rest = word.dropLast(3)
        func take(_ prefix: String) -> Bool {
            guard rest.hasPrefix(prefix) else { return false }
            rest = rest.dropFirst(prefix.count)
            return true
        }
        hasTextureCoordinates = take("ST")
        hasColors = take("C")
        hasNormals = take("N")
        isHomogeneous = take("4")
        hasDimension = take("n")
        if !rest.isEmpty { return nil }
    }

    init() {}
}
