import Foundation
import Library

/// The media of a library, as transfers see them: the files that its catalogue names, and their previews.
public struct LibraryMedia: TransferStore {
    private let library: Library
    private let files: MediaStore
    private let previews: [PreviewSize]

    /// - Parameter previews: the sizes of previews that go up and down; the others are made from the originals.
    public init(_ library: Library, previews: [PreviewSize] = [.small, .medium]) {
        self.library = library
        self.previews = previews
        files = MediaStore(library)
    }

    public func media() async throws -> [MediaItem] {
        try await library.namedOriginals().flatMap { original in
            let spaces = Set(original.spaces.map(\.description))
            let sizes = MediaStore.hasPreviews(contentType: original.contentType) ? previews : []
            let whole = MediaItem(
                hash: original.hash, contentType: original.contentType, byteCount: original.byteCount, spaces: spaces,
                tags: original.tags)
            return [whole]
                + sizes.map {
                    MediaItem(
                        hash: original.hash, variant: .preview($0.rawValue), contentType: original.contentType, spaces: spaces,
                        tags: original.tags)
                }
        }
    }

    public func file(of item: MediaItem) async throws -> URL? {
        switch item.variant {
        case .original: files.localOriginal(item.hash)
        case .preview(let edge): PreviewSize(rawValue: edge).flatMap { files.existingPreview(item.hash, $0) }
        }
    }

    public func place(_ item: MediaItem, from file: URL) async throws {
        switch item.variant {
        case .original: try await library.keepOriginal(item.hash, file: file, isTaken: true)
        case .preview(let edge):
            guard let size = PreviewSize(rawValue: edge) else { return }
            try files.keepPreview(item.hash, size, from: file)
        }
    }
}

/// Originals come from the bucket when the library asks for them.
extension MediaTransfers: OriginalSource {}
