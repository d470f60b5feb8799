import Foundation
import Support

/// A run of COLMAP in a child process.
enum ColmapProcess {
    /// Runs a job to its end.
    ///
    /// The program has four events a second at least, so that cancelling the surrounding task ends it within that time: its input
    /// is closed, it kills COLMAP and ends.
    /// - Returns: the engine's name and version.
    /// - Throws: `PhotogrammetryError`, `CancellationError`.
    static func run(_ job: URL, folder: ColmapFolder, photos: URL, progress: ProgressReporter) throws -> String {
        try folder.require()
        let process = try start(job, folder: folder, photos: photos)
        // Ends the program in any case: it watches its input.
        defer {
            process.endInput()
            _ = process.wait()
        }
        let reader = ColmapEventReader(process)
        var engine = ""
        var isDone = false
        var last: (fraction: Double, what: String) = (0, "Starting COLMAP")
        while let event = try next(reader, photos: photos) {
            switch event.event {
            case "ready":
                guard event.protocol == ColmapEvent.protocolVersion else {
                    throw PhotogrammetryError(
                        folder.program.path, "this program is of another version", remedy: "run make photos again")
                }
                engine = event.engine ?? ""
            case "failed":
                throw PhotogrammetryError(photos.path, event.problem ?? "COLMAP failed", remedy: event.remedy ?? "")
            case "done": isDone = true
            default: last = event.progress ?? last
            }
            try progress.report(last.fraction, last.what)
            if isDone { break }
        }
        guard isDone else {
            process.endInput()
            _ = process.wait()
            throw PhotogrammetryError(
                photos.path, "the program that runs COLMAP has ended early\(process.diagnostic)", remedy: "run make photos again")
        }
        return engine
    }

    private static func start(
        _ job: URL, folder: ColmapFolder, photos: URL
    ) throws(PhotogrammetryError) -> ChildProcess {
        do throws(ChildProcess.Failure) {
            return try ChildProcess(folder.python.path, ["-u", folder.program.path, job.path], hasInput: true)
        } catch { throw PhotogrammetryError(error, place: photos.path) }
    }

    private static func next(_ reader: ColmapEventReader, photos: URL) throws(PhotogrammetryError) -> ColmapEvent? {
        do throws(ChildProcess.Failure) { return try reader.next() } catch {
            throw PhotogrammetryError(error, place: photos.path)
        }
    }
}
