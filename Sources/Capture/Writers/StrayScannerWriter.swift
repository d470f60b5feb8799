import Foundation
import Geometry
import Images
import Support

/// Writes the folder of the Stray Scanner app (github.com/strayrobots/scanner, docs/format.md); its video by the program ffmpeg.
public enum StrayScannerWriter: CaptureWriter {
    public static let kind = StrayScannerReader.kind

    private struct Encoded: Sendable {
        var depth: [UInt8]
        var confidence: [UInt8]?
        var color: ColorImage?
        var pose: RigidTransform
        var time: Double?
        var intrinsics: CameraIntrinsics
    }

    @discardableResult
    public static func write(_ capture: Capture, to target: URL, progress: ProgressReporter = .silent) throws -> [String] {
        let folder = try CaptureTarget(target, subfolders: ["depth", "confidence"], last: "odometry.csv")
        var video: VideoWriter?
        var colorless = 0
        var lines = "timestamp, frame, x, y, z, qx, qy, qz, qw\n"
        var last: CameraIntrinsics?
        let rate = framesPerSecond(capture)
        let notes = try FrameStream.run(
            capture, progress: progress,
            encode: {
                Encoded(
                    depth: try $0.depthPNG(), confidence: try $0.confidencePNG(), color: $0.color, pose: $0.pose,
                    time: $0.timestamp, intrinsics: $0.colorIntrinsics)
            },
            write: { number, frame in
                let name = CaptureTarget.digits(number, 6)
                try folder.write(frame.depth, "depth/\(name).png")
                if let confidence = frame.confidence { try folder.write(confidence, "confidence/\(name).png") }
                // The app's video has a frame for each pose.
                if frame.color == nil { colorless += 1 }
                let k = frame.intrinsics
                let color = frame.color ?? ColorImage(width: k.width, height: k.height, repeating: SIMD4(0, 0, 0, 255))
                if video == nil {
                    video = try VideoWriter(
                        target.appendingPathComponent("rgb.mp4"), size: ImageSize(color.width, color.height),
                        framesPerSecond: rate)
                }
                try video?.append(color)
                last = k
                // ARKit's camera rotated by 180° about its x: y down, z forward.
                let q = (frame.pose.rotation * Quaternion(1, 0, 0, 0)).vector
                let t = frame.pose.translation
                let time = frame.time ?? Double(number) / rate
                lines += "\(time), \(name), \(t.x), \(t.y), \(t.z), \(q.x), \(q.y), \(q.z), \(q.w)\n"
            })
        try video?.finish()
        if let k = last { try folder.write("\(k.fx), 0.0, \(k.cx)\n0.0, \(k.fy), \(k.cy)\n0.0, 0.0, 1.0", "camera_matrix.csv") }
        try folder.write(lines, "odometry.csv")
        return notes + (colorless > 0 ? ["frames without a colour image, black in the video: \(colorless)"] : [])
    }

    /// The mean rate of the capture's frames where its duration is known, the app's 60 a second otherwise.
    private static func framesPerSecond(_ capture: Capture) -> Double {
        guard let duration = capture.details.duration, duration > 0, capture.frameCount > 1 else { return 60 }
        return min(max(Double(capture.frameCount - 1) / duration, 1), 240)
    }
}
