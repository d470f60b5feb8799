import Foundation
import GRDB
import Support

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The originals of a library, wherever they lie, and the previews made from them.
///
/// An original is in the library (added here), in the cache (fetched), or only elsewhere: then it is fetched when it is asked
/// for. Previews are made in the background, a few at a time; one that is missing is made when it is asked for.
public actor MediaStore {
    private let library: Library
    private let source: (any OriginalSource)?
    private let cache: MediaCache
    private var lanes: Int
    private var queue: [CheckedContinuation<Void, Never>] = []
    private var making: [AssetHash: Task<Void, any Error>] = [:]
    private var fetching: [AssetHash: Task<URL, any Error>] = [:]
    /// Originals of which no previews could be made in the background, and why. They are tried again when a preview is asked for.
    public private(set) var failures: [AssetHash: LibraryError] = [:]

    /// - Parameters:
    ///   - library: the library whose media these are.
    ///   - source: where originals come from that are not here; nil for nowhere.
    ///   - cacheLimit: how many bytes of fetched originals are kept.
    ///   - lanes: how many previews are made and originals fetched at the same time.
    public init(_ library: Library, source: (any OriginalSource)? = nil, cacheLimit: Int64 = 2 << 30, lanes: Int = 2) {
        self.library = library
        self.source = source
        self.lanes = max(lanes, 1)
        cache = MediaCache(layout: library.layout, limit: max(cacheLimit, 0))
    }

    // MARK: Originals

    /// The original, if it lies on this device.
    public nonisolated func localOriginal(_ hash: AssetHash) -> URL? {
        let own = library.layout.asset(hash)
        return FileManager.default.fileExists(atPath: own.path) ? own : cache.use(hash)
    }

    /// The original; it is fetched where it does not lie on this device. Its bytes never change. One from the cache may go when
    /// others are fetched, but whoever has it open can read on.
    /// - Throws: `LibraryError`: `notFound` where there is nowhere to fetch it from, `damaged` where other bytes arrived,
    ///   `cancelled`.
    public func original(
        _ hash: AssetHash, contentType: String, progress: ProgressReporter = .silent
    ) async throws(LibraryError) -> URL {
        if let file = localOriginal(hash) { return file }
        let action = "fetch the original \(hash)"
        guard let source else {
            throw LibraryError(.notFound, "the original \(hash) is not on this device, and there is no bucket to fetch it from")
        }
        // Whoever asks for the same one meanwhile waits for the same transfer. It goes on when one of them is cancelled.
        let task = fetching[hash] ?? Task { try await fetch(hash, contentType: contentType, from: source, progress: progress) }
        fetching[hash] = task
        let result = await task.result
        fetching[hash] = nil
        do {
            return try result.get()
        } catch {
            throw LibraryError(error, could: action, in: library.folder)
        }
    }

    private func fetch(
        _ hash: AssetHash, contentType: String, from source: any OriginalSource, progress: ProgressReporter
    ) async throws -> URL {
        await enter()
        defer { leave() }
        // Named as everything on its way in: what a killed program leaves of it goes at the next opening.
        let arriving = library.layout.incoming.appendingPathComponent(KSUID().description)
        defer { try? FileManager.default.removeItem(at: arriving) }
        try await source.fetch(hash, contentType: contentType, to: arriving, progress: progress)
        let cache = cache
        return try await Blocking.run {
            let file = try cache.take(arriving, as: hash)
            cache.evict(keeping: hash)
            return file
        }
    }

    /// Declares an original of this device to be safe elsewhere, as in a bucket: from now on it belongs to the cache, which may let
    /// go of it. Ask for this only after the other place has confirmed it.
    public func release(_ hash: AssetHash) async throws(LibraryError) {
        let layout = library.layout
        try await library.write(to: "release the original \(hash)") { db in
            try db.execute(sql: "DELETE FROM assets WHERE hash = ?", arguments: [hash.description])
            let file = layout.asset(hash)
            guard FileManager.default.fileExists(atPath: file.path) else { return }
            let target = layout.cached(hash)
            try LibraryOpening.makeFolder(target.deletingLastPathComponent())
            if rename(file.path, target.path) != 0 { throw LibraryError(system: errno, could: "release an original", at: file) }
        }
        let cache = cache
        _ = try? await Blocking.run { cache.evict() }
    }

    /// Bytes of the originals in the cache.
    public nonisolated var cacheByteCount: Int64 { cache.byteCount }

    /// Removes cached originals until the cache has at most `byteCount` bytes, as when the disk gets full.
    /// - Returns: the bytes that were freed.
    public nonisolated func shrinkCache(to byteCount: Int64 = 0) -> Int64 {
        MediaCache(layout: library.layout, limit: max(byteCount, 0)).evict()
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
        await enter()
        defer { leave() }
        do {
            try await Blocking.run { try kind.make(from: original, at: target) }
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
        await enter()
        defer { leave() }
        let maker = PreviewMaker(layout: library.layout)
        try await Blocking.run { try maker.make(hash, from: original, kind: kind) }
    }

    // MARK: Lanes

    private func enter() async {
        if lanes > 0 {
            lanes -= 1
        } else {
            await withCheckedContinuation { queue.append($0) }
        }
    }

    private func leave() {
        if queue.isEmpty { lanes += 1 } else { queue.removeFirst().resume() }
    }
}
