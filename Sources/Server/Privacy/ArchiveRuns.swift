import DioramaLibrary
import Foundation
import Spaces
import Support

/// The archive of everything in the library: made in the background, one at a time, and kept until it is removed or the server
/// ends.
actor ArchiveRuns {
    /// An archive that is there.
    struct Made: Sendable {
        let file: OpenFile
        let contents: LibraryArchive.Contents
        let time: Date
        /// The folder that is removed with the archive.
        fileprivate let folder: UploadFolder
    }

    private let archive: LibraryArchive
    private let store: UploadStore
    private let progress = ProgressBox()
    private var task: Task<Void, Never>?
    private var isStopped = false
    /// The latest archive.
    private(set) var made: Made?
    /// Why the last attempt failed.
    private(set) var problem: String?

    init(_ archive: LibraryArchive, store: UploadStore) {
        self.archive = archive
        self.store = store
    }

    /// The progress of the archive that is being made; nil where none is.
    var running: WorkProgress? { task == nil ? nil : progress.value }

    /// Begins to make an archive, unless one is being made; the former one is removed.
    /// - Throws: `Problem` 503 while the server stops.
    func start() throws {
        guard !isStopped else { throw Problem.stopping }
        guard task == nil else { return }
        made = nil
        problem = nil
        progress.value = WorkProgress(fraction: 0, what: "Writing rows")
        let folder = try store.makeFolder()
        let reporter = ProgressReporter { [progress] in progress.value = $0 }
        task = Task { [archive] in
            do {
                let file = folder.url.appendingPathComponent("library.zip")
                let contents = try await archive.write(to: file, progress: reporter)
                end(.success(Made(file: try OpenFile(file), contents: contents, time: Date(), folder: folder)))
            } catch {
                end(.failure(error))
            }
        }
    }

    /// Cancels the archive that is being made, and removes one that is there.
    func remove() async {
        task?.cancel()
        await task?.value
        made = nil
        problem = nil
    }

    /// Starts nothing more, and waits until the archive's work has ended.
    func shutDown() async {
        isStopped = true
        await remove()
    }

    private func end(_ result: Result<Made, any Error>) {
        task = nil
        switch result {
        case .success(let made): self.made = made
        case .failure(is CancellationError): problem = nil
        case .failure(let error): problem = ErrorLine.text(error)
        }
    }
}
