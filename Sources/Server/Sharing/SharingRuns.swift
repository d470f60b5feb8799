import DioramaLibrary
import DioramaSync
import Sharing

/// Sharing with contacts as the server does it: one exchange at a time.
actor SharingRuns {
    private let library: Library
    private let sync: SyncClient
    private let media: MediaStore
    private var opened: (account: AccountID, publicKey: String?, sharing: ContactSharing)?
    private var exchanging: Task<Sharing.Exchange, any Error>?
    private var isStopped = false

    init(library: Library, sync: SyncClient, media: MediaStore) {
        self.library = library
        self.sync = sync
        self.media = media
    }

    /// Sharing of the active account.
    /// - Throws: `SyncError`: `notFound` without an account, `notIncluded` where its tier has no sharing.
    func sharing() async throws -> ContactSharing {
        if let opened, let active = try await library.activeAccount(), opened.account == active.id,
            opened.publicKey == active.publicKey
        {
            return opened.sharing
        }
        let sharing = try await ContactSharing(library, sync: sync, media: media)
        // Keys are made where the account had none, and rotated when a device is removed.
        if let active = try await library.activeAccount() { opened = (active.id, active.publicKey, sharing) }
        return sharing
    }

    /// Exchanges once; further calls wait for the exchange that is under way.
    func exchange() async throws -> Sharing.Exchange {
        if isStopped { throw Problem.stopping }
        if let exchanging { return try await exchanging.value }
        let sharing = try await sharing()
        let task = Task { try await sharing.exchange() }
        exchanging = task
        defer { exchanging = nil }
        return try await task.value
    }

    /// Exchanges in the background, after a change for a contact. What fails is tried again by the next exchange.
    nonisolated func exchangeSoon() {
        Task { _ = try? await exchange() }
    }

    /// Exchanges every `interval`, until the task is cancelled.
    func watch(every interval: Duration) async {
        while !Task.isCancelled {
            await exchangeIfNeeded()
            try? await Task.sleep(for: interval)
        }
    }

    /// Exchanges where there are contacts. What fails is tried again by the next exchange.
    func exchangeIfNeeded() async {
        guard let count = try? await library.contacts.count(), count > 0 else { return }
        _ = try? await exchange()
    }

    /// Starts nothing more, and waits until the exchange has ended.
    func shutDown() async {
        isStopped = true
        exchanging?.cancel()
        _ = await exchanging?.result
    }
}
