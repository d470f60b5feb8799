import DioramaLibrary

extension Library {
    /// Does nothing where the account's tier has `feature` and this is no demo; for sync, pairing and sharing.
    public func allow(_ feature: Feature) async throws(SyncError) {
        if isDemo { throw SyncError(.notIncluded, "the demo library neither syncs nor shares; use your own") }
        do {
            try await require(feature)
        } catch {
            throw SyncError(library: error)
        }
    }
}
