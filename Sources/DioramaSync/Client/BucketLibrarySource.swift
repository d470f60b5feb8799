import Foundation
import GRDB
import DioramaLibrary
import Support

/// A bucket's copy of a library: everything that its devices have put there, taken in by a library that sends nothing.
public struct BucketLibrarySource: LibrarySource {
    private let bucket: any Bucket
    private var options: SyncEngine.Options

    /// - Parameters:
    ///   - bucket: decrypting, where it is an encrypted library's.
    ///   - options: the settings of the sync engine.
    public init(_ bucket: any Bucket, options: SyncEngine.Options = SyncEngine.Options()) {
        self.bucket = bucket
        self.options = options
        self.options.derive = MemoryIndex.update
    }

    public var name: String { "the bucket \(bucket.name)" }

    /// - Throws: `SyncError` where the bucket can't be used, or holds changesets of which nothing can be taken in; `LibraryError`.
    public func fetch(to file: URL, progress: ProgressReporter) async throws -> Bool {
        let folder = file.deletingLastPathComponent().appendingPathComponent(".from-bucket-\(UUID().uuidString)", isDirectory: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let library = try Library(at: folder)
        let report = try await SyncEngine(database: library.pool, options: options)
            .takeIn(bucket, progress: progress.part(0...0.9))
        guard report.received > 0 || report.tookSnapshot else {
            try library.close()
            if let waiting = report.waiting.min(by: { $0.key < $1.key }) {
                throw SyncError(.damaged, "of \(name) nothing can be taken in: device \(waiting.key): \(waiting.value)")
            }
            return false
        }
        try progress.report(0.9, "Writing the library")
        // The copy is a device of its own that has sent nothing yet; what it has taken in, it need not take in again.
        try await library.pool.vacuum(into: file.path)
        try library.close()
        return true
    }
}
