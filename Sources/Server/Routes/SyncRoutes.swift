import Foundation
import Hummingbird
import DioramaLibrary
import DioramaSync
import Spaces
import Support

/// `/api/v1/sync`, `/api/v1/conflicts` and `/api/v1/backups`: how the library stands with its bucket, its devices and its backups.
struct SyncRoutes: Sendable {
    let library: Library
    let sync: SyncClient
    let runs: SyncRuns
    let backups: BackupRuns
    /// The automatic backups; nil where there are none.
    let scheduler: BackupScheduler?
    let storage: StorageMeter

    /// How many of the latest conflicts are shown.
    static let conflictLimit = 200

    init(library: Library, sync: SyncClient, runs: SyncRuns, scheduler: BackupScheduler?) {
        self.scheduler = scheduler
        self.library = library
        self.sync = sync
        self.runs = runs
        backups = BackupRuns(library: library)
        storage = StorageMeter(folder: library.folder)
    }

    // MARK: Sync

    func show(_ request: Request, _ context: ServerContext) async throws -> Response {
        JSONBody.response(try await payload())
    }

    func start(_ request: Request, _ context: ServerContext) async throws -> Response {
        if library.isDemo {
            throw Problem(.forbidden, "The demo library never syncs; use a library of your own.", code: .demoNeverSyncs)
        }
        do {
            try await library.require(.sync)
            if try await sync.bucket() == nil { throw Self.noBucket }
        } catch let error as LibraryError where error.kind == .notIncluded {
            throw Problem(.forbidden, Problem.sentence(error.message))
        } catch let error as SyncError {
            throw Self.problem(error)
        }
        try await runs.start()
        return JSONBody.response(try await payload(), status: .accepted)
    }

    func cancel(_ request: Request, _ context: ServerContext) async throws -> Response {
        _ = await runs.cancel()
        return JSONBody.response(try await payload())
    }

    private func payload() async throws -> SyncPayload {
        let library = library
        let all = try await Blocking.run { try library.backups() }
        let changed = try await Blocking.run { all.first.map { library.hasChanged(since: $0) } }
        do {
            return SyncPayload(
                .init(
                    tier: try await library.tier(), isIncluded: try await library.features().contains(.sync),
                    isDemo: library.isDemo,
                    bucket: try await sync.bucket().map(SyncPayload.BucketName.init), status: try await sync.status(),
                    devices: try await sync.devices(), running: await runs.running, last: await runs.last,
                    storage: try await storage.use(),
                    backups: BackupsPayload(
                        backups: all, isChanged: changed, isRunning: await isBackingUp(), isAutomatic: scheduler != nil,
                        problem: await scheduler?.failure?.message)))
        } catch let error as SyncError {
            throw Self.problem(error)
        }
    }

    private func isBackingUp() async -> Bool {
        if await backups.isRunning { return true }
        return await scheduler?.isWorking ?? false
    }

    // MARK: Conflicts

    func conflicts(_ request: Request, _ context: ServerContext) async throws -> Response {
        JSONBody.response(ConflictListPayload(conflicts: try await listed()))
    }

    func undo(_ request: Request, _ context: ServerContext) async throws -> Response {
        guard let number = context.parameters.get("number").flatMap({ Int64($0) }),
            try await listed().contains(where: { $0.number == number })
        else { throw Problem.notFound("conflict") }
        do {
            try await sync.undo(conflict: number)
        } catch {
            // The row is gone, or this version doesn't know the column.
            if error.kind == .failed {
                throw Problem(.conflict, "The other value can't be restored: \(error.message).")
            }
            throw Self.problem(error)
        }
        guard let conflict = try await listed().first(where: { $0.number == number }) else {
            throw Problem.notFound("conflict")
        }
        return JSONBody.response(conflict)
    }

    private func listed() async throws -> [ConflictPayload] {
        var names: [String: String?] = [:]
        var payloads: [ConflictPayload] = []
        do {
            let found = try await sync.conflicts(limit: Self.conflictLimit)
            let devices = found.isEmpty ? [] : try await sync.devices()
            for conflict in found {
                let row = "\(conflict.table) \(conflict.id)"
                if names[row] == nil {
                    names[row] = .some(try await library.name(ofRow: conflict.id, in: conflict.table))
                }
                payloads.append(
                    ConflictPayload(conflict, name: names[row] ?? nil, devices: devices))
            }
        } catch let error as SyncError {
            throw Self.problem(error)
        }
        return payloads
    }

    // MARK: Backups

    func backUp(_ request: Request, _ context: ServerContext) async throws -> Response {
        switch await backups.make() {
        case .success(let backup):
            return JSONBody.response(BackupPayload(backup: backup), status: .created)
        case .failure(let error) where [.damaged, .noPermission, .failed].contains(error.kind):
            context.logger.error("couldn't make a backup: \(error)")
            throw Problem(.internalServerError, Problem.sentence(error.message))
        case .failure(let error): throw error
        }
    }

    // MARK: Errors

    private static let noBucket = Problem(
        .conflict,
        "The library has no bucket yet; choose one on the command line: diorama sync --bucket file:///folder or s3://bucket.",
        code: .noBucket)

    static func problem(_ error: SyncError) -> any Error {
        switch error.kind {
        case .cancelled: Problem.stopping
        case .full: Problem.diskFull
        case .invalidValue, .notIncluded: Problem(.conflict, Problem.sentence(error.message))
        default: Problem(.internalServerError, Problem.sentence(error.message))
        }
    }
}
