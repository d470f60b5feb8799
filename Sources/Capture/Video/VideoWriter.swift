import Foundation
import Images
import Support

/// Writes images as a video with the program ffmpeg: H.264 where it has an encoder for it, MPEG-4 otherwise.
final class VideoWriter {
    private let target: URL
    private let temporary: URL
    private let process: ChildProcess
    private let size: ImageSize

    /// - Throws: `CaptureError` where ffmpeg is not installed.
    init(_ target: URL, size: ImageSize, framesPerSecond: Double) throws(CaptureError) {
        self.target = target
        self.size = size
        temporary = target.deletingLastPathComponent().appendingPathComponent(".\(UUID().uuidString.prefix(8)).partial.mp4")
        // Halved colour needs even sizes.
        let isEven = size.width % 2 == 0 && size.height % 2 == 0
        do throws(ChildProcess.Failure) {
            let encoders = String(
                decoding: try ChildProcess("ffmpeg", ["-v", "error", "-encoders"]).readAll(limit: 1 << 20), as: UTF8.self)
            let codec = encoders.contains(" libx264 ") ? ["libx264", "-crf", "16", "-preset", "veryfast"] : ["mpeg4", "-q:v", "2"]
            process = try ChildProcess(
                "ffmpeg",
                [
                    "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgba", "-s", "\(size.width)x\(size.height)", "-framerate",
                    String(framesPerSecond), "-i", "pipe:0", "-pix_fmt", isEven || codec[0] == "mpeg4" ? "yuv420p" : "yuv444p",
                    "-c:v",
                ] + codec + ["file:" + temporary.path], hasInput: true)
        } catch { throw CaptureError(target, error.problem, remedy: error.remedy) }
    }

    deinit { try? FileManager.default.removeItem(at: temporary) }

    /// Appends an image, which must have the video's size.
    func append(_ image: ColorImage) throws(CaptureError) {
        guard image.width == size.width, image.height == size.height else {
            throw CaptureError(target, "an image is \(image.width)x\(image.height), the video's first is \(size)")
        }
        var failure: ChildProcess.Failure?
        image.pixels.withUnsafeBytes { bytes in
            do throws(ChildProcess.Failure) { try process.write(bytes) } catch { failure = error }
        }
        if let failure { throw CaptureError(target, failure.problem) }
    }

    /// Ends the video and renames it to its target.
    func finish() throws(CaptureError) {
        process.endInput()
        guard process.wait() == 0 else { throw CaptureError(target, "ffmpeg couldn't write this video\(process.diagnostic)") }
        guard rename(temporary.path, target.path) == 0 else {
            throw CaptureError(target, "couldn't be written: \(String(cString: strerror(errno)))")
        }
    }
}
