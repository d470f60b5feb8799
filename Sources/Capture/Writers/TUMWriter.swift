import Foundation
import Images
import Support

/// Writes the layout of the TUM RGB-D benchmark: `rgb/` and `depth/` (16-bit PNG, 5000 steps a metre) with their lists,
/// `groundtruth.txt`, and the intrinsics in `camera.txt`.
public enum TUMWriter: CaptureWriter {
    public static let kind = TUMReader.kind

    @discardableResult
    public static func write(_ capture: Capture, to folder: URL, progress: ProgressReporter) throws -> [String] {
        let target = try CaptureTarget(folder, subfolders: ["rgb", "depth"], last: "depth.txt")
        try target.require(capture, depth: true, poses: false, kind)
        func time(_ frame: WrittenFrame) -> String { String(format: "%.6f", frame.timestamp) }
        var encoding = ImageEncoding(isColorPNG: true, holdsConfidence: false, timeStep: 2e-6)
        encoding.depth = { frame in
            let codes = frame.depth.pixels.map { $0 > 0 && $0 < 13.1 ? UInt16($0 * 5000 + 0.5) : 0 }
            return try PNG.encodeGray16(Image(width: frame.depth.width, height: frame.depth.height, pixels: codes))
        }
        var (frames, notes) = try target.writeImages(of: capture, encoding, progress: progress) {
            ImagePaths(depth: "depth/\(time($0)).png", color: "rgb/\(time($0)).png")
        }
        let k = OneCamera.of(frames, &notes)
        try target.write("# fx fy cx cy\n\(k.fx) \(k.fy) \(k.cx) \(k.cy)\n", "camera.txt")
        if capture.hasPoses {
            let lines = frames.map { frame in
                let pose = frame.pose.turned(camera: .openCV, world: .zUp)
                let t = pose.translation
                let q = pose.rotation.vector
                return "\(time(frame)) \(t.x) \(t.y) \(t.z) \(q.x) \(q.y) \(q.z) \(q.w)\n"
            }
            try target.write("# timestamp tx ty tz qx qy qz qw\n" + lines.joined(), "groundtruth.txt")
        }
        func list(_ folder: String, _ frames: [WrittenFrame]) -> String {
            "# timestamp filename\n" + frames.map { "\(time($0)) \(folder)/\(time($0)).png\n" }.joined()
        }
        if frames.contains(where: \.hasColor) { try target.write(list("rgb", frames.filter(\.hasColor)), "rgb.txt") }
        try target.write(list("depth", frames), "depth.txt")
        return notes
    }
}
