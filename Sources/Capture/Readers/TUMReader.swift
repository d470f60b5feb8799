import Foundation
import Geometry

/// The TUM RGB-D benchmark's layout (Sturm et al. 2012): `rgb.txt` and `depth.txt` list pictures by time, `groundtruth.txt` the camera's
/// poses as `time tx ty tz qx qy qz qw`. Depth has 5000 steps a metre, camera axes are OpenCV's, the world is z-up.
///
/// A depth picture takes the colour picture nearest in time, and the pose between the two nearest in time, if they are at most 0.02 s off.
enum TUMReader: CaptureReader {
    static let kind = "TUM RGB-D"

    /// How far apart in seconds things that belong to one frame may lie.
    private static let maximumGap = 0.02

    static func resemblance(_ folder: CaptureFolder) -> Double {
        share(folder.has("rgb.txt"), folder.has("depth.txt"), folder.has("groundtruth.txt"))
    }

    static func read(_ folder: CaptureFolder, options: CaptureOptions) throws(CaptureError) -> ListedFrames {
        guard folder.has("depth.txt") else {
            throw CaptureError(folder.url, "this capture has no list of depth pictures", remedy: "depth.txt is missing")
        }
        guard folder.has("groundtruth.txt") else {
            throw CaptureError(folder.url, "this capture has no camera poses", remedy: "groundtruth.txt is missing")
        }
        guard
            let camera = try IntrinsicsFile.find(folder, options)
                ?? benchmarkCamera(folder.url.standardizedFileURL.lastPathComponent)
        else {
            throw IntrinsicsFile.missing(folder, hint: "; the benchmark's own are known by its folder names (…freiburg1…)")
        }
        var index = FileIndex(folder)
        let depth = try pictures(folder, "depth.txt", &index)
        let color = folder.has("rgb.txt") ? try pictures(folder, "rgb.txt", &index) : Pictures()
        let trajectory = try TUMTrajectory(folder.url.appendingPathComponent("groundtruth.txt"))

        let colorTimes = color.list.map(\.time)
        var entries: [ListedFrames.Entry] = []
        for picture in depth.list {
            guard let pose = trajectory.pose(at: picture.time, within: maximumGap) else { continue }
            let nearest = TUMTrajectory.nearest(colorTimes, to: picture.time, within: maximumGap)
            entries.append(
                ListedFrames.Entry(
                    depth: picture.path, color: nearest.map { color.list[$0].path }, timestamp: picture.time, pose: .usable(pose),
                    camera: camera))
        }
        let listed = depth.list.count
        guard !depth.list.isEmpty else {
            throw CaptureError(
                folder.url.appendingPathComponent("depth.txt"), "none of its \(depth.missing) depth pictures is there")
        }
        guard entries.count * 2 >= listed, !entries.isEmpty else {
            throw CaptureError(
                folder.url.appendingPathComponent("groundtruth.txt"),
                "only \(entries.count) of \(listed) depth pictures have a pose within \(maximumGap) s",
                remedy: "its times must be those of depth.txt")
        }
        let colorless = entries.count { $0.color == nil }
        let notes = [
            (depth.missing, "listed depth pictures are not there"), (color.missing, "listed colour pictures are not there"),
            (listed - entries.count, "depth pictures have no pose within \(maximumGap) s and are left out"),
            (colorless, "frames have no colour picture within \(maximumGap) s"), (trajectory.unusable, "poses are not usable"),
        ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return try ListedFrames(folder, entries, unitsPerMetre: 5000, options: options, notes: notes)
    }

    private struct Pictures {
        var list: [(time: Double, path: String)] = []
        var missing = 0
    }

    /// The pictures of a list that are there, by time.
    private static func pictures(
        _ folder: CaptureFolder, _ name: String, _ index: inout FileIndex
    ) throws(CaptureError) -> Pictures {
        let table = try TextTable(folder.url.appendingPathComponent(name))
        guard !table.rows.isEmpty else { throw CaptureError(table.url, "this list of pictures is empty") }
        var pictures = Pictures()
        for row in table.rows {
            guard row.fields.count == 2 else {
                throw CaptureError(table.url, "line \(row.line) is not a time and a file name")
            }
            let time = try table.number(row, 0)
            guard time.isFinite else { throw CaptureError(table.url, "line \(row.line): the time is not finite") }
            guard let path = CaptureFolder.inside(String(row.fields[1])) else {
                throw CaptureError(table.url, "line \(row.line): the file lies outside of the capture's folder")
            }
            if index.contains(path) { pictures.list.append((time, path)) } else { pictures.missing += 1 }
        }
        pictures.list.sort { ($0.time, $0.path) < ($1.time, $1.path) }
        return pictures
    }

    /// The calibrated colour cameras of the benchmark's own recordings, which their folder names tell.
    private static func benchmarkCamera(_ name: String) -> Pinhole? {
        let size = PictureSize(640, 480)
        let lower = name.lowercased()
        func isRecording(_ number: Int) -> Bool { lower.contains("freiburg\(number)") || lower.hasPrefix("fr\(number)") }
        if isRecording(1) { return Pinhole(fx: 517.3, fy: 516.5, cx: 318.6, cy: 255.3, size: size) }
        if isRecording(2) { return Pinhole(fx: 520.9, fy: 521.0, cx: 325.1, cy: 249.7, size: size) }
        if isRecording(3) { return Pinhole(fx: 535.4, fy: 539.2, cx: 320.1, cy: 247.6, size: size) }
        return nil
    }
}
