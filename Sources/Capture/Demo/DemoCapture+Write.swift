import Foundation
import Geometry
import Images
import Work

extension DemoCapture {
    /// Writes the capture as a folder in nerfstudio's layout: `transforms.json` beside `images/` (JPEG), `depth/` (16-bit PNG, millimetres)
    /// and `confidence/` (8-bit PNG: 0, 1, 2). The folder is made where it is not there. `transforms.json` comes last, so that a folder that
    /// was left half-written is no capture.
    ///
    /// - Throws: `CaptureError` where a file can't be written, `CancellationError` where the surrounding task was cancelled.
    public func write(to folder: URL, progress: ProgressReporter = .silent) throws {
        do {
            try? FileManager.default.removeItem(at: folder.appendingPathComponent("transforms.json"))
            for part in ["images", "depth", "confidence"] {
                try FileManager.default.createDirectory(at: folder.appendingPathComponent(part), withIntermediateDirectories: true)
            }
        } catch {
            throw CaptureError(folder, "the folder can't be made: \(error.localizedDescription)", remedy: "choose another place")
        }
        let count = source.frameCount
        let batch = Parallel.threads * 4
        for start in stride(from: 0, to: count, by: batch) {
            try progress.report(Double(start) / Double(count), "Writing frames")
            let end = min(count, start + batch)
            var failures = [(any Error)?](repeating: nil, count: end - start)
            failures.withUnsafeMutableBufferPointer { buffer in
                let out = Failures(base: buffer.baseAddress)
                Parallel.forEach(end - start) { k in
                    do { try writeFrame(start + k, to: folder) } catch { out.base?[k] = error }
                }
            }
            if let failure = failures.lazy.compactMap({ $0 }).first { throw CaptureError(folder, "\(failure)") }
        }
        do {
            try AtomicFile.write(Array(transforms().utf8), to: folder.appendingPathComponent("transforms.json"))
        } catch { throw CaptureError(folder, "\(error)") }
        try progress.report(1, "Writing frames")
    }

    /// What went wrong with each frame of a batch; each is written by one thread.
    private struct Failures: @unchecked Sendable {
        let base: UnsafeMutablePointer<(any Error)?>?
    }

    private func writeFrame(_ index: Int, to folder: URL) throws {
        let frame = try source.frame(at: index)
        let depth = Image<UInt16>(
            width: frame.depth.width, height: frame.depth.height,
            pixels: frame.depth.pixels.map { UInt16(min(max($0 * 1000 + 0.5, 0), 65534)) })
        let names = Self.names(index)
        if let color = frame.color {
            try AtomicFile.write(try JPEG.encode(color, quality: 92), to: folder.appendingPathComponent(names.color))
        }
        try AtomicFile.write(try PNG.encodeGray16(depth), to: folder.appendingPathComponent(names.depth))
        if let confidence = frame.confidence {
            try AtomicFile.write(try PNG.encodeGray8(confidence), to: folder.appendingPathComponent(names.confidence))
        }
    }

    private static func names(_ index: Int) -> (color: String, depth: String, confidence: String) {
        let digits = String(index)
        let number = String(repeating: "0", count: max(0, 5 - digits.count)) + digits
        return ("images/\(number).jpg", "depth/\(number).png", "confidence/\(number).png")
    }

    /// The text of `transforms.json`: OpenGL camera axes as ours, a z-up world, pixel centres at ½.
    private func transforms() -> String {
        let k = DemoFrames.colorIntrinsics
        var lines = [
            "{", "  \"camera_model\": \"PINHOLE\",", "  \"w\": \(k.width),", "  \"h\": \(k.height),", "  \"fl_x\": \(k.fx),",
            "  \"fl_y\": \(k.fy),", "  \"cx\": \(k.cx + 0.5),", "  \"cy\": \(k.cy + 0.5),", "  \"depth_unit_scale_factor\": 0.001,",
            "  \"frames\": [",
        ]
        for i in source.moments.indices {
            let names = Self.names(i)
            let m = source.moments[i].recordedPose.matrix.columns
            // y-up to z-up: (x, y, z) becomes (x, −z, y).
            func row(_ value: (SIMD4<Float>) -> Float) -> String { "[\(value(m.0)), \(value(m.1)), \(value(m.2)), \(value(m.3))]" }
            let matrix = [row { $0.x }, row { 0 - $0.z }, row { $0.y }, "[0, 0, 0, 1]"].joined(separator: ", ")
            lines.append(
                """
                    {"file_path": "\(names.color)", "depth_file_path": "\(names.depth)", "confidence_file_path": "\(names.confidence)", \
                "timestamp": \(source.moments[i].timestamp), "transform_matrix": [\(matrix)]}\(i + 1 < source.frameCount ? "," : "")
                """)
        }
        return (lines + ["  ]", "}", ""]).joined(separator: "\n")
    }
}
