import DioramaLibrary
import DioramaSync
import Foundation
import Pairing
import Support

extension LibraryStart {
    /// How a device joins over pairing.
    public struct PairedJoin: Sendable {
        /// The device that has the account.
        public let target: PairingClient.Target
        /// Shows the digits and returns whether both devices show the same.
        public let confirm: @Sendable (PairingSession) async throws -> Bool

        /// - Parameters:
        ///   - target: the device that has the account.
        ///   - confirm: shows the digits and returns whether both devices show the same.
        public init(_ target: PairingClient.Target, confirm: @escaping @Sendable (PairingSession) async throws -> Bool) {
            self.target = target
            self.confirm = confirm
        }
    }

    /// Pairs with a device of the same person, and uses their account on this one: copies the library where there is none, or
    /// merges it into the one that is there.
    /// - Parameters:
    ///   - join: the other device.
    ///   - open: the open library; nil to open or create the one in the folder.
    ///   - progress: receives the progress.
    /// - Throws: `SyncError`, `LibraryError`; `refused` where the digits differ or the other device doesn't give its account. Where
    ///   there was no library before, none is left by a failure.
    public func join(
        pairing join: PairedJoin, in open: Library? = nil, progress: ProgressReporter = .silent
    ) async throws -> Outcome {
        try progress.report(0, "Connecting")
        if let open { return try await merge(join, into: open, progress) }
        if Library.exists(at: folder) { return try await merge(join, into: try Library(existing: folder), progress) }
        return try await copy(join, progress)
    }

    /// Where there is a library already, the two are merged.
    private func merge(_ join: PairedJoin, into library: Library, _ progress: ProgressReporter) async throws -> Outcome {
        let sync = SyncClient(library, identity: identity)
        let pairing = PairingClient(sync)
        let former = try await library.activeAccount()
        let session = try await pairing.begin(join.target, asksForAccount: true)
        let (peer, transfer) = try await confirmed(session, join)
        try await sync.rejoin()
        _ = try await pairing.sync(with: peer, progress: progress.part(0.1...0.8))
        try await sync.adopt(transfer)
        _ = try await pairing.sync(with: peer, progress: progress.part(0.8...1))
        var notes: [String] = []
        if let former, former.id != transfer.account {
            notes.append(
                "the account \"\(former.name)\" was used on this device; make both one with: diorama account merge \(former.id) "
                    + "\(transfer.account)")
        }
        return try await paired(library, sync, notes)
    }

    /// Where there is none, the library of the other device is copied, whole or not at all.
    private func copy(_ join: PairedJoin, _ progress: ProgressReporter) async throws -> Outcome {
        // The device gets its id with the library; until then its key alone identifies it.
        let device = try await PairingClient.device(KSUID(), of: identity)
        let session = try await PairingClient.begin(join.target, as: device)
        let (peer, transfer) = try await confirmed(session, join)
        guard let address = peer.address else {
            throw SyncError(.unavailable, "\(peer.name) doesn't listen for paired devices; start 'diorama pair' there again")
        }
        let first = PeerBucket(peer, as: device) { () throws(SyncError) in address }
        do {
            let source = BucketLibrarySource(first)
            guard let library = try await Library.create(at: folder, from: source, progress: progress.part(0.1...0.7)) else {
                throw SyncError(.notFound, "\(peer.name) has an empty library; import something there first")
            }
            let sync = SyncClient(library, identity: identity)
            let pairing = PairingClient(sync)
            try await pairing.remember(peer)
            try await sync.adopt(transfer)
            // Under its own id now. The first connection stays open meanwhile, so that the other device goes on waiting.
            let second = try await pairing.bucket(of: peer, at: address)
            _ = try await pairing.sync(with: peer, over: second, at: address, progress: progress.part(0.7...1))
            await second.disconnect()
            await first.disconnect()
            return try await paired(library, sync, [])
        } catch {
            await first.disconnect()
            throw error
        }
    }

    private func confirmed(
        _ session: PairingSession, _ join: PairedJoin
    ) async throws -> (KnownPeer, AccountTransfer) {
        guard try await join.confirm(session) else {
            await session.reject()
            throw SyncError(.refused, "the digits were not confirmed; the devices are not paired")
        }
        let outcome = try await session.confirm()
        return (outcome.peer, try AccountTransfer(decoding: outcome.account ?? Data()))
    }

    private func paired(_ library: Library, _ sync: SyncClient, _ notes: [String]) async throws -> Outcome {
        guard let account = try await sync.account() else {
            throw LibraryError(.notFound, "the account has not arrived in the library in \(folder.path); pair again")
        }
        return Outcome(library: library, account: account, notes: notes)
    }
}
