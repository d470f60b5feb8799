import DioramaLibrary
import Foundation
import Support

/// A file for a thing.
public struct ThingFile: Sendable {
    /// The file on disk.
    public var url: URL
    /// Photo, audio, video or document.
    public var kind: Media.Kind
    /// What it is to the thing, as a receipt.
    public var role: Media.Role?
    /// The name that a download gets.
    public var name: String
    /// Whether the library may take the file over instead of copying it.
    public var isConsumed: Bool

    /// A file for a thing.
    public init(url: URL, kind: Media.Kind, role: Media.Role? = nil, name: String? = nil, isConsumed: Bool = false) {
        self.url = url
        self.kind = kind
        self.role = role
        self.name = name ?? url.lastPathComponent
        self.isConsumed = isConsumed
    }
}

extension ThingCatalogue {
    /// Adds a thing with its files.
    /// - Throws: `LibraryError` of kind `invalidValue` where a value or a file can't be kept, `notFound` where the place or space
    ///   is not there. Nothing is added then.
    public func add(_ thing: Thing, files: [ThingFile] = []) async throws -> Details {
        // Files are checked before the row exists, so that a wrong one leaves nothing behind.
        let drafts = try await Self.checked(files)
        let entry = try await library.things.add(thing)
        do {
            try await add(drafts, files, to: entry.id)
        } catch {
            _ = try? await library.things.purge(entry.id)
            throw error
        }
        return try await details(entry.id)
    }

    /// Adds files to a thing, behind those that it has; all or none.
    /// - Throws: `SpacesError` of kind `notFound`; `LibraryError` of kind `invalidValue` where a file can't be kept.
    public func add(_ files: [ThingFile], to id: ThingID) async throws -> Details {
        _ = try await thing(id)
        try await add(try await Self.checked(files), files, to: id)
        return try await details(id)
    }

    /// The media of files, checked by their contents.
    /// - Throws: `SpacesError` of kind `invalidInput` that names the file.
    static func checked(_ files: [ThingFile]) async throws -> [Media] {
        if files.count > 100 { throw SpacesError(.invalidInput, "at most 100 files can be added at once, not \(files.count)") }
        return try await Blocking.run {
            try files.map { file in
                do {
                    var media = try MediaIntake.media(at: file.url, kind: file.kind, name: file.name)
                    media.role = file.role
                    return media
                } catch let error as LibraryError {
                    throw SpacesError(.invalidInput, error.message, input: file.name)
                }
            }
        }
    }

    private func add(_ drafts: [Media], _ files: [ThingFile], to id: ThingID) async throws {
        if drafts.isEmpty { return }
        let last = try await all(library.media, [.thing(id)], by: .position).map(\.position).max() ?? -1
        let placed = zip(drafts, files).enumerated().map { i, pair in
            var media = pair.0
            media.thing = id
            media.position = last + 1 + i
            return (media: media, file: pair.1.url)
        }
        let added = try await library.add(placed, areConsumed: files.allSatisfy(\.isConsumed))
        for entry in added { await media.prepare(entry.hash, contentType: entry.contentType) }
    }

    /// Changes a thing as it is now.
    /// - Parameters:
    ///   - id: the thing.
    ///   - seen: what the caller has seen of it; nil changes it whatever it is.
    ///   - change: the change, which runs within the transaction.
    /// - Throws: `SpacesError`: `notFound`, `conflict` where it is not as it was seen; what `change` throws; `LibraryError` where a
    ///   value can't be kept.
    public func edit(
        _ id: ThingID, expecting seen: Thing? = nil, _ change: @escaping @Sendable (inout Thing) throws -> Void
    ) async throws -> Details {
        let entry = SeenEntry(seen)
        let edited = try await library.things.update(id) { thing in try entry.change(&thing, change) }
        guard edited != nil else { throw Self.notFound(id.description) }
        try entry.check()
        return try await details(id)
    }

    /// Puts things into the trash.
    /// - Returns: those that were not there before.
    public func trash(_ ids: [ThingID]) async throws -> [ThingID] { try await library.things.trash(ids) }

    /// Takes a thing out of the trash.
    /// - Throws: `SpacesError` of kind `notFound`.
    public func restore(_ id: ThingID) async throws -> Details {
        _ = try await thing(id)
        _ = try await library.things.restore([id])
        return try await details(id)
    }

    /// Adds a copy of a thing, with its files, without its serial number, loans and position.
    /// - Parameter name: of the copy; nil for the name with "(copy)".
    public func duplicate(_ id: ThingID, name: String? = nil) async throws -> Details {
        let old = try await thing(id)
        return try await details(library.duplicate(id, name: name ?? "\(old.name.prefix(190)) (copy)").id)
    }

    /// A file of a thing that is not in the trash.
    /// - Throws: `SpacesError` of kind `notFound`.
    public func file(_ file: MediaID, of id: ThingID) async throws -> Entry<Media> {
        guard let entry = try await library.media.get(file), entry.thing == id, entry.trashed == nil else {
            throw SpacesError(.notFound, "the thing has no such file")
        }
        return entry
    }

    /// Changes what is said of a file: caption, alternative text, role, index.
    /// - Throws: `SpacesError` of kind `notFound`.
    public func edit(
        _ file: MediaID, of id: ThingID, _ change: @escaping @Sendable (inout Media) throws -> Void
    ) async throws -> Details {
        _ = try await self.file(file, of: id)
        _ = try await library.media.update(file, change)
        return try await details(id)
    }

    /// Puts a file of a thing into the trash.
    /// - Throws: `SpacesError` of kind `notFound`.
    public func remove(_ file: MediaID, of id: ThingID) async throws -> Details {
        _ = try await self.file(file, of: id)
        _ = try await library.media.trash([file])
        return try await details(id)
    }
}
