import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension MediaStore {
    /// Whether originals of this media type have previews.
    public nonisolated static func hasPreviews(contentType: String) -> Bool { PreviewKind(contentType: contentType) != nil }

    /// Takes over a preview that another device made. Its file must lie on the library's disk, and is moved.
    /// - Throws: `LibraryError` where it can't be put in its place; the file stays then.
    public nonisolated func keepPreview(_ hash: AssetHash, _ size: PreviewSize, from file: URL) throws(LibraryError) {
        let target = library.layout.preview(hash, size)
        do {
            try LibraryOpening.makeFolder(target.deletingLastPathComponent())
        } catch {
            throw LibraryError(error, could: "keep a preview of \(hash)", in: library.folder)
        }
        if rename(file.path, target.path) != 0 { throw LibraryError(system: errno, could: "keep a preview of \(hash)", at: target) }
    }
}
