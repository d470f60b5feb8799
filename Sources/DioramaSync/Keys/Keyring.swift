import DioramaLibrary
import Foundation

/// The keys of an encrypted library, as one member knows them. Its description shows no secret.
///
/// Each change of members (a device added, one revoked, a new phrase) is a new *epoch* with a new key: what is written from then on
/// is under it, and every member keeps the earlier keys to read what was there. Epochs are a chain: each is authenticated with the
/// key of the one before, so neither the bucket's owner nor a revoked device can slip in a key of their own (docs/encryption.md).
public struct Keyring: Sendable, CustomStringConvertible, CustomReflectable {
    /// A member of the library.
    public struct Member: Sendable, Equatable {
        /// The member's public key.
        public let key: MemberKey
        /// The device's name as its user gave it.
        public let label: String
        /// Whether the member is a recovery phrase, not a device.
        public let isPhrase: Bool
        /// When the member was added.
        public let added: Date
    }

    /// What a new device must receive from a member over an authenticated channel (pairing, a QR code), so that nobody can give it
    /// another library.
    public struct Invitation: Sendable, Equatable, CustomStringConvertible {
        /// The epoch whose key the fingerprint belongs to.
        public let epoch: UInt32
        let fingerprint: Data

        /// `7.aGVsbG8…`
        public var description: String { "\(epoch).\(fingerprint.base64URL)" }

        init(epoch: UInt32, fingerprint: Data) {
            self.epoch = epoch
            self.fingerprint = fingerprint
        }

        /// Reads what `description` wrote; nil for anything else.
        public init?(_ text: String) {
            let parts = text.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 2, let epoch = UInt32(parts[0]), epoch > 0, let data = Data(base64URL: String(parts[1])),
                data.count == 32
            else { return nil }
            self.init(epoch: epoch, fingerprint: data)
        }
    }

    /// The newest epoch; its key encrypts what is written now.
    public let current: UInt32
    let device: DeviceKey
    private let keys: [UInt32: LibraryKey]
    private let secrets: KeyEpoch.Secrets

    private init(_ device: DeviceKey, epoch current: UInt32, keys: [UInt32: LibraryKey], secrets: KeyEpoch.Secrets) {
        self.device = device
        self.current = current
        self.keys = keys
        self.secrets = secrets
    }

    /// Names the epoch, no key.
    public var description: String { "the keys of an encrypted library, epoch \(current)" }
    /// Shows the epoch, no key.
    public var customMirror: Mirror { Mirror(self, children: ["current": current]) }

    /// The devices and the recovery phrase that can open the library.
    public var members: [Member] {
        secrets.members.map {
            Member(key: $0.key, label: $0.label, isPhrase: $0.isPhrase, added: Date(milliseconds: $0.added))
        }
    }

    /// The invitation for a device that a member adds.
    public var invitation: Invitation { Invitation(epoch: current, fingerprint: currentKey.fingerprint) }

    var currentKey: LibraryKey { keys[current]! }

    var names: NameCipher { NameCipher(keys[1]!) }

    func key(_ epoch: UInt32) -> LibraryKey? { keys[epoch] }

    // MARK: Making and opening

    /// Encrypts the library of an empty bucket, with this device and a new phrase as its members.
    /// - Throws: `refused` where the bucket has keys.
    public static func create(
        in bucket: any Bucket, device: DeviceKey, label: String, now: Date = Date()
    ) async throws(SyncError) -> (keyring: Keyring, phrase: RecoveryPhrase) {
        let key = LibraryKey()
        let phrase = RecoveryPhrase()
        let secrets = KeyEpoch.Secrets(
            keys: ["1": key.bytes],
            members: [member(device.member, label: label, now: now), phraseMember(phrase, now)], phraseEpoch: 1,
            phraseTag: phrase.tag(of: key, epoch: 1))
        let data = try KeyEpoch.make(number: 1, key: key, previous: nil, secrets: secrets)
        guard try await bucket.put(KeyEpoch.key(1), data, ifAbsent: true) else {
            // An earlier call may have written this very file before its answer was lost, but its phrase is lost with it.
            throw SyncError(
                .refused, "\(bucket.name) has an encrypted library already: open it with a member's help or its recovery phrase")
        }
        return (Keyring(device, epoch: 1, keys: [1: key], secrets: secrets), phrase)
    }

    /// Whether the bucket holds an encrypted library.
    public static func exists(in bucket: any Bucket) async throws(SyncError) -> Bool {
        try await bucket.head(KeyEpoch.key(1)) != nil
    }

    /// Opens the library on a device that a member has added.
    /// - Throws: `noPermission` where the device is not a member; `refused` where the bucket's keys are not those of the
    ///   invitation.
    public static func open(
        in bucket: any Bucket, device: DeviceKey, invitation: Invitation
    ) async throws(SyncError) -> Keyring {
        let file = try await file(invitation.epoch, in: bucket)
        guard let key = file.key(for: device) else {
            throw SyncError(
                .noPermission,
                "this device is not a member of the encrypted library in \(bucket.name): add it on another device first"
            )
        }
        guard key.fingerprint == invitation.fingerprint, let keyring = Keyring(device, file: file, key: key) else {
            throw SyncError(.refused, "the keys in \(bucket.name) are not those of the library that this device was invited to")
        }
        return try await keyring.refreshed(in: bucket)
    }

    /// Opens the library with its recovery phrase and adds this device as a member.
    /// - Throws: `noPermission` where it is not this library's phrase.
    public static func recover(
        in bucket: any Bucket, phrase: RecoveryPhrase, device: DeviceKey, label: String, now: Date = Date()
    ) async throws(SyncError) -> Keyring {
        for number in try await numbers(in: bucket) {
            guard let file = try? await file(number, in: bucket), let key = file.key(for: phrase.device),
                let found = Keyring(phrase.device, file: file, key: key), found.secrets.phraseEpoch == number,
                phrase.tag(of: key, epoch: number) == found.secrets.phraseTag
            else { continue }
            return try await found.refreshed(in: bucket).adding(device.member, label: label, in: bucket, now: now).used(by: device)
        }
        throw SyncError(.noPermission, "these words are not the recovery phrase of the library in \(bucket.name)")
    }

    /// The keys with all newer epochs.
    /// - Throws: `noPermission` where this member was revoked. Files that no member wrote are skipped; the audit reports them.
    public func refreshed(in bucket: any Bucket) async throws(SyncError) -> Keyring {
        try await refreshed(with: Self.numbers(in: bucket), in: bucket)
    }

    private func refreshed(with numbers: [UInt32], in bucket: any Bucket) async throws(SyncError) -> Keyring {
        var newest = self
        for number in numbers where number > current {
            let file: KeyEpoch
            do throws(SyncError) {
                file = try await Self.file(number, in: bucket)
            } catch {
                guard error.kind == .damaged || error.kind == .notFound else { throw error }
                continue
            }
            guard file.previous == newest.current, file.follows(newest.currentKey) else { continue }
            if file.isNewer {
                throw SyncError(
                    .newerVersion,
                    "couldn't read the keys in \(bucket.name): a newer version of the program wrote them; update this one")
            }
            guard let key = file.key(for: device) else {
                throw SyncError(
                    .noPermission, "this device was removed from the members of the encrypted library in \(bucket.name)")
            }
            guard let next = Keyring(device, file: file, key: key), next.keeps(newest) else { continue }
            newest = next
        }
        return newest
    }

    // MARK: Members

    /// The keys with a new member. Call it on a member, with the key that the new device sent over an authenticated channel.
    public func adding(
        _ member: MemberKey, label: String, in bucket: any Bucket, now: Date = Date()
    ) async throws(SyncError) -> Keyring {
        try await changed(in: bucket) { secrets, _, _ in
            secrets.members.removeAll { $0.key == member }
            secrets.members.append(Self.member(member, label: label, now: now))
        }
    }

    /// The keys without a member. The member can still read what was written before, but nothing that is written later.
    public func revoking(_ member: MemberKey, in bucket: any Bucket) async throws(SyncError) -> Keyring {
        guard member != device.member else { throw SyncError(.invalidValue, "a device can't revoke itself: do it on another one") }
        return try await changed(in: bucket) { secrets, _, _ in secrets.members.removeAll { $0.key == member } }
    }

    /// A new recovery phrase; the old one opens only what was written before.
    public func renewingPhrase(
        in bucket: any Bucket, now: Date = Date()
    ) async throws(SyncError) -> (keyring: Keyring, phrase: RecoveryPhrase) {
        let phrase = RecoveryPhrase()
        let keyring = try await changed(in: bucket) { secrets, number, key in
            secrets.members.removeAll { $0.isPhrase }
            secrets.members.append(Self.phraseMember(phrase, now))
            secrets.phraseEpoch = number
            secrets.phraseTag = phrase.tag(of: key, epoch: number)
        }
        return (keyring, phrase)
    }

    /// Writes a new epoch, after those that others wrote meanwhile.
    private func changed(
        in bucket: any Bucket, _ change: @Sendable (inout KeyEpoch.Secrets, UInt32, LibraryKey) -> Void
    ) async throws(SyncError) -> Keyring {
        for _ in 0..<8 {
            // One list for both: an epoch that a member writes between two lists would be taken for a forged one, and this change
            // would be ignored.
            let taken = try await Self.numbers(in: bucket)
            let newest = try await refreshed(with: taken, in: bucket)
            // Numbers of forged files are skipped.
            var number = newest.current + 1
            while taken.contains(number), number < .max { number += 1 }
            let key = LibraryKey()
            var secrets = newest.secrets
            change(&secrets, number, key)
            secrets.keys[String(number)] = key.bytes
            let data = try KeyEpoch.make(number: number, key: key, previous: (newest.current, newest.currentKey), secrets: secrets)
            guard try await bucket.put(KeyEpoch.key(number), data, ifAbsent: true) else { continue }
            var keys = newest.keys
            keys[number] = key
            return Keyring(device, epoch: number, keys: keys, secrets: secrets)
        }
        throw SyncError(
            .unavailable, "couldn't change the members in \(bucket.name): other devices changed them at the same time; try again")
    }

    // MARK: Keeping

    private struct Stored: Codable {
        var device: Data
        var current: UInt32
        var secrets: KeyEpoch.Secrets
    }

    /// All keys, for the device's secret store: with them it detects forged epochs and works offline.
    public var secretBytes: Data {
        // Encoding cannot fail: there is nothing in it but numbers, texts and bytes.
        (try? JSONEncoder().encode(Stored(device: device.bytes, current: current, secrets: secrets))) ?? Data()
    }

    /// Reads what `secretBytes` wrote; nil for anything else.
    public init?(secretBytes: Data) {
        guard String(validating: secretBytes, as: UTF8.self) != nil,
            let stored = try? JSONDecoder().decode(Stored.self, from: secretBytes), let device = DeviceKey(bytes: stored.device)
        else { return nil }
        self.init(device, epoch: stored.current, secrets: stored.secrets)
    }

    private init?(_ device: DeviceKey, epoch current: UInt32, secrets: KeyEpoch.Secrets) {
        var keys: [UInt32: LibraryKey] = [:]
        for (number, bytes) in secrets.keys {
            guard let number = UInt32(number), let key = LibraryKey(bytes: bytes) else { return nil }
            keys[number] = key
        }
        guard keys[1] != nil, keys[current] != nil, keys.keys.allSatisfy({ $0 <= current }) else { return nil }
        self.init(device, epoch: current, keys: keys, secrets: secrets)
    }

    /// From an epoch's file, whose key is known.
    init?(_ device: DeviceKey, file: KeyEpoch, key: LibraryKey) {
        guard let secrets = file.secrets(key) else { return nil }
        self.init(device, epoch: file.number, secrets: secrets)
        guard let before = keys[max(file.previous, 1)], file.follows(before) else { return nil }
    }

    /// Whether all of the other's keys are here, unchanged.
    private func keeps(_ other: Keyring) -> Bool { other.keys.allSatisfy { keys[$0.key] == $0.value } }

    private func used(by device: DeviceKey) -> Keyring { Keyring(device, epoch: current, keys: keys, secrets: secrets) }

    static func numbers(in bucket: any Bucket) async throws(SyncError) -> [UInt32] {
        try await bucket.list(KeyEpoch.folder, after: nil).compactMap { KeyEpoch.number($0.key) }.sorted()
    }

    static func file(_ number: UInt32, in bucket: any Bucket) async throws(SyncError) -> KeyEpoch {
        try KeyEpoch(try await bucket.get(KeyEpoch.key(number), limit: KeyEpoch.byteLimit), number: number)
    }

    private static func member(_ key: MemberKey, label: String, now: Date) -> KeyEpoch.Member {
        KeyEpoch.Member(key: key, label: label, isPhrase: false, added: now.milliseconds)
    }

    private static func phraseMember(_ phrase: RecoveryPhrase, _ now: Date) -> KeyEpoch.Member {
        KeyEpoch.Member(
            key: phrase.device.member, label: "recovery phrase", isPhrase: true, added: now.milliseconds)
    }
}
