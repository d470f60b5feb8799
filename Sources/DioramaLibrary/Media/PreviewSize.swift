import Foundation

/// The sizes of previews, by the length of their longer edge in pixels. Smaller originals keep their size.
public enum PreviewSize: Int, Sendable, CaseIterable, Comparable {
    /// For lists.
    case small = 256
    /// For a phone's screen.
    case medium = 1024
    /// For a whole screen.
    case large = 2048

    public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// What a file is, as far as previews go, by its media type.
enum PreviewKind {
    case image
    case video

    init?(contentType: String) {
        switch contentType.lowercased().split(separator: ";").first.map(String.init)?.trimmingCharacters(in: .whitespaces) {
        case "image/jpeg", "image/jpg", "image/png", "image/webp", "image/heic", "image/heif": self = .image
        case "video/mp4", "video/quicktime", "video/x-m4v", "video/webm": self = .video
        default: return nil
        }
    }
}
