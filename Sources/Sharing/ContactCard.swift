import Codecs
import DioramaSync
import Crypto
import Foundation
import DioramaLibrary
import Support

/// The name, public keys and bucket of an account, which people exchange as a QR code or text so that their accounts can share.
///
/// `diorama:contact?name=…&account=…&signing=…&sealing=…&bucket=…&proof=…`. The proof is a signature of the other fields, so an
/// altered card is refused. A valid card does not prove whose it is: compare `fingerprint`.
public struct ContactCard: Sendable, Equatable, CustomStringConvertible {
    /// The account's id.
    public let account: KSUID
    /// The person's name, one line.
    public let name: String
    /// The Ed25519 public key, 32 bytes.
    public let signingKey: Data
    /// The X25519 public key, 32 bytes.
    public let sealingKey: Data
    /// The address of the bucket from whose `inbound/` this account receives; without credentials.
    public let bucket: String?
    private let proof: [UInt8]

    /// The card of this account.
    /// - Throws: `SyncError` of kind `invalidValue` for an empty name or a bucket address of more than 512 characters.
    public init(account: KSUID, name: String, keys: AccountKeys, bucket: String? = nil) throws(SyncError) {
        let line = name.oneLine()
        guard !line.isEmpty else { throw SyncError(.invalidValue, "a contact card needs a name") }
        if let bucket, bucket.utf8.count > 512 || bucket != bucket.oneLine(512) {
            throw SyncError(.invalidValue, "a bucket's address on a contact card has at most 512 characters")
        }
        self.account = account
        self.name = line
        signingKey = keys.signingKey
        sealingKey = keys.sealingKey
        self.bucket = bucket
        proof = try keys.sign(
            Self.statement(account, name: line, signing: keys.signingKey, sealing: keys.sealingKey, bucket: bucket))
    }

    /// Parses the text of a card.
    /// - Throws: `SyncError`: `invalidValue` where it is not a card, `refused` where it was altered.
    public init(_ text: String) throws(SyncError) {
        guard let link = Link(text.trimmingCharacters(in: .whitespacesAndNewlines)), link.action == "contact",
            let name = link["name"],
            name == name.oneLine(), !name.isEmpty, let account = link["account"].flatMap({ KSUID($0) }),
            let signing = link["signing"].flatMap({ Base64URL.decode($0, limit: 32) }), signing.count == 32,
            let sealing = link["sealing"].flatMap({ Base64URL.decode($0, limit: 32) }), sealing.count == 32,
            let proof = link["proof"].flatMap({ Base64URL.decode($0, limit: 64) }), proof.count == 64
        else {
            throw SyncError(
                .invalidValue, "not a contact card; it begins with diorama:contact? and is shown by the other person")
        }
        guard
            AccountKeys.isSigned(
                Self.statement(account, name: name, signing: signing, sealing: sealing, bucket: link["bucket"]), Array(proof),
                by: signing)
        else {
            throw SyncError(.refused, "the contact card of \"\(name)\" was altered; ask for it again")
        }
        self.account = account
        self.name = name
        signingKey = signing
        sealingKey = sealing
        bucket = link["bucket"]
        self.proof = Array(proof)
    }

    public var description: String {
        var link = Link("contact")
        link.add("name", name)
        link.add("account", account.description)
        link.add("signing", Base64URL.encode(signingKey))
        link.add("sealing", Base64URL.encode(sealingKey))
        if let bucket { link.add("bucket", bucket) }
        link.add("proof", Base64URL.encode(proof))
        return link.text
    }

    /// The catalogue's entry of this card.
    var contact: Contact { Contact(peer: account.description, name: name, card: description) }

    /// Thirty digits derived from the account and its keys, for two people to compare: "48219 30557 …".
    public var fingerprint: String {
        var writer = ByteWriter()
        writer.put(account.description)
        writer.put(signingKey)
        writer.put(sealingKey)
        let hash = Array(SHA256.hash(data: Array("diorama contact digits 1".utf8) + writer.bytes))
        return (0..<6).map { group in
            let number = hash[group * 5..<group * 5 + 5].reduce(UInt64(0)) { $0 << 8 | UInt64($1) } % 100_000
            return String(repeating: "0", count: 5 - String(number).count) + String(number)
        }.joined(separator: " ")
    }

    private static func statement(_ account: KSUID, name: String, signing: Data, sealing: Data, bucket: String?) -> [UInt8] {
        var writer = ByteWriter()
        writer.putRaw("diorama contact card 1".utf8)
        writer.put(account.description)
        writer.put(name)
        writer.put(signing)
        writer.put(sealing)
        writer.put(bucket != nil)
        writer.put(bucket ?? "")
        return writer.bytes
    }
}
