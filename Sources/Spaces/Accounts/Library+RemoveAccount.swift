import DioramaLibrary
import Guide

extension Library {
    /// Removes somebody's account: they are signed out everywhere, and their conversations with guides are deleted. Their
    /// memories stay.
    /// - Returns: whether there was such an account.
    public func removeAccount(_ id: AccountID) async throws -> Bool {
        guard try await endAccount(id) else { return false }
        _ = try ConversationStore(libraryFolder: folder).deleteAll(owner: id.description)
        return true
    }
}
