import Foundation

/// A folder of posed RGB-D frames as deep-video-mvs and similar tools write it (HoloLens, ScanNet extracts): `images/`, `depth/`,
/// `poses.txt` with a 4x4 row-major camera-to-world matrix a line in the order of the file names, and `K.txt`. Camera axes are
/// OpenCV's, the world is y-up, depth is in millimetres.
enum PosedFolderReader: CaptureReader {
    static let kind = "posed RGB-D folder"

    static func matchScore(_ folder: CaptureFolder) -> Double {
        share(folder.has("K.txt"), folder.has("poses.txt"), folder.has("images"), folder.has("depth"))
    }

    static func read(_ folder: CaptureFolder, options: CaptureOptions) throws(CaptureError) -> ListedFrames {
        guard let camera = try IntrinsicsFile.find(folder, options) else {
            throw IntrinsicsFile.missing(folder)
        }
        let depth = folder.images(in: "depth")
        let color = folder.images(in: "images")
        guard !depth.isEmpty else {
            throw CaptureError(folder.url.appendingPathComponent("depth"), "there are no depth images here")
        }
        let hasPoses = folder.has("poses.txt")
        guard hasPoses || !color.isEmpty else {
            throw CaptureError(
                folder.url, "this capture has neither camera poses nor colour", remedy: "poses.txt and images are missing")
        }
        // Without them the poses have to be found.
        let poses =
            hasPoses
            ? try poses(folder.url.appendingPathComponent("poses.txt"))
            : [FramePose](repeating: .usable(.identity), count: depth.count)
        guard poses.count == depth.count, let colors = CaptureFolder.colorImages(color, of: depth) else {
            throw CaptureError(
                folder.url, "this capture has \(poses.count) poses, \(depth.count) depth and \(color.count) colour images",
                remedy: "there must be as many of each, in the same order, or colour images with the names of their depth images")
        }
        let entries = depth.indices.map { i in
            ListedFrames.Entry(depth: depth[i], color: colors[i], pose: poses[i], camera: camera)
        }
        var frames = try ListedFrames(
            folder, entries, unitsPerMetre: 1000, options: options,
            notes: counts(("frames without a colour image", color.isEmpty ? 0 : colors.count { $0 == nil })))
        frames.hasPoses = hasPoses
        return frames
    }

    private static func poses(_ url: URL) throws(CaptureError) -> [FramePose] {
        let table = try TextTable(url)
        var poses: [FramePose] = []
        for row in table.rows {
            let numbers = try table.numbers(row, count: 16)
            poses.append(
                FramePose(rows: numbers, camera: .openCV, world: .yUp, file: url.lastPathComponent, place: "line \(row.line)"))
        }
        return poses
    }
}
