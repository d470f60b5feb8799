import DioramaLibrary
import Guide

extension Library {
    /// Removes somebody's account: they are signed out everywhere, and their picture and conversations with guides are deleted.
    /// Their memories stay.
    /// - Returns: whether there was such an account.
    public func removeAccount(_ id: AccountID) async throws -> Bool {
        guard let account = try await accounts.get(id), account.trashed == nil else { return false }
        if try await picture(of: id) != nil { try await setPicture(nil, of: id) }
        guard try await endAccount(id) else { return false }
        _ = try ConversationStore(libraryFolder: folder).deleteAll(owner: id.description)
        return true
    }
}
