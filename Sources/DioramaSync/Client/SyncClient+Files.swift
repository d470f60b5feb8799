import DioramaLibrary
import Foundation
import GRDB

/// Which files this device downloads in advance, and how many it caches.
public struct FileSettings: Sendable {
    /// A space with a choice of its own.
    public struct SpaceChoice: Sendable {
        /// The space.
        public let id: SpaceID
        /// The space's name.
        public let name: String
        /// Which of its files are downloaded in advance.
        public let policy: FilePolicy
    }

    /// Which files of the library are downloaded in advance; nil for selections by space or tag, which an app made.
    public let policy: FilePolicy?
    /// The spaces with a choice of their own, by name.
    public let spaces: [SpaceChoice]
    /// Size of the files in the cache, in bytes.
    public let cacheByteCount: Int64
    /// Maximum size of the cache in bytes.
    public let cacheLimit: Int64
}

extension SyncClient {
    /// Which files this device downloads in advance, and how many it caches.
    public func fileSettings() async throws(SyncError) -> FileSettings {
        let policy = try await effectivePolicy()
        do {
            var choices: [FileSettings.SpaceChoice] = []
            for (id, choice) in policy.spaces {
                // Choices for spaces that were purged have no effect.
                guard let id = SpaceID(id), let space = try await library.space(id) else { continue }
                choices.append(FileSettings.SpaceChoice(id: id, name: space.name, policy: choice))
            }
            return FileSettings(
                policy: policy.files, spaces: choices.sorted { ($0.name, $0.id.description) < ($1.name, $1.id.description) },
                cacheByteCount: MediaStore(library).originals.cacheByteCount, cacheLimit: try await library.cacheLimit())
        } catch {
            throw SyncError(library: error)
        }
    }

    /// Sets which files are downloaded in advance.
    /// - Parameters:
    ///   - files: the choice; nil removes that of a space, for which then the library's counts again.
    ///   - space: the space; nil for the library.
    /// - Throws: `SyncError`: `notFound` where there is no such space, `invalidValue` for no choice for the library.
    public func use(_ files: FilePolicy?, for space: SpaceID? = nil) async throws(SyncError) {
        var policy = try await effectivePolicy()
        if let space {
            let found: Space?
            do { found = try await library.space(space) } catch { throw SyncError(library: error) }
            guard found != nil else {
                throw SyncError(.notFound, "there is no space \(space); 'diorama library list' prints the spaces")
            }
            policy.spaces[space.description] = files
        } else {
            guard let files else {
                throw SyncError(.invalidValue, "the library needs a policy of files: all, previews or none")
            }
            policy.setFiles(files)
        }
        try await use(policy)
    }

    /// The policy that was set. Where none was: previews with a bucket, from which the other files can be downloaded later; without
    /// one, all files of paired devices, which may be gone when a file is needed.
    func effectivePolicy() async throws(SyncError) -> TransferPolicy {
        var policy = try await policy()
        guard try await read({ db in try LocalSettings.get("sync.policy", db) }) == nil, try await bucket() == nil else {
            return policy
        }
        policy.setFiles(.all)
        return policy
    }
}
