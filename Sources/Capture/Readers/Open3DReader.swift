import Foundation

/// Open3D's RGB-D layout: `color/` (or `image/`, `rgb/`), `depth/`, a trajectory log (`trajectory.log`, `odometry.log`, …) and the
/// intrinsics as JSON. A log has five lines a frame: three whole numbers, then a 4x4 camera-to-world matrix. Camera axes are
/// OpenCV's, depth is in millimetres, and the world is the first camera's.
enum Open3DReader: CaptureReader {
    static let kind = "Open3D trajectory log"

    private static let colorFolders = ["color", "image", "rgb"]

    static func matchScore(_ folder: CaptureFolder) -> Double {
        let hasLog = !logs(folder).isEmpty
        // What is left of a TUM recording has the same folders, but another depth unit.
        if !hasLog && folder.has("depth.txt") { return 0 }
        return share(colorFolders.contains(where: folder.has), folder.has("depth"), hasLog)
    }

    static func read(_ folder: CaptureFolder, options: CaptureOptions) throws(CaptureError) -> ListedFrames {
        let logs = logs(folder)
        guard let camera = try IntrinsicsFile.find(folder, options) else {
            throw IntrinsicsFile.missing(folder)
        }
        let depth = folder.images(in: "depth")
        let color = colorFolders.first(where: folder.has).map(folder.images(in:)) ?? []
        guard !depth.isEmpty else {
            throw CaptureError(folder.url.appendingPathComponent("depth"), "there are no depth images here")
        }
        let log = logs.first
        guard log != nil || !color.isEmpty else {
            throw CaptureError(
                folder.url, "this capture has neither camera poses nor colour", remedy: "a trajectory log and color are missing")
        }
        // Without a log the poses have to be found.
        let poses =
            if let log { try poses(folder.url.appendingPathComponent(log)) } else {
                [FramePose](repeating: .usable(.identity), count: depth.count)
            }
        guard poses.count == depth.count, let colors = CaptureFolder.colorImages(color, of: depth) else {
            throw CaptureError(
                folder.url,
                (log.map { "\($0) has \(poses.count) poses, and there" } ?? "there")
                    + " are \(depth.count) depth and \(color.count) colour images",
                remedy: "there must be as many of each, in the same order, or colour images with the names of their depth images")
        }
        let entries = depth.indices.map { i in
            ListedFrames.Entry(depth: depth[i], color: colors[i], pose: poses[i], camera: camera)
        }
        let others = logs.dropFirst().joined(separator: ", ")
        var frames = try ListedFrames(
            folder, entries, unitsPerMetre: 1000, options: options,
            notes: (others.isEmpty ? [] : ["poses were read from \(log ?? ""), not from \(others)"])
                + counts(("frames without a colour image", color.isEmpty ? 0 : colors.count { $0 == nil })))
        frames.hasPoses = log != nil
        return frames
    }

    /// The folder's logs, the one to use first: a whole trajectory goes before odometry, and both before logs of other names.
    private static func logs(_ folder: CaptureFolder) -> [String] {
        func rank(_ name: String) -> Int { ["trajectory.log", "odometry.log"].firstIndex(of: name) ?? 2 }
        return folder.names.filter { $0.hasSuffix(".log") }.sorted {
            rank($0) != rank($1) ? rank($0) < rank($1) : CaptureFolder.naturalOrder($0, $1)
        }
    }

    private static func poses(_ url: URL) throws(CaptureError) -> [FramePose] {
        let table = try TextTable(url)
        guard !table.rows.isEmpty else { throw CaptureError(url, "this trajectory log is empty") }
        var poses: [FramePose] = []
        for start in stride(from: 0, to: table.rows.count, by: 5) {
            let header = table.rows[start]
            guard header.fields.count == 3, header.fields.allSatisfy({ Int($0) != nil }) else {
                throw CaptureError(
                    url, "line \(header.line) is not the beginning of a pose (three whole numbers)",
                    remedy: "a trajectory log has five lines a frame")
            }
            guard start + 5 <= table.rows.count else {
                throw CaptureError(url, "the pose that begins in line \(header.line) ends early (truncated)")
            }
            var numbers: [Double] = []
            for row in table.rows[start + 1..<start + 5] { numbers += try table.numbers(row, count: 4) }
            poses.append(
                FramePose(
                    rows: numbers, camera: .openCV, world: .firstCamera, file: url.lastPathComponent, place: "line \(header.line)"))
        }
        return poses
    }
}
