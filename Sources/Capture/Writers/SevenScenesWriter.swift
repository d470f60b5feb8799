import Foundation
import Support

/// Writes the layout of Microsoft's 7-Scenes: `frame-000000.color.png`, `.depth.png` (millimetres) and `.pose.txt` for each frame,
/// with the intrinsics in `intrinsics.txt`.
public enum SevenScenesWriter: CaptureWriter {
    public static let kind = SevenScenesReader.kind

    @discardableResult
    public static func write(_ capture: Capture, to folder: URL, progress: ProgressReporter) throws -> [String] {
        let target = try CaptureTarget(folder, last: "intrinsics.txt")
        try target.require(capture, depth: true, poses: false, kind)
        func stem(_ frame: WrittenFrame) -> String { "frame-" + CaptureTarget.digits(frame.number, 6) }
        var (frames, notes) = try target.writeImages(
            of: capture, ImageEncoding(isColorPNG: true, holdsConfidence: false), progress: progress
        ) { ImagePaths(depth: stem($0) + ".depth.png", color: stem($0) + ".color.png") }
        if capture.hasPoses {
            for frame in frames {
                let rows = frame.pose.rows(camera: .openCV, world: .firstCamera) + [[0, 0, 0, 1]]
                let lines = rows.map { row in row.map { "\($0)" }.joined(separator: "\t") + "\n" }
                try target.write(lines.joined(), stem(frame) + ".pose.txt")
            }
        }
        try target.write(OneCamera.matrix(frames, &notes), "intrinsics.txt")
        return notes
    }
}
