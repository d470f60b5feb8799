import Foundation
import DioramaLibrary
import Support

extension SyncClient {
    /// Encrypts the library in the bucket: everything that is written from now on is ciphertext. The bucket must be empty.
    /// - Returns: the recovery phrase. It is not stored anywhere.
    /// - Throws: `SyncError` of kind `refused` where the bucket is not empty.
    public func encrypt() async throws(SyncError) -> RecoveryPhrase {
        let (address, bucket) = try await plain()
        let entries = try await bucket.walk()
        if !entries.isEmpty {
            throw SyncError(
                .refused, "\(bucket.name) holds \(entries.count) objects already; an encrypted library needs a new bucket or prefix"
            )
        }
        let made = try await Keyring.create(in: bucket, device: try await keys.device(), label: ProcessInfo.processInfo.hostName)
        try await keep(made.keyring, address)
        return made.phrase
    }

    /// Opens an encrypted library with its recovery phrase and adds this device as a member.
    /// - Throws: `SyncError` of kind `noPermission` where it is another library's phrase.
    public func unlock(_ phrase: RecoveryPhrase) async throws(SyncError) {
        let (address, bucket) = try await plain()
        let keyring = try await Keyring.recover(
            in: bucket, phrase: phrase, device: try await keys.device(), label: ProcessInfo.processInfo.hostName)
        try await keep(keyring, address)
    }

    /// Verifies that nothing in the bucket can be read without the library's keys.
    /// - Parameters:
    ///   - address: the bucket; the library's own where it is nil.
    ///   - progress: receives the progress.
    public func audit(bucket address: String? = nil, progress: ProgressReporter = .silent) async throws(SyncError) -> BucketAudit {
        let (address, bucket) = try await plain(address)
        guard let keyring = try await keys.keyring(address) else {
            throw SyncError(
                .invalidValue, "the library in \(bucket.name) is not encrypted on this device; there is nothing to audit")
        }
        return try await BucketAudit.run(bucket, keys: keyring, progress: progress)
    }

    private func plain(_ other: String? = nil) async throws(SyncError) -> (String, any WalkableBucket) {
        let own = try await bucket()
        guard let address = other ?? own else { throw SyncError(.invalidValue, "the library has no bucket yet") }
        return (
            address, try BucketAddress(address, environment: environment).open(environment: environment)
        )
    }

    private func keep(_ keyring: Keyring, _ address: String) async throws(SyncError) {
        try await keys.keep(keyring, address)
        forgetBucket()
    }
}
