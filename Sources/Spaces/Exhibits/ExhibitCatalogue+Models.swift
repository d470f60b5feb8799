import DioramaLibrary
import Exhibits
import Foundation
import Support

extension ExhibitCatalogue {
    /// Adds a model from a file: as GLB, as USDZ in real and in table scale, with an image.
    /// - Parameters:
    ///   - draft: the file, the name of the model and its size.
    ///   - exhibit: the exhibit; where it was changed meanwhile, the model is added to it as it is now.
    ///   - progress: receives the progress.
    /// - Throws: `SpacesError`: `invalidInput` where the model can't be read or the exhibit has the most models already, `conflict`
    ///   for the built-in exhibit; `LibraryError`.
    public func add(
        _ draft: ExhibitModelDraft, to exhibit: StoredExhibit, progress: ProgressReporter = .silent
    ) async throws -> StoredExhibit {
        _ = try Self.record(of: exhibit)
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("diorama-exhibit-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let id = Self.newID(for: draft.name, in: exhibit)
        let made = try await Blocking.run { try draft.make(id: id, in: folder, progress: progress) }
        let drafts = try made.files.map { try ExhibitFileDraft($0.0, $0.1) }
        let model = made.model
        return try await change(exhibit, adding: drafts) { current in
            var exhibit = current.exhibit
            if exhibit.models.contains(where: { $0.id == model.id }) {
                throw SpacesError(.conflict, "a model of this name was added meanwhile", input: model.name, remedy: "try again")
            }
            exhibit.models.append(model)
            return exhibit
        }
    }

    /// Adds the model of a space of the library.
    /// - Throws: `SpacesError` of kind `notPossible` where the space has no model.
    public func add(
        _ space: Space, size: ExhibitModelDraft.Size? = nil, to exhibit: StoredExhibit, progress: ProgressReporter = .silent
    ) async throws -> StoredExhibit {
        guard let asset = SpaceModels.asset(of: space) else {
            throw SpacesError(.notPossible, "the space holds no model", input: space.name)
        }
        let file = try await SpaceModels(media: media).file(of: asset)
        return try await add(
            ExhibitModelDraft(source: file, name: Self.name(space.name), size: size), to: exhibit, progress: progress)
    }

    /// Adds the first model among the media of a thing of the library; without a model its first photo, as a thin panel.
    /// - Throws: `SpacesError` of kind `notPossible` where the thing has neither.
    public func add(
        _ thing: Entry<Thing>, size: ExhibitModelDraft.Size? = nil, to exhibit: StoredExhibit, progress: ProgressReporter = .silent
    ) async throws -> StoredExhibit {
        let models = try await library.media.list([.thing(thing.id), .kind(.model)], by: .position, limit: 1)
        let photos = try await library.media.list([.thing(thing.id), .kind(.photo)], by: .position, limit: 1)
        guard let found = models.entries.first ?? photos.entries.first else {
            throw SpacesError(
                .notPossible, "the thing has no model and no photo", input: thing.name,
                remedy: "scan it, or add a model file or a photo to it")
        }
        let file = try await media.original(found.hash, contentType: found.contentType)
        let draft = ExhibitModelDraft(source: file, name: Self.name(thing.name), size: size, isPhoto: models.entries.isEmpty)
        return try await add(draft, to: exhibit, progress: progress)
    }

    private static func name(_ text: String) -> String { String(text.prefix(100)) }

    /// A slug of the name that no model and no file of the exhibit has.
    private static func newID(for name: String, in exhibit: StoredExhibit) -> String {
        var taken = Set(exhibit.exhibit.models.map(\.id))
        for file in exhibit.files {
            if let name = file.path.split(separator: "/").last?.split(separator: ".").first { taken.insert(String(name)) }
        }
        return newID(for: name, taken: taken)
    }

    /// A slug of the name that is not taken: `ada-s-chair` for "Ada's chair".
    static func newID(for name: String, taken: Set<String>) -> String {
        let plain = name.folding(options: [.diacriticInsensitive, .caseInsensitive], locale: Locale(identifier: "en")).lowercased()
        let words = plain.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        let base = String(words.joined(separator: "-").prefix(48))
        let start = base.isEmpty ? "model" : base
        if !taken.contains(start) { return start }
        return (2...).lazy.map { "\(start)-\($0)" }.first { !taken.contains($0) }!
    }
}
