import Foundation
import Images
import Synchronization
import Support

/// The frames of a video, decoded by the program ffmpeg. Reading them in order is cheap; any order is allowed: the
/// decoder is then restarted before the frame. A few decoded frames are kept for threads that request them out of order.
final class VideoFrames: ImageStore, Sendable {
    private struct State {
        var decoder: Decoder?
        /// Frames that were decoded last, the oldest first.
        var kept: [(index: Int, image: ColorImage)] = []
    }

    let file: VideoFile
    private let state = Mutex(State())
    /// How many frames are kept: 192 MiB of them, but two for each thread.
    private let capacity: Int
    /// How many frames are decoded and passed rather than started anew behind them: some two seconds, twice the usual distance of
    /// key frames.
    private static let stride = 60

    init(_ file: VideoFile) {
        self.file = file
        capacity = max(Parallel.threads * 2, (192 << 20) / (file.size.width * file.size.height * 4))
    }

    func url(_ index: Int) -> URL { file.url }

    func size(_ index: Int) throws(CaptureError) -> ImageSize { file.size }

    func image(_ index: Int) throws(CaptureError) -> ColorImage {
        let result = state.withLock { state -> Result<ColorImage, CaptureError> in
            do throws(CaptureError) { return .success(try read(index, &state)) } catch {
                state.decoder = nil
                return .failure(error)
            }
        }
        return try result.get()
    }

    private func read(_ index: Int, _ state: inout State) throws(CaptureError) -> ColorImage {
        if let kept = state.kept.first(where: { $0.index == index }) { return kept.image }
        guard index >= 0, index < file.frameCount else {
            throw CaptureError(file.url, "there is no frame \(index): the video has \(file.frameCount)")
        }
        let isNear = state.decoder.map { index >= $0.next && index - $0.next < Self.stride } ?? false
        if !isNear {
            state.decoder = nil
            // The first thread to ask may not have the lowest number.
            let ahead = min(index, Parallel.threads)
            state.decoder = try Decoder(file, from: index - ahead)
        }
        guard var decoder = state.decoder else { throw CaptureError(file.url, "couldn't be read") }
        while true {
            let number = decoder.next
            let image = try decoder.read(file)
            state.decoder = decoder
            state.kept.append((number, image))
            if state.kept.count > capacity { state.kept.removeFirst() }
            if number == index { return image }
        }
    }

    /// A running ffmpeg that writes one frame after another.
    private struct Decoder: @unchecked Sendable {
        private let process: ChildProcess
        private(set) var next: Int

        /// Starts before frame `index`, or at the beginning where the file does not have its frames' times.
        init(_ file: VideoFile, from index: Int) throws(CaptureError) {
            var first = index
            var seek: [String] = []
            if let times = file.times {
                // Frames of one time can't be distinguished.
                while first > 0, times[first - 1] >= times[first] { first -= 1 }
                if first > 0 { seek = ["-seek_timestamp", "1", "-ss", String((times[first - 1] + times[first]) / 2)] }
            } else {
                first = 0
            }
            next = first
            do throws(ChildProcess.Failure) {
                // Frames as they are stored: not rotated, none repeated or left out to keep a rate. A frame that can't be decoded
                // ends it, because those after it would be matched to the wrong frames.
                process = try ChildProcess(
                    "ffmpeg",
                    ["-v", "error", "-xerror", "-nostdin", "-noautorotate"] + FFmpeg.onlyItself + seek + [
                        "-i", "file:" + file.url.path, "-map", "0:v:0", "-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt",
                        "rgba",
                        "-s", "\(file.size.width)x\(file.size.height)", "pipe:1",
                    ])
            } catch { throw CaptureError(file.url, error.problem, remedy: error.remedy) }
        }

        mutating func read(_ file: VideoFile) throws(CaptureError) -> ColorImage {
            let count = file.size.width * file.size.height
            var failure: ChildProcess.Failure?
            let pixels = [SIMD4<UInt8>](unsafeUninitializedCapacity: count) { buffer, initialized in
                let bytes = UnsafeMutableRawBufferPointer(buffer)
                do throws(ChildProcess.Failure) { initialized = try process.read(into: bytes) / 4 } catch {
                    failure = error
                    initialized = 0
                }
            }
            if let failure { throw CaptureError(file.url, failure.problem, remedy: failure.remedy) }
            guard pixels.count == count else {
                _ = process.wait()
                throw CaptureError(file.url, "frame \(next) of the video can't be decoded\(process.diagnostic)")
            }
            next += 1
            return ColorImage(width: file.size.width, height: file.size.height, pixels: pixels)
        }
    }
}
