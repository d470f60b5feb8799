import Foundation
import GRDB
import DioramaLibrary
import Support

/// The library that a bucket holds: all changes of its devices, applied to a new library that uploads nothing.
public struct BucketLibrarySource: LibrarySource {
    private let bucket: any Bucket
    private var options: SyncEngine.Options

    /// - Parameters:
    ///   - bucket: an `EncryptedBucket` where the library is encrypted.
    ///   - options: the settings of the sync engine.
    public init(_ bucket: any Bucket, options: SyncEngine.Options = SyncEngine.Options()) {
        self.bucket = bucket
        self.options = options
        self.options.derive = DerivedRows.update
    }

    /// The bucket's location, for messages.
    public var name: String { "the bucket \(bucket.name)" }

    /// Writes the library's database to `file`.
    /// - Returns: false where the bucket holds no library.
    /// - Throws: `SyncError` where the bucket can't be used, or none of its changesets can be applied; `LibraryError`.
    public func fetch(to file: URL, progress: ProgressReporter) async throws -> Bool {
        let folder = file.deletingLastPathComponent().appendingPathComponent(".from-bucket-\(UUID().uuidString)", isDirectory: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let library = try Library(at: folder)
        let report = try await SyncEngine(database: library.pool, options: options)
            .applyChanges(of: bucket, progress: progress.part(0...0.9))
        guard report.received > 0 || report.appliedSnapshot else {
            try library.close()
            if let waiting = report.waiting.min(by: { $0.key < $1.key }) {
                throw SyncError(.damaged, "nothing in \(name) can be applied: device \(waiting.key): \(waiting.value)")
            }
            return false
        }
        try progress.report(0.9, "Writing the library")
        // The copy is a device of its own that has uploaded nothing yet and need not apply the same changes again.
        try await library.pool.vacuum(into: file.path)
        try library.close()
        return true
    }
}
