import Foundation

/// Which media go up and come down, and over which networks.
public struct TransferPolicy: Sendable, Equatable, Codable {
    /// A choice of media.
    public enum Selection: Sendable, Equatable, Codable {
        case all
        case none
        /// What belongs to one of these spaces (ids).
        case spaces(Set<String>)
        /// What has one of these tags, as albums do.
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

    public var uploadsOriginals = Selection.all
    public var uploadsPreviews = Selection.all
    /// What is brought to this device before it is asked for; everything else comes when it is.
    public var downloadsOriginals = Selection.none
    public var downloadsPreviews = Selection.all
    /// Originals wait for a network that is not metered.
    public var originalsOnlyUnmetered = true
    /// Previews, too.
    public var previewsOnlyUnmetered = false

    public init() {}

    func wants(_ item: MediaItem, _ direction: TransferDirection) -> Bool {
        switch (direction, item.variant) {
        case (.up, .original): uploadsOriginals.includes(item)
        case (.up, .preview): uploadsPreviews.includes(item)
        case (.down, .original): downloadsOriginals.includes(item)
        case (.down, .preview): downloadsPreviews.includes(item)
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

public enum TransferDirection: String, Sendable, Codable { case up, down }

/// What the app knows about the way to the bucket.
public enum NetworkState: Sendable, Equatable {
    case offline
    /// A network that costs by the byte, as a mobile one.
    case metered
    /// Wi-Fi, cable, a disk.
    case unmetered
}
