import DioramaLibrary
import Foundation
import HTTPTypes
import Hummingbird
import Support

/// An original, or a JPEG of it, as its owner gets it.
struct ServedMedia {
    let bytes: any RepresentationBytes
    let contentType: String
    let isVerified: Bool

    /// - Parameter size: `small`, `medium`, `large` or `poster`; nil for the original.
    /// - Throws: `Problem`: 400 for another size, 404 where no image can be made, and those of `ServedOriginal`.
    init(_ entry: Entry<Media>, size: String?, in media: MediaStore, for visitor: Visitor) async throws {
        guard let size else {
            let original = try await ServedOriginal(entry.hash, contentType: entry.contentType, in: media, for: visitor)
            bytes = original.bytes
            contentType = entry.contentType
            isVerified = original.isVerified
            return
        }
        guard let preview = PreviewSize(parameter: size) else {
            throw Problem(.badRequest, "size must be one of small, medium, large, poster.")
        }
        guard let file = try await Self.preview(entry, preview, in: media, for: visitor) else { throw Problem.notFound("file") }
        bytes = file
        contentType = "image/jpeg"
        isVerified = true
    }

    /// Nil where no image can be made of it; where its original can't be had at the moment, that is thrown.
    static func preview(
        _ entry: Entry<Media>, _ size: PreviewSize, in media: MediaStore, for visitor: Visitor
    ) async throws -> OpenFile? {
        do {
            guard let url = try await media.preview(entry.hash, contentType: entry.contentType, size: size) else { return nil }
            return try? await Blocking.run { try OpenFile(url) }
        } catch let error as LibraryError {
            if let problem = ServedOriginal.problem(error, for: visitor) { throw problem }
            return nil
        }
    }
}

extension PreviewSize {
    /// The size that the parameter `size` names.
    init?(parameter: String) {
        switch parameter {
        case "small": self = .small
        case "medium": self = .medium
        case "large", "poster": self = .large
        default: return nil
        }
    }
}
