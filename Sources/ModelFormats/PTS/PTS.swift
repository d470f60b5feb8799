import Codecs
import Foundation
import Geometry
import Support

/// Leica's PTS text format: the number of points, then a line each with coordinates, intensity (−2048…2047) and 8-bit colour.
///
/// There is no specification. Read: lines of three to seven numbers (`x y z`, `x y z i`, `x y z r g b`, `x y z i r g b`), and
/// several such blocks one behind the other. The format is metres, z up, by custom.
public enum PTS {
    static let frame = CoordinateFrame(.metre, .z)

    /// Reads a file in memory.
    /// - Throws: where the file does not begin with its count, ends before it is reached, or a line cannot be understood.
    public static func read(_ bytes: UnsafeRawBufferPointer, progress: ProgressReporter = .silent) throws(FormatError) -> Model {
        try read(RandomAccessFile(bytes), progress: progress)
    }

    /// Reads a file line by line.
    static func read(_ source: RandomAccessFile, progress: ProgressReporter) throws(FormatError) -> Model {
        guard source.count > 0 else { throw .unreadable("is empty") }
        let declared = try PointRows.declaredFrame(source)
        var rows = try PointRows(source, frame: declared ?? frame, progress: progress)
        var blocks = 0
        while let count = try rows.count() {
            guard count <= rows.remaining / 6 + 1 else {
                throw .unreadable(
                    "declares \(Text.count(count, "point")), but only \(Text.bytes(rows.remaining)) follow; "
                        + "the file is truncated or damaged; copy it again")
            }
            if blocks == 0 {
                rows.columns = try rows.columnsOfPTS()
                rows.reserve(count)
            }
            blocks += 1
            let read = try rows.read(atMost: count)
            guard read == count else {
                throw .unreadable("contains only \(read) of the \(count) points that it declares; the file is truncated")
            }
            let more = try rows.readToCount()
            if more > 0 { rows.notes.append("\(Text.count(more, "point")) beyond the declared count were imported, too.") }
        }
        if blocks > 1 { rows.notes.append("The file's \(blocks) scans were merged into one point cloud.") }
        if declared == nil {
            rows.notes.append("PTS declares neither unit nor axes; read as metres, z up, the default of the format.")
        }
        return try rows.finish()
    }

    /// Writes points, or a mesh's vertices: their number, then `x y z`, with intensity `x y z i`, with colours
    /// `x y z i r g b`. Another frame than the
    /// customary one is told in a comment behind the last point.
    /// - Returns: what the format could not hold.
    @discardableResult
    public static func write(
        _ model: Model, to url: URL, options: WriteOptions = WriteOptions(), progress: ProgressReporter = .silent
    ) throws(FormatError) -> [Loss] {
        try model.checkWritable()
        var losses: [Loss] = []
        let cloud = model.pointsOnly("PTS", &losses)
        let frame = CoordinateFrame(options, else: .metre, .z)
        let style = PointRows.Style(hasIntensity: true, hasCount: true, declares: frame != Self.frame)
        try PointRows.write(cloud, origin: model.origin, frame: frame, style: style, to: url, progress: progress)
        if !cloud.normals.isEmpty {
            losses.append(Loss(.normals, "PTS can't store normals; write ply, pcd, xyz or e57 to keep them."))
        }
        losses.append(Loss(.unit, "PTS declares neither unit nor axes; the file is in \(frame)."))
        return losses
    }
}
