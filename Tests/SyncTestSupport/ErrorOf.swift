import DioramaSync

/// What a call throws.
package func error(of body: () async throws -> Void) async -> SyncError? {
    do {
        try await body()
        return nil
    } catch {
        return error as? SyncError
    }
}
