import DioramaLibrary
import DioramaSync
import Foundation

extension LibraryClient {
    /// Shares and requests of the account that this device uses. Its keys are kept with the identity of this device.
    /// - Throws: `notIncluded` where the tier has no sharing, `notFound` where the device uses no account yet.
    public func sharing() async throws(SyncError) -> Sharing {
        let active: Entry<Account>?
        do {
            active = try await database.activeAccount()
        } catch {
            throw SyncError(library: error)
        }
        guard let account = active?.id.ksuid else { throw SyncError(.notFound, "this device uses no account yet; make one first") }
        let copies = database.folder.appendingPathComponent("shared", isDirectory: true)
        return try await Sharing(
            database, account: account, keys: try AccountKeys(bytes: try await sync.keys.account(account) { AccountKeys().bytes }),
            hooks: .standard(media, copies: copies) { _, _ in nil })
    }
}
