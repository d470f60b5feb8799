import Foundation

extension S3Bucket {
    /// A URL with which anybody can write an object, by PUT, until it expires. No request is sent.
    /// - Parameter seconds: how long it is valid, at most 604,800 (7 days).
    public func presignedUploadURL(of key: BucketKey, seconds: Int) -> String {
        client.presigned(method: "PUT", object: object(key.description), seconds: seconds)
    }
}
