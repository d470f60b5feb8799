import Foundation

extension S3Bucket {
    /// A URL with which anybody can write an object, by PUT, until it expires. No request is sent.
    /// - Parameter seconds: how long it is valid, at most 604,800 (7 days).
    public func presignedUploadURL(of key: BucketKey, seconds: Int) -> String {
        client.presigned(method: "PUT", object: object(key.description), seconds: seconds)
    }

    /// A URL with which anybody can write one part of an upload in parts, by PUT, until it expires. No request is sent.
    /// - Parameters:
    ///   - upload: the upload's id, of `beginParts`.
    ///   - number: the part's number, 1 to 10,000.
    ///   - seconds: how long it is valid, at most 604,800 (7 days).
    public func presignedPartURL(of key: BucketKey, upload: String, number: Int, seconds: Int) -> String {
        client.presigned(
            method: "PUT", object: object(key.description), query: [("partNumber", String(number)), ("uploadId", upload)],
            seconds: seconds)
    }
}
