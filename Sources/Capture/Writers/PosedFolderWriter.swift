import Foundation
import Geometry
import Support

/// Writes the posed RGB-D folder: `images/` (PNG), `depth/` (16-bit PNG, millimetres), `poses.txt` and `K.txt`.
public enum PosedFolderWriter: CaptureWriter {
    public static let kind = PosedFolderReader.kind

    @discardableResult
    public static func write(_ capture: Capture, to folder: URL, progress: ProgressReporter) throws -> [String] {
        let target = try CaptureTarget(folder, subfolders: ["images", "depth"], last: "K.txt")
        try target.require(capture, depth: true, poses: false, kind)
        var (frames, notes) = try target.writeImages(
            of: capture, ImageEncoding(isColorPNG: true, holdsConfidence: false), progress: progress
        ) { frame in
            let number = CaptureTarget.digits(frame.number, 5)
            return ImagePaths(depth: "depth/\(number).png", color: "images/\(number).png")
        }
        if capture.hasPoses {
            let lines = frames.map { frame in
                (frame.pose.rows(camera: .openCV, world: .yUp) + [[0, 0, 0, 1]]).joined().map { "\($0)" }.joined(separator: " ")
                    + "\n"
            }
            try target.write(lines.joined(), "poses.txt")
        }
        try target.write(OneCamera.matrix(frames, &notes), "K.txt")
        return notes
    }
}

/// Layouts that know one camera for all frames.
enum OneCamera {
    /// The first frame's camera; it is noted where others differ.
    static func of(_ frames: [WrittenFrame], _ notes: inout [String]) -> CameraIntrinsics {
        let camera = frames.first?.intrinsics ?? CameraIntrinsics(width: 1, height: 1, fx: 1, fy: 1, cx: 0, cy: 0)
        if frames.contains(where: { $0.intrinsics != camera }) {
            notes.append("this layout holds one camera for all frames: the first frame's was used")
        }
        return camera
    }

    /// Its calibration matrix as three lines.
    static func matrix(_ frames: [WrittenFrame], _ notes: inout [String]) -> String {
        let k = of(frames, &notes)
        return "\(k.fx) 0.0 \(k.cx)\n0.0 \(k.fy) \(k.cy)\n0.0 0.0 1.0\n"
    }
}
