import Crypto
import Foundation
import Library
import Work

/// What the program keeps in an identity's settings: the keys of encrypted libraries, by their bucket's address, and those of accounts.
private struct KeptKeys: Codable {
    var keyrings: [String: Data] = [:]
    var accounts: [String: Data]?
}

extension SyncClient {
    /// Makes the library in the bucket an encrypted one: everything that is written from now on is ciphertext. The bucket must be new.
    /// - Returns: the recovery phrase. It is shown once and kept nowhere.
    public func encrypt() async throws(SyncError) -> RecoveryPhrase {
        let (address, bucket) = try await plain()
        let entries = try await bucket.walk()
        if !entries.isEmpty {
            throw SyncError(
                .refused, "\(bucket.name) holds \(entries.count) objects already; an encrypted library needs a new bucket or prefix"
            )
        }
        let made = try await Keyring.create(in: bucket, device: try await deviceKey(), label: ProcessInfo.processInfo.hostName)
        try await keep(made.keyring, address)
        return made.phrase
    }

    /// Opens an encrypted library with its recovery phrase, and makes this device a member.
    public func unlock(_ phrase: RecoveryPhrase) async throws(SyncError) {
        let (address, bucket) = try await plain()
        let keyring = try await Keyring.recover(
            in: bucket, phrase: phrase, device: try await deviceKey(), label: ProcessInfo.processInfo.hostName)
        try await keep(keyring, address)
    }

    /// Proves that nothing in the bucket can be read without the library's keys.
    /// - Parameter address: the bucket; the library's own where it is nil.
    public func audit(bucket address: String? = nil, progress: ProgressReporter = .silent) async throws(SyncError) -> BucketAudit {
        let (address, bucket) = try await plain(address)
        guard let keyring = try await keyring(address) else {
            throw SyncError(
                .invalidValue, "the library in \(bucket.name) is not encrypted on this device; there is nothing to prove")
        }
        return try await BucketAudit.run(bucket, keys: keyring, progress: progress)
    }

    /// The bucket as it is to be used: encrypted where this device has its keys.
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

    /// Takes up newer keys, and keeps them: a bucket that is rolled back can't bring old ones into use again.
    func refresh(_ bucket: EncryptedBucket, _ address: String) async throws(SyncError) {
        let before = bucket.keyring.current
        try await bucket.refresh()
        let keyring = bucket.keyring
        if keyring.current > before { try await change { $0.keyrings[address] = keyring.secretBytes } }
    }

    private func plain(_ other: String? = nil) async throws(SyncError) -> (String, any WalkableBucket) {
        let own = try await bucket()
        guard let address = other ?? own else { throw SyncError(.invalidValue, "the library has no bucket yet") }
        return (address, try BucketAddress(address).open())
    }

    /// The key that this device is a member with.
    private func deviceKey() async throws(SyncError) -> DeviceKey {
        guard let key = DeviceKey(bytes: try await secret("diorama device encryption key")) else {
            throw SyncError(.failed, "the device's key can't be made")
        }
        return key
    }

    /// 32 secret bytes for one purpose, from the seed that outlives the library (HKDF, RFC 5869).
    func secret(_ purpose: String) async throws(SyncError) -> Data {
        let seed = SymmetricKey(data: try await loaded().deviceKeySeed)
        return HKDF<SHA256>.deriveKey(inputKeyMaterial: seed, info: Data(purpose.utf8), outputByteCount: 32)
            .withUnsafeBytes { Data($0) }
    }

    private func loaded() async throws(SyncError) -> Identity {
        do {
            if let identity = try await identity.load() { return identity }
            let made = Identity()
            try await identity.save(made)
            return made
        } catch {
            throw SyncError(library: error)
        }
    }

    private func keyring(_ address: String) async throws(SyncError) -> Keyring? {
        let loaded: Identity?
        do {
            loaded = try await identity.load()
        } catch {
            throw SyncError(library: error)
        }
        guard let loaded, let bytes = try Self.kept(in: loaded).keyrings[address] else { return nil }
        guard let keyring = Keyring(secretBytes: bytes) else {
            throw SyncError(.damaged, "the keys of the library in \(address) can't be read; open it again with its recovery phrase")
        }
        return keyring
    }

    private func keep(_ keyring: Keyring, _ address: String) async throws(SyncError) {
        try await change { $0.keyrings[address] = keyring.secretBytes }
        forgetBucket()
    }

    /// The keys that an account signs and opens with; made where this device has none of it yet.
    func accountKeys(_ account: KSUID) async throws(SyncError) -> AccountKeys {
        let kept = try Self.kept(in: try await loaded())
        if let bytes = kept.accounts?[account.description] { return try AccountKeys(bytes: bytes) }
        let made = AccountKeys()
        try await change { $0.accounts = ($0.accounts ?? [:]).merging([account.description: made.bytes]) { $1 } }
        return made
    }

    /// - Throws: `damaged` where there is something that can't be read: it is never written over.
    private static func kept(in identity: Identity) throws(SyncError) -> KeptKeys {
        if identity.settings.isEmpty { return KeptKeys() }
        guard let kept = try? JSONDecoder().decode(KeptKeys.self, from: identity.settings) else {
            throw SyncError(.damaged, "the keys kept with this device's identity can't be read; nothing was changed")
        }
        return kept
    }

    private func change(_ body: (inout KeptKeys) -> Void) async throws(SyncError) {
        var mine = try await loaded()
        var kept = try Self.kept(in: mine)
        body(&kept)
        do {
            mine.settings = try JSONEncoder().encode(kept)
        } catch {
            throw SyncError(.failed, "the keys can't be written: \(error)")
        }
        do {
            try await identity.save(mine)
        } catch {
            throw SyncError(library: error)
        }
    }
}
