import Foundation
import Support

/// Verifies that an encrypted library's bucket holds no plaintext: everything in it must be authentic ciphertext of this library
/// under an encrypted name, a key file that a member wrote, or what is encrypted for one account in `inbound/` and `outbound/`
/// (docs/sharing.md). Anything else is a finding.
public struct BucketAudit: Sendable {
    /// Something that should not be there.
    public struct Finding: Sendable, Equatable {
        /// What is wrong with an entry.
        public enum Kind: String, Sendable {
            /// The name is not encrypted; the object may be plain as well.
            case plainName
            /// The object is not ciphertext of this library: plain, foreign, altered or truncated.
            case notAuthentic
            /// A key file that no member wrote, or that was altered.
            case foreignKeys
            /// An incomplete upload, which can't be read.
            case unfinished
            /// A symbolic link or another special file.
            case noObject
        }

        /// What is wrong.
        public let kind: Kind
        /// The entry's name in the bucket.
        public let name: String
        /// What is wrong, for people.
        public let reason: String
    }

    /// Number of objects that are authentic ciphertext.
    public private(set) var objectCount = 0
    /// The size of these objects in the bucket, in bytes.
    public private(set) var byteCount: Int64 = 0
    /// Number of authentic key files.
    public private(set) var keyFileCount = 0
    /// Number of envelopes and files that are encrypted for other accounts, or for this one by others. Only their format is
    /// verified.
    public private(set) var sealedCount = 0
    /// Everything that should not be there.
    public private(set) var findings: [Finding] = []

    /// Whether nothing but ciphertext was found.
    public var isClean: Bool { findings.isEmpty }

    private init() {}

    /// Reads all objects of the bucket, in chunks of 4 MiB.
    /// - Throws: `SyncError` where the bucket can't be read.
    public static func run(
        _ bucket: any WalkableBucket, keys: Keyring, progress: ProgressReporter = .silent
    ) async throws(SyncError) -> BucketAudit {
        var audit = BucketAudit()
        let keys = try await keys.refreshed(in: bucket)
        let entries = try await bucket.walk()
        let chain = try await Self.keyFiles(entries, bucket: bucket, keys: keys)
        for (i, entry) in entries.enumerated() {
            try progress.advance(Double(i) / Double(max(entries.count, 1)), "Auditing the bucket")
            if let finding = try await audit.look(at: entry, in: bucket, keys, chain) { audit.findings.append(finding) }
        }
        try progress.advance(1, "Auditing the bucket")
        return audit
    }

    private mutating func look(
        at entry: BucketEntry, in bucket: any WalkableBucket, _ keys: Keyring, _ chain: Set<String>
    ) async throws(SyncError) -> Finding? {
        func found(_ kind: Finding.Kind, _ reason: String) -> Finding { Finding(kind: kind, name: entry.name, reason: reason) }
        switch entry.kind {
        case .other: return found(.noObject, "it is not a regular file")
        case .unfinished: return found(.unfinished, "an incomplete upload: finish it by a sync, or abort it")
        case .object: break
        }
        if entry.name.hasPrefix("\(KeyEpoch.folder)/") {
            guard chain.contains(entry.name) else { return found(.foreignKeys, "no member of this library wrote these keys") }
            keyFileCount += 1
            return nil
        }
        if Self.exchangeFolders.contains(where: { entry.name.hasPrefix("\($0)/") }) {
            guard let object = BucketKey(entry.name), try await Self.isSealed(object, in: bucket) else {
                return found(.notAuthentic, "it is not encrypted for an account")
            }
            sealedCount += 1
            return nil
        }
        guard let object = BucketKey(entry.name), let key = keys.names.decrypt(object) else {
            return found(.plainName, "its name is not encrypted for this library")
        }
        guard try await Self.isAuthentic(object, cipherByteCount: entry.byteCount, key: key, in: bucket, keys: keys) else {
            return found(.notAuthentic, "its contents were not encrypted for this library, or were altered")
        }
        objectCount += 1
        byteCount += entry.byteCount
        return nil
    }

    /// The folders of what accounts send each other.
    private static let exchangeFolders = ["inbound", "outbound"]

    /// Whether an object begins as an envelope or an encrypted file does. Only its receiver can verify the rest.
    private static func isSealed(_ object: BucketKey, in bucket: any Bucket) async throws(SyncError) -> Bool {
        let start = try await bucket.read(object, 0..<4)
        return start == ObjectCipher.magic || start == Data("DIOE".utf8)
    }

    /// Whether every byte of an object is authentic ciphertext of this library, under its right name.
    private static func isAuthentic(
        _ object: BucketKey, cipherByteCount: Int64, key: BucketKey, in bucket: any Bucket, keys: Keyring
    ) async throws(SyncError) -> Bool {
        let bodyStart = Int64(ObjectCipher.headerByteCount)
        guard let byteCount = ObjectCipher.plainByteCount(cipherByteCount),
            case .header(let header) = ObjectCipher.header(try await bucket.read(object, 0..<bodyStart)),
            let secret = keys.key(header.epoch),
            let cipher = ChunkCipher(opening: header, with: secret, name: key, byteCount: byteCount)
        else { return false }
        let whole = Int64(ObjectCipher.wholeChunk)
        for first in stride(from: Int64(0), to: cipher.chunkCount, by: 64) {
            let last = min(first + 64, cipher.chunkCount)
            let data = try await bucket.read(object, bodyStart + first * whole..<min(bodyStart + last * whole, cipherByteCount))
            for chunk in first..<last {
                let start = data.startIndex + Int((chunk - first) * whole)
                guard start < data.endIndex, cipher.open(data[start..<min(start + Int(whole), data.endIndex)], chunk) != nil else {
                    return false
                }
            }
        }
        return true
    }

    /// The names of the key files that members wrote, each authenticated by the previous one.
    private static func keyFiles(
        _ entries: [BucketEntry], bucket: any Bucket, keys: Keyring
    ) async throws(SyncError) -> Set<String> {
        var names: Set<String> = []
        var previous: UInt32 = 0
        for entry in entries where entry.kind == .object {
            guard let key = BucketKey(entry.name), key.folder == KeyEpoch.folder, let number = KeyEpoch.number(key),
                let secret = keys.key(number), let before = keys.key(max(previous, 1)), entry.byteCount <= KeyEpoch.byteLimit
            else { continue }
            let file: KeyEpoch
            do throws(SyncError) {
                file = try await Keyring.file(number, in: bucket)
            } catch {
                guard error.kind == .damaged || error.kind == .newerVersion else { throw error }
                continue
            }
            guard file.previous == previous, file.follows(before), file.secrets(secret) != nil else { continue }
            names.insert(entry.name)
            previous = number
        }
        return names
    }
}
