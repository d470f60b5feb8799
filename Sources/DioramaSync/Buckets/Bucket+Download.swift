import Foundation
import Support

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension Bucket {
    /// Downloads by ranges, appending to `file`; `before` is called with each chunk's size and may wait, as a bandwidth limit does.
    ///
    /// A file that is longer than the object is truncated and downloaded from the start.
    func downloadByRanges(
        _ key: BucketKey, to file: URL, chunkByteCount: Int64 = 8 << 20, progress: ProgressReporter,
        before: @Sendable (Int) async throws(SyncError) -> Void
    ) async throws(SyncError) {
        guard let object = try await head(key) else {
            throw SyncError(.notFound, "couldn't download \(key): \(name) doesn't have it")
        }
        let target = try PartialFile(file)
        // A closure of the last write may hold the file a moment longer than this function.
        defer { target.unlock() }
        if target.byteCount > object.byteCount { try target.truncate(to: 0) }
        var offset = target.byteCount
        while offset < object.byteCount {
            try progress.advance(Double(offset) / Double(object.byteCount), "Downloading")
            let end = min(offset + chunkByteCount, object.byteCount)
            try await before(Int(end - offset))
            let chunk = try await read(key, offset..<end)
            guard chunk.count == Int(end - offset) else {
                throw SyncError(.damaged, "couldn't download \(key): it was truncated during the download")
            }
            let start = offset
            try await Blocking.call { () throws(SyncError) in try target.write(chunk, at: start) }
            offset = end
        }
        try await Blocking.call { () throws(SyncError) in try target.sync() }
        try progress.advance(1, "Downloading")
    }
}

/// A file that is written in place by one writer at a time.
package final class PartialFile: Sendable {
    private let descriptor: Int32
    private let name: String

    package init(_ file: URL) throws(SyncError) {
        name = file.path
        descriptor = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o644)
        if descriptor < 0 { throw SyncError(system: errno, could: "write \(file.path)") }
        // Only one may write it at a time; the lock ends with the descriptor at the latest.
        if flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let code = errno
            close(descriptor)
            throw code == EWOULDBLOCK
                ? SyncError(.unavailable, "couldn't write \(file.path): another download writes it; try again later")
                : SyncError(system: code, could: "write \(file.path)")
        }
    }

    deinit { close(descriptor) }

    /// Lets others write the file.
    package func unlock() { flock(descriptor, LOCK_UN) }

    package var byteCount: Int64 {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int64(status.st_size) : 0
    }

    package func truncate(to byteCount: Int64) throws(SyncError) {
        if ftruncate(descriptor, off_t(byteCount)) != 0 { throw SyncError(system: errno, could: "write \(name)") }
    }

    package func write(_ data: Data, at offset: Int64) throws(SyncError) {
        try Descriptor.write(descriptor, data, at: offset, name: name)
    }

    func sync() throws(SyncError) {
        if fsync(descriptor) != 0 { throw SyncError(system: errno, could: "write \(name)") }
    }
}
