import Foundation
import Images
import Support

/// Makes of an original what others may have: the same image, sound or video, without personal metadata. What is kept is on lists
/// (`LocationStripping`, `MovieMetadata`); all else is left out.
enum SharedCopy {
    case image
    /// A sound or video in a format, as ffmpeg names it, for reading and for writing.
    case streams(reading: String, writing: String, isVideo: Bool)

    /// Nil for what can't be made so.
    init?(contentType: String) {
        switch contentType {
        case "image/jpeg", "image/png", "image/webp": self = .image
        case let type:
            guard let format = MediaSignature.format(type) else { return nil }
            let writing =
                switch type {
                case "video/quicktime": "mov"
                case "audio/webm", "video/webm": "webm"
                case "audio/aac": "adts"
                default: format == "mov" ? "mp4" : format
                }
            self = .streams(reading: format, writing: writing, isVideo: type.hasPrefix("video/"))
        }
    }

    func make(from original: URL, at target: URL) throws {
        try LibraryOpening.makeFolder(target.deletingLastPathComponent())
        switch self {
        case .image:
            try AtomicFile.write(try LocationStripping.strip(ImageFile.read(original)), to: target)
        case .streams(let reading, let writing, let isVideo):
            // The streams as they are, in a new file that says nothing else: no chapters, subtitles, data or cover art.
            let partial = target.deletingLastPathComponent().appendingPathComponent(".\(KSUID()).partial")
            defer { try? FileManager.default.removeItem(at: partial) }
            var streams = isVideo ? ["-map", "0:v:0", "-map", "0:a:0?"] : ["-map", "0:a:0"]
            if isVideo, let filter = try Self.messageFilter(original, reading: reading) { streams += ["-bsf:v", filter] }
            do throws(ChildProcess.Failure) {
                let copier = try ChildProcess(
                    "ffmpeg",
                    ["-v", "error", "-nostdin"] + FFmpeg.onlyItself(as: reading) + ["-i", "file:" + original.path] + streams + [
                        "-c", "copy", "-map_metadata", "-1", "-map_metadata:s", "-1", "-map_chapters", "-1", "-fflags", "+bitexact",
                        "-f", writing, "file:" + partial.path,
                    ])
                _ = try copier.readAll(limit: 1 << 16)
                guard copier.wait() == 0 else {
                    throw ChildProcess.Failure(
                        "no copy of this file can be made for others\(copier.diagnostic)", remedy: "record it again")
                }
            } catch { throw LibraryError(.failed, "\(original.path): \(error.problem)") }
            if reading == "mov" { try MovieMetadata.strip(partial) }
            if rename(partial.path, target.path) != 0 {
                throw LibraryError(system: errno, could: "make a copy for others", at: target)
            }
        }
    }

    /// The filter that removes messages (SEI) from a video stream, in which cameras write where they are and encoders what they
    /// are. Decoding needs none of them. Nil for codecs without.
    private static func messageFilter(_ original: URL, reading: String) throws -> String? {
        do throws(ChildProcess.Failure) {
            let probe = try ChildProcess(
                "ffprobe",
                ["-v", "error"] + FFmpeg.onlyItself(as: reading) + [
                    "-select_streams", "v:0", "-show_entries", "stream=codec_name", "-of", "csv=p=0", "file:" + original.path,
                ])
            let codec = String(decoding: try probe.readAll(limit: 1 << 16), as: UTF8.self).prefix { $0.isLetter || $0.isNumber }
            guard probe.wait() == 0 else {
                throw ChildProcess.Failure("this video can't be read\(probe.diagnostic)", remedy: "record it again")
            }
            return switch codec {
            case "h264": "filter_units=remove_types=6"
            case "hevc": "filter_units=remove_types=39-40"
            default: nil
            }
        } catch { throw LibraryError(.failed, "\(original.path): \(error.problem)") }
    }
}
