import Foundation

/// Which media are uploaded and downloaded, and over which networks.
public struct TransferPolicy: Sendable, Equatable, Codable {
    /// A choice of media.
    public enum Selection: Sendable, Equatable, Codable {
        /// All media.
        case all
        /// No media.
        case none
        /// Media of one of these spaces (ids).
        case spaces(Set<String>)
        /// Media with one of these tags.
        case tags(Set<String>)

        func includes(_ item: MediaItem) -> Bool {
            switch self {
            case .all: true
            case .none: false
            case .spaces(let ids): !ids.isDisjoint(with: item.spaces)
            case .tags(let tags): !tags.isDisjoint(with: item.tags)
            }
        }
    }

    /// Originals that are uploaded.
    public var uploadsOriginals = Selection.all
    /// Previews that are uploaded.
    public var uploadsPreviews = Selection.all
    /// Originals that are downloaded in advance; all others are downloaded on demand.
    public var downloadsOriginals = Selection.none
    /// Previews that are downloaded in advance, thumbnails of spaces among them.
    public var downloadsPreviews = Selection.all
    /// Spaces (ids) with a choice of their own, in place of the two selections of downloads.
    public var spaces: [String: FilePolicy] = [:]
    /// Whether originals wait for an unmetered network.
    public var originalsOnlyUnmetered = true
    /// Whether previews wait for an unmetered network.
    public var previewsOnlyUnmetered = false

    /// Uploads everything, downloads previews; originals only over unmetered networks.
    public init() {}

    /// Reads a stored policy; one of an earlier version has no choices for spaces.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        uploadsOriginals = try container.decode(Selection.self, forKey: .uploadsOriginals)
        uploadsPreviews = try container.decode(Selection.self, forKey: .uploadsPreviews)
        downloadsOriginals = try container.decode(Selection.self, forKey: .downloadsOriginals)
        downloadsPreviews = try container.decode(Selection.self, forKey: .downloadsPreviews)
        spaces = try container.decodeIfPresent([String: FilePolicy].self, forKey: .spaces) ?? [:]
        originalsOnlyUnmetered = try container.decode(Bool.self, forKey: .originalsOnlyUnmetered)
        previewsOnlyUnmetered = try container.decode(Bool.self, forKey: .previewsOnlyUnmetered)
    }

    /// Which files of the library are downloaded in advance, apart from the spaces with a choice of their own; nil for selections
    /// by space or tag.
    public var files: FilePolicy? {
        switch (downloadsOriginals, downloadsPreviews) {
        case (.all, .all): .all
        case (.none, .all): .previews
        case (.none, .none): FilePolicy.none
        default: nil
        }
    }

    /// Sets which files of the library are downloaded in advance.
    public mutating func setFiles(_ policy: FilePolicy) {
        downloadsOriginals = policy == .all ? .all : .none
        downloadsPreviews = policy == .none ? .none : .all
    }

    func wants(_ item: MediaItem, _ direction: TransferDirection) -> Bool {
        switch (direction, item.variant) {
        case (.up, .original): uploadsOriginals.includes(item)
        case (.up, .preview): uploadsPreviews.includes(item)
        case (.down, _):
            item.spaces.contains { spaces[$0]?.includes(item) ?? false }
                // The library's choice counts for items of other spaces, and of none.
                || (item.spaces.isEmpty || item.spaces.contains { spaces[$0] == nil })
                    && (item.isPreview ? downloadsPreviews : downloadsOriginals).includes(item)
        }
    }

    func allows(_ variant: MediaItem.Variant, over network: NetworkState) -> Bool {
        switch network {
        case .offline: false
        case .unmetered: true
        case .metered: variant == .original ? !originalsOnlyUnmetered : !previewsOnlyUnmetered
        }
    }
}

/// Whether a file is uploaded or downloaded.
package enum TransferDirection: String, Sendable, Codable { case up, down }

/// The network connection to the bucket, as the app knows it.
public enum NetworkState: Sendable, Equatable {
    /// No connection: nothing is transferred.
    case offline
    /// A network that is paid by volume, such as a mobile one.
    case metered
    /// Wi-Fi, cable, a disk.
    case unmetered
}
