import Foundation
import Images

/// `transforms.json` of NeRF tools (instant-ngp, nerfstudio), with a depth image for each frame or photos only. Camera axes are
/// OpenGL's, the world is z-up, depth is in units of `depth_unit_scale_factor` metres, one millimetre where it is not given.
enum TransformsReader: CaptureReader {
    static let kind = "nerfstudio transforms.json"
    private static let name = "transforms.json"
    /// The camera models of a pinhole camera, with or without lens distortion.
    private static let pinholes = ["OPENCV", "PINHOLE", "PERSPECTIVE", "SIMPLE_PINHOLE", "SIMPLE_RADIAL", "RADIAL"]

    static func matchScore(_ folder: CaptureFolder) -> Double { share(folder.has(name)) }

    static func read(_ folder: CaptureFolder, options: CaptureOptions) throws(CaptureError) -> ListedFrames {
        let url = folder.url.appendingPathComponent(name)
        let file = try TransformsFile(url)
        guard !file.frames.isEmpty else { throw CaptureError(url, "this capture has no frames") }
        let scale = file.depth_unit_scale_factor ?? 0.001

        let poseScale = try metresPerUnit(file, url)
        var cameras = Cameras(
            folder: folder, url: url, given: options.intrinsics == nil ? nil : try IntrinsicsFile.find(folder, options))
        var index = FileIndex(folder)
        var entries: [ListedFrames.Entry] = []
        // Photos without any depth are a capture too, though not one that can be fused.
        let isPhotos = !file.frames.contains { $0.depth_file_path != nil }
        var depthless = 0
        var missing = 0
        var colorless = 0
        for (i, frame) in file.frames.enumerated() {
            let color = try inside(frame.file_path, frame: i, of: url).flatMap { imagePath($0, &index) }
            var depth: String?
            if isPhotos {
                if color == nil {
                    missing += 1
                    continue
                }
            } else {
                guard let path = frame.depth_file_path else {
                    depthless += 1
                    continue
                }
                guard let there = try inside(path, frame: i, of: url), index.contains(there) else {
                    missing += 1
                    continue
                }
                depth = there
                if color == nil { colorless += 1 }
            }
            var rows = frame.transform_matrix.flatMap { $0 }
            if rows.count >= 12 { for k in [3, 7, 11] { rows[k] *= poseScale } }
            let pose = FramePose(rows: rows, camera: .openGL, world: .zUp, file: name, place: "frames[\(i)]")
            entries.append(
                ListedFrames.Entry(
                    depth: depth, color: color,
                    confidence: depth == nil ? nil : try inside(frame.confidence_file_path, frame: i, of: url),
                    timestamp: frame.timestamp.flatMap { $0.isFinite ? $0 : nil }, pose: pose,
                    camera: try cameras.camera(frame.camera.over(file.camera), frame: i, image: color ?? depth ?? "")))
        }
        guard !entries.isEmpty else {
            throw CaptureError(url, "none of its \(missing) listed \(isPhotos ? "photos" : "depth images") exists")
        }
        var notes = counts(
            ("listed frames whose \(isPhotos ? "photo" : "depth image") is missing, left out", missing),
            ("listed frames without a depth image, left out", depthless), ("frames without a colour image", colorless),
            ("frames with a mask, which is not used", file.frames.count { $0.mask_path != nil }))
        if let points = file.ply_file_path { notes.append("the points of \(TextTable.shown(points)) are not read") }
        return try ListedFrames(folder, entries, unitsPerMetre: 1 / scale, options: options, notes: notes)
    }

    /// The factor that converts the poses' translations to metres: tools that scaled them record it.
    private static func metresPerUnit(_ file: TransformsFile, _ url: URL) throws(CaptureError) -> Double {
        guard let scale = file.applied_scale else { return 1 }
        guard scale > 1e-6, scale < 1e6 else { throw CaptureError(url, "applied_scale \(scale) makes no sense") }
        return 1 / scale
    }

    /// A path of the file, if it stays in the capture's folder.
    private static func inside(_ path: String?, frame: Int, of url: URL) throws(CaptureError) -> String? {
        guard let path else { return nil }
        guard let inside = CaptureFolder.inside(path) else {
            throw CaptureError(url, "frames[\(frame)]: “\(TextTable.shown(path))” is outside of the capture's folder")
        }
        return inside
    }

    /// The colour image at `path`, which some tools write without its file extension.
    private static func imagePath(_ path: String, _ index: inout FileIndex) -> String? {
        [path, path + ".png", path + ".jpg"].first { index.contains($0) }
    }

    /// Makes the frames' cameras. Most captures have one for all frames, so the last one is kept.
    private struct Cameras {
        let folder: CaptureFolder
        let url: URL
        let given: Pinhole?
        private var size: ImageSize?

        init(folder: CaptureFolder, url: URL, given: Pinhole?) {
            self.folder = folder
            self.url = url
            self.given = given
        }

        mutating func camera(_ c: TransformsFile.Camera, frame: Int, image: String) throws(CaptureError) -> Pinhole {
            if let given { return given }
            if let model = c.camera_model, !pinholes.contains(model) {
                throw CaptureError(
                    url, "frames[\(frame)]: camera model \(TextTable.shown(model)) is not a pinhole camera",
                    remedy: "undistort the images first"
                )
            }
            let size = if let declared = try declaredSize(c) { declared } else { try imageSize(image) }
            let fx = c.fl_x ?? c.camera_angle_x.map { Double(size.width) / 2 / tan($0 / 2) }
            let fy = c.fl_y ?? c.camera_angle_y.map { Double(size.height) / 2 / tan($0 / 2) } ?? fx
            guard let fx, let fy else {
                throw CaptureError(
                    url, "frames[\(frame)] has no camera intrinsics",
                    remedy: "fl_x, fl_y, cx, cy are missing; give them as an option")
            }
            // A pixel's centre is at ½ in this format and at 0 here.
            let cx = (c.cx ?? Double(size.width) / 2) - 0.5
            let cy = (c.cy ?? Double(size.height) / 2) - 0.5
            guard var camera = Pinhole(fx: fx, fy: fy, cx: cx, cy: cy, size: size) else {
                throw CaptureError(url, "frames[\(frame)]: fl_x \(fx), fl_y \(fy), cx \(cx), cy \(cy) are not camera intrinsics")
            }
            camera.lens = try c.lens(frame: frame, url)
            return camera
        }

        private func declaredSize(_ c: TransformsFile.Camera) throws(CaptureError) -> ImageSize? {
            guard let w = c.w, let h = c.h else { return nil }
            guard w >= 1, h >= 1, w < 1e6, h < 1e6 else { throw CaptureError(url, "w \(w) and h \(h) are not an image size") }
            return ImageSize(Int(w), Int(h))
        }

        /// The size of the first frame's image, where the file declares none.
        private mutating func imageSize(_ path: String) throws(CaptureError) -> ImageSize {
            if let size { return size }
            let file = folder.url.appendingPathComponent(path)
            do throws(ImageError) {
                let (width, height) = try ImageFile.size(file)
                size = ImageSize(width, height)
                return ImageSize(width, height)
            } catch { throw CaptureError(error, file) }
        }
    }
}
