import Capture
import DioramaLibrary
import Support

extension SpaceImporter {
    /// The space of this name, oldest first where there are several; nil where there is none outside the trash.
    public func space(named name: String) async throws -> Space? {
        var found: Space?
        var last: SpaceID?
        repeat {
            let page = try await library.spaces(limit: 200, after: last)
            found = page.last { $0.name == name } ?? found
            last = page.count == 200 ? page.last?.id : nil
        } while last != nil
        return found
    }

    /// Imports a capture again and transfers the memories of the space that it made before, which is moved to the trash then.
    /// - Parameters:
    ///   - former: the space of the earlier import.
    ///   - capture: the capture.
    ///   - media: the originals of the library.
    ///   - options: how it is reconstructed now.
    ///   - progress: receives the progress.
    /// - Throws: what `importCapture` and `AnchorTransfer` throw; the former space is left as it is then.
    public func rebuild(
        _ former: Space, from capture: Capture, media: MediaStore, options: ImportOptions, progress: ProgressReporter
    ) async throws -> Space {
        let space = try await importCapture(capture, name: former.name, options: options, progress: progress.part(0...0.8))
        if try await library.memoryCount(in: former.id) > 0 {
            let transfer = AnchorTransfer(library: library, media: media)
            _ = try await transfer.run(from: former.id, to: space.id, progress: progress.part(0.8...1))
        }
        _ = try await library.trash(former.id)
        return space
    }
}
