import Capture
import DioramaLibrary
import Foundation
import Photogrammetry
import Support

extension SpaceImporter {
    /// Imports files and folders as people name them: each as a space of its own, RoomPlan's JSON with its USDZ as one, or all of
    /// one place as one space.
    /// - Parameters:
    ///   - paths: the files and folders.
    ///   - together: captures of one place, or RoomPlan's rooms of one home with at most one USDZ of all of them.
    ///   - name: the space's name; nil: the file's.
    ///   - options: how captures are reconstructed.
    ///   - progress: makes a reporter for each space.
    /// - Returns: the new spaces in the order of `paths`.
    public func importPaths(
        _ paths: [URL], together: Bool, name: String? = nil, options: ImportOptions, progress: () -> ProgressReporter
    ) async throws -> [Space] {
        if let export = try RoomPlanFiles.Export(paths, together: together) {
            return [try await importRoomPlan(export, name: name, progress: progress())]
        }
        if together {
            let captures = try paths.map { path in
                guard !PhotoSource.isPhotoFolder(path), !PhotoSource.isVideo(path) else {
                    throw SpacesError(
                        .notPossible, "photos can't be registered with other captures", input: path.path,
                        remedy: "put all photos into one folder and import that")
                }
                return try Capture.open(path, options: options.capture)
            }
            return [try await importCaptures(captures, name: name, options: options, progress: progress())]
        }
        var spaces: [Space] = []
        for path in paths {
            spaces.append(try await importSpace(from: path, name: name, options: options, progress: progress()))
        }
        return spaces
    }
}

extension RoomPlanFiles.Export {
    /// The files as one export of RoomPlan; nil where they are imported in another way.
    /// - Throws: `SpacesError` where files of another type are among rooms that belong together.
    public init?(_ files: [URL], together: Bool) throws(SpacesError) {
        let rooms = files.filter { $0.pathExtension.lowercased() == "json" }
        let models = files.filter { $0.pathExtension.lowercased() == "usdz" }
        if together, !rooms.isEmpty {
            guard rooms.count + models.count == files.count, models.count <= 1 else {
                throw SpacesError(
                    .invalidInput, "RoomPlan's rooms can only be combined with each other and with one usdz of all of them",
                    remedy: "import other files by themselves")
            }
            self.init(rooms: rooms, model: models.first)
        } else if files.count == 2, let room = rooms.first, let model = models.first {
            self.init(rooms: [room], model: model)
        } else {
            return nil
        }
    }
}
