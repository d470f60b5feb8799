import Crypto
import Foundation
import DioramaLibrary

/// Secrets and settings of this device that outlive the library: the keys of encrypted libraries and of accounts, and the bucket of
/// each library.
package struct DeviceKeys: Sendable {
    let identity: any IdentityStore

    package init(identity: any IdentityStore) { self.identity = identity }

    /// The settings of the identity, as JSON.
    private struct Kept: Codable {
        /// By the bucket's address.
        var keyrings: [String: Data] = [:]
        /// By the account's id.
        var accounts: [String: Data]?
        /// The keys that contacts know of an account whose keys were rotated here, until they know the new ones.
        var formerAccounts: [String: Data]?
        /// By the library's folder.
        var buckets: [String: String]?
    }

    // MARK: Buckets

    /// The bucket that the library in `folder` was last synced with, also where the library itself is gone.
    package func bucket(of folder: URL) async throws(SyncError) -> String? {
        guard let identity = try await load() else { return nil }
        return try Self.kept(in: identity).buckets?[folder.standardizedFileURL.path]
    }

    func remember(bucket address: String?, of folder: URL) async throws(SyncError) {
        let path = folder.standardizedFileURL.path
        if try await bucket(of: folder) == address { return }
        try await change { kept in
            var buckets = kept.buckets ?? [:]
            buckets[path] = address
            kept.buckets = buckets
        }
    }

    /// The bucket, decrypting where this device has its keys.
    /// - Throws: `noPermission` where the bucket is encrypted and this device has no keys.
    func encrypted(_ bucket: any Bucket, _ address: String) async throws(SyncError) -> any Bucket {
        if let keyring = try await keyring(address) {
            let encrypted = EncryptedBucket(bucket, keys: keyring)
            try await refresh(encrypted, address)
            return encrypted
        }
        if try await Keyring.exists(in: bucket) {
            throw SyncError(
                .noPermission,
                "the library in \(bucket.name) is encrypted, and this device has no keys for it; enter its recovery phrase "
                    + "('diorama account join --phrase', or 'diorama sync --unlock' where you have the library already)")
        }
        return bucket
    }

    /// Loads newer keys and keeps them: a bucket that is rolled back can't bring old ones into use again.
    func refresh(_ bucket: EncryptedBucket, _ address: String) async throws(SyncError) {
        let before = bucket.keyring.current
        try await bucket.refresh()
        let keyring = bucket.keyring
        if keyring.current > before { try await keep(keyring, address) }
    }

    // MARK: Keys

    /// The keys of the encrypted library in a bucket; nil where this device has none.
    package func keyring(_ address: String) async throws(SyncError) -> Keyring? {
        guard let identity = try await load(), let bytes = try Self.kept(in: identity).keyrings[address] else { return nil }
        guard let keyring = Keyring(secretBytes: bytes) else {
            throw SyncError(.damaged, "the keys of the library in \(address) can't be read; open it again with its recovery phrase")
        }
        return keyring
    }

    func keep(_ keyring: Keyring, _ address: String) async throws(SyncError) {
        try await change { $0.keyrings[address] = keyring.secretBytes }
    }

    /// The secret keys of an account; nil where this device has none (yet).
    ///
    /// A rotation counts once the library has the new public keys. Until then, also where the program was killed in between, the
    /// former keys are the account's.
    /// - Parameter publicKey: the public keys in the library; nil where the account has none yet.
    package func account(_ account: AccountID, publicKey: String?) async throws(SyncError) -> AccountKeys? {
        guard let identity = try await load(), let bytes = try Self.kept(in: identity).accounts?[account.description] else {
            return nil
        }
        let newest = try AccountKeys(bytes: bytes)
        guard let publicKey, newest.publicKey != publicKey else { return newest }
        let former = try await formerKeys(of: account)
        return former?.publicKey == publicKey ? former : nil
    }

    /// Keeps the secret keys of an account on this device.
    package func keep(_ keys: AccountKeys, of account: AccountID) async throws(SyncError) {
        try await change { $0.accounts = ($0.accounts ?? [:]).merging([account.description: keys.bytes]) { $1 } }
    }

    /// Keeps new secret keys of an account, and the former ones until `noteAnnounced`.
    package func renew(_ keys: AccountKeys, of account: AccountID) async throws(SyncError) {
        let id = account.description
        try await change { kept in
            // Of several rotations in succession the contacts know the keys before the first one.
            kept.formerAccounts = (kept.accounts ?? [:]).filter { $0.key == id }.merging(kept.formerAccounts ?? [:]) { $1 }
            kept.accounts = (kept.accounts ?? [:]).merging([id: keys.bytes]) { $1 }
        }
    }

    /// The keys that contacts know of an account; nil where they are its present ones.
    package func formerKeys(of account: AccountID) async throws(SyncError) -> AccountKeys? {
        guard let identity = try await load(), let bytes = try Self.kept(in: identity).formerAccounts?[account.description] else {
            return nil
        }
        return try AccountKeys(bytes: bytes)
    }

    /// Notes that the contacts were sent these keys. Where the account has even newer ones by now, these are the former ones.
    package func noteAnnounced(_ keys: AccountKeys, of account: AccountID) async throws(SyncError) {
        let id = account.description
        try await change { kept in kept.formerAccounts?[id] = kept.accounts?[id] == keys.bytes ? nil : keys.bytes }
    }

    /// Keeps who the user of this device is, for when the library is lost.
    package func remember(user account: AccountID) async throws(SyncError) {
        let user = UserID(account.ksuid)
        guard try await load()?.user != user else { return }
        try await update { $0.user = user }
    }

    /// The user that this device remembers; nil where it has none.
    package func user() async throws(SyncError) -> AccountID? { try await load().map { AccountID($0.user.ksuid) } }

    /// The key of this device as a member of encrypted libraries.
    func device() async throws(SyncError) -> DeviceKey {
        guard let key = DeviceKey(bytes: try await secret("diorama device encryption key")) else {
            throw SyncError(.failed, "the device's key can't be created")
        }
        return key
    }

    /// 32 secret bytes for one purpose, from the seed that outlives the library (HKDF, RFC 5869).
    package func secret(_ purpose: String) async throws(SyncError) -> Data {
        let seed = SymmetricKey(data: try await loaded().deviceKeySeed)
        return HKDF<SHA256>.deriveKey(inputKeyMaterial: seed, info: Data(purpose.utf8), outputByteCount: 32)
            .withUnsafeBytes { Data($0) }
    }

    // MARK: The identity

    private func load() async throws(SyncError) -> Identity? {
        do {
            return try await identity.load()
        } catch {
            throw SyncError(library: error)
        }
    }

    private func loaded() async throws(SyncError) -> Identity {
        if let identity = try await load() { return identity }
        return try await update { _ in }
    }

    /// Changes the identity, which is created where there is none. What another process changes at the same time is kept.
    @discardableResult
    private func update(_ body: (inout Identity) throws(SyncError) -> Void) async throws(SyncError) -> Identity {
        let lock = try await locked()
        defer { withExtendedLifetime(lock) {} }
        let known = try await load()
        var identity = known ?? Identity()
        try body(&identity)
        if identity != known { try await save(identity) }
        return identity
    }

    private func locked() async throws(SyncError) -> (any Sendable)? {
        do {
            return try await identity.lock()
        } catch {
            throw SyncError(library: error)
        }
    }

    private func save(_ identity: Identity) async throws(SyncError) {
        FaultInjectionPoints.mark("save the identity")
        do {
            try await self.identity.save(identity)
        } catch {
            throw SyncError(library: error)
        }
    }

    /// - Throws: `damaged` where the settings can't be read: they are never overwritten.
    private static func kept(in identity: Identity) throws(SyncError) -> Kept {
        if identity.settings.isEmpty { return Kept() }
        guard let kept = try? JSONDecoder().decode(Kept.self, from: identity.settings) else {
            throw SyncError(.damaged, "the keys kept with this device's identity can't be read; nothing was changed")
        }
        return kept
    }

    private func change(_ body: (inout Kept) -> Void) async throws(SyncError) {
        try await update { (identity) throws(SyncError) in
            var kept = try Self.kept(in: identity)
            body(&kept)
            do {
                identity.settings = try JSONEncoder().encode(kept)
            } catch {
                throw SyncError(.failed, "the keys can't be written: \(error)")
            }
        }
    }
}
