import DioramaLibrary
import DioramaSync
import Foundation

extension LibraryClient {
    /// Shares and requests of the active account, whose keys are stored with this device's identity.
    /// - Throws: `notIncluded` where the tier has no sharing, `notFound` where the device has no active account.
    public func sharing() async throws(SyncError) -> Sharing {
        let active: Entry<Account>?
        do {
            active = try await database.activeAccount()
        } catch {
            throw SyncError(library: error)
        }
        guard let account = active?.id.ksuid else {
            throw SyncError(.notFound, "this device has no active account; create one first")
        }
        let copies = database.folder.appendingPathComponent("shared", isDirectory: true)
        return try await Sharing(
            database, account: account, keys: try AccountKeys(bytes: try await sync.keys.account(account) { AccountKeys().bytes }),
            hooks: .standard(media, copies: copies) { _, _ in nil })
    }
}
