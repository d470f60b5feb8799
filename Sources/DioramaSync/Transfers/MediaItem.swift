import Foundation
import DioramaLibrary

/// A media file to be transferred between library and bucket: an original, named by its SHA-256, or a preview of one.
package struct MediaItem: Sendable, Hashable {
    /// Which file of a medium.
    package enum Variant: Sendable, Hashable {
        /// The file that was added.
        case original
        /// A JPEG preview, by the number of pixels of its longer side.
        case preview(Int)
    }

    /// SHA-256 of the original, also for its previews.
    package let hash: AssetHash
    /// Original or preview.
    package let variant: Variant
    /// MIME type of the original: `image/heic`.
    package let contentType: String
    /// Size in bytes, where it is known.
    package let byteCount: Int64?
    /// Ids of the spaces that it belongs to.
    package let spaces: Set<String>
    /// Tags and albums that it belongs to.
    package let tags: Set<String>
    /// Whether it is the thumbnail of a space, which lists show.
    package let isThumbnail: Bool

    package init(
        hash: AssetHash, variant: Variant = .original, contentType: String, byteCount: Int64? = nil, spaces: Set<String> = [],
        tags: Set<String> = [], isThumbnail: Bool = false
    ) {
        self.hash = hash
        self.variant = variant
        self.contentType = contentType
        self.byteCount = byteCount
        self.spaces = spaces
        self.tags = tags
        self.isThumbnail = isThumbnail
    }

    /// Whether it is downloaded with the previews: a preview, or a thumbnail.
    package var isPreview: Bool { isThumbnail || variant != .original }

    /// The key in every bucket: images and all previews in `images/`, everything else in `recordings/`.
    package var key: BucketKey {
        switch variant {
        case .original: Self.key(hash, contentType: contentType)
        case .preview(let size): BucketKey("images/\(hash)-\(size).jpg")!
        }
    }

    /// The key of an original.
    package static func key(_ hash: AssetHash, contentType: String) -> BucketKey {
        BucketKey("\(contentType.lowercased().hasPrefix("image/") ? "images" : "recordings")/\(hash)")!
    }

    /// The key of an original in the other folder than that of its media type.
    package static func otherKey(_ hash: AssetHash, contentType: String) -> BucketKey {
        key(hash, contentType: contentType.lowercased().hasPrefix("image/") ? "application/octet-stream" : "image/jpeg")
    }

    /// The folders of media in every bucket.
    static let folders = [BucketKey("images")!, BucketKey("recordings")!]
}

/// The media of a library, for transfers.
package protocol TransferStore: Sendable {
    /// All originals and previews that the catalogue names, available locally or not.
    func media() async throws -> [MediaItem]

    /// The local file of an item; nil where there is none.
    func file(of item: MediaItem) async throws -> URL?

    /// Adds a downloaded file, whose bytes were verified. The file is moved, or left where it is.
    func place(_ item: MediaItem, from file: URL) async throws
}
