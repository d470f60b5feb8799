import DioramaLibrary
import DioramaSync
import Foundation

extension ContactSharing {
    /// What others offered and asked for, newest first.
    public func inbox() async throws -> Inbox {
        let missing = try await sharing.missingFileCounts()
        let offers = try await shares(isIncoming: true).map { ReceivedOffer($0, missingFiles: missing[$0.id] ?? 0) }
        var requests: [ReceivedRequest] = []
        var cursor: Cursor<Request>?
        repeat {
            let page = try await library.requests.list([.isIncoming(true)], after: cursor, limit: 200)
            requests += page.entries.map { ReceivedRequest($0) }
            cursor = page.next
        } while cursor != nil
        return Inbox(offers: offers, requests: requests)
    }

    /// Accepts an offer: its rows are added now, its files by the next exchanges.
    public func accept(_ id: ShareID) async throws -> ReceivedOffer {
        try await sharing.accept(id.ksuid)
        return try await offer(id)
    }

    /// Declines an offer.
    public func decline(_ id: ShareID) async throws -> ReceivedOffer {
        try await sharing.decline(id.ksuid)
        return try await offer(id)
    }

    /// Declines a request.
    public func decline(_ id: RequestID) async throws -> ReceivedRequest {
        try await sharing.declineRequest(id.ksuid)
        guard let entry = try await library.requests.get(id) else {
            throw SyncError(.notFound, "there is no request \(id)")
        }
        return ReceivedRequest(entry)
    }

    private func offer(_ id: ShareID) async throws -> ReceivedOffer {
        guard let entry = try await library.shares.get(id), entry.isIncoming else {
            throw SyncError(.notFound, "there is no offer \(id); 'diorama inbox list' prints the offers")
        }
        return ReceivedOffer(entry, missingFiles: try await sharing.missingFileCounts()[id] ?? 0)
    }
}
