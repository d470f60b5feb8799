import Spaces

/// What a server does for its library beside answering requests: jobs, sync, pairing, exchanges with contacts, backups.
final class LibraryWork: Sendable {
    private let components: ServerComponents
    private let pairedSync: Task<Void, Never>
    private let exchanges: Task<Void, Never>
    private let live: Task<Void, Never>
    /// Nil where no browser is notified.
    private let notifications: Task<Void, Never>?
    /// Nil where no backups are made.
    private let backupWatch: Task<Void, Never>?

    /// Begins synchronizing with paired devices, exchanging with contacts, running live sessions, and watching for times at which a
    /// backup can be made.
    init(_ components: ServerComponents) {
        self.components = components
        // A demo library never leaves this device.
        let isDemo = components.configuration.library.isDemo
        let pairing = components.pairing
        pairedSync = Task { if !isDemo { await pairing.sync.run() } }
        let sharing = components.sharing
        let sharingInterval = components.configuration.sharingInterval
        exchanges = Task { if !isDemo { await sharing.watch(every: sharingInterval) } }
        let configuration = components.configuration
        notifications = configuration.push.flatMap { push in
            if isDemo || configuration.library.isReadOnly { return nil }
            let sender = PushSender(library: configuration.library, configuration: push)
            let logger = configuration.logger
            return Task { await sender.watch { logger.error("\($0)") } }
        }
        let sessions = components.live
        sessions.begin()
        live = Task {
            await sessions.restored()
            await sessions.watch()
        }
        let backups = components.backups
        backupWatch = components.makesBackups ? Task { await backups.watch() } : nil
    }

    /// Some of the time is left for answers that wait for their jobs to end.
    private var jobTime: Duration { components.configuration.shutdownTimeout * 0.75 }

    /// Removes the uploads that are left.
    func removeUploads() { components.store.removeAll() }

    /// Cancels jobs and sync and ends event streams; doesn't wait for them.
    func beginShutdown() {
        let components = components
        let time = jobTime
        Task { await components.jobs.shutDown(within: time) }
        Task { await components.sync.shutDown() }
        Task { await components.sharing.shutDown() }
        Task { await components.verifications.shutDown() }
        Task { await components.archives.shutDown() }
        Task { await components.feed.shutDown() }
        // Of a demo library, these are the runs that end it.
        if !components.configuration.library.isDemo { Task { await components.demo?.shutDown() } }
        Task { await components.pairing.shutDown() }
        components.live.shutDown()
        live.cancel()
        pairedSync.cancel()
        exchanges.cancel()
        notifications?.cancel()
    }

    /// Waits until everything has ended, and makes the last backup. A task that is cancelled already still waits for the marks of
    /// its jobs to be written.
    func shutDown() async {
        let components = components
        let time = jobTime
        await Task { await components.jobs.shutDown(within: time) }.value
        await Task { await components.sync.shutDown() }.value
        await Task { await components.verifications.shutDown() }.value
        await Task { await components.archives.shutDown() }.value
        if !components.configuration.library.isDemo { await Task { await components.demo?.shutDown() }.value }
        components.live.shutDown()
        live.cancel()
        await live.value
        exchanges.cancel()
        await Task { await components.sharing.shutDown() }.value
        await exchanges.value
        pairedSync.cancel()
        await pairedSync.value
        backupWatch?.cancel()
        await Task {
            // Its failure is in the log.
            if components.makesBackups { _ = try? await components.backups.suspend() }
            await components.backups.stop()
        }.value
    }
}
