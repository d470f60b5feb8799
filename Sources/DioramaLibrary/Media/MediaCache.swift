import Foundation
import Synchronization
import Support

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Originals that were downloaded on demand: `cache/ab/<hash>`, up to a number of bytes. The one that was used longest ago is
/// removed first. When a file was used is its modification time: it survives the program, and the bytes themselves never change.
struct MediaCache: Sendable {
    let layout: LibraryFolder
    /// The maximum size of all files together, in bytes.
    let limit: Int64
    /// Interrupted downloads that nobody continued for this long, in seconds, are removed.
    private static let partialLifetime = 86_400.0

    /// Removes what was used longest ago until no more than `limit` bytes are left.
    /// - Parameter kept: one that stays in any case.
    /// - Returns: the bytes that were removed.
    @discardableResult
    func evict(keeping kept: AssetHash? = nil) -> Int64 {
        var files = contents().sorted { ($0.used, $0.hash) < ($1.used, $1.hash) }
        var total = files.reduce(0) { $0 + $1.byteCount }
        let before = total
        files.removeAll { $0.hash == kept }
        for file in files {
            if total <= limit { break }
            if unlink(layout.cached(file.hash).path) == 0 { total -= file.byteCount }
        }
        removeAbandoned()
        return before - total
    }

    private func removeAbandoned() {
        let oldest = Date(timeIntervalSinceNow: -Self.partialLifetime)
        let keys: [URLResourceKey] = [.contentModificationDateKey]
        let partials = try? FileManager.default.contentsOfDirectory(at: layout.partials, includingPropertiesForKeys: keys)
        for file in partials ?? [] {
            guard let changed = try? file.resourceValues(forKeys: Set(keys)).contentModificationDate, changed < oldest else {
                continue
            }
            try? FileManager.default.removeItem(at: file)
        }
    }

    /// Bytes of all files in it.
    var byteCount: Int64 { contents().reduce(0) { $0 + $1.byteCount } }

    private func contents() -> [(hash: AssetHash, byteCount: Int64, used: Int64)] {
        ((try? layout.cachedFiles()) ?? []).compactMap { hash in
            var status = stat()
            guard stat(layout.cached(hash).path, &status) == 0 else { return nil }
            #if canImport(Darwin)
                let time = status.st_mtimespec
            #else
                let time = status.st_mtim
            #endif
            return (hash, Int64(status.st_size), Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
        }
    }
}
