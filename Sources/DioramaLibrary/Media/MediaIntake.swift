import Foundation
import Images

/// Checks a file that somebody sent as a photo, sound or video before it is stored: by its content, not by its name.
public enum MediaIntake {
    /// Maximum file size in bytes.
    public static func byteLimit(_ kind: Media.Kind) -> Int64 {
        switch kind {
        case .photo: 50 << 20
        // About three hours of four people. Pages replay it in memory.
        case .session: 64 << 20
        case .audio, .document: 200 << 20
        default: 2 << 30
        }
    }

    /// Maximum number of pixels of an image: more would be a decompression bomb, or a camera that few have.
    static let pixelLimit = 128_000_000

    /// The media to be added for a file.
    /// - Parameters:
    ///   - file: the file as it was received.
    ///   - kind: photo, audio, video or document: what the sender says it is. A document is a PDF or an image.
    ///   - name: what the sender calls it; of a hostile one, only harmless characters stay.
    /// - Throws: `LibraryError` of kind `invalidValue`, in one line that says what it is instead. Reads and decodes: call it where
    ///   that may take time.
    public static func media(at file: URL, kind: Media.Kind, name: String) throws(LibraryError) -> Media {
        guard [.photo, .audio, .video, .document].contains(kind) else {
            throw LibraryError(.invalidValue, "kind must be photo, audio, video or document")
        }
        if kind == .document, MediaSignature.isPDF(file) {
            return Media(kind: kind, contentType: "application/pdf", fileName: fileName(name, "application/pdf"))
        }
        guard var type = MediaSignature.contentType(of: file) else {
            throw LibraryError(
                .invalidValue,
                "unsupported format: photos must be JPEG, PNG, WebP or HEIC, documents PDF or an image, "
                    + "audio and video MP4, QuickTime, WebM, Ogg, MP3, AAC, FLAC or WAV")
        }
        if kind == .photo || kind == .document {
            guard type.hasPrefix("image/") else { throw LibraryError(.invalidValue, "this file is not an image but \(type)") }
            try checkImage(file)
        } else {
            guard !type.hasPrefix("image/") else {
                throw LibraryError(.invalidValue, "this file is not \(kind.rawValue) but \(type)")
            }
            let streams: StreamDetails
            do throws(LibraryError) {
                streams = try StreamDetails(file)
            } catch {
                throw LibraryError(.invalidValue, "this \(kind.rawValue) can't be read; record or save it again")
            }
            if kind == .video, !streams.hasVideo {
                throw LibraryError(.invalidValue, "this file has no video stream; send it as audio")
            }
            if kind == .audio, streams.hasVideo { throw LibraryError(.invalidValue, "this file is a video; send it as video") }
            if kind == .audio, !streams.hasAudio { throw LibraryError(.invalidValue, "this file has no audio stream") }
            if kind == .audio {
                type = type.replacingOccurrences(of: "video/", with: "audio/").replacingOccurrences(of: "quicktime", with: "mp4")
            }
        }
        return Media(kind: kind, contentType: type, fileName: fileName(name, type))
    }

    private static func checkImage(_ file: URL) throws(LibraryError) {
        do throws(ImageError) {
            let size = try ImageFile.size(file)
            if size.width * size.height > pixelLimit {
                throw ImageError(
                    "this image has \(size.width)x\(size.height) pixels; at most \(pixelLimit) are allowed",
                    remedy: "make it smaller")
            }
            // What can't be shown is not kept.
            _ = try ImageFile.decodeShown(ImageFile.read(file), longEdge: PreviewSize.small.rawValue)
        } catch {
            throw LibraryError(
                .invalidValue, "this image can't be added: \(error.problem)" + (error.remedy.isEmpty ? "" : "; \(error.remedy)"))
        }
    }

    /// A name for downloads: the last part of a path, without control and bidirectional formatting characters, with the file
    /// extension of its type.
    public static func fileName(_ name: String, _ contentType: String) -> String {
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
        let fileExtension =
            [
                "image/jpeg": "jpg", "image/png": "png", "image/webp": "webp", "image/heic": "heic", "video/mp4": "mp4",
                "video/quicktime": "mov",
                "video/webm": "webm", "audio/mp4": "m4a", "audio/webm": "weba", "audio/ogg": "ogg", "audio/mpeg": "mp3",
                "audio/flac": "flac",
                "audio/aac": "aac", "audio/wav": "wav", "application/pdf": "pdf",
                "application/vnd.diorama.live": "live",
            ][contentType] ?? "bin"
        return "\(short.isEmpty ? "memory" : short).\(fileExtension)"
    }
}
