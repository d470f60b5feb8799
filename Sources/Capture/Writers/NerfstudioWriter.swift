import Foundation
import Geometry
import Support

/// Writes nerfstudio's layout: `transforms.json` beside `images/` (JPEG), `depth/` (16-bit PNG, millimetres) and `confidence/`
/// (8-bit PNG:
/// 0, 1, 2). OpenGL camera axes as Diorama's, a z-up world, pixel centres at ½.
public enum NerfstudioWriter: CaptureWriter {
    public static let kind = TransformsReader.kind

    @discardableResult
    public static func write(_ capture: Capture, to folder: URL, progress: ProgressReporter) throws -> [String] {
        let target = try CaptureTarget(folder, subfolders: ["images", "depth", "confidence"], last: "transforms.json")
        try target.require(capture, depth: false, poses: true, kind)
        let (frames, notes) = try target.writeImages(of: capture, progress: progress, paths: paths)
        try target.write(text(frames), "transforms.json")
        return notes
    }

    private static func paths(_ frame: WrittenFrame) -> ImagePaths {
        let number = CaptureTarget.digits(frame.number, 5)
        return ImagePaths(
            depth: "depth/\(number).png", color: "images/\(number).jpg", confidence: "confidence/\(number).png")
    }

    /// The text of `transforms.json`. Written once for all frames where they share one camera.
    private static func text(_ frames: [WrittenFrame]) -> String {
        let shared = frames.first.flatMap { first in
            frames.allSatisfy { $0.intrinsics == first.intrinsics } ? first.intrinsics : nil
        }
        func camera(_ k: CameraIntrinsics) -> [String] {
            [
                "\"w\": \(k.width)", "\"h\": \(k.height)", "\"fl_x\": \(k.fx)", "\"fl_y\": \(k.fy)", "\"cx\": \(k.cx + 0.5)",
                "\"cy\": \(k.cy + 0.5)",
            ]
        }
        var lines = ["{", "  \"camera_model\": \"PINHOLE\","]
        if let shared { lines += camera(shared).map { "  \($0)," } }
        lines += ["  \"depth_unit_scale_factor\": 0.001,", "  \"frames\": ["]
        for (i, frame) in frames.enumerated() {
            let paths = paths(frame)
            var parts = ["\"file_path\": \"\(paths.color ?? "")\""]
            if frame.hasDepth { parts.append("\"depth_file_path\": \"\(paths.depth ?? "")\"") }
            if frame.hasConfidence { parts.append("\"confidence_file_path\": \"\(paths.confidence ?? "")\"") }
            if shared == nil { parts += camera(frame.intrinsics) }
            let rows = frame.pose.rows(camera: .openGL, world: .zUp) + [[0, 0, 0, 1]]
            let matrix = rows.enumerated().map { i, row in
                "[" + row.map { i < 3 ? "\($0)" : "\(Int($0))" }.joined(separator: ", ") + "]"
            }
            parts.append("\"timestamp\": \(frame.timestamp)")
            parts.append("\"transform_matrix\": [\(matrix.joined(separator: ", "))]")
            lines.append("    {\(parts.joined(separator: ", "))}" + (i + 1 < frames.count ? "," : ""))
        }
        return (lines + ["  ]", "}", ""]).joined(separator: "\n")
    }
}
