import Crypto
import Foundation

/// The file of one epoch, `keys/<10-digit number>`: the epoch's key wrapped for each member, and all earlier keys encrypted with
/// it. It is immutable.
///
/// Three lines: the body as JSON; an HMAC of the body with the epoch's own key; one with the key of the epoch before (of the first
/// epoch: its own again). Only a member of the previous epoch can write it.
struct KeyEpoch: Sendable {
    /// The largest file that is read: some 4,000 members.
    static let byteLimit = 1 << 20
    static let folder = BucketKey("keys")!
    private static let info = Data("diorama 1 key wrap".utf8)
    private static let suite = HPKE.Ciphersuite.Curve25519_SHA256_ChachaPoly

    /// A member, as the others see it.
    struct Member: Codable, Sendable, Equatable {
        var key: MemberKey
        var label: String
        /// Whether it is a recovery phrase and no device.
        var isPhrase: Bool
        /// Milliseconds since 1970.
        var added: Int64
    }

    /// The part that only members can decrypt.
    struct Secrets: Codable, Sendable {
        /// The keys of all epochs, by number, this one's too.
        var keys: [String: Data]
        var members: [Member]
        /// The epoch that created the recovery phrase, and the phrase's tag of that epoch's key.
        var phraseEpoch: UInt32
        var phraseTag: Data
    }

    private struct Wrap: Codable {
        var member: MemberKey
        var encapsulated: Data
        var sealed: Data
    }

    /// The fields of every version.
    private struct Head: Codable {
        var format: String
        var version: Int
        var epoch: UInt32
        var previous: UInt32
    }

    private struct Body: Codable {
        var format: String
        var version: Int
        var epoch: UInt32
        var previous: UInt32
        var wraps: [Wrap]
        var sealed: Data
    }

    let number: UInt32
    let previous: UInt32
    /// Whether a newer version of the program wrote it. Check `follows` first: anybody can claim it.
    let isNewer: Bool
    private let body: Data
    /// Nil where a newer version of the program wrote it.
    private let content: Body?
    private let ownTag: Data
    private let previousTag: Data

    static func key(_ number: UInt32) -> BucketKey {
        let digits = String(number)
        return BucketKey("\(folder)/\(String(repeating: "0", count: 10 - digits.count))\(digits)")!
    }

    /// The epoch whose file has this name; nil for any other name.
    static func number(_ key: BucketKey) -> UInt32? {
        UInt32(key.name).flatMap { $0 > 0 && self.key($0) == key ? $0 : nil }
    }

    /// Parses a file; nothing in it is authenticated yet.
    init(_ data: Data, number: UInt32) throws(SyncError) {
        func wrong(_ what: String) -> SyncError { SyncError(.damaged, "refused \(Self.key(number)): \(what)") }
        let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        // JSONDecoder wants UTF-8.
        guard lines.count == 4, lines[3].isEmpty, let text = String(validating: lines[0], as: UTF8.self),
            let head = try? JSONDecoder().decode(Head.self, from: Data(text.utf8)), head.format == "diorama-keys",
            let own = Data(base64URL: String(decoding: lines[1], as: UTF8.self)),
            let previous = Data(base64URL: String(decoding: lines[2], as: UTF8.self))
        else { throw wrong("it is not a key file") }
        guard head.epoch == number else { throw wrong("it is the file of epoch \(head.epoch)") }
        self.number = number
        self.previous = head.previous
        content = try? JSONDecoder().decode(Body.self, from: Data(text.utf8))
        isNewer = head.version > 1
        guard isNewer || content != nil else { throw wrong("it is not a key file") }
        body = Data(lines[0])
        ownTag = own
        previousTag = previous
    }

    /// Encodes the file of a new epoch.
    static func make(
        number: UInt32, key: LibraryKey, previous: (number: UInt32, key: LibraryKey)?, secrets: Secrets
    ) throws(SyncError) -> Data {
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            let wraps = try secrets.members.map { member in
                var sender = try HPKE.Sender(
                    recipientKey: Curve25519.KeyAgreement.PublicKey(rawRepresentation: member.key.bytes), ciphersuite: suite,
                    info: info)
                return Wrap(
                    member: member.key, encapsulated: sender.encapsulatedKey,
                    sealed: try sender.seal(key.bytes, authenticating: Data(number)))
            }
            // The key is used for this one message only.
            let sealed = try ChaChaPoly.seal(
                try encoder.encode(secrets), using: key.derived("epoch"), nonce: ChaChaPoly.Nonce(data: Data(count: 12)),
                authenticating: Data(number))
            let body = try encoder.encode(
                Body(
                    format: "diorama-keys", version: 1, epoch: number, previous: previous?.number ?? 0, wraps: wraps,
                    sealed: sealed.ciphertext + sealed.tag))
            let tags = [key, previous?.key ?? key].map { tag(body, $0).base64URL }
            return body + Data("\n\(tags[0])\n\(tags[1])\n".utf8)
        } catch {
            throw SyncError(.failed, "couldn't wrap the library's keys: \(error)")
        }
    }

    /// Whether a member of the previous epoch, whose key this is, wrote it.
    func follows(_ key: LibraryKey) -> Bool {
        HMAC<SHA256>.isValidAuthenticationCode(previousTag, authenticating: body, using: key.derived("epoch file"))
    }

    /// The epoch's key; nil where it was not wrapped for this member.
    func key(for device: DeviceKey) -> LibraryKey? {
        let member = device.member
        for wrap in content?.wraps ?? [] where wrap.member == member {
            guard
                var recipient = try? HPKE.Recipient(
                    privateKey: device.privateKey, ciphersuite: Self.suite, info: Self.info, encapsulatedKey: wrap.encapsulated),
                let bytes = try? recipient.open(wrap.sealed, authenticating: Data(number)), let key = LibraryKey(bytes: bytes)
            else { continue }
            return key
        }
        return nil
    }

    /// Decrypts the secrets; nil where the file was altered.
    func secrets(_ key: LibraryKey) -> Secrets? {
        guard HMAC<SHA256>.isValidAuthenticationCode(ownTag, authenticating: body, using: key.derived("epoch file")),
            let content, content.sealed.count >= 16,
            let box = try? ChaChaPoly.SealedBox(
                nonce: ChaChaPoly.Nonce(data: Data(count: 12)), ciphertext: content.sealed.dropLast(16),
                tag: content.sealed.suffix(16)),
            let plain = try? ChaChaPoly.open(box, using: key.derived("epoch"), authenticating: Data(number)),
            let secrets = try? JSONDecoder().decode(Secrets.self, from: plain), secrets.keys[String(number)] == key.bytes
        else { return nil }
        return secrets
    }

    private static func tag(_ body: Data, _ key: LibraryKey) -> Data {
        Data(HMAC<SHA256>.authenticationCode(for: body, using: key.derived("epoch file")))
    }
}
