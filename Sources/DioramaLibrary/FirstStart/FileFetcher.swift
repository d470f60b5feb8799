import Foundation
import Support

/// Downloads or copies one file from an address.
public protocol FileFetcher: Sendable {
    /// Writes the file at `address` to `file`, which must not exist yet.
    /// - Throws: where the file can't be read, or has more than `byteLimit` bytes; nothing is left at `file` then.
    func fetch(_ address: URL, to file: URL, byteLimit: Int64, progress: ProgressReporter) async throws
}

/// Copies files of `file:` addresses. `HTTPFetcher` in `DioramaSync` also downloads.
public struct FolderFetcher: FileFetcher {
    /// A fetcher without state.
    public init() {}

    /// Copies the file at `address`.
    /// - Throws: `LibraryError`: `invalidValue` for another scheme than `file:` and for a file of more than `byteLimit` bytes.
    public func fetch(_ address: URL, to file: URL, byteLimit: Int64, progress: ProgressReporter) async throws {
        try progress.report(0, "Copying \(address.lastPathComponent)")
        guard address.isFileURL else {
            throw LibraryError(.invalidValue, "couldn't copy \(address): it is not a file: address")
        }
        try await Blocking.run {
            let size = (try? FileManager.default.attributesOfItem(atPath: address.path)[.size] as? NSNumber)?.int64Value ?? 0
            if size > byteLimit {
                throw LibraryError(.invalidValue, "couldn't copy \(address): it has more than \(byteLimit) bytes")
            }
            var copy = try AtomicFile(file)
            _ = try FileHash.of(address, to: "copy \(address.lastPathComponent)") { try copy.write($0) }
            try copy.commit()
        }
    }
}
