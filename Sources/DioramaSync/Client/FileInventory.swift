import DioramaLibrary
import Foundation
import Support

/// The files that the catalogue names, by where they are.
public struct FileInventory: Sendable, Equatable {
    /// Files on this device: in the library or in the cache.
    public var local: [NamedFile] = []
    /// Files that are only in the bucket; they are downloaded when they are needed.
    public var remoteOnly: [NamedFile] = []
    /// Files that are neither on this device nor in the bucket.
    public var missing: [NamedFile] = []
    /// Files that are not on this device, while the bucket couldn't be asked.
    public var unknown: [NamedFile] = []
    /// Why the bucket couldn't be asked; nil where it was, or need not be.
    public var bucketProblem: String?

    /// What is wrong, one line each.
    public var problems: [String] {
        missing.map { "\($0.text) is missing: the file \($0.hash) is neither on this device nor in a bucket" }
            + (bucketProblem.map {
                ["\(unknown.count) files are not on this device, and the bucket couldn't be asked for them: \($0)"]
            } ?? [])
    }
}

/// What a check of the library and of the places of its files found.
public struct LibraryVerification: Sendable {
    /// The check of the database and of the files on this device.
    public let report: VerifyReport
    /// The files by where they are. One that is damaged on this device counts as not being on it.
    public let files: FileInventory

    /// What is wrong, one line each. A file that is only in the bucket is nothing wrong.
    public var problems: [String] {
        // Whether a file without its bytes on this device is missing is said by the inventory, which knows the bucket.
        var report = report
        report.missingFiles = report.missingFiles.filter { hash in !files.names(hash) }
        return report.problems + files.problems
    }
}

extension FileInventory {
    fileprivate func names(_ hash: AssetHash) -> Bool {
        [local, remoteOnly, missing, unknown].contains { $0.contains { $0.hash == hash } }
    }
}

extension SyncClient {
    /// Where the files are that the catalogue names. The bucket is asked only if one is not on this device.
    /// - Parameter damaged: files whose bytes on this device are known to be wrong.
    /// - Throws: `SyncError` where the catalogue can't be read. A bucket that can't be reached is in the result.
    public func inventory(damaged: Set<AssetHash> = []) async throws(SyncError) -> FileInventory {
        let named: [NamedFile]
        do {
            named = try await library.namedFiles()
        } catch {
            throw SyncError(library: error)
        }
        var inventory = FileInventory()
        let originals = MediaStore(library).originals
        var absent: [NamedFile] = []
        for file in named {
            let isHere = !damaged.contains(file.hash) && originals.hasFile(file.hash, byteCount: file.byteCount)
            if isHere { inventory.local.append(file) } else { absent.append(file) }
        }
        guard !absent.isEmpty else { return inventory }
        do throws(SyncError) {
            let there = try await filesInBucket()
            for file in absent {
                if there.contains(file.hash.description) {
                    inventory.remoteOnly.append(file)
                } else {
                    inventory.missing.append(file)
                }
            }
        } catch {
            if error.kind == .cancelled { throw error }
            inventory.unknown = absent
            inventory.bucketProblem = error.message
        }
        return inventory
    }

    /// Checks the library, and where its files are.
    /// - Parameter progress: receives the progress.
    /// - Throws: `LibraryError`, `SyncError` where the catalogue can't be read; `CancellationError`.
    public nonisolated func verify(progress: ProgressReporter = .silent) async throws -> LibraryVerification {
        let report = try library.verify(progress: progress.part(0...0.95))
        let damaged = Set(report.damagedFiles + report.damagedCacheFiles)
        let files = try await inventory(damaged: damaged)
        try progress.report(1, "Checking files")
        return LibraryVerification(report: report, files: files)
    }

    /// The names of the originals in the bucket; none where the library has no bucket.
    private func filesInBucket() async throws(SyncError) -> Set<String> {
        guard let bucket = try await bucketOfOriginals() else { return [] }
        var names: Set<String> = []
        for folder in MediaItem.folders {
            for object in try await bucket.list(folder, after: nil) { names.insert(String(object.key.name)) }
        }
        return names
    }
}
