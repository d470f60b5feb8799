import Codecs
import Foundation
import Geometry
import Support

/// Plain text with a point a line: coordinates, then colours, normals or other numbers.
///
/// There is no specification. Read: any number of columns, separated by blanks, commas or semicolons; header lines and comments
/// (`#`, `//`) are skipped. What the columns behind the third hold is seen from the first rows: three numbers of length 1 are a
/// normal, three from 0 to 255 a colour.
public enum XYZ {
    /// Reads a file in memory. Without Diorama's comment the numbers are read as metres, y up.
    /// - Throws: where a line has fewer numbers than the first one, or there are no points.
    public static func read(_ bytes: UnsafeRawBufferPointer, progress: ProgressReporter = .silent) throws(FormatError) -> Model {
        try read(RandomAccessFile(bytes), progress: progress)
    }

    /// Reads a file line by line.
    static func read(_ source: RandomAccessFile, progress: ProgressReporter) throws(FormatError) -> Model {
        guard source.count > 0 else { throw .unreadable("is empty") }
        let isSeparated = try source.withHead(1 << 14) { (head) throws(FormatError) in PointRows.isSeparated(head) }
        let frame = try PointRows.declaredFrame(source)
        var rows = try PointRows(source, frame: frame ?? .ours, isSeparated: isSeparated, progress: progress)
        try rows.skipHeader()
        rows.columns = try rows.guessColumns()
        rows.reserve()
        if frame == nil { rows.notes.append("XYZ declares neither unit nor axes; read as metres, y up.") }
        try rows.read(atMost: .max)
        return try rows.finish()
    }

    /// Writes points, or a mesh's vertices, a line each: coordinates, 8-bit sRGB, normals. The last line, a comment, has unit and
    /// axes, customarily metres, z up; the first one would mislead readers that count its columns.
    /// - Returns: what the format could not hold.
    @discardableResult
    public static func write(
        _ model: Model, to url: URL, options: WriteOptions = WriteOptions(), progress: ProgressReporter = .silent
    ) throws(FormatError) -> [Loss] {
        try model.checkWritable()
        var losses: [Loss] = []
        let cloud = model.pointsOnly("XYZ", &losses)
        let frame = CoordinateFrame(options, else: .metre, .z)
        try PointRows.write(
            cloud, origin: model.origin, frame: frame, style: PointRows.Style(hasNormals: true), to: url, progress: progress)
        losses.append(Loss(.unit, "XYZ declares neither unit nor axes; the file is in \(frame)."))
        return losses
    }
}
