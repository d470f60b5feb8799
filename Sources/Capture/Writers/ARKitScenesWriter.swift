import Foundation
import Geometry
import Support

/// Writes a video as Apple's ARKitScenes have it: `lowres_depth/` and `confidence/`, colour in `lowres_wide/` where it is as large
/// as depth and in `vga_wide/` where not, a `.pincam` file for each image, and `lowres_wide.traj` with world-to-camera poses.
public enum ARKitScenesWriter: CaptureWriter {
    public static let kind = ARKitScenesReader.kind

    @discardableResult
    public static func write(_ capture: Capture, to folder: URL, progress: ProgressReporter) throws -> [String] {
        let target = try CaptureTarget(
            folder,
            subfolders: ["lowres_depth", "confidence", "lowres_wide", "vga_wide", "lowres_wide_intrinsics", "vga_wide_intrinsics"],
            last: "lowres_wide.traj")
        try target.require(capture, depth: true, poses: false, kind)
        // Poses get the names' rounded times: a frame's own pose is then found, not one between two.
        func time(_ frame: WrittenFrame) -> String { String(format: "%.3f", frame.timestamp) }
        func name(_ frame: WrittenFrame) -> String { "00000000_" + time(frame) }
        func isSmall(_ frame: WrittenFrame) -> Bool { frame.intrinsics.width == frame.depthIntrinsics.width }
        let (frames, notes) = try target.writeImages(
            of: capture, ImageEncoding(isColorPNG: true, holdsDepthCamera: true, timeStep: 0.004), progress: progress
        ) { frame in
            ImagePaths(
                depth: "lowres_depth/\(name(frame)).png",
                color: (isSmall(frame) ? "lowres_wide/" : "vga_wide/") + "\(name(frame)).png",
                confidence: "confidence/\(name(frame)).png")
        }
        func pincam(_ k: CameraIntrinsics) -> String { "\(k.width) \(k.height) \(k.fx) \(k.fy) \(k.cx) \(k.cy)" }
        for frame in frames {
            try target.write(pincam(frame.depthIntrinsics), "lowres_wide_intrinsics/\(name(frame)).pincam")
            if !isSmall(frame) { try target.write(pincam(frame.intrinsics), "vga_wide_intrinsics/\(name(frame)).pincam") }
        }
        if capture.hasPoses {
            let lines = frames.map { frame in
                let pose = frame.pose.turned(camera: .openCV, world: .zUp).inverse
                let t = pose.translation
                let q = SIMD4<Double>(pose.rotation.vector)
                let part = (q.x * q.x + q.y * q.y + q.z * q.z).squareRoot()
                let scale = part > 1e-12 ? 2 * atan2(part, q.w) / part : 2
                return "\(time(frame)) \(q.x * scale) \(q.y * scale) \(q.z * scale) \(t.x) \(t.y) \(t.z)\n"
            }
            try target.write(lines.joined(), "lowres_wide.traj")
        }
        return notes
    }
}
