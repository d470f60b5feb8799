import Foundation

/// Where originals come from that are not on this device: a bucket, or another person's share.
public protocol OriginalSource: Sendable {
    /// The size in bytes of the original named `hash`.
    /// - Parameters:
    ///   - hash: the SHA-256 of the original.
    ///   - contentType: its media type, from which a bucket's folder follows.
    /// - Throws: `LibraryError`: `notFound` where the source doesn't have it, `unavailable` where the source can't be reached.
    func byteCount(of hash: AssetHash, contentType: String) async throws -> Int64

    /// The bytes of the original in `range`, which lies within it. The library compares all bytes with the hash afterwards.
    /// - Throws: as `byteCount`.
    func read(_ range: Range<Int64>, of hash: AssetHash, contentType: String) async throws -> Data
}
