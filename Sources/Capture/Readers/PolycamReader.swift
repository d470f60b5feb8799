import Foundation

/// Polycam's raw data: a folder `keyframes` with `images/`, `cameras/`, `depth/` (16-bit PNG, millimetres), `confidence/` (0, 127,
/// 255), and, after the app's own loop closure, `corrected_images/` and `corrected_cameras/`. Files of one frame have one name, its
/// time in microseconds. A camera is JSON with `t_00` … `t_23` (camera to world, row by row), `fx fy cx cy`, `width` and `height`;
/// camera axes are OpenGL's, the world is ARKit's (github.com/PolyCam/polyform, README).
///
/// Poses and colour are the corrected ones where there are any. Depth was measured through the uncorrected camera, so it keeps that
/// one's intrinsics.
enum PolycamReader: CaptureReader {
    static let kind = "Polycam"

    static func matchScore(_ folder: CaptureFolder) -> Double {
        let inner = folder.has("keyframes") ? try? CaptureFolder(folder.url.appendingPathComponent("keyframes")) : nil
        let names = inner ?? folder
        return share(
            names.has("images") || names.has("corrected_images"), names.has("cameras") || names.has("corrected_cameras"),
            names.has("depth"))
    }

    static func read(_ folder: CaptureFolder, options: CaptureOptions) throws(CaptureError) -> ListedFrames {
        let prefix = folder.has("keyframes") ? "keyframes/" : ""
        let root = folder.url
        func stems(_ part: String, _ suffix: String) -> [String] { folder.files(in: prefix + part, suffix: suffix) }
        let plain = Set(stems("cameras", ".json"))
        let corrected = Set(stems("corrected_cameras", ".json")).intersection(stems("corrected_images", ".jpg"))
        let depth = Set(stems("depth", ".png"))
        let confidence = Set(stems("confidence", ".png"))
        let images = Set(stems("images", ".jpg"))
        guard !plain.isEmpty || !corrected.isEmpty else {
            throw CaptureError(root, "this capture has no camera poses", remedy: "\(prefix)cameras is missing or empty")
        }
        guard !depth.isEmpty else {
            throw CaptureError(root.appendingPathComponent(prefix + "depth"), "there are no depth images here")
        }
        let given = try options.intrinsics.map { (k) throws(CaptureError) in try IntrinsicsFile.given(k, root) }

        // Corrected images have another camera than the others: a capture takes either, never both.
        let isCorrected = !corrected.isEmpty
        let posed = isCorrected ? corrected : plain
        let part = isCorrected ? "corrected_" : ""
        var entries: [ListedFrames.Entry] = []
        var colorless = 0
        for stem in posed.intersection(depth).sorted(by: CaptureFolder.naturalOrder) {
            let path = "\(prefix)\(part)cameras/\(stem).json"
            let camera = PolycamCamera(root, path)
            let depthCamera =
                isCorrected && plain.contains(stem) ? PolycamCamera(root, "\(prefix)cameras/\(stem).json").pinhole : nil
            let hasColor = isCorrected || images.contains(stem)
            if !hasColor { colorless += 1 }
            guard let pinhole = given ?? camera.pinhole ?? entries.last?.camera else {
                throw CaptureError(root.appendingPathComponent(path), camera.problem ?? "this capture has no camera intrinsics")
            }
            entries.append(
                ListedFrames.Entry(
                    depth: "\(prefix)depth/\(stem).png", color: hasColor ? "\(prefix)\(part)images/\(stem).jpg" : nil,
                    confidence: confidence.contains(stem) ? "\(prefix)confidence/\(stem).png" : nil,
                    timestamp: Double(stem).map { $0 / 1e6 }, pose: camera.pose, camera: pinhole,
                    depthCamera: given == nil ? depthCamera : nil))
        }
        guard !entries.isEmpty else { throw CaptureError(root, "none of the \(posed.count) cameras has a depth image") }
        let rest = isCorrected ? plain.subtracting(corrected) : []
        var notes = counts(
            ("cameras without a depth image, left out", posed.subtracting(depth).count),
            ("frames that were not corrected, left out", rest.count), ("frames without a colour image", colorless))
        if !isCorrected {
            notes.append("poses and images are the uncorrected ones: there are no corrected_cameras and corrected_images")
        }
        var frames = try ListedFrames(root, entries, confidence: .bytes, options: options, notes: notes)
        let times = entries.compactMap(\.timestamp)
        if let first = times.min(), let last = times.max() { frames.details.duration = last - first }
        return frames
    }
}

/// A camera's JSON. A damaged one spoils its own frame only.
private struct PolycamCamera {
    let pose: FramePose
    let pinhole: Pinhole?
    /// What is wrong with the file as a whole.
    var problem: String?

    private struct File: Decodable {
        var t_00, t_01, t_02, t_03: Double
        var t_10, t_11, t_12, t_13: Double
        var t_20, t_21, t_22, t_23: Double
        var fx, fy, cx, cy: Double
        var width, height: Double
    }

    init(_ root: URL, _ path: String) {
        do throws(CaptureError) {
            let f = try JSONFile.read(File.self, root.appendingPathComponent(path))
            let rows = [f.t_00, f.t_01, f.t_02, f.t_03, f.t_10, f.t_11, f.t_12, f.t_13, f.t_20, f.t_21, f.t_22, f.t_23]
            pose = FramePose(rows: rows, camera: .openGL, world: .yUp, file: path, place: "")
            let isSize = f.width >= 1 && f.height >= 1 && f.width <= 16384 && f.height <= 16384
            pinhole =
                isSize ? Pinhole(fx: f.fx, fy: f.fy, cx: f.cx, cy: f.cy, size: ImageSize(Int(f.width), Int(f.height))) : nil
            if pinhole == nil { problem = "these numbers are not camera intrinsics" }
        } catch {
            pose = .bad(file: path, problem: error.problem)
            pinhole = nil
            problem = error.problem
        }
    }
}
