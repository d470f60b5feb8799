import Foundation
import GRDB
import Support

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Where an original is.
public enum OriginalLocation: Sendable, Equatable {
    /// In the library's own files: it was added here, or downloaded in advance.
    case local(URL)
    /// In the cache: it was downloaded on demand, and may be removed when the cache is full.
    case cached(URL)
    /// Only in the bucket.
    case remote
    /// Neither on this device nor in the bucket.
    case missing
}

/// How an original can be read.
public enum OriginalAccess: Sendable {
    /// From a file whose bytes were compared with its hash.
    case file(URL)
    /// While it is downloaded.
    case download(OriginalDownload)
}

/// The one lookup of originals by their hashes: in the library, in the cache, in the bucket. Server, commands and exports read
/// files of spaces and media through it.
///
/// A file is compared with its hash before it is first read, and again after it changed. One that is damaged is downloaded again
/// where the bucket has it.
public actor OriginalStore {
    private nonisolated let library: Library
    private let source: (any OriginalSource)?
    private let ownLimit: Int64?
    private let lanes = Lanes(4)
    private let verified = VerifiedFiles()
    private var checks: [AssetHash: Task<String?, any Error>] = [:]
    private var downloads: [AssetHash: Task<OriginalDownload, any Error>] = [:]

    /// - Parameters:
    ///   - library: the library whose originals these are.
    ///   - source: where originals are downloaded from that are not on this device; nil for nowhere.
    ///   - cacheLimit: maximum size of the cache in bytes; nil for the library's setting.
    init(_ library: Library, source: (any OriginalSource)?, cacheLimit: Int64?) {
        self.library = library
        self.source = source
        ownLimit = cacheLimit.map { max($0, 0) }
    }

    // MARK: Lookup

    /// The original's file on this device, in the library or the cache; its bytes are not checked.
    public nonisolated func localFile(_ hash: AssetHash) -> URL? {
        [library.layout.asset(hash), library.layout.cached(hash)].first { FileManager.default.fileExists(atPath: $0.path) }
    }

    /// Whether the original's file is on this device with this size; its bytes are not checked.
    public nonisolated func hasFile(_ hash: AssetHash, byteCount: Int64) -> Bool {
        guard let file = localFile(hash) else { return false }
        var status = stat()
        return stat(file.path, &status) == 0 && Int64(status.st_size) == byteCount
    }

    /// Where an original is. The bucket is asked only for one that is not on this device.
    /// - Throws: `LibraryError` of kind `unavailable` where the bucket can't be reached.
    public func location(of hash: AssetHash, contentType: String) async throws(LibraryError) -> OriginalLocation {
        if let file = localFile(hash) { return file == library.layout.asset(hash) ? .local(file) : .cached(file) }
        guard let source else { return .missing }
        do {
            _ = try await source.byteCount(of: hash, contentType: contentType)
            return .remote
        } catch let error as LibraryError where error.kind == .notFound {
            return .missing
        } catch {
            throw LibraryError(error, could: "look for the file \(hash)", in: library.folder)
        }
    }

    /// Opens an original: its verified file, or its download, which is begun where nobody else has begun it.
    /// - Throws: `LibraryError`: `notFound` where neither this device nor the bucket has it, `unavailable` where the bucket can't
    ///   be reached, `damaged` where the only copy is damaged.
    public func open(_ hash: AssetHash, contentType: String) async throws(LibraryError) -> OriginalAccess {
        guard let file = localFile(hash) else { return .download(try await download(hash, contentType: contentType)) }
        guard let problem = try await problem(of: file, as: hash) else { return .file(file) }
        // Removed, or replaced by a sound one, since it was looked up.
        if !FileManager.default.fileExists(atPath: file.path) {
            return .download(try await download(hash, contentType: contentType))
        }
        do {
            return .download(try await download(hash, contentType: contentType))
        } catch {
            let remedy =
                error.kind == .unavailable
                ? "the bucket, which may have a copy, can't be reached" : "restore it from a backup"
            throw LibraryError(
                error.kind == .unavailable ? .unavailable : .damaged,
                "the file \(hash) is damaged on this device: \(problem); \(remedy)")
        }
    }

    /// The original's verified file, which is downloaded where it is not on this device.
    /// - Parameter progress: receives the progress of the download.
    /// - Throws: as `open`; `cancelled`.
    public func file(
        _ hash: AssetHash, contentType: String, progress: ProgressReporter = .silent
    ) async throws(LibraryError) -> URL {
        switch try await open(hash, contentType: contentType) {
        case .file(let file): file
        case .download(let download): try await download.finish(progress: progress)
        }
    }

    /// What is wrong with a file's bytes; nil where nothing is.
    private func problem(of file: URL, as hash: AssetHash) async throws(LibraryError) -> String? {
        let isCached = file == library.layout.cached(hash)
        if verified.knows(file, as: hash, touching: isCached) { return nil }
        let verified = verified
        let check =
            checks[hash]
            ?? Task { try await Blocking.run { try verified.problem(of: file, as: hash, touching: isCached) } }
        checks[hash] = check
        let result = await check.result
        checks[hash] = nil
        do {
            return try result.get()
        } catch let error as LibraryError where error.kind == .notFound {
            return error.message
        } catch {
            throw LibraryError(error, could: "read the file \(hash)", in: library.folder)
        }
    }

    // MARK: Downloads

    private func download(_ hash: AssetHash, contentType: String) async throws(LibraryError) -> OriginalDownload {
        let task = downloads[hash] ?? Task { try await begin(hash, contentType: contentType) }
        downloads[hash] = task
        switch await task.result {
        case .success(let download): return download
        case .failure(let error): throw LibraryError(error, could: "fetch the file \(hash)", in: library.folder)
        }
    }

    private func begin(_ hash: AssetHash, contentType: String) async throws -> OriginalDownload {
        do {
            guard let source else {
                throw LibraryError(
                    .notFound, "the file \(hash) is not on this device, and the library has no bucket to fetch it from")
            }
            let byteCount = try await source.byteCount(of: hash, contentType: contentType)
            let recorded = try await library.byteCounts(of: hash)
            guard recorded.isEmpty || recorded.contains(byteCount) else {
                throw LibraryError(
                    .damaged,
                    "the bucket's copy of the file \(hash) has \(byteCount) bytes instead of \(recorded[0]); upload it again"
                )
            }
            let download = try OriginalDownload(
                hash, contentType: contentType, byteCount: byteCount, from: source, in: library.layout)
            Task { await run(download) }
            return download
        } catch {
            downloads[hash] = nil
            throw error
        }
    }

    private func run(_ download: OriginalDownload) async {
        let hash = download.hash
        // The library's own file that was lost or damaged is replaced; all others go into the cache.
        let own = library.layout.asset(hash)
        let hasRow = (try? await library.original(hash)) ?? nil
        let isOwn = hasRow != nil || FileManager.default.fileExists(atPath: own.path)
        let target = isOwn ? own : library.layout.cached(hash)
        let verified = verified
        await lanes.run {
            await download.run { partial in
                try partial.move(to: target)
                verified.note(target, as: hash)
                return target
            } ended: {
                await forget(hash)
            }
        }
        guard let limit = try? await cacheLimit() else { return }
        let cache = MediaCache(layout: library.layout, limit: limit)
        _ = try? await Blocking.run { cache.evict(keeping: hash) }
    }

    private func forget(_ hash: AssetHash) { downloads[hash] = nil }

    // MARK: Cache

    /// Maximum size of the cache in bytes.
    public func cacheLimit() async throws(LibraryError) -> Int64 {
        if let ownLimit { return ownLimit }
        return try await library.cacheLimit()
    }

    /// Bytes of the originals in the cache.
    public nonisolated var cacheByteCount: Int64 { MediaCache(layout: library.layout, limit: 0).byteCount }

    /// Removes cached originals until the cache has at most `byteCount` bytes, as when the disk gets full.
    /// - Returns: the bytes that were freed.
    @discardableResult
    public nonisolated func shrinkCache(to byteCount: Int64 = 0) -> Int64 {
        MediaCache(layout: library.layout, limit: max(byteCount, 0)).evict()
    }

    /// Moves an original of this device into the cache, from which it may be removed. Call this only after the bucket has confirmed
    /// that it has the original.
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
        let cache = MediaCache(layout: layout, limit: try await cacheLimit())
        _ = try? await Blocking.run { cache.evict() }
    }
}
