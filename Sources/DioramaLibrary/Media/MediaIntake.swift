import Foundation
import Images

/// Looks at a file that somebody sent as a photo, sound or video, before it is kept: what it is, not what it is called.
public enum MediaIntake {
    /// The largest files that are taken, in bytes.
    public static func byteLimit(_ kind: Media.Kind) -> Int64 {
        switch kind {
        case .photo: 50 << 20
        case .audio: 200 << 20
        default: 2 << 30
        }
    }

    /// No picture of more pixels is taken: it would be a few bytes that unpack to gigabytes, or a camera that few have.
    static let pixelLimit = 128_000_000

    /// The media to be added for a file.
    /// - Parameters:
    ///   - file: the file as it was received.
    ///   - kind: photo, audio or video: what the sender says it is.
    ///   - name: what the sender calls it; of a hostile one, only harmless characters stay.
    /// - Throws: `LibraryError` of kind `invalidValue`, in one line that says what it is instead. Reads and decodes: call it where
    ///   that may take time.
    public static func media(at file: URL, kind: Media.Kind, name: String) throws(LibraryError) -> Media {
        guard [.photo, .audio, .video].contains(kind) else {
            throw LibraryError(.invalidValue, "kind must be photo, audio or video")
        }
        guard var type = MediaSignature.contentType(of: file) else {
            throw LibraryError(
                .invalidValue,
                "unsupported format: photos must be JPEG, PNG, WebP or HEIC, "
                    + "audio and video MP4, QuickTime, WebM, Ogg, MP3, AAC, FLAC or WAV")
        }
        if kind == .photo {
            guard type.hasPrefix("image/") else { throw LibraryError(.invalidValue, "this file is no picture but \(type)") }
            try checkPicture(file)
        } else {
            guard !type.hasPrefix("image/") else {
                throw LibraryError(.invalidValue, "this file is no \(kind.rawValue) but \(type)")
            }
            let streams: StreamDetails
            do throws(LibraryError) {
                streams = try StreamDetails(file)
            } catch {
                throw LibraryError(.invalidValue, "this \(kind.rawValue) can't be read; record or save it again")
            }
            if kind == .video, !streams.hasVideo {
                throw LibraryError(.invalidValue, "this file has no moving picture in it; send it as audio")
            }
            if kind == .audio, streams.hasVideo { throw LibraryError(.invalidValue, "this file is a video; send it as one") }
            if kind == .audio, !streams.hasAudio { throw LibraryError(.invalidValue, "this file has no sound in it") }
            if kind == .audio {
                type = type.replacingOccurrences(of: "video/", with: "audio/").replacingOccurrences(of: "quicktime", with: "mp4")
            }
        }
        return Media(kind: kind, contentType: type, fileName: fileName(name, type))
    }

    private static func checkPicture(_ file: URL) throws(LibraryError) {
        do throws(ImageError) {
            let size = try ImageFile.size(file)
            if size.width * size.height > pixelLimit {
                throw ImageError(
                    "this picture has \(size.width)x\(size.height) pixels, more than are taken here", remedy: "make it smaller")
            }
            // What can't be shown is not kept.
            _ = try ImageFile.decodeShown(ImageFile.read(file), longEdge: PreviewSize.small.rawValue)
        } catch {
            throw LibraryError(
                .invalidValue, "this picture can't be taken: \(error.problem)" + (error.remedy.isEmpty ? "" : "; \(error.remedy)"))
        }
    }

    /// A name for downloads: the last part of a path, without control characters and marks of direction, with the ending of what it
    /// is.
    static func fileName(_ name: String, _ contentType: String) -> String {
        let last = name.split(whereSeparator: { "/\\".contains($0) }).last ?? ""
        let stem = last.split(separator: ".", omittingEmptySubsequences: false).dropLast(last.contains(".") ? 1 : 0).joined(
            separator: ".")
        let plain = String(
            String.UnicodeScalarView(
                stem.unicodeScalars.filter { scalar in
                    switch scalar.properties.generalCategory {
                    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
                        .nonspacingMark,
                        .spacingMark, .spaceSeparator, .dashPunctuation, .connectorPunctuation:
                        true
                    default: scalar == "." || scalar == "(" || scalar == ")"
                    }
                })
        ).trimmingCharacters(in: CharacterSet(charactersIn: " .").union(.whitespaces))
        var short = ""
        for character in plain where short.utf8.count + String(character).utf8.count <= 200 { short.append(character) }
        let ending =
            [
                "image/jpeg": "jpg", "image/png": "png", "image/webp": "webp", "image/heic": "heic", "video/mp4": "mp4",
                "video/quicktime": "mov",
                "video/webm": "webm", "audio/mp4": "m4a", "audio/webm": "weba", "audio/ogg": "ogg", "audio/mpeg": "mp3",
                "audio/flac": "flac",
                "audio/aac": "aac", "audio/wav": "wav",
            ][contentType] ?? "bin"
        return "\(short.isEmpty ? "memory" : short).\(ending)"
    }
}
