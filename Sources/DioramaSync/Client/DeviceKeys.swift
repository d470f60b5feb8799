import Crypto
import Foundation
import DioramaLibrary

/// Secrets and settings of this device that outlive the library: the keys of encrypted libraries and of accounts, and the bucket of
/// each library.
package struct DeviceKeys: Sendable {
    let identity: any IdentityStore

    /// The settings of the identity, as JSON.
    private struct Kept: Codable {
        /// By the bucket's address.
        var keyrings: [String: Data] = [:]
        /// By the account's id.
        var accounts: [String: Data]?
        /// By the library's folder.
        var buckets: [String: String]?
    }

    // MARK: Buckets

    /// The bucket that the library in `folder` was last synced with, also where the library itself is gone.
    func bucket(of folder: URL) async throws(SyncError) -> String? {
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
                .noPermission, "the library in \(bucket.name) is encrypted; give its recovery phrase: diorama sync --unlock")
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

    func keyring(_ address: String) async throws(SyncError) -> Keyring? {
        guard let identity = try await load(), let bytes = try Self.kept(in: identity).keyrings[address] else { return nil }
        guard let keyring = Keyring(secretBytes: bytes) else {
            throw SyncError(.damaged, "the keys of the library in \(address) can't be read; open it again with its recovery phrase")
        }
        return keyring
    }

    func keep(_ keyring: Keyring, _ address: String) async throws(SyncError) {
        try await change { $0.keyrings[address] = keyring.secretBytes }
    }

    /// The secret keys of an account; `make` creates them where this device has none yet.
    package func account(_ account: KSUID, make: () -> Data) async throws(SyncError) -> Data {
        let kept = try Self.kept(in: try await loaded())
        if let bytes = kept.accounts?[account.description] { return bytes }
        let made = make()
        try await change { $0.accounts = ($0.accounts ?? [:]).merging([account.description: made]) { $1 } }
        return made
    }

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
        let made = Identity()
        try await save(made)
        return made
    }

    private func save(_ identity: Identity) async throws(SyncError) {
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
        var mine = try await loaded()
        var kept = try Self.kept(in: mine)
        body(&kept)
        do {
            mine.settings = try JSONEncoder().encode(kept)
        } catch {
            throw SyncError(.failed, "the keys can't be written: \(error)")
        }
        try await save(mine)
    }
}
