import Foundation
import Images
import Work

/// What a video file tells of itself, read by the program ffprobe without decoding it.
public struct VideoDetails: Sendable, Equatable {
    /// Size in pixels as it is shown.
    public let width: Int
    public let height: Int
    /// Seconds.
    public let duration: Double
    /// When the recording began, where it is known.
    public let taken: Date?

    /// - Throws: `LibraryError` where ffprobe is not installed, or the file is no MP4 or QuickTime video that it can read.
    public init(_ file: URL) throws(LibraryError) {
        let text: String
        do throws(ChildProcess.Failure) {
            let probe = try ChildProcess(
                "ffprobe",
                ["-v", "error"] + FFmpeg.onlyItself + [
                    "-select_streams", "v:0", "-show_entries",
                    "stream=width,height,duration:stream_side_data=rotation:format=duration:format_tags=creation_time", "-of",
                    "default=noprint_wrappers=1", "file:" + file.path,
                ])
            text = String(decoding: try probe.readAll(limit: 1 << 20), as: UTF8.self)
            guard probe.wait() == 0 else {
                throw ChildProcess.Failure("this video can't be read\(probe.complaint)", remedy: "copy the file again")
            }
        } catch { throw LibraryError(error, at: file) }
        var fields: [Substring: Substring] = [:]
        for line in text.split(whereSeparator: \.isNewline) {
            guard let equals = line.firstIndex(of: "=") else { continue }
            // The stream's own come first, and count.
            let value = line[line.index(after: equals)...]
            if fields[line[..<equals]] == nil, value != "N/A" { fields[line[..<equals]] = value }
        }
        guard let w = fields["width"].flatMap({ Int($0) }), let h = fields["height"].flatMap({ Int($0) }), w > 0, h > 0,
            let seconds = fields["duration"].flatMap({ Double($0) }), seconds.isFinite, seconds >= 0
        else { throw LibraryError(.invalidValue, "\(file.path): this file holds no video") }
        let turn = fields["rotation"].flatMap { Double($0) }.map { abs(Int($0)) % 180 } ?? 0
        (width, height) = turn == 90 ? (h, w) : (w, h)
        duration = seconds
        let date = fields["TAG:creation_time"].flatMap { try? Date($0.prefix(19) + "Z", strategy: .iso8601) }
        taken = date.flatMap { $0.timeIntervalSince1970 > 0 ? $0 : nil }
    }

    /// A picture of the video for lists, upright: its frame at a tenth of the time, at most three seconds in, no longer than `longEdge`.
    /// - Throws: `LibraryError` where ffmpeg is not installed or can't decode it.
    public static func poster(_ file: URL, duration: Double, longEdge: Int) throws(LibraryError) -> ColorImage {
        let bytes: [UInt8]
        do throws(ChildProcess.Failure) {
            let edge = "'min(\(longEdge),iw)':'min(\(longEdge),ih)'"
            let decoder = try ChildProcess(
                "ffmpeg",
                ["-v", "error", "-nostdin"] + FFmpeg.onlyItself + [
                    "-ss", String(min(duration / 10, 3)), "-i", "file:" + file.path, "-map", "0:v:0", "-frames:v", "1", "-vf",
                    "scale=\(edge):force_original_aspect_ratio=decrease", "-f", "image2pipe", "-c:v", "png", "pipe:1",
                ])
            bytes = try decoder.readAll(limit: 64 << 20)
            guard decoder.wait() == 0, !bytes.isEmpty else {
                throw ChildProcess.Failure("this video can't be decoded\(decoder.complaint)", remedy: "copy the file again")
            }
        } catch { throw LibraryError(error, at: file) }
        do throws(ImageError) {
            return try PNG.decodeColor(bytes)
        } catch { throw LibraryError(.failed, error.at(file).description) }
    }
}

extension LibraryError {
    fileprivate init(_ failure: ChildProcess.Failure, at file: URL) {
        let remedy = failure.remedy.isEmpty ? "" : "; \(failure.remedy)"
        self.init(.failed, "\(file.path): \(failure.problem)\(remedy)")
    }
}
