import DioramaLibrary
import Foundation
import Geometry
import Spaces
import Support

/// The web client with what the HTTP interface would have answered to a visitor by a link, written into a folder.
public struct ExportedSite: WebSite {
    private let library: Library
    private let media: MediaStore
    private let parts: PartStore
    private let client: URL?

    /// - Parameter client: the folder of the built web client; without one, the client that was built into the program.
    public init(library: Library, media: MediaStore, client: URL? = nil) {
        self.init(library: library, media: media, parts: PartStore(library: library, media: media), client: client)
    }

    init(library: Library, media: MediaStore, parts: PartStore, client: URL?) {
        self.library = library
        self.media = media
        self.parts = parts
        self.client = client ?? WebClient.bundled
    }

    public func write(
        _ space: Space, part: Bounds?, showsMemories: Bool, to folder: URL, progress: ProgressReporter
    ) async throws -> Int {
        try progress.report(0, "Copying the client")
        let page = try ExportedClient(folder: client).copy(to: folder)
        let answers = ExportedAnswers(
            library: library, media: media, parts: parts, space: space, part: part, showsMemories: showsMemories, folder: folder)
        let count = try await answers.write(progress.part(0.125...1))
        try AtomicFile.write(Array(page.utf8), to: folder.appendingPathComponent("index.html"))
        return count
    }
}
