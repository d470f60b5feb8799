import Crypto
import Foundation
import Support

/// An original on its way from its source into the library. Readers get its bytes while it is downloaded; bytes far ahead of the
/// download are read from the source directly.
///
/// Its hash is known only when all bytes have arrived. Whoever passes all bytes on holds back the last of them until `finish`
/// returned; bytes from the middle are unverified until then and must not be kept by the receiver.
public actor OriginalDownload {
    /// The SHA-256 of the original.
    public nonisolated let hash: AssetHash
    /// Its size in bytes.
    public nonisolated let byteCount: Int64
    private nonisolated let contentType: String
    private nonisolated let source: any OriginalSource
    private nonisolated let partial: PartialOriginal
    private var received: Int64 = 0
    private var result: Result<URL, LibraryError>?
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// The first piece is small, so that readers soon have something; each further one is as large as all before, up to a limit.
    private static let pieceByteCounts: ClosedRange<Int64> = (256 << 10)...(8 << 20)
    /// Readers wait for bytes that are at most this far ahead of the download.
    private static let readAhead: Int64 = 8 << 20

    init(
        _ hash: AssetHash, contentType: String, byteCount: Int64, from source: any OriginalSource, in layout: LibraryFolder
    ) throws(LibraryError) {
        self.hash = hash
        self.contentType = contentType
        self.byteCount = byteCount
        self.source = source
        partial = try PartialOriginal(hash, in: layout)
    }

    // MARK: Readers

    /// At least one byte and at most `count` bytes from `offset` on (less than `byteCount`). Waits where they are about
    /// to arrive.
    /// - Throws: `LibraryError`, why the download failed: `unavailable`, `notFound`, `damaged`, `diskFull`.
    public func read(_ count: Int, at offset: Int64) async throws(LibraryError) -> Data {
        let count = Int(min(Int64(count), byteCount - offset))
        while result == nil, received < offset + Int64(count) {
            guard offset <= received + Self.readAhead else { return try await readAhead(count, at: offset) }
            await change()
        }
        if case .failure(let error) = result { throw error }
        return try await inFile(count, at: offset)
    }

    /// Waits until the whole original has arrived and was verified.
    /// - Parameters:
    ///   - progress: receives the fraction that has arrived. Where it throws, only this caller stops waiting.
    /// - Returns: the file.
    /// - Throws: as `read`; `cancelled`.
    @discardableResult
    public func finish(progress: ProgressReporter = .silent) async throws(LibraryError) -> URL {
        while true {
            if let result { return try result.get() }
            do {
                try progress.report(byteCount == 0 ? 1 : Double(received) / Double(byteCount), "Downloading")
            } catch {
                throw LibraryError(.cancelled, "couldn't fetch the file \(hash): it was cancelled")
            }
            await change()
        }
    }

    private func change() async { await withCheckedContinuation { waiting.append($0) } }

    private nonisolated func inFile(_ count: Int, at offset: Int64) async throws(LibraryError) -> Data {
        let partial = partial
        do {
            let data = try await Blocking.run { try partial.read(count, at: offset) }
            if data.isEmpty { throw Self.truncated(hash) }
            return data
        } catch {
            throw Self.error(error)
        }
    }

    private nonisolated func readAhead(_ count: Int, at offset: Int64) async throws(LibraryError) -> Data {
        do {
            let data = try await source.read(offset..<offset + Int64(count), of: hash, contentType: contentType)
            if data.isEmpty { throw Self.truncated(hash) }
            return data
        } catch {
            throw Self.error(error)
        }
    }

    // MARK: The download

    /// Downloads the original; called once.
    /// - Parameters:
    ///   - place: moves the verified file to where it stays; returns its path.
    ///   - ended: called before readers hear of the result, so that whoever tries again begins a new download.
    func run(_ place: @Sendable @escaping (PartialOriginal) throws -> URL, ended: @Sendable () async -> Void) async {
        let result: Result<URL, LibraryError>
        do {
            var hasher = try await resumed()
            while received < byteCount {
                let size = min(max(received, Self.pieceByteCounts.lowerBound), Self.pieceByteCounts.upperBound)
                let range = received..<min(received + size, byteCount)
                let data = try await source.read(range, of: hash, contentType: contentType)
                guard data.count == range.count else { throw Self.truncated(hash) }
                hasher.update(data: data)
                let partial = partial
                try await Blocking.run { try partial.write(data, at: range.lowerBound) }
                received = range.upperBound
                tell()
            }
            let found = AssetHash(hasher.finalize())
            guard found == hash else {
                partial.discard()
                throw LibraryError(
                    .damaged,
                    "the file \(hash) arrived with other bytes (\(found)) and was not kept; upload it again"
                )
            }
            let partial = partial
            result = .success(try await Blocking.run { try place(partial) })
        } catch {
            result = .failure(Self.error(error))
        }
        partial.unlock()
        await ended()
        self.result = result
        tell()
    }

    /// The hash of what an earlier download left, from which this one continues.
    private func resumed() async throws -> SHA256 {
        var hasher = SHA256()
        if partial.byteCount > byteCount { try partial.truncate() }
        let there = partial.byteCount
        while received < there {
            let data = try await inFile(Int(min(there - received, Self.pieceByteCounts.upperBound)), at: received)
            hasher.update(data: data)
            received += Int64(data.count)
        }
        tell()
        return hasher
    }

    private func tell() {
        let waiting = waiting
        self.waiting = []
        for reader in waiting { reader.resume() }
    }

    private static func truncated(_ hash: AssetHash) -> LibraryError {
        LibraryError(.damaged, "the file \(hash) was truncated while it was downloaded; try again")
    }

    private static func error(_ error: any Error) -> LibraryError {
        switch error {
        case let error as LibraryError: error
        case is CancellationError: LibraryError(.cancelled, "the download was cancelled")
        default: LibraryError(.failed, "couldn't download the file: \(error)")
        }
    }
}
