import DioramaLibrary
import Foundation
import Guide

/// Deletes everything in a library.
public struct LibraryDeletion: Sendable {
    /// What the user types to confirm it.
    public static let confirmation = "delete everything"

    private let library: Library

    /// The deletion of all of `library`.
    public init(library: Library) { self.library = library }

    /// Deletes permanently all that is in the library, with backups, previews, photo features, conversations with guides and the
    /// demo library beside it. The owner's account stays, and with it the way to the bucket and to the other devices, where the
    /// next sync deletes it, too.
    /// - Returns: how many entries that were.
    /// - Throws: `SpacesError` of kind `conflict` while an import is under way, and for a demo library; `LibraryError`.
    public func run() async throws -> Int {
        if library.isDemo { throw SpacesError(.conflict, "this is the demo library", remedy: "reset it instead") }
        let jobs = try await library.jobs(endedAfter: Date())
        if jobs.contains(where: { !$0.state.isFinal }) {
            throw SpacesError(.conflict, "an import is under way", remedy: "wait until it has ended, or cancel it")
        }
        try await DemoMode(of: library).remove()
        let count = try await library.deleteEverything()
        try ConversationStore(libraryFolder: library.folder).deleteEverything()
        let features = library.folder.appendingPathComponent("recognition")
        if FileManager.default.fileExists(atPath: features.path) { try FileManager.default.removeItem(at: features) }
        return count
    }
}
