import Foundation
import Support

/// Where originals come from that do not lie on this device: a bucket, or an address on the web.
public protocol OriginalSource: Sendable {
    /// Writes the original named `hash` to `file`, which is not there yet. The library checks its bytes against its name
    /// afterwards.
    /// - Parameters:
    ///   - hash: the SHA-256 of the original.
    ///   - contentType: its media type, from which a bucket's folder follows.
    ///   - file: the file to write, which does not exist yet.
    ///   - progress: receives the progress.
    /// - Throws: where it can't be had; nothing is left at `file` then.
    func fetch(_ hash: AssetHash, contentType: String, to file: URL, progress: ProgressReporter) async throws
}
