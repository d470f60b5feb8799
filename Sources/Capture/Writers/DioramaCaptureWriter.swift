import Foundation
import Support

/// Writes Diorama's own capture folder, by the recorder that phones use.
public enum DioramaCaptureWriter: CaptureWriter {
    public static let kind = DioramaCaptureReader.kind

    @discardableResult
    public static func write(_ capture: Capture, to folder: URL, progress: ProgressReporter) throws -> [String] {
        try write(capture, to: folder, keepsLocation: false, progress: progress)
    }

    /// As the protocol's; the location where the capture was recorded is written only where `keepsLocation` is true.
    @discardableResult
    public static func write(
        _ capture: Capture, to folder: URL, keepsLocation: Bool, progress: ProgressReporter = .silent
    ) throws -> [String] {
        let recorder = try CaptureRecorder(folder, details: keepsLocation ? capture.details : capture.details.withoutLocation)
        let hasPoses = capture.hasPoses
        let notes = try FrameStream.run(
            capture, progress: progress,
            encode: { frame in
                let written = WrittenFrame(frame)
                var recorded = CaptureRecorder.Frame(
                    time: written.timestamp, pose: hasPoses ? frame.pose : nil, intrinsics: frame.colorIntrinsics,
                    color: try frame.colorJPEG(), depth: written.hasDepth ? try frame.depthPNG() : nil,
                    confidence: try frame.confidencePNG())
                if !written.depthIsScaledColor { recorded.depthIntrinsics = frame.depthIntrinsics }
                return recorded
            },
            write: { _, frame in try recorder.append(frame) })
        try recorder.finish()
        return notes
    }
}
