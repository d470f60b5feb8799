import Codecs
import Geometry
import Support

/// The Polygon File Format (Turk 1994): meshes and clouds, as text or binary.
///
/// Read: any scalar type, lists of any length, extra elements (skipped), polygons (as fans), triangle strips, colours as uchar,
/// ushort or float, normals and texture coordinates of vertices; of a cloud any other property as an attribute. Colours in
/// files are sRGB.
public enum PLY {
    /// How values are stored.
    public enum Encoding: Sendable, CaseIterable {
        /// Numbers as text.
        case ascii
        /// Binary, least significant byte first.
        case littleEndian
        /// Binary, most significant byte first.
        case bigEndian
    }

    /// Reads a file in memory.
    /// - Throws: where the header cannot be understood or promises more than the file holds, a face points to no vertex, or there
    ///   is no geometry.
    public static func read(_ bytes: UnsafeRawBufferPointer, progress: ProgressReporter = .silent) throws(FormatError) -> Model {
        try read(RandomAccessFile(bytes), progress: progress)
    }

    /// Reads a file; splats in binary piece by piece.
    static func read(_ source: RandomAccessFile, progress: ProgressReporter) throws(FormatError) -> Model {
        if let header = try source.withHead(1 << 16, splatHeader) {
            return try SplatPLY.read(header, source, progress: progress)
        }
        let bytes = try source.all()
        let header = try PLYHeader(bytes)
        if CompressedPLY.holdsSplats(header) { return try CompressedPLY.read(header, bytes, progress: progress) }
        if SplatPLY.holdsSplats(header) { return try SplatPLY.read(header, source, progress: progress) }
        guard header.elements.contains(where: { $0.name == "vertex" }) else {
            throw .unreadable("has no vertex element in its header; only meshes and point clouds are read")
        }
        switch header.encoding {
        case .ascii:
            var reader = PLYReader(header, values: PLYTextValues(bytes, from: header.end), progress: progress)
            return try reader.read()
        case .littleEndian, .bigEndian:
            let values = PLYBinaryValues(bytes, from: header.end, bigEndian: header.encoding == .bigEndian)
            var reader = PLYReader(header, values: values, progress: progress)
            return try reader.read()
        }
    }

    /// The header of binary splats, where it is as a whole among the first bytes.
    private static func splatHeader(_ head: UnsafeRawBufferPointer) throws(FormatError) -> PLYHeader? {
        guard let header = try? PLYHeader(head), header.end < head.count, header.encoding != .ascii,
            SplatPLY.holdsSplats(header), !CompressedPLY.holdsSplats(header)
        else { return nil }
        return header
    }
}
