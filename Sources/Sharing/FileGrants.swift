import DioramaLibrary
import DioramaSync
import Foundation
import Support

/// Access to the files of a share, which its sender gives the receiver for a limited time: the content of an envelope.
///
/// Each file is a copy that was made for this share and encrypted under a key of its own (`SealedFile`). It is in the sender's
/// bucket, with a presigned URL, or in the receiver's `inbound/` where the sender's bucket has no such URLs.
struct FileGrants: Sendable, Equatable, Codable {
    struct File: Sendable, Equatable, Codable {
        /// The hash of the decrypted file.
        var hash: AssetHash
        /// Size of the encrypted copy in bytes.
        var byteCount: Int64
        /// 32 bytes.
        var key: Data
        /// The presigned URL of the copy.
        var url: String?
        /// The copy's key in the receiver's bucket.
        var object: String?
    }

    /// When the grants end, in milliseconds since 1970.
    var expires: Int64
    var files: [File]

    /// Validity of grants, in milliseconds: 7 days, the longest that S3 allows.
    static let lifetime: Int64 = 7 * 86_400_000
    private static let byteLimit = 16 << 20

    init(expires: Int64, files: [File]) {
        self.expires = expires
        self.files = files
    }

    func bytes() throws(SyncError) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard let json = try? encoder.encode(self), json.count <= Self.byteLimit else {
            throw SyncError(.invalidValue, "these are too many files to share at once; choose less")
        }
        return Array(json)
    }

    init(_ bytes: [UInt8]) throws(SyncError) {
        guard bytes.count <= Self.byteLimit, let text = String(validating: bytes, as: UTF8.self),
            let grants = try? JSONDecoder().decode(Self.self, from: Data(text.utf8))
        else { throw SyncError(.damaged, "its content can't be decoded") }
        for file in grants.files {
            guard file.key.count == 32, (0...(1 << 40)).contains(file.byteCount), (file.url?.utf8.count ?? 0) <= 4096,
                (file.url == nil) != (file.object == nil)
            else { throw SyncError(.refused, "it grants access to the file \(file.hash) in an invalid way") }
        }
        self = grants
    }
}

extension AccountKeys {
    /// The key of a file's copy for one share, the same on all devices of the account, so that any of them can grant access again.
    func fileKey(of hash: AssetHash, for share: KSUID) -> Data {
        derived("diorama shared file 1", hash: hash, share: share, byteCount: 32)
    }

    /// The name of a file's copy for one share, which reveals nothing of the file.
    func fileName(of hash: AssetHash, for share: KSUID) -> String {
        Base64URL.encode(derived("diorama shared file name 1", hash: hash, share: share, byteCount: 18))
    }
}

/// Where the copies of shared files are, and how they are encrypted.
enum SharedFiles {
    /// The folder of a share's copies in the sender's bucket.
    static func outbound(_ share: KSUID) -> BucketKey? { BucketKey("outbound/\(share)") }

    /// The folder of a share's copies in the receiver's bucket.
    static func inbound(_ share: KSUID, of receiver: KSUID) -> BucketKey? { BucketKey("inbound/\(receiver)/\(share)") }

    static func seal(_ hash: AssetHash, key: Data) throws(SyncError) -> SealedFile {
        guard let name = BucketKey("shared/\(hash)"), let sealed = SealedFile(key: key, name: name) else {
            throw SyncError(.damaged, "the key of the shared file \(hash) is invalid")
        }
        return sealed
    }
}
