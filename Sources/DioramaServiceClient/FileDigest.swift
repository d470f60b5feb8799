import Crypto
import Foundation
import Support

/// SHA-256 of files and pieces.
enum FileDigest {
    /// The hash of a file as hexadecimal digits.
    static func sha256(_ file: URL, progress: ProgressReporter) throws -> String {
        let handle = try FileHandle(forReadingFrom: file)
        defer { try? handle.close() }
        let size = Double(max(1, try handle.seekToEnd()))
        try handle.seek(toOffset: 0)
        var hash = SHA256()
        var done = 0.0
        while let piece = try handle.read(upToCount: 1 << 20), !piece.isEmpty {
            hash.update(data: piece)
            done += Double(piece.count)
            try progress.report(done / size, "Reading")
        }
        return text(hash.finalize())
    }

    static func text(_ digest: SHA256Digest) -> String { digest.map { String(format: "%02x", $0) }.joined() }
}
