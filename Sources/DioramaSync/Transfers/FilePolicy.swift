/// Which files of the library, or of a space, are downloaded to this device in advance. All others are downloaded when they are
/// needed. Uploads don't depend on it.
public enum FilePolicy: String, Sendable, Codable, CaseIterable {
    /// All files.
    case all
    /// Previews of photos and videos, and the thumbnails of spaces.
    case previews
    /// No files.
    case none

    func includes(_ item: MediaItem) -> Bool {
        switch self {
        case .all: true
        case .previews: item.isPreview
        case .none: false
        }
    }
}
