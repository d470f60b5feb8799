import Foundation
import Geometry
import Support

/// Writes Polycam's raw data (github.com/PolyCam/polyform, README), as they are of a session that was not corrected: `images` and
/// `cameras`, but no `corrected_images` and `corrected_cameras`.
public enum PolycamWriter: CaptureWriter {
    public static let kind = PolycamReader.kind

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
        let parts = ["images", "cameras", "depth", "confidence"].map { "keyframes/" + $0 }
        let folder = try CaptureTarget(target, subfolders: parts, last: "mesh_info.json")
        var latest = -1
        let notes = try FrameStream.run(
            capture, progress: progress,
            encode: {
                Encoded(
                    depth: try $0.depthPNG(), confidence: try $0.confidencePNG { [0, 127, 255][min(Int($0), 2)] },
                    color: try $0.colorJPEG(), pose: $0.pose, time: $0.timestamp, intrinsics: $0.colorIntrinsics)
            },
            write: { number, frame in
                // Names are times in microseconds, and must differ.
                let time = frame.time.map { $0 * 1e6 } ?? Double(number) * 1e6 / 60
                let name = max(latest + 1, Int(exactly: time.rounded()) ?? 0)
                latest = name
                try folder.write(frame.depth, "keyframes/depth/\(name).png")
                if let confidence = frame.confidence { try folder.write(confidence, "keyframes/confidence/\(name).png") }
                if let color = frame.color { try folder.write(color, "keyframes/images/\(name).jpg") }
                try folder.write(camera(frame, name), "keyframes/cameras/\(name).json")
            })
        try folder.write("{}", "mesh_info.json")
        return notes
    }

    private static func camera(_ frame: Encoded, _ name: Int) -> String {
        let columns = frame.pose.matrix.columns
        var fields: [String] = []
        for (j, column) in [columns.0, columns.1, columns.2, columns.3].enumerated() {
            for i in 0..<3 { fields.append("\"t_\(i)\(j)\":\(column[i])") }
        }
        let k = frame.intrinsics
        fields += ["\"fx\":\(k.fx)", "\"fy\":\(k.fy)", "\"cx\":\(k.cx)", "\"cy\":\(k.cy)"]
        fields += ["\"width\":\(k.width)", "\"height\":\(k.height)", "\"timestamp\":\(name)", "\"blur_score\":100"]
        return "{" + fields.joined(separator: ",") + "}"
    }
}
