import Foundation
import Images
import Support

/// Makes a video of images with the program ffmpeg: H.264, 4:2:0, at a constant rate, tagged as BT.709, with its index in front so
/// that it plays while it loads. The file appears when it is complete; an earlier one stays until then.
final class VideoEncoder {
    private let target: URL
    private let temporary: URL
    private let process: ChildProcess
    private let width: Int
    private let height: Int

    /// - Parameters:
    ///   - target: ends in `.mp4` or `.mov`.
    ///   - width: of each image; even, as is the height.
    init(_ target: URL, width: Int, height: Int, framesPerSecond: Int) throws(RenderingError) {
        guard let container = Self.container(target) else {
            throw RenderingError(.unwritable, "a video's name ends in .mp4 or .mov", path: target.path)
        }
        self.target = target
        self.width = width
        self.height = height
        let folder = target.deletingLastPathComponent()
        temporary = folder.appendingPathComponent(".\(target.lastPathComponent).\(UUID().uuidString.prefix(8)).partial")
        do throws(ChildProcess.Failure) {
            let codec = try Self.codec()
            let input = [
                "-f", "rawvideo", "-pix_fmt", "rgba", "-video_size", "\(width)x\(height)", "-framerate", "\(framesPerSecond)", "-i",
                "pipe:0",
            ]
            // The matrix is applied, not only declared: images are RGB of full range.
            let scaling =
                "scale=in_range=full:out_range=tv:out_color_matrix=bt709:flags=bicubic+accurate_rnd+full_chroma_inp+bitexact"
            let color = [
                "-vf", scaling + ",format=yuv420p",
                "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv",
            ]
            // Nothing of the moment or the machine: no time, no version, a fixed number of threads.
            let output = [
                "-fps_mode", "cfr", "-r", "\(framesPerSecond)", "-g", "\(framesPerSecond)", "-threads", "4", "-map_metadata", "-1",
                "-fflags", "+bitexact", "-flags:v", "+bitexact", "-movflags", "+faststart", "-f", container,
                "file:" + temporary.path,
            ]
            process = try ChildProcess(
                "ffmpeg", ["-v", "error", "-nostdin", "-y"] + input + color + codec + output, hasInput: true)
        } catch {
            throw RenderingError(
                .unwritable, error.problem + (error.remedy.isEmpty ? "" : "; \(error.remedy)"), path: target.path)
        }
    }

    deinit { try? FileManager.default.removeItem(at: temporary) }

    /// ffmpeg's name of the file's format; nil where the name ends otherwise.
    static func container(_ url: URL) -> String? { ["mp4": "mp4", "mov": "mov"][url.pathExtension.lowercased()] }

    /// What the ffmpeg here makes H.264 with.
    private static func codec() throws(ChildProcess.Failure) -> [String] {
        let list = String(
            decoding: try ChildProcess("ffmpeg", ["-v", "error", "-encoders"]).readAll(limit: 1 << 20), as: UTF8.self)
        if list.contains(" libx264 ") { return ["-c:v", "libx264", "-preset", "medium", "-crf", "18", "-profile:v", "high"] }
        for other in ["h264_videotoolbox", "libopenh264"] where list.contains(" \(other) ") {
            return ["-c:v", other, "-b:v", "12M"]
        }
        throw ChildProcess.Failure(
            "this ffmpeg has no H.264 encoder", remedy: "install one with libx264 (on Debian: apt install ffmpeg)")
    }

    /// Appends an image of the video's size.
    func append(_ image: ColorImage) throws(RenderingError) {
        precondition(image.width == width && image.height == height, "an image has the size of its video")
        var failure: ChildProcess.Failure?
        image.pixels.withUnsafeBytes { bytes in
            do throws(ChildProcess.Failure) { try process.write(bytes) } catch { failure = error }
        }
        if let failure { throw RenderingError(.unwritable, failure.problem, path: target.path) }
    }

    /// Ends the video, makes it durable and renames it to its target.
    func finish() throws(RenderingError) {
        process.endInput()
        // Its output ends with it, and a program that hangs is not waited for.
        var problem: String?
        do throws(ChildProcess.Failure) { _ = try process.readAll(limit: 1 << 16) } catch { problem = error.problem }
        if let problem { throw RenderingError(.unwritable, problem, path: target.path) }
        guard process.wait() == 0 else {
            throw RenderingError(.unwritable, "ffmpeg couldn't make this video\(process.diagnostic)", path: target.path)
        }
        let file = open(temporary.path, O_RDONLY | O_CLOEXEC)
        let isDurable = file >= 0 && fsync(file) == 0
        if file >= 0 { close(file) }
        guard isDurable, rename(temporary.path, target.path) == 0 else {
            throw RenderingError(.unwritable, String(cString: strerror(errno)), path: target.path)
        }
        AtomicFile.syncFolder(target.deletingLastPathComponent())
    }
}
