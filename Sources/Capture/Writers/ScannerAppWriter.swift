import Foundation
import Geometry
import Support

/// Writes the raw data of the 3D Scanner App, as programs that read them describe it (github.com/pwais/psegs, ios_lidar.py).
public enum ScannerAppWriter: CaptureWriter {
    public static let kind = ScannerAppReader.kind

    private struct Encoded: Sendable {
        var depth: [UInt8]
        var confidence: [UInt8]?
        var color: [UInt8]?
        var pose: RigidTransform
        var time: Double?
        var intrinsics: CameraIntrinsics
    }

    @discardableResult
    public static func write(_ capture: Capture, to target: URL, progress: ProgressReporter = .silent) throws -> [String] {
        let folder = try CaptureTarget(target, last: "info.json")
        let notes = try FrameStream.run(
            capture, progress: progress,
            encode: {
                Encoded(
                    depth: try $0.depthPNG(), confidence: try $0.confidencePNG(), color: try $0.colorJPEG(), pose: $0.pose,
                    time: $0.timestamp, intrinsics: $0.colorIntrinsics)
            },
            write: { number, frame in
                let name = CaptureTarget.digits(number, 5)
                try folder.write(frame.depth, "depth_\(name).png")
                if let confidence = frame.confidence { try folder.write(confidence, "conf_\(name).png") }
                if let color = frame.color { try folder.write(color, "frame_\(name).jpg") }
                try folder.write(json(frame, number), "frame_\(name).json")
            })
        try folder.write("{}", "info.json")
        return notes
    }

    private static func json(_ frame: Encoded, _ number: Int) -> String {
        let c = frame.pose.matrix.columns
        let rows = (0..<4).flatMap { i in [c.0[i], c.1[i], c.2[i], c.3[i]] }
        let k = frame.intrinsics
        let numbers = [k.fx, 0, k.cx, 0, k.fy, k.cy, 0, 0, 1]
        let time = frame.time ?? Double(number) / 60
        return """
            {"cameraPoseARFrame":\(rows),"intrinsics":\(numbers),"time":\(time),"frame_index":\(number)}
            """
    }
}
