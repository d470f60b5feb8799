import Foundation
import Synchronization
import Support

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Originals that came from elsewhere and can come again: `cache/ab/<hash>`, up to a number of bytes. The one that was used longest
/// ago goes first. When a file was used is its modification time: it survives the program, and the bytes themselves never change.
struct MediaCache: Sendable {
    let layout: LibraryFolder
    /// How many bytes are kept.
    let limit: Int64

    /// The file, if it is there; it counts as used now.
    func use(_ hash: AssetHash) -> URL? {
        let file = layout.cached(hash)
        return utimes(file.path, nil) == 0 ? file : nil
    }

    /// Takes in the file at `arrived`, which must lie on the same disk, if its bytes are those that its name says.
    func take(_ arrived: URL, as hash: AssetHash) throws -> URL {
        let action = "keep the original \(hash)"
        let read = try FileHash.of(arrived, to: action) { _ in }
        guard read.hash == hash else {
            throw LibraryError(
                .damaged, "the original \(hash) arrived with other bytes (\(read.hash)); it was not kept: fetch it again")
        }
        let file = layout.cached(hash)
        try LibraryOpening.makeFolder(file.deletingLastPathComponent())
        if rename(arrived.path, file.path) != 0 { throw LibraryError(system: errno, could: action, at: file) }
        utimes(file.path, nil)
        return file
    }

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
        return before - total
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
