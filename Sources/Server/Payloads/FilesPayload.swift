import DioramaLibrary
import DioramaSync
import Foundation
import Spaces
import Support

/// The library's files by where they are, and which of them this device downloads in advance.
struct FilesPayload: Encodable {
    @EncodesNull var policy: String?
    let spaces: [SpaceChoice]
    let cache: Cache
    let local: Int
    let remoteOnly: Int
    let missing: Int
    let unknown: Int
    @EncodesNull var bucketProblem: String?
    let missingFiles: [File]
    let verification: Verification

    /// The maximum number of missing files and of problems that are listed.
    private static let maxListed = 50

    struct SpaceChoice: Encodable {
        let id: String
        let name: String
        let policy: String
    }

    struct Cache: Encodable {
        let byteCount: Int64
        let limit: Int64
    }

    struct File: Encodable {
        let hash: String
        let name: String
        @EncodesNull var space: String?
        let byteCount: Int64
    }

    struct Verification: Encodable {
        @EncodesNull var run: Run?
        @EncodesNull var last: Last?
    }

    struct Run: Encodable {
        let fraction: Double
        let what: String

        init(_ progress: WorkProgress) {
            fraction = ProgressPayload(progress).fraction
            what = progress.what
        }
    }

    struct Last: Encodable {
        let ended: String
        let problemCount: Int
        let problems: [String]
    }

    init(
        _ settings: FileSettings, _ inventory: FileInventory, running: WorkProgress?, last: VerificationRuns.Ended?
    ) {
        policy = settings.policy?.rawValue
        spaces = settings.spaces.map { SpaceChoice(id: $0.id.description, name: $0.name, policy: $0.policy.rawValue) }
        cache = Cache(byteCount: settings.cacheByteCount, limit: settings.cacheLimit)
        local = inventory.local.count
        remoteOnly = inventory.remoteOnly.count
        missing = inventory.missing.count
        unknown = inventory.unknown.count
        bucketProblem = inventory.bucketProblem
        // Offline, all files that are not on this device can't be opened.
        missingFiles = (inventory.missing + inventory.unknown).prefix(Self.maxListed).map {
            File(hash: $0.hash.description, name: $0.fileName, space: $0.space, byteCount: $0.byteCount)
        }
        verification = Verification(
            run: running.map(Run.init),
            last: last.map { last in
                let problems: [String] =
                    switch last.result {
                    case .success(let found): found.problems
                    case .failure(let error): [ErrorLine.text(error)]
                    }
                return Last(
                    ended: last.ended.payload, problemCount: problems.count, problems: Array(problems.prefix(Self.maxListed)))
            })
    }
}

/// What changes the download policy or the cache.
struct FilesBody: Decodable, Sendable {
    /// `all`, `previews`, `none`; for a space also `default`: the library's policy.
    let policy: String?
    /// The space whose policy it is; the library's without one.
    let space: String?
    /// Maximum size of the cache in bytes.
    let cacheLimit: Int64?
}
