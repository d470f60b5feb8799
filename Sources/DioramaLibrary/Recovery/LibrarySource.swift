import Foundation
import Support

/// Somewhere outside this device that a library's database can come from, as a bucket's newest snapshot.
public protocol LibrarySource: Sendable {
    /// What it is, for people: "the bucket s3://photos".
    var name: String { get }

    /// Writes the newest database that the source has to `file`, which is not there yet, as a single SQLite file without a log.
    /// - Returns: false, with nothing written, where the source has none.
    /// - Throws: where it can't be reached, or the work was cancelled.
    func fetch(to file: URL, progress: ProgressReporter) async throws -> Bool
}
