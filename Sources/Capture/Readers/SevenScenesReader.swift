import Foundation

/// The layout of Microsoft's 7-Scenes: `frame-000000.color.png`, `.depth.png` and `.pose.txt` for each frame (Shotton et al. 2013),
/// with the intrinsics in a file beside them or as an option. Poses are 4x4 camera-to-world matrices, camera axes are OpenCV's,
/// depth is in millimetres, and the world is the first camera's.
enum SevenScenesReader: CaptureReader {
    static let kind = "7-Scenes"

    private static let prefix = "frame-"
    private static let depthSuffix = ".depth.png"
    private static let poseSuffix = ".pose.txt"
    private static let colorSuffixes = [".color.png", ".color.jpg", ".color.jpeg"]

    static func matchScore(_ folder: CaptureFolder) -> Double {
        func any(_ suffixes: [String]) -> Bool {
            folder.names.contains { name in name.hasPrefix(prefix) && suffixes.contains { name.hasSuffix($0) } }
        }
        return share(any([depthSuffix]), any([poseSuffix]), any(colorSuffixes))
    }

    static func read(_ folder: CaptureFolder, options: CaptureOptions) throws(CaptureError) -> ListedFrames {
        let stems = folder.names.filter { $0.hasPrefix(prefix) && $0.hasSuffix(depthSuffix) }.map {
            String($0.dropLast(depthSuffix.count))
        }
        .sorted(by: CaptureFolder.naturalOrder)
        guard !stems.isEmpty else {
            throw CaptureError(
                folder.url, "this capture has no depth images", remedy: "frame-000000.depth.png and so on are missing")
        }
        let hasPoses = stems.contains { folder.has($0 + poseSuffix) }
        guard hasPoses || stems.contains(where: { stem in colorSuffixes.contains { folder.has(stem + $0) } }) else {
            throw CaptureError(
                folder.url, "this capture has neither camera poses nor colour",
                remedy: "frame-000000.pose.txt, frame-000000.color.png and so on are missing")
        }
        guard let camera = try IntrinsicsFile.find(folder, options) else {
            throw IntrinsicsFile.missing(folder, hint: "; Microsoft's own 7-Scenes have 585 585 320 240")
        }
        let entries = stems.map { stem in
            ListedFrames.Entry(
                depth: stem + depthSuffix, color: colorSuffixes.map { stem + $0 }.first(where: folder.has),
                pose: hasPoses ? pose(folder, stem + poseSuffix) : .usable(.identity), camera: camera)
        }
        let colorless = entries.count { $0.color == nil }
        var frames = try ListedFrames(
            folder, entries, unitsPerMetre: 1000, options: options,
            notes: counts(("frames without a colour image", colorless)))
        frames.hasPoses = hasPoses
        return frames
    }

    /// A pose file that is missing or damaged spoils its own frame only.
    private static func pose(_ folder: CaptureFolder, _ name: String) -> FramePose {
        guard folder.has(name) else { return .bad(file: name, problem: "the frame has no pose file") }
        do throws(CaptureError) {
            let numbers = try TextTable(folder.url.appendingPathComponent(name)).allNumbers()
            return FramePose(rows: numbers, camera: .openCV, world: .firstCamera, file: name, place: "")
        } catch { return .bad(file: name, problem: error.problem) }
    }
}
