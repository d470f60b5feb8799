import Foundation

/// What a file is by its first bytes, whatever its name or sender say. Only images, sounds and videos that browsers play are
/// known here:
/// not SVG, HTML or anything else that could run.
enum MediaSignature {
    /// The media type of the file at `url`; nil for what is none of these. A container for sounds or videos is taken for a video.
    static func contentType(of url: URL) -> String? {
        guard let handle = try? FileHandle(forReadingFrom: url), let data = try? handle.read(upToCount: 64) else { return nil }
        try? handle.close()
        return contentType([UInt8](data))
    }

    /// Whether the file begins as a PDF document.
    static func isPDF(_ url: URL) -> Bool {
        guard let handle = try? FileHandle(forReadingFrom: url), let data = try? handle.read(upToCount: 5) else { return false }
        try? handle.close()
        return data == Data("%PDF-".utf8)
    }

    static func contentType(_ bytes: [UInt8]) -> String? {
        func has(_ text: String, at offset: Int = 0) -> Bool { bytes.dropFirst(offset).starts(with: Array(text.utf8)) }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
        if has("RIFF") { return has("WEBP", at: 8) ? "image/webp" : has("WAVE", at: 8) ? "audio/wav" : nil }
        if has("ftyp", at: 4) {
            let brand = String(decoding: bytes.dropFirst(8).prefix(4), as: UTF8.self)
            switch brand {
            case "heic", "heix", "hevc", "hevx", "heim", "heis", "mif1", "msf1": return "image/heic"
            case "avif", "avis", "crx ", "jp2 ", "jpx ": return nil
            case "M4A ", "M4B ", "M4P ": return "audio/mp4"
            case "qt  ": return "video/quicktime"
            default: return "video/mp4"
            }
        }
        // QuickTime without a type of its own begins with its first atom.
        if has("moov", at: 4) || has("mdat", at: 4) || has("wide", at: 4) { return "video/quicktime" }
        if bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) { return "video/webm" }
        if has("OggS") { return "audio/ogg" }
        if has("fLaC") { return "audio/flac" }
        if has("ID3") { return "audio/mpeg" }
        if bytes.count > 2, bytes[0] == 0xFF, bytes[1] & 0xF6 == 0xF0 { return "audio/aac" }
        if bytes.count > 2, bytes[0] == 0xFF, bytes[1] & 0xE0 == 0xE0, bytes[1] & 0x06 != 0, bytes[2] & 0xF0 != 0xF0 {
            return "audio/mpeg"
        }
        return nil
    }

    /// What ffmpeg calls the format of a sound or video, so that it is read as nothing else.
    static func format(of url: URL) -> String { contentType(of: url).flatMap(format) ?? "mov" }

    static func format(_ contentType: String) -> String? {
        switch contentType {
        case "video/mp4", "video/quicktime", "video/x-m4v", "audio/mp4", "audio/x-m4a": "mov"
        case "video/webm", "audio/webm": "matroska"
        case "audio/ogg": "ogg"
        case "audio/flac": "flac"
        case "audio/mpeg": "mp3"
        case "audio/aac": "aac"
        case "audio/wav": "wav"
        default: nil
        }
    }
}
