import Foundation
import Geometry

/// The TUM RGB-D benchmark's layout (Sturm et al. 2012): `rgb.txt` and `depth.txt` list images by time, `groundtruth.txt` the
/// camera's poses as `time tx ty tz qx qy qz qw`. Depth has 5000 steps a metre, camera axes are OpenCV's, the world is z-up.
///
/// A depth image takes the colour image nearest in time, and the pose between the two nearest in time, if they are at most 0.02 s
/// off. Recordings without `groundtruth.txt` open without poses.
enum TUMReader: CaptureReader {
    static let kind = "TUM RGB-D"

    /// How far apart in seconds the parts of one frame may be.
    private static let maximumGap = 0.02

    static func matchScore(_ folder: CaptureFolder) -> Double {
        share(folder.has("rgb.txt"), folder.has("depth.txt"), folder.has("groundtruth.txt"))
    }

    static func read(_ folder: CaptureFolder, options: CaptureOptions) throws(CaptureError) -> ListedFrames {
        guard folder.has("depth.txt") else {
            throw CaptureError(folder.url, "this capture has no list of depth images", remedy: "depth.txt is missing")
        }
        let given = try IntrinsicsFile.find(folder, options)
        let benchmark = given == nil ? Benchmark(recording: folder.url.standardizedFileURL.lastPathComponent) : nil
        guard let camera = given ?? benchmark?.camera else {
            throw IntrinsicsFile.missing(folder, hint: "; the benchmark's own are known by its folder names (…freiburg1…)")
        }
        var index = FileIndex(folder)
        let depth = try images(folder, list: "depth.txt", index: &index)
        let color = folder.has("rgb.txt") ? try images(folder, list: "rgb.txt", index: &index) : ImageList()
        // Without a trajectory the poses have to be found, for which all else must be there.
        let trajectory =
            folder.has("groundtruth.txt") ? try Trajectory(tum: folder.url.appendingPathComponent("groundtruth.txt")) : nil
        guard trajectory != nil || folder.has("rgb.txt") else {
            throw CaptureError(
                folder.url, "this capture has neither camera poses nor colour", remedy: "groundtruth.txt and rgb.txt are missing")
        }

        let colorTimes = color.list.map(\.time)
        var entries: [ListedFrames.Entry] = []
        for image in depth.list {
            guard let pose = trajectory == nil ? .identity : trajectory?.pose(at: image.time, within: maximumGap) else {
                continue
            }
            let nearest = Trajectory.nearest(colorTimes, to: image.time, within: maximumGap)
            entries.append(
                ListedFrames.Entry(
                    depth: image.path, color: nearest.map { color.list[$0].path }, timestamp: image.time, pose: .usable(pose),
                    camera: camera))
        }
        let listed = depth.list.count
        guard !depth.list.isEmpty else {
            throw CaptureError(
                folder.url.appendingPathComponent("depth.txt"), "none of its \(depth.missing) depth images exists")
        }
        guard entries.count * 2 >= listed, !entries.isEmpty else {
            throw CaptureError(
                folder.url.appendingPathComponent("groundtruth.txt"),
                "only \(entries.count) of \(listed) depth images have a pose within \(maximumGap) s",
                remedy: "its times must be those of depth.txt")
        }
        let colorless = entries.count { $0.color == nil }
        let notes = counts(
            ("listed depth images that are missing", depth.missing),
            ("listed colour images that are missing", color.missing),
            ("depth images without a pose within \(maximumGap) s, left out", listed - entries.count),
            ("frames without a colour image within \(maximumGap) s", colorless), ("unusable poses", trajectory?.unusable ?? 0))
        var frames = try ListedFrames(folder, entries, unitsPerMetre: 5000, options: options, notes: notes)
        frames.hasPoses = trajectory != nil
        return frames
    }

    private struct ImageList {
        var list: [(time: Double, path: String)] = []
        var missing = 0
    }

    /// The images of a list that are there, by time.
    private static func images(
        _ folder: CaptureFolder, list name: String, index: inout FileIndex
    ) throws(CaptureError) -> ImageList {
        let table = try TextTable(folder.url.appendingPathComponent(name))
        guard !table.rows.isEmpty else { throw CaptureError(table.url, "this list of images is empty") }
        var images = ImageList()
        for row in table.rows {
            guard row.fields.count == 2 else {
                throw CaptureError(table.url, "line \(row.line) is not a time and a file name")
            }
            let time = try table.number(row, 0)
            guard time.isFinite else { throw CaptureError(table.url, "line \(row.line): the time is not finite") }
            guard let path = CaptureFolder.inside(String(row.fields[1])) else {
                throw CaptureError(table.url, "line \(row.line): the file is outside of the capture's folder")
            }
            if index.contains(path) { images.list.append((time, path)) } else { images.missing += 1 }
        }
        images.list.sort { ($0.time, $0.path) < ($1.time, $1.path) }
        return images
    }

    /// The calibrated colour cameras of the benchmark's own recordings, by their folder names. The third one's images were
    /// undistorted before they were published; depth is registered to the images as they are.
    private struct Benchmark {
        let camera: Pinhole?

        init?(recording name: String) {
            let lower = name.lowercased()
            guard let number = (1...3).first(where: { lower.contains("freiburg\($0)") || lower.hasPrefix("fr\($0)") }) else {
                return nil
            }
            let k = [[517.3, 516.5, 318.6, 255.3], [520.9, 521.0, 325.1, 249.7], [535.4, 539.2, 320.1, 247.6]][number - 1]
            let lenses = [
                LensDistortion(k1: 0.2624, k2: -0.9531, k3: 1.1633, p1: -0.0054, p2: 0.0026),
                LensDistortion(k1: 0.2312, k2: -0.7849, k3: 0.9172, p1: -0.0033, p2: -0.0001),
            ]
            var camera = Pinhole(fx: k[0], fy: k[1], cx: k[2], cy: k[3], size: ImageSize(640, 480))
            if number < 3 { camera?.lens = lenses[number - 1] }
            self.camera = camera
        }
    }
}
