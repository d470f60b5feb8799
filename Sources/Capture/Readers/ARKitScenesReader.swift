import Foundation
import Geometry

/// A video of Apple's ARKitScenes (Baruch et al. 2021; the data set's DATA.md and raw/README.md): `lowres_depth/` and `confidence/`
/// beside the colour images, `<asset>_intrinsics/` with a `.pincam` file (w h fx fy cx cy) for each, and `lowres_wide.traj` with
/// `time, rotation (axis-angle), translation` from world to camera. Names are `<video>_<seconds>.png`. Camera axes are OpenCV's,
/// the world is z-up, depth is in millimetres.
///
/// Images come at up to 60 Hz and poses at 10 Hz, so that a frame's pose is interpolated between the two around it. Videos that
/// were recorded in portrait are stored sideways; their poses say so, and nothing is rotated.
enum ARKitScenesReader: CaptureReader {
    static let kind = "ARKitScenes"

    /// How far in seconds a frame may be from the nearest pose: a little more than half the poses' distance.
    private static let poseGap = 0.06
    /// How far apart in seconds images of one frame may be: their names round to milliseconds.
    private static let imageGap = 0.002
    private static let depthFolder = "lowres_depth"
    private static let trajectoryFile = "lowres_wide.traj"
    /// The colour images, the best ones first: 640x480 at 30 Hz where the raw data set was taken whole, else 256x192 at 60 Hz.
    private static let colorFolders = ["vga_wide", "lowres_wide"]

    static func matchScore(_ folder: CaptureFolder) -> Double {
        // None of the four names is another layout's, so that one is enough to name what is missing, but for depth alone.
        share(
            folder.has(depthFolder), folder.has(trajectoryFile), colorFolders.contains(where: folder.has),
            colorFolders.contains { folder.has($0 + "_intrinsics") })
    }

    static func read(_ folder: CaptureFolder, options: CaptureOptions) throws(CaptureError) -> ListedFrames {
        let depth = images(folder, depthFolder)
        guard !depth.isEmpty else {
            throw CaptureError(folder.url.appendingPathComponent(depthFolder), "there are no depth images here")
        }
        let colorFolder = colorFolders.first { !images(folder, $0).isEmpty }
        let color = colorFolder.map { images(folder, $0) } ?? []
        let confidence = images(folder, "confidence")
        let given = try options.intrinsics.map { (k) throws(CaptureError) in try IntrinsicsFile.given(k, folder.url) }
        let depthCameras = Cameras(folder, "lowres_wide")
        // Larger colour images have cameras of their own.
        let colorCameras = colorFolder == "vga_wide" ? Cameras(folder, "vga_wide") : Cameras()
        guard given != nil || !depthCameras.isEmpty || !colorCameras.isEmpty else { throw IntrinsicsFile.missing(folder) }
        let trajectory = folder.has(trajectoryFile) ? try trajectory(folder.url.appendingPathComponent(trajectoryFile)) : nil

        let colorTimes = color.map(\.time)
        let confidenceTimes = confidence.map(\.time)
        var entries: [ListedFrames.Entry] = []
        for image in depth {
            let pose: RigidTransform
            if let trajectory {
                guard let found = trajectory.pose(at: image.time, within: poseGap) else { continue }
                pose = found
            } else {
                pose = .identity
            }
            let depthCamera = given == nil ? try depthCameras.camera(at: image.time) : nil
            let colorCamera = given == nil ? try colorCameras.camera(at: image.time) : nil
            guard let camera = given ?? colorCamera ?? depthCamera else { throw IntrinsicsFile.missing(folder) }
            let nearestColor = Trajectory.nearest(colorTimes, to: image.time, within: imageGap)
            let nearestConfidence = Trajectory.nearest(confidenceTimes, to: image.time, within: imageGap)
            entries.append(
                ListedFrames.Entry(
                    depth: image.path, color: nearestColor.map { color[$0].path },
                    confidence: nearestConfidence.map { confidence[$0].path }, timestamp: image.time, pose: .usable(pose),
                    camera: camera, depthCamera: colorCamera == nil ? nil : depthCamera))
        }
        guard entries.count * 2 >= depth.count else {
            throw CaptureError(
                folder.url.appendingPathComponent(trajectoryFile),
                "only \(entries.count) of \(depth.count) depth images have a pose within \(poseGap) s",
                remedy: "its times must be those of the images' names")
        }
        let notes = counts(
            ("depth images without a pose within \(poseGap) s, left out", depth.count - entries.count),
            ("frames without a colour image", entries.count { $0.color == nil }),
            ("frames without a confidence image", confidence.isEmpty ? 0 : entries.count { $0.confidence == nil }),
            ("unusable poses", trajectory?.unusable ?? 0))
        var frames = try ListedFrames(folder, entries, unitsPerMetre: 1000, options: options, notes: notes)
        frames.hasPoses = trajectory != nil
        return frames
    }

    /// A file whose name ends in a time: `47333462_6845.806.png`.
    private struct Timed {
        var time: Double
        var path: String
    }

    /// The files of a subfolder that end in `suffix`, by time; those with other names are none of the layout's.
    private static func files(_ folder: CaptureFolder, in subfolder: String, suffix: String) -> [Timed] {
        guard folder.has(subfolder), let names = try? CaptureFolder(folder.url.appendingPathComponent(subfolder)).names else {
            return []
        }
        var files: [Timed] = []
        for name in names where name.hasSuffix(suffix) {
            let stem = name.dropLast(suffix.count)
            let number = stem.split(separator: "_").last ?? stem
            if let time = Double(number), time.isFinite { files.append(Timed(time: time, path: "\(subfolder)/\(name)")) }
        }
        return files.sorted { ($0.time, $0.path) < ($1.time, $1.path) }
    }

    private static func images(_ folder: CaptureFolder, _ subfolder: String) -> [Timed] {
        files(folder, in: subfolder, suffix: ".png")
    }

    /// The camera's path. A rotation as axis times angle, and a translation; both from world to camera.
    private static func trajectory(_ url: URL) throws(CaptureError) -> Trajectory {
        let table = try TextTable(url)
        var samples: [(time: Double, pose: RigidTransform)] = []
        for row in table.rows {
            let n = try table.numbers(row, count: 7)
            let axis = SIMD3(n[1], n[2], n[3])
            let angle = (axis * axis).sum().squareRoot()
            guard n[0].isFinite, angle < 100 else { continue }
            let part = angle > 1e-12 ? axis * (sin(angle / 2) / angle) : axis / 2
            let pose = FramePose(
                quaternion: SIMD4(part, cos(angle / 2)), translation: SIMD3(n[4], n[5], n[6]), inverse: true, camera: .openCV,
                world: .zUp, file: url.lastPathComponent, place: "line \(row.line)")
            if let transform = pose.transform { samples.append((n[0], transform)) }
        }
        return try Trajectory(samples, unusable: table.rows.count - samples.count, of: url)
    }

    /// The cameras of one kind of images: for each moment the nearest `.pincam` file's.
    private struct Cameras {
        private var folder: URL?
        private var files: [Timed] = []
        private var times: [Double] = []

        init() {}

        init(_ folder: CaptureFolder, _ imageFolder: String) {
            self.folder = folder.url
            files = ARKitScenesReader.files(folder, in: imageFolder + "_intrinsics", suffix: ".pincam")
            times = files.map(\.time)
        }

        var isEmpty: Bool { files.isEmpty }

        /// The camera; nil where there are none.
        func camera(at time: Double) throws(CaptureError) -> Pinhole? {
            guard let folder, let nearest = Trajectory.nearest(times, to: time, within: .infinity) else { return nil }
            let url = folder.appendingPathComponent(files[nearest].path)
            let n = try TextTable(url).allNumbers()
            guard n.count == 6, let width = Int(exactly: n[0]), let height = Int(exactly: n[1]), width > 0, height > 0,
                width < 1 << 20, height < 1 << 20,
                let camera = Pinhole(fx: n[2], fy: n[3], cx: n[4], cy: n[5], size: ImageSize(width, height))
            else {
                throw CaptureError(url, "this is not a camera", remedy: "a .pincam file holds width, height, fx, fy, cx, cy")
            }
            return camera
        }
    }
}
