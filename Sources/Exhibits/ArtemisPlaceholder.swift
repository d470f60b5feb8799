import Foundation
import Support

/// Stands in until the real one is merged.
public enum Artemis {
    /// Revision.
    public static let revision = 0
    /// Document.
    public static func exhibit() -> Exhibit { Exhibit(title: "Artemis", license: "x") }
    /// Files.
    public static func writeFiles(to folder: URL, progress: ProgressReporter) throws(ExhibitError) {}
}
