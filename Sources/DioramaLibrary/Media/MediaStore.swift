import Foundation
import GRDB
import Support

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The media of a library: its originals, wherever they are, and the previews made from them.
///
/// Previews are made in the background, a few at a time; one that is missing is made when it is asked for.
public actor MediaStore {
    private let library: Library
    /// The lookup of originals.
    public nonisolated let originals: OriginalStore
    private let lanes: Lanes
    private var making: [AssetHash: Task<Void, any Error>] = [:]
    /// Originals of which no previews could be made in the background, and why. They are tried again when a preview is asked for.
    public private(set) var failures: [AssetHash: LibraryError] = [:]

    /// - Parameters:
    ///   - library: the library whose media these are.
    ///   - source: where originals are downloaded from that are not on this device; nil for nowhere.
    ///   - cacheLimit: maximum size of the cache of downloaded originals in bytes; nil for the library's setting.
    ///   - lanes: how many previews are made at the same time.
    public init(_ library: Library, source: (any OriginalSource)? = nil, cacheLimit: Int64? = nil, lanes: Int = 2) {
        self.library = library
        self.lanes = Lanes(lanes)
        originals = OriginalStore(library, source: source, cacheLimit: cacheLimit)
    }

    /// The original's verified file, which is downloaded where it is not on this device: `OriginalStore.file`.
    public nonisolated func original(
        _ hash: AssetHash, contentType: String, progress: ProgressReporter = .silent
    ) async throws(LibraryError) -> URL {
        try await originals.file(hash, contentType: contentType, progress: progress)
    }

    // MARK: Previews

    /// A preview that has been made already.
    public nonisolated func existingPreview(_ hash: AssetHash, _ size: PreviewSize) -> URL? {
        let file = library.layout.preview(hash, size)
        return FileManager.default.fileExists(atPath: file.path) ? file : nil
    }

    /// Keeps a preview that was made on another device. The file is moved.
    public nonisolated func keepPreview(_ hash: AssetHash, _ size: PreviewSize, file: URL) throws(LibraryError) {
        let target = library.layout.preview(hash, size)
        try LibraryOpening.makeFolder(target.deletingLastPathComponent())
        if rename(file.path, target.path) != 0 { throw LibraryError(system: errno, could: "keep a preview", at: target) }
    }

    /// A preview as a JPEG file, which is made where it is missing; its original is fetched for that where need be.
    /// - Parameters:
    ///   - hash: the original.
    ///   - contentType: the original's media type.
    ///   - size: the size of the preview.
    /// - Returns: nil for originals without images: sounds, documents, models.
    /// - Throws: `LibraryError` where the original can't be had or read.
    public func preview(_ hash: AssetHash, contentType: String, size: PreviewSize) async throws(LibraryError) -> URL? {
        guard let kind = PreviewKind(contentType: contentType) else { return nil }
        if let file = existingPreview(hash, size) { return file }
        let task = makingTask(hash, contentType: contentType, kind: kind)
        do {
            try await task.value
        } catch {
            throw LibraryError(error, could: "make previews of \(hash)", in: library.folder)
        }
        return existingPreview(hash, size)
    }

    /// Has previews made in the background, as after adding. Failures are remembered in `failures`, and stop nothing else.
    public func prepare(_ hash: AssetHash, contentType: String) {
        guard let kind = PreviewKind(contentType: contentType), existingPreview(hash, .small) == nil else { return }
        _ = makingTask(hash, contentType: contentType, kind: kind)
    }

    /// Waits until everything that was asked for so far is made, or has failed.
    public func finish() async {
        while let task = making.first?.value { _ = await task.result }
    }

    /// Removes the previews of an original that is gone for good.
    public nonisolated func removePreviews(of hash: AssetHash) {
        for size in PreviewSize.allCases { try? FileManager.default.removeItem(at: library.layout.preview(hash, size)) }
        try? FileManager.default.removeItem(at: library.layout.sharedCopy(hash))
    }

    // MARK: Adding and sharing

    /// Adds media with its file, as `Library.add`, with the metadata of the file, and has its previews made in the background.
    public func add(_ media: Media, file: URL, isConsumed: Bool = false) async throws(LibraryError) -> Entry<Media> {
        let entry = try await library.add(media, file: file, isConsumed: isConsumed)
        prepare(entry.hash, contentType: entry.contentType)
        return entry
    }

    /// What others get in place of an original: a copy that doesn't tell where it was made. It is made when it is first asked for.
    /// - Returns: nil for what can't be made so; give its previews away.
    /// - Throws: `LibraryError` where the original can't be had or read: then nothing of it may be given away.
    public func sharedCopy(_ hash: AssetHash, contentType: String) async throws(LibraryError) -> URL? {
        guard let kind = SharedCopy(contentType: contentType) else { return nil }
        let target = library.layout.sharedCopy(hash)
        if FileManager.default.fileExists(atPath: target.path) { return target }
        let original = try await original(hash, contentType: contentType)
        do {
            try await lanes.run { try await Blocking.run { try kind.make(from: original, at: target) } }
        } catch {
            throw LibraryError(error, could: "make a copy of \(hash) for others", in: library.folder)
        }
        return target
    }

    private func makingTask(_ hash: AssetHash, contentType: String, kind: PreviewKind) -> Task<Void, any Error> {
        if let task = making[hash] { return task }
        let task = Task {
            do {
                try await make(hash, contentType: contentType, kind: kind)
                failures[hash] = nil
                making[hash] = nil
            } catch {
                failures[hash] = LibraryError(error, could: "make previews of \(hash)", in: library.folder)
                making[hash] = nil
                throw error
            }
        }
        making[hash] = task
        return task
    }

    private func make(_ hash: AssetHash, contentType: String, kind: PreviewKind) async throws {
        let original = try await original(hash, contentType: contentType)
        let maker = PreviewMaker(layout: library.layout)
        try await lanes.run { try await Blocking.run { try maker.make(hash, from: original, kind: kind) } }
    }
}
