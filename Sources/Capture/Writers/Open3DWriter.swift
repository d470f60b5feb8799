import Foundation
import Support

/// Writes Open3D's RGB-D layout: `color/` (JPEG), `depth/` (16-bit PNG, millimetres), `trajectory.log`, and the intrinsics in
/// `intrinsic.json`.
public enum Open3DWriter: CaptureWriter {
    public static let kind = Open3DReader.kind

    @discardableResult
    public static func write(_ capture: Capture, to folder: URL, progress: ProgressReporter) throws -> [String] {
        let target = try CaptureTarget(folder, subfolders: ["color", "depth"], last: "intrinsic.json")
        try target.require(capture, depth: true, poses: false, kind)
        var (frames, notes) = try target.writeImages(
            of: capture, ImageEncoding(holdsConfidence: false), progress: progress
        ) { frame in
            let number = CaptureTarget.digits(frame.number, 6)
            return ImagePaths(depth: "depth/\(number).png", color: "color/\(number).jpg")
        }
        if capture.hasPoses {
            let poses = frames.map { frame in
                let rows = frame.pose.rows(camera: .openCV, world: .firstCamera) + [[0, 0, 0, 1]]
                return "\(frame.number) \(frame.number) \(frame.number + 1)\n"
                    + rows.map { row in row.map { "\($0)" }.joined(separator: " ") + "\n" }.joined()
            }
            try target.write(poses.joined(), "trajectory.log")
        }
        let k = OneCamera.of(frames, &notes)
        try target.write(
            """
            {
              "width": \(k.width),
              "height": \(k.height),
              "intrinsic_matrix": [\(k.fx), 0, 0, 0, \(k.fy), 0, \(k.cx), \(k.cy), 1]
            }

            """, "intrinsic.json")
        return notes
    }
}
