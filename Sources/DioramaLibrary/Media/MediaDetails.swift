import Foundation
import Images
import Support

/// Metadata of a media file; what is missing or can't be read is nil.
struct MediaDetails {
    private(set) var width: Int?
    private(set) var height: Int?
    private(set) var duration: Double?
    private(set) var taken: Date?
    private(set) var latitude: Double?
    private(set) var longitude: Double?
    /// Larger images are not read for their details.
    private static let byteLimit = 256 << 20

    init(of file: URL, contentType: String) {
        switch contentType.split(separator: "/").first {
        case "image":
            guard let size = try? ImageFile.size(file), let bytes = try? ImageFile.read(file, atMost: Self.byteLimit) else {
                return
            }
            let details = ImageMetadata(bytes)
            (width, height) = details.orientation.isTurnedSideways ? (size.height, size.width) : size
            taken = details.taken
            latitude = details.location?.latitude
            longitude = details.location?.longitude
        case "video":
            guard MediaSignature.contentType(of: file)?.hasPrefix("video/") == true, let details = try? VideoDetails(file) else {
                return
            }
            width = details.width
            height = details.height
            taken = details.taken
            latitude = details.latitude
            longitude = details.longitude
            duration = details.duration > 0 ? details.duration : nil
        case "audio":
            duration = (try? StreamDetails(file))?.duration
        default: return
        }
    }

    /// The media with these, where it says nothing itself.
    func filling(_ media: Media) -> Media {
        var media = media
        if media.width == nil && media.height == nil { (media.width, media.height) = (width, height) }
        media.duration = media.duration ?? duration
        media.taken = media.taken ?? taken
        if media.latitude == nil && media.longitude == nil { (media.latitude, media.longitude) = (latitude, longitude) }
        return media
    }
}

/// Which streams a sound or video has, read by the program ffprobe without decoding it.
struct StreamDetails {
    let hasVideo: Bool
    let hasAudio: Bool
    /// Seconds; nil where the file does not say.
    let duration: Double?

    init(_ file: URL) throws(LibraryError) {
        let text: String
        do throws(ChildProcess.Failure) {
            let probe = try ChildProcess(
                "ffprobe",
                ["-v", "error"] + FFmpeg.onlyItself(as: MediaSignature.format(of: file)) + [
                    "-show_entries", "stream=codec_type:stream_disposition=attached_pic:format=duration", "-of", "compact",
                    "file:" + file.path,
                ])
            text = String(decoding: try probe.readAll(limit: 1 << 20), as: UTF8.self)
            guard probe.wait() == 0 else {
                throw ChildProcess.Failure("this file can't be read\(probe.diagnostic)", remedy: "record it again")
            }
        } catch { throw LibraryError(.failed, "\(file.path): \(error.problem)") }
        var hasVideo = false
        var hasAudio = false
        var duration = Double?.none
        for line in text.split(whereSeparator: \.isNewline) {
            // Cover art is not a video stream.
            if line.contains("codec_type=video"), !line.contains("attached_pic=1") { hasVideo = true }
            if line.contains("codec_type=audio") { hasAudio = true }
            if line.hasPrefix("format|"), let field = line.split(separator: "|").first(where: { $0.hasPrefix("duration=") }) {
                duration = Double(field.dropFirst(9)).flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
            }
        }
        self.hasVideo = hasVideo
        self.hasAudio = hasAudio
        self.duration = duration
    }
}
