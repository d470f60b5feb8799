import DioramaLibrary
import Foundation

/// An account with its secret keys, for a device of the same person. It is sent only over a channel that people have authenticated.
package struct AccountTransfer: Sendable, Codable {
    /// The account's id.
    package let account: AccountID
    /// Its name, for messages.
    package let name: String
    /// Its secret keys, as `AccountKeys.bytes`; nil where the account has none, or they have not reached the sending device yet.
    private let keys: Data?

    /// - Throws: `damaged` for bytes that `encoded` has not made.
    package init(decoding data: Data) throws(SyncError) {
        guard data.count <= 65_536, let transfer = try? JSONDecoder().decode(AccountTransfer.self, from: data) else {
            throw SyncError(.damaged, "the other device sent an account that can't be read; update both devices")
        }
        self = transfer
    }

    fileprivate init(_ account: Entry<Account>, _ keys: AccountKeys?) {
        self.account = account.id
        name = account.name
        self.keys = keys?.bytes
    }

    fileprivate var encoded: Data {
        // Encoding cannot fail: there is nothing in it but texts and bytes.
        (try? JSONEncoder().encode(self)) ?? Data()
    }

    fileprivate var secret: AccountKeys? {
        get throws(SyncError) { try keys.map { (bytes) throws(SyncError) in try AccountKeys(bytes: bytes) } }
    }
}

extension SyncClient {
    /// The active account with its keys, for another device of the same person.
    /// - Throws: `notFound` where the library has no account.
    package func accountTransfer() async throws(SyncError) -> Data {
        guard let account = try await activeAccount() else {
            throw SyncError(.notFound, "this library has no account yet; create one: diorama account create --name NAME")
        }
        return AccountTransfer(account, try await keys.account(account.id, publicKey: account.publicKey)).encoded
    }

    /// Uses the account of a transfer on this device; the library must hold it already.
    package func adopt(_ transfer: AccountTransfer) async throws(SyncError) {
        // An account that was merged meanwhile is another one now.
        _ = try await use(account: transfer.account, bucket: nil)
        guard let account = try await activeAccount(), let keys = try transfer.secret,
            account.publicKey.map({ $0 == keys.publicKey }) ?? true
        else { return }
        try await self.keys.keep(keys, of: account.id)
    }
}
