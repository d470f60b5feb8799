import Codecs
import Geometry
import Support

/// The Point Cloud Data format 0.7 of the Point Cloud Library: a text header, then rows as text, as stored in memory, or column
/// by column and compressed with LZF.
///
/// Read: x, y, z, normals, colours (packed `rgb` or `rgba`, or three fields), and any other field of a single number as an
/// attribute of its type; fields of several numbers are skipped.
public enum PCD {
    /// How the points are stored.
    public enum Encoding: String, Sendable, CaseIterable {
        /// Numbers as text.
        case ascii
        /// Little-endian numbers, one row per point.
        case binary
        /// Little-endian numbers, one column per field, compressed by LZF.
        case compressed = "binary_compressed"
    }

    /// Reads a file in memory. Files that declare neither unit nor axes are read as metres, y up.
    /// - Throws: where the header cannot be understood or promises more than the file holds, or there are no points.
    public static func read(_ bytes: UnsafeRawBufferPointer, progress: ProgressReporter = .silent) throws(FormatError) -> Model {
        try read(RandomAccessFile(bytes), progress: progress)
    }

    /// Reads a file; one of usual binary points piece by piece.
    static func read(_ source: RandomAccessFile, progress: ProgressReporter) throws(FormatError) -> Model {
        if let header = try source.withHead(1 << 16, binaryHeader) {
            var reader = try PCDReader(header, progress)
            if try reader.readPieces(source) { return try reader.finish() }
        }
        let bytes = try source.all()
        let header = try PCDHeader(bytes)
        let body = UnsafeRawBufferPointer(rebasing: bytes[header.end...])
        var reader = try PCDReader(header, progress)
        switch header.encoding {
        case .ascii: try reader.readText(body)
        case .binary: try reader.readRows(body)
        case .compressed: try reader.readColumns(body)
        }
        return try reader.finish()
    }

    /// The header of a binary file, where it is as a whole among the first bytes.
    private static func binaryHeader(_ head: UnsafeRawBufferPointer) throws(FormatError) -> PCDHeader? {
        guard let header = try? PCDHeader(head), header.end < head.count, header.encoding == .binary else { return nil }
        return header
    }
}
