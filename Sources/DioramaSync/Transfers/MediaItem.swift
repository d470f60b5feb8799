import Foundation
import DioramaLibrary

/// A media file that goes between library and bucket: an original, named by its SHA-256, or a preview of one.
public struct MediaItem: Sendable, Hashable {
    public enum Variant: Sendable, Hashable {
        case original
        /// A JPEG whose longer side has so many pixels.
        case preview(Int)
    }

    /// Of the original, also for its previews.
    public let hash: AssetHash
    public let variant: Variant
    /// Of the original, as `image/heic`.
    public let contentType: String
    /// Size in bytes, where it is known.
    public let byteCount: Int64?
    /// Ids of the spaces that it belongs to.
    public let spaces: Set<String>
    /// Tags and albums that it belongs to.
    public let tags: Set<String>

    public init(
        hash: AssetHash, variant: Variant = .original, contentType: String, byteCount: Int64? = nil, spaces: Set<String> = [],
        tags: Set<String> = []
    ) {
        self.hash = hash
        self.variant = variant
        self.contentType = contentType
        self.byteCount = byteCount
        self.spaces = spaces
        self.tags = tags
    }

    /// Where it lies in every bucket: pictures and all previews in `images/`, everything else in `recordings/`.
    public var key: BucketKey {
        switch variant {
        case .original: Self.key(hash, contentType: contentType)
        case .preview(let size): BucketKey("images/\(hash)-\(size).jpg")!
        }
    }

    /// Where an original lies.
    public static func key(_ hash: AssetHash, contentType: String) -> BucketKey {
        BucketKey("\(contentType.lowercased().hasPrefix("image/") ? "images" : "recordings")/\(hash)")!
    }

    /// What its first part is in every bucket.
    static let folders = [BucketKey("images")!, BucketKey("recordings")!]
}

/// What transfers need of a library.
public protocol TransferStore: Sendable {
    /// All originals and previews that the catalogue knows, wherever they lie.
    func media() async throws -> [MediaItem]

    /// The file of an item that lies on this device; nil where it doesn't.
    func file(of item: MediaItem) async throws -> URL?

    /// Takes over a file that arrived; its bytes were verified. The file is moved, or left where it is.
    func place(_ item: MediaItem, from file: URL) async throws
}
