import Exhibits
import Foundation
import Support

/// A package that is made from model files, to be completed in an editor.
public struct NewPackage: Sendable {
    /// The title of the exhibit.
    public var title: String
    /// The models.
    public var models: [ExhibitModelDraft]

    /// A package of models.
    public init(title: String, models: [ExhibitModelDraft] = []) {
        self.title = title
        self.models = models
    }

    /// Writes the package, whole or not at all.
    /// - Parameters:
    ///   - folder: a folder that doesn't exist yet, or is empty.
    ///   - progress: receives the progress.
    /// - Throws: `SpacesError`, `ExhibitError`.
    public func write(to folder: URL, progress: ProgressReporter = .silent) throws -> ExhibitPackage {
        var exhibit = Exhibit(title: title)
        try exhibit.validate()
        try ExhibitPackage.checkTarget(folder)
        let work = FileManager.default.temporaryDirectory.appendingPathComponent("diorama-exhibit-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: work) }
        var files: [String: URL] = [:]
        for (i, draft) in models.enumerated() {
            let taken = Set(exhibit.models.map(\.id))
            let id = ExhibitCatalogue.newID(for: draft.name, taken: taken)
            let share = 0.9 / Double(models.count)
            let made = try draft.make(
                id: id, in: work, progress: progress.part(share * Double(i)...share * Double(i + 1)))
            exhibit.models.append(made.model)
            for (path, file) in made.files { files[path] = file }
        }
        try ExhibitPackage(exhibit, files: files).write(to: folder, progress: progress.part(0.9...1))
        return try ExhibitPackage(folder: folder)
    }
}
