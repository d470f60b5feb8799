import Foundation

/// A recording of the Stray Scanner app: `rgb.mp4`, `depth/000000.png` (16 bit, millimetres), `confidence/000000.png` (0, 1, 2),
/// `odometry.csv` with a pose a frame, and `camera_matrix.csv`. The app takes ARKit's poses and turns them by half about the
/// camera's x (its OdometryEncoder), so camera axes are OpenCV's; the world is ARKit's, y-up (github.com/strayrobots/scanner,
/// docs/format.md).
///
/// The video's frames are those of the odometry, by their numbers. Images are stored as the sensor recorded them, landscape,
/// whatever rotation the video asks its players for.
enum StrayScannerReader: CaptureReader {
    static let kind = "Stray Scanner"
    private static let video = "rgb.mp4"

    static func matchScore(_ folder: CaptureFolder) -> Double {
        share(folder.has(video), folder.has("odometry.csv"), folder.has("camera_matrix.csv"), folder.has("depth"))
    }

    static func read(_ folder: CaptureFolder, options: CaptureOptions) throws(CaptureError) -> ListedFrames {
        guard folder.has("odometry.csv") else {
            throw CaptureError(folder.url, "this capture has no camera poses", remedy: "odometry.csv is missing")
        }
        let odometry = try StrayOdometry(folder.url.appendingPathComponent("odometry.csv"))
        let shared = try camera(folder, options)
        let film = folder.has(video) ? VideoFrames(try VideoFile(folder.url.appendingPathComponent(video))) : nil
        if let film { try check(shared, size: film.file.size, in: folder) }

        var index = FileIndex(folder)
        var entries: [ListedFrames.Entry] = []
        var depthless = 0
        var unfilmed = 0
        var unsure = 0
        for row in odometry.rows {
            let name = CaptureTarget.digits(row.frame, 6) + ".png"
            guard index.contains("depth/" + name) else {
                depthless += 1
                continue
            }
            let isFilmed = film.map { row.frame < $0.file.frameCount } ?? false
            let hasConfidence = index.contains("confidence/" + name)
            if film != nil && !isFilmed { unfilmed += 1 }
            if !hasConfidence { unsure += 1 }
            guard let camera = options.intrinsics == nil ? row.camera ?? shared : shared else {
                throw IntrinsicsFile.missing(folder, hint: "; camera_matrix.csv is missing")
            }
            entries.append(
                ListedFrames.Entry(
                    depth: .file("depth/" + name), color: isFilmed ? film.map { .stored($0, row.frame) } : nil,
                    confidence: hasConfidence ? .file("confidence/" + name) : nil, timestamp: row.time, pose: row.pose,
                    camera: camera))
        }
        guard !entries.isEmpty else {
            throw CaptureError(
                folder.url.appendingPathComponent("depth"),
                "none of the \(odometry.rows.count) frames of odometry.csv has a depth image here")
        }
        var notes = counts(
            ("frames of the odometry without a depth image, left out", depthless),
            ("frames of the odometry beyond the video's end, without colour", unfilmed),
            ("frames without confidence", unsure < entries.count ? unsure : 0),
            ("repeated lines of the odometry, left out", odometry.repeated))
        if film == nil { notes.append("there is no rgb.mp4: the frames have no colour") }
        var frames = try ListedFrames(folder.url, entries, options: options, notes: notes)
        frames.details.recorded = film?.file.recorded
        let times = odometry.rows.compactMap(\.time)
        if let first = times.min(), let last = times.max() { frames.details.duration = last - first }
        return frames
    }

    private static func camera(_ folder: CaptureFolder, _ options: CaptureOptions) throws(CaptureError) -> Pinhole? {
        if options.intrinsics == nil, folder.has("camera_matrix.csv") {
            return try IntrinsicsFile.read(text: folder.url.appendingPathComponent("camera_matrix.csv"))
        }
        return try IntrinsicsFile.find(folder, options)
    }

    /// The matrix does not say which size of images it is for. A phone's principal point is near the middle of its own.
    private static func check(_ camera: Pinhole?, size: ImageSize, in folder: CaptureFolder) throws(CaptureError) {
        guard let camera, camera.size == nil else { return }
        let x = (camera.cx + 0.5) / Double(size.width)
        let y = (camera.cy + 0.5) / Double(size.height)
        guard abs(x - 0.5) < 0.2, abs(y - 0.5) < 0.2 else {
            throw CaptureError(
                folder.url.appendingPathComponent("camera_matrix.csv"),
                "these intrinsics (principal point \(Int(camera.cx)), \(Int(camera.cy))) are not those of the \(size) video",
                remedy: "scale them to its size, or use the original video")
        }
    }
}

/// `odometry.csv`: columns by the names in its first line. Later versions of the app add each frame's own intrinsics.
private struct StrayOdometry {
    struct Row {
        var frame: Int
        var time: Double?
        var pose: FramePose
        var camera: Pinhole?
    }

    private(set) var rows: [Row] = []
    /// Lines for frames that had one before.
    private(set) var repeated = 0

    init(_ url: URL) throws(CaptureError) {
        let table = try TextTable(url)
        guard let header = table.rows.first else { throw CaptureError(url, "this odometry is empty") }
        let columns = header.fields.map { String($0) }
        func places(_ names: [String]) -> [Int]? {
            let found = names.compactMap { columns.firstIndex(of: $0) }
            return found.count == names.count ? found : nil
        }
        guard let frameColumn = columns.firstIndex(of: "frame"), let poseColumns = places(["x", "y", "z", "qx", "qy", "qz", "qw"])
        else {
            throw CaptureError(url, "the first line does not name the columns frame, x, y, z, qx, qy, qz and qw")
        }
        let timeColumn = columns.firstIndex(of: "timestamp")
        let cameraColumns = places(["fx", "fy", "cx", "cy"])
        var seen: Set<Int> = []
        for row in table.rows.dropFirst() {
            guard row.fields.count == columns.count else {
                throw CaptureError(
                    url, "line \(row.line) has \(row.fields.count) fields where the first line names \(columns.count)")
            }
            guard let frame = Int(row.fields[frameColumn]), frame >= 0, frame < 10_000_000 else {
                throw CaptureError(url, "line \(row.line): “\(TextTable.shown(row.fields[frameColumn]))” is not a frame number")
            }
            guard seen.insert(frame).inserted else {
                repeated += 1
                continue
            }
            var n: [Double] = []
            for column in poseColumns { n.append(try table.number(row, column)) }
            let pose = FramePose(
                quaternion: SIMD4(n[3], n[4], n[5], n[6]), translation: SIMD3(n[0], n[1], n[2]), camera: .openCV, world: .yUp,
                file: url.lastPathComponent, place: "line \(row.line)")
            var camera: Pinhole?
            if let cameraColumns {
                var k: [Double] = []
                for column in cameraColumns { k.append(try table.number(row, column)) }
                camera = Pinhole(fx: k[0], fy: k[1], cx: k[2], cy: k[3])
            }
            let time = try timeColumn.map { (column) throws(CaptureError) in try table.number(row, column) }
            rows.append(Row(frame: frame, time: time.flatMap { $0.isFinite ? $0 : nil }, pose: pose, camera: camera))
        }
        guard !rows.isEmpty else { throw CaptureError(url, "this odometry has no frames") }
    }
}
