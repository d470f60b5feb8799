/// A bucket that can grant others access to single objects by a URL: an S3 bucket.
public protocol PresigningBucket: Bucket {
    /// A URL with which anybody can read an object until it expires. No request is sent: the object may be missing.
    /// - Parameter seconds: how long it is valid, at most 604,800 (7 days).
    func presignedURL(of key: BucketKey, seconds: Int) -> String
}

extension S3Bucket: PresigningBucket {
    public func presignedURL(of key: BucketKey, seconds: Int) -> String {
        client.presigned(object: object(key.description), seconds: seconds)
    }
}

extension S3Address {
    /// Whether `url` names an object of this bucket, so that following it sends no request to another server.
    package func contains(_ url: String) -> Bool {
        guard let scheme = endpoint.range(of: "://") else { return false }
        let virtual = "\(endpoint[..<scheme.upperBound])\(bucket).\(endpoint[scheme.upperBound...])/"
        return url.hasPrefix("\(endpoint)/\(bucket)/") || url.hasPrefix(virtual)
    }
}
