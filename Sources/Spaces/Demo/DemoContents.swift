import DioramaLibrary
import Support
import SyntheticScenes

/// What a demo library holds.
public enum DemoContents {
    /// The name of its space.
    public static let spaceName = "Demo flat"

    /// Fills an empty library: a space that is reconstructed from the program's own demo capture, with the things, places,
    /// recording and memory of `DemoCatalogue`. The built-in exhibit is in every library.
    /// - Throws: what `SpaceImporter` throws; `CancellationError`.
    public static func fill(_ library: Library, progress: ProgressReporter) async throws {
        let demo = DemoCapture()
        _ = try await SpaceImporter(library: library).importCapture(
            demo.capture, name: spaceName, options: ImportOptions(), progress: progress.part(0...0.97))
        try progress.report(0.97, "Adding things")
        try await DemoCatalogue.fill(library)
    }
}
