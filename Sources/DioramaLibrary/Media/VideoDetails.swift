import Foundation
import Images
import Support

/// Metadata of a video file, read by the program ffprobe without decoding it.
public struct VideoDetails: Sendable, Equatable {
    /// Size in pixels as it is shown.
    public let width: Int
    /// Height in pixels as displayed.
    public let height: Int
    /// Seconds.
    public let duration: Double
    /// When the recording began, where it is known.
    public let taken: Date?
    /// Degrees, north and east positive, where they are known.
    public let latitude: Double?
    /// Longitude in degrees, east positive; nil where unknown.
    public let longitude: Double?

    /// - Throws: `LibraryError` where ffprobe is not installed, or the file is no MP4, QuickTime or WebM video that it can read.
    public init(_ file: URL) throws(LibraryError) {
        let text: String
        do throws(ChildProcess.Failure) {
            let probe = try ChildProcess(
                "ffprobe",
                ["-v", "error"] + FFmpeg.onlyItself(as: MediaSignature.format(of: file)) + [
                    "-select_streams", "v:0", "-show_entries",
                    "stream=width,height,duration:stream_side_data=rotation:format=duration:"
                        + "format_tags=creation_time,location,com.apple.quicktime.location.ISO6709", "-of",
                    "default=noprint_wrappers=1", "file:" + file.path,
                ])
            text = String(decoding: try probe.readAll(limit: 1 << 20), as: UTF8.self)
            guard probe.wait() == 0 else {
                throw ChildProcess.Failure("this video can't be read\(probe.diagnostic)", remedy: "copy the file again")
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
            // A browser's recording doesn't tell how long it is.
            let seconds = Double(fields["duration"] ?? "0"), seconds.isFinite, seconds >= 0
        else { throw LibraryError(.invalidValue, "\(file.path): this file holds no video") }
        let turn = fields["rotation"].flatMap { Double($0) }.map { abs(Int($0)) % 180 } ?? 0
        (width, height) = turn == 90 ? (h, w) : (w, h)
        duration = seconds
        let date = fields["TAG:creation_time"].flatMap { try? Date($0.prefix(19) + "Z", strategy: .iso8601) }
        taken = date.flatMap { $0.timeIntervalSince1970 > 0 ? $0 : nil }
        let place = Self.place(fields["TAG:com.apple.quicktime.location.ISO6709"] ?? fields["TAG:location"] ?? "")
        latitude = place?.latitude
        longitude = place?.longitude
    }

    /// Reads "+48.1371+011.5761+520.0/" (ISO 6709, in degrees).
    private static func place(_ text: Substring) -> (latitude: Double, longitude: Double)? {
        var parts: [String] = []
        for character in text.prefix(60) where character != "/" {
            if character == "+" || character == "-" { parts.append("") }
            if parts.isEmpty { return nil }
            parts[parts.count - 1].append(character)
        }
        guard parts.count >= 2, let latitude = Double(parts[0]), let longitude = Double(parts[1]), abs(latitude) <= 90,
            abs(longitude) <= 180
        else { return nil }
        return (latitude, longitude)
    }

    /// The poster image of the video, upright: its frame at a tenth of the time, at most three seconds in, no longer than
    /// `longEdge`.
    /// - Throws: `LibraryError` where ffmpeg is not installed or can't decode it.
    public static func poster(_ file: URL, duration: Double, longEdge: Int) throws(LibraryError) -> ColorImage {
        let bytes: [UInt8]
        do throws(ChildProcess.Failure) {
            let edge = "'min(\(longEdge),iw)':'min(\(longEdge),ih)'"
            let decoder = try ChildProcess(
                "ffmpeg",
                ["-v", "error", "-nostdin"] + FFmpeg.onlyItself(as: MediaSignature.format(of: file)) + [
                    "-ss", String(min(duration / 10, 3)), "-i", "file:" + file.path, "-map", "0:v:0", "-frames:v", "1", "-vf",
                    "scale=\(edge):force_original_aspect_ratio=decrease", "-f", "image2pipe", "-c:v", "png", "pipe:1",
                ])
            bytes = try decoder.readAll(limit: 64 << 20)
            guard decoder.wait() == 0, !bytes.isEmpty else {
                throw ChildProcess.Failure("this video can't be decoded\(decoder.diagnostic)", remedy: "copy the file again")
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
