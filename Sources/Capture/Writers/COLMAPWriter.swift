import Foundation
import Geometry
import Images
import Support

/// Writes a workspace of COLMAP's: `images/`, a model in `sparse/`, and the depths as maps of dense stereo. Depth is in the model's
/// unit, which is one metre here.
public enum COLMAPWriter: CaptureWriter {
    public static let kind = COLMAPReader.kind

    @discardableResult
    public static func write(_ capture: Capture, to folder: URL, progress: ProgressReporter) throws -> [String] {
        try write(capture, to: folder, asText: false, progress: progress)
    }

    /// - Parameters:
    ///   - capture: the capture to write.
    ///   - folder: a new or empty folder, created where it does not exist.
    ///   - asText: whether the model is written as text, which people can read, or as the binary form.
    ///   - progress: receives the progress.
    @discardableResult
    public static func write(
        _ capture: Capture, to folder: URL, asText: Bool, progress: ProgressReporter
    ) throws -> [String] {
        let fileExtension = asText ? "txt" : "bin"
        let target = try CaptureTarget(
            folder, subfolders: ["images", "sparse", "stereo/depth_maps"], last: "sparse/images.\(fileExtension)")
        try target.require(capture, depth: false, poses: true, kind)
        func name(_ frame: WrittenFrame) -> String { CaptureTarget.digits(frame.number, 6) + ".jpg" }
        var encoding = ImageEncoding(holdsConfidence: false)
        encoding.depth = { depthMap($0.depth) }
        let (frames, notes) = try target.writeImages(of: capture, encoding, progress: progress) { frame in
            ImagePaths(depth: "stereo/depth_maps/\(name(frame)).geometric.bin", color: "images/\(name(frame))")
        }
        var cameras: [CameraIntrinsics] = []
        var photos: [(camera: Int, pose: RigidTransform, name: String)] = []
        for frame in frames where frame.hasColor {
            let camera = cameras.firstIndex(of: frame.intrinsics) ?? cameras.count
            if camera == cameras.count { cameras.append(frame.intrinsics) }
            photos.append((camera, frame.pose.turned(camera: .openCV, world: .firstCamera).inverse, name(frame)))
        }
        let points = capture.sparsePoints
        if asText {
            try target.write(text(cameras), "sparse/cameras.txt")
            try target.write(text(points), "sparse/points3D.txt")
            try target.write(text(photos), "sparse/images.txt")
        } else {
            try target.write(binary(cameras), "sparse/cameras.bin")
            try target.write(binary(points), "sparse/points3D.bin")
            try target.write(binary(photos), "sparse/images.bin")
        }
        return notes
    }

    private static func depthMap(_ depth: DepthImage) -> [UInt8] {
        var bytes = Array("\(depth.width)&\(depth.height)&1&".utf8)
        for value in depth.pixels { put(value.bitPattern, &bytes) }
        return bytes
    }

    private static func put(_ value: some FixedWidthInteger, _ bytes: inout [UInt8]) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    private static func put(_ values: [Float], _ bytes: inout [UInt8]) {
        for value in values { put(Double(value).bitPattern, &bytes) }
    }

    /// fx, fy, cx, cy with pixel centres at one half.
    private static func parameters(_ k: CameraIntrinsics) -> [Float] { [k.fx, k.fy, k.cx + 0.5, k.cy + 0.5] }

    private static func numbers(_ pose: RigidTransform) -> [Float] {
        let t = pose.translation
        let q = pose.rotation.vector
        return [q.w, q.x, q.y, q.z, t.x, t.y, t.z]
    }

    private static func color(_ cloud: PointCloud, _ i: Int) -> SIMD3<UInt8> {
        cloud.colors.isEmpty ? SIMD3(repeating: 128) : SRGB.fromLinear(cloud.colors[i])
    }

    // Numbers of cameras, photos and points count from 1.

    private static func binary(_ cameras: [CameraIntrinsics]) -> [UInt8] {
        var bytes: [UInt8] = []
        put(UInt64(cameras.count), &bytes)
        for (i, k) in cameras.enumerated() {
            put(UInt32(i + 1), &bytes)
            put(Int32(1), &bytes)
            put(UInt64(k.width), &bytes)
            put(UInt64(k.height), &bytes)
            put(parameters(k), &bytes)
        }
        return bytes
    }

    private static func text(_ cameras: [CameraIntrinsics]) -> String {
        "# CAMERA_ID MODEL WIDTH HEIGHT fx fy cx cy\n"
            + cameras.enumerated().map { i, k in
                "\(i + 1) PINHOLE \(k.width) \(k.height) \(parameters(k).map { "\($0)" }.joined(separator: " "))\n"
            }.joined()
    }

    private static func binary(_ photos: [(camera: Int, pose: RigidTransform, name: String)]) -> [UInt8] {
        var bytes: [UInt8] = []
        put(UInt64(photos.count), &bytes)
        for (i, photo) in photos.enumerated() {
            put(UInt32(i + 1), &bytes)
            put(numbers(photo.pose), &bytes)
            put(UInt32(photo.camera + 1), &bytes)
            bytes += Array(photo.name.utf8) + [0]
            put(UInt64(0), &bytes)
        }
        return bytes
    }

    private static func text(_ photos: [(camera: Int, pose: RigidTransform, name: String)]) -> String {
        "# IMAGE_ID QW QX QY QZ TX TY TZ CAMERA_ID NAME, then a line with its keypoints\n"
            + photos.enumerated().map { i, photo in
                let pose = numbers(photo.pose).map { "\($0)" }.joined(separator: " ")
                return "\(i + 1) \(pose) \(photo.camera + 1) \(photo.name)\n\n"
            }.joined()
    }

    private static func binary(_ cloud: PointCloud) -> [UInt8] {
        var bytes: [UInt8] = []
        put(UInt64(cloud.positions.count), &bytes)
        for (i, position) in cloud.positions.enumerated() {
            put(UInt64(i + 1), &bytes)
            let p = WorldAxes.firstCamera.turnBack(position)
            put([p.x, p.y, p.z], &bytes)
            let c = color(cloud, i)
            bytes += [c.x, c.y, c.z]
            put([0], &bytes)
            put(UInt64(0), &bytes)
        }
        return bytes
    }

    private static func text(_ cloud: PointCloud) -> String {
        "# POINT3D_ID X Y Z R G B ERROR TRACK\n"
            + cloud.positions.enumerated().map { i, position in
                let p = WorldAxes.firstCamera.turnBack(position)
                let c = color(cloud, i)
                return "\(i + 1) \(p.x) \(p.y) \(p.z) \(c.x) \(c.y) \(c.z) 0\n"
            }.joined()
    }
}
