import DioramaLibrary

extension Library {
    /// Checks that the library includes `feature`, for sync, pairing and sharing.
    /// - Throws: `SyncError` of kind `notIncluded` where it doesn't, or where this is a demo library.
    public func allow(_ feature: Feature) async throws(SyncError) {
        if isDemo { throw SyncError(.notIncluded, "the demo library can't sync or share; use your own") }
        do {
            try await require(feature)
        } catch {
            throw SyncError(library: error)
        }
    }
}
