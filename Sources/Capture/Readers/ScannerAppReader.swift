import Foundation

/// The raw data ("All Data") of the 3D Scanner App by Laan Labs: `frame_00000.json` with the pose and intrinsics of a frame, beside
/// it `depth_00000.png` (16 bit, millimetres), `conf_00000.png` (0, 1, 2) and, for some of the frames, `frame_00000.jpg`. The pose
/// is `cameraPoseARFrame`, camera to world, row by row; camera axes are OpenGL's, the world is ARKit's. `intrinsics` are nine
/// numbers row by row, for the colour images. The app's format is not documented by its makers: this follows github.com/pwais/psegs
/// (ios_lidar.py) and RTAB-Map, which read it.
enum ScannerAppReader: CaptureReader {
    static let kind = "3D Scanner App"

    static func matchScore(_ folder: CaptureFolder) -> Double {
        func any(_ prefix: String, _ suffix: String) -> Bool {
            folder.names.contains { $0.hasPrefix(prefix) && $0.hasSuffix(suffix) }
        }
        return share(any("frame_", ".json"), any("depth_", ".png"), folder.has("info.json") || any("conf_", ".png"))
    }

    static func read(_ folder: CaptureFolder, options: CaptureOptions) throws(CaptureError) -> ListedFrames {
        func stems(_ prefix: String, _ suffix: String) -> Set<String> {
            Set(
                folder.names.filter { $0.hasPrefix(prefix) && $0.hasSuffix(suffix) }.map {
                    String($0.dropFirst(prefix.count).dropLast(suffix.count))
                })
        }
        let posed = stems("frame_", ".json")
        let depth = stems("depth_", ".png")
        guard !posed.isEmpty else {
            throw CaptureError(folder.url, "this capture has no camera poses", remedy: "frame_00000.json and so on are missing")
        }
        guard !depth.isEmpty else {
            throw CaptureError(
                folder.url, "this capture has no depth images",
                remedy: "the app keeps them in its low-resolution LiDAR scans; export them as “All Data”")
        }
        let given = try options.intrinsics.map { (k) throws(CaptureError) in try IntrinsicsFile.given(k, folder.url) }
        var entries: [ListedFrames.Entry] = []
        var colorless = 0
        var (place, placeNotes) = place(folder)
        for stem in posed.intersection(depth).sorted(by: CaptureFolder.naturalOrder) {
            let frame = ScannerAppFrame(folder.url, "frame_\(stem).json")
            place = place ?? frame.place
            let hasColor = folder.has("frame_\(stem).jpg")
            if !hasColor { colorless += 1 }
            guard let camera = given ?? frame.camera ?? entries.last?.camera else {
                throw CaptureError(
                    folder.url.appendingPathComponent("frame_\(stem).json"),
                    frame.problem ?? "this capture has no camera intrinsics")
            }
            entries.append(
                ListedFrames.Entry(
                    depth: "depth_\(stem).png", color: hasColor ? "frame_\(stem).jpg" : nil,
                    confidence: folder.has("conf_\(stem).png") ? "conf_\(stem).png" : nil, timestamp: frame.time, pose: frame.pose,
                    camera: camera))
        }
        guard !entries.isEmpty else { throw CaptureError(folder.url, "none of the \(posed.count) poses has a depth image") }
        let notes =
            placeNotes
            + counts(
                ("poses without a depth image, left out", posed.subtracting(depth).count),
                ("depth images without a pose, left out", depth.subtracting(posed).count),
                ("frames without a colour image", colorless))
        if given == nil, colorless == entries.count {
            throw CaptureError(
                folder.url, "this capture has no colour images, whose size its intrinsics are for",
                remedy: "give the depth images' intrinsics as an option")
        }
        var frames = try ListedFrames(folder.url, entries, options: options, notes: notes)
        let times = entries.compactMap(\.timestamp)
        if let first = times.min(), let last = times.max() { frames.details.duration = last - first }
        frames.details.place = place ?? frames.details.place
        return frames
    }

    /// Where the scan was made by `info.json`; nil where the app was not allowed to know, or with a note, where it is damaged.
    private static func place(_ folder: CaptureFolder) -> (GeographicPlace?, notes: [String]) {
        struct Info: Decodable {
            var gpsLatitude: LenientNumber?
            var gpsLongitude: LenientNumber?
            var gpsAltitude: LenientNumber?
        }
        guard folder.has("info.json") else { return (nil, []) }
        do throws(CaptureError) {
            let info = try JSONFile.read(Info.self, folder.url.appendingPathComponent("info.json"))
            let place = GeographicPlace(
                recorded: info.gpsLatitude?.value, longitude: info.gpsLongitude?.value, altitude: info.gpsAltitude?.value)
            return (place, [])
        } catch {
            return (nil, ["info.json, which may hold the location, can't be read: \(error.problem)"])
        }
    }
}

/// A frame's JSON. A damaged one spoils its own frame only.
private struct ScannerAppFrame {
    let pose: FramePose
    let camera: Pinhole?
    let time: Double?
    let place: GeographicPlace?
    /// What is wrong with the file as a whole.
    var problem: String?

    private struct File: Decodable {
        var cameraPoseARFrame: [Double]
        var intrinsics: [Double]
        /// Seconds since the phone was started.
        var time: Double?
        var latitude: LenientNumber?
        var longitude: LenientNumber?
        var altitude: LenientNumber?
        var horizontalAccuracy: LenientNumber?
    }

    init(_ folder: URL, _ name: String) {
        do throws(CaptureError) {
            let file = try JSONFile.read(File.self, folder.appendingPathComponent(name))
            pose = FramePose(rows: file.cameraPoseARFrame, camera: .openGL, world: .yUp, file: name, place: "")
            let k = file.intrinsics
            camera = k.count == 9 ? Pinhole(fx: k[0], fy: k[4], cx: k[2], cy: k[5]) : nil
            time = file.time.flatMap { $0.isFinite ? $0 : nil }
            place = GeographicPlace(
                recorded: file.latitude?.value, longitude: file.longitude?.value, altitude: file.altitude?.value,
                accuracy: file.horizontalAccuracy?.value)
            if camera == nil { problem = "this frame has no camera intrinsics (nine numbers, fx 0 cx, 0 fy cy, 0 0 1)" }
        } catch {
            pose = .bad(file: name, problem: error.problem)
            camera = nil
            time = nil
            place = nil
            problem = error.problem
        }
    }
}
