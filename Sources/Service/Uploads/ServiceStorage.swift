import DioramaLibrary
import DioramaSync
import Foundation
import Support

/// The bucket with the files of scans and results: S3, or a folder that all servers and workers share.
///
/// Objects are `accounts/ACCOUNT/scans/SCAN/UPLOAD` and `accounts/ACCOUNT/jobs/JOB/TOKEN/FILE`: every attempt of a job writes to a
/// folder of its own, so that a late worker overwrites nothing.
public struct ServiceStorage: Sendable {
    /// The bucket.
    public let bucket: any WalkableBucket
    /// The bucket's folder; nil where it is S3.
    public let folder: URL?

    /// Opens a bucket. A folder must exist.
    /// - Throws: `SyncError` where the address is invalid or there are no credentials.
    public init(_ address: String) throws(SyncError) {
        let parsed = try BucketAddress(address)
        bucket = try parsed.open()
        if case .folder(let url) = parsed { folder = url } else { folder = nil }
    }

    /// The folder of a scan's files.
    static func scanFolder(_ account: KSUID, _ scan: String) -> String { "accounts/\(account)/scans/\(scan)" }

    /// The folder of a job's results.
    static func jobFolder(_ account: KSUID, _ job: String) -> String { "accounts/\(account)/jobs/\(job)" }

    /// A key whose text is known to be valid: ids and file names of the service.
    static func key(_ text: String) throws(ServiceError) -> BucketKey {
        guard let key = BucketKey(text) else { throw ServiceError(.invalidInput, "\(text.prefix(80)) is not a name of an object") }
        return key
    }

    /// A URL with which anybody may write one object until it expires; nil where the bucket is a folder.
    func uploadURL(of key: BucketKey, seconds: Int) -> String? {
        (bucket as? S3Bucket)?.presignedUploadURL(of: key, seconds: seconds)
    }

    /// A URL with which anybody may read one object until it expires; nil where the bucket is a folder.
    public func downloadURL(of key: String, seconds: Int) throws(ServiceError) -> String? {
        guard let bucket = bucket as? S3Bucket else { return nil }
        return bucket.presignedURL(of: try Self.key(key), seconds: seconds)
    }

    /// Removes everything below a folder.
    func remove(folder: String) async throws {
        let key = try Self.key(folder)
        for object in try await bucket.list(key, after: nil) { try await bucket.delete(object.key) }
        for name in try await bucket.folders(in: key) { try await remove(folder: "\(folder)/\(name)") }
    }
}
