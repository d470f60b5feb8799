extension SyncClient {
    /// The library's bucket without the encryption of an encrypted library; nil where the library has none. `inbound/` and
    /// `outbound/` are outside that encryption: what is in them is encrypted for other accounts.
    package func sharingBucket() async throws(SyncError) -> (any Bucket)? {
        guard let address = try await bucket() else { return nil }
        return try openBucket(at: address)
    }

    /// A bucket at an address that somebody else wrote, with this device's credentials.
    package func openBucket(at address: String) throws(SyncError) -> any Bucket {
        try BucketAddress(address, environment: environment).open(environment: environment)
    }
}
