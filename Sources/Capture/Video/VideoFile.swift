import Foundation
import Support

/// The properties of a video file, read by the program ffprobe without decoding it.
struct VideoFile: Sendable {
    let url: URL
    let size: ImageSize
    /// When each frame is shown, in seconds and ascending; nil where the file does not have it for all of them.
    let times: [Double]?

    let frameCount: Int
    /// When the recording began, in seconds since 1970.
    let recorded: Double?

    /// The largest list of frames that is read: some half a million.
    private static let byteLimit = 64 << 20

    /// - Throws: `CaptureError` where ffprobe is not installed, or can't read the file as a video.
    init(_ url: URL) throws(CaptureError) {
        self.url = url
        let text: String
        do throws(ChildProcess.Failure) {
            let probe = try ChildProcess(
                "ffprobe",
                [
                    "-v", "error",
                ] + FFmpeg.onlyItself + [
                    "-select_streams", "v:0", "-show_entries",
                    "packet=pts_time,flags:stream=width,height:stream_tags=creation_time:format_tags=creation_time", "-of",
                    "compact",
                    "file:" + url.path,
                ])
            text = String(decoding: try probe.readAll(limit: Self.byteLimit), as: UTF8.self)
            guard probe.wait() == 0 else {
                throw ChildProcess.Failure("this video can't be read\(probe.diagnostic)", remedy: "copy the file again")
            }
        } catch { throw CaptureError(url, error.problem, remedy: error.remedy) }

        var size: ImageSize?
        var times: [Double] = []
        var count = 0
        var recorded: Double?
        for line in text.split(separator: "\n") {
            var fields: [Substring: Substring] = [:]
            let parts = line.split(separator: "|")
            for part in parts.dropFirst() {
                guard let equals = part.firstIndex(of: "=") else { continue }
                fields[part[..<equals]] = part[part.index(after: equals)...]
            }
            switch parts.first {
            case "packet":
                // Packets that are marked so are decoded, but not shown.
                if fields["flags"]?.contains("D") == true { continue }
                count += 1
                if let time = fields["pts_time"].flatMap({ Double($0) }), time.isFinite { times.append(time) }
            case "stream":
                if let w = fields["width"].flatMap({ Int($0) }), let h = fields["height"].flatMap({ Int($0) }) {
                    size = ImageSize(w, h)
                }
            default: break
            }
            if let date = fields["tag:creation_time"] { recorded = recorded ?? Self.seconds(String(date)) }
        }
        guard let size, count > 0 else { throw CaptureError(url, "this file holds no video") }
        guard (1...16384).contains(size.width), (1...16384).contains(size.height), size.width * size.height <= 1 << 26 else {
            throw CaptureError(url, "this video's images are too large (\(size))", remedy: "make them smaller")
        }
        self.size = size
        self.times = times.count == count ? times.sorted() : nil
        frameCount = count
        self.recorded = recorded
    }

    /// "2024-05-01T12:34:56.000000Z" in seconds since 1970; nil where it is the epoch of a clock that was never set.
    private static func seconds(_ text: String) -> Double? {
        let whole = text.prefix(19) + "Z"
        guard let date = try? Date(String(whole), strategy: .iso8601) else { return nil }
        return date.timeIntervalSince1970 > 0 ? date.timeIntervalSince1970 : nil
    }
}
