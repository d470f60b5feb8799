import Crypto
import Foundation
import ModelFormats
import Geometry
import DioramaLibrary
import Reconstruction
import Support

/// Parts of spaces: what is inside a box, cut out once and stored in the library's folder, under `parts/MODEL/BOX/`.
///
/// The files of a part are made only from what is inside: surface, levels of detail, boundary loops and thumbnail. It can be made
/// again at any time, so nothing here is backed up or synced.
public actor PartStore {
    private let library: Library
    private let models: SpaceModels
    private let root: URL
    private let verified = VerifiedFiles()
    /// Parts that are being cut; further requests for one of them wait for the same work.
    private var cutting: [URL: Task<SpacePart, any Error>] = [:]
    /// The work before, whose end the next one waits for: cutting takes memory by the model's size.
    private var last: Task<Void, Never>?

    /// Removes what an interrupted program left unfinished. `media` downloads models that another device added.
    public init(library: Library, media: MediaStore) {
        self.library = library
        models = SpaceModels(media: media)
        root = library.folder.appendingPathComponent("parts", isDirectory: true)
        // Left by a program that was killed.
        for model in Self.names(root) {
            let folder = root.appendingPathComponent(model)
            for name in Self.names(folder) where name.hasPrefix(Self.unfinished) {
                try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
            }
        }
    }

    private static let unfinished = ".unfinished-"

    /// - Throws: `SpacesError` of kind `notPossible` where no part of the space can be had by this box.
    static func check(_ box: Bounds, of space: Space) throws(SpacesError) {
        guard SpaceModels.asset(of: space) != nil else {
            throw SpacesError(.notPossible, "the space holds no model of which a part could be cut")
        }
        guard let bounds = space.bounds, box.min.isFinite, box.max.isFinite, box.size.min() > 0,
            (0..<3).allSatisfy({ box.min[$0] < bounds.max[$0] && box.max[$0] > bounds.min[$0] })
        else { throw SpacesError.emptyPart }
    }

    /// The part, where it has been cut already.
    public nonisolated func existing(_ box: Bounds, of space: Space) -> SpacePart? {
        Self.folder(box, of: space, in: root).flatMap { SpacePart(in: $0) }
    }

    /// The part, which is cut out where it is missing.
    /// - Throws: `SpacesError` of kind `notPossible` where nothing is inside the box; `FormatError`, `LibraryError` where the model
    ///   can't be had.
    public func part(_ box: Bounds, of space: Space, progress: ProgressReporter = .silent) async throws -> SpacePart {
        try Self.check(box, of: space)
        guard let folder = Self.folder(box, of: space, in: root), let model = SpaceModels.asset(of: space) else {
            throw SpacesError(.notFound, "the space holds no model")
        }
        if let known = SpacePart(in: folder) { return known }
        if let task = cutting[folder] { return try await task.value }
        let before = last
        let task = Task {
            await before?.value
            return try await cut(box, model: model, of: space, into: folder, progress: progress)
        }
        cutting[folder] = task
        last = Task { _ = await task.result }
        defer { cutting[folder] = nil }
        let part = try await task.value
        // Models that are gone leave room for new parts.
        try? await sweep()
        return part
    }

    /// A file of a part, whose bytes were compared with its hash; nil where it has none of this hash. A part with a damaged file is
    /// removed, so that it is cut again.
    public nonisolated func file(
        _ hash: AssetHash, of box: Bounds, in space: Space
    ) async throws -> (file: SpacePart.File, url: URL)? {
        guard let folder = Self.folder(box, of: space, in: root), let part = SpacePart(in: folder),
            let file = part.files.first(where: { $0.hash == hash })
        else { return nil }
        let url = folder.appendingPathComponent(hash.description)
        let isSound = try await Blocking.run { [verified] in
            try verified.knows(url, as: hash, touching: false) || verified.problem(of: url, as: hash, touching: false) == nil
        }
        if isSound { return (file, url) }
        try FileManager.default.removeItem(at: folder)
        return nil
    }

    /// Lets go of all parts of models that no space has any more.
    private func sweep() async throws {
        for name in Self.names(root) {
            guard let hash = AssetHash(name), try await library.asset(hash) == nil else { continue }
            try? FileManager.default.removeItem(at: root.appendingPathComponent(name))
        }
    }

    private func cut(
        _ box: Bounds, model: Asset, of space: Space, into folder: URL, progress: ProgressReporter
    ) async throws -> SpacePart {
        let file = try await models.file(of: model)
        var rims: URL?
        if let asset = space.assets.first(where: { $0.kind == .rims }) { rims = try await models.file(of: asset) }
        let partial = folder.deletingLastPathComponent().appendingPathComponent(Self.unfinished + UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: partial) }
        return try await Blocking.run { [rims] in
            try FileManager.default.createDirectory(at: partial, withIntermediateDirectories: true)
            let part = try PartCutter(box: box).cut(file, rims: rims, into: partial, progress: progress)
            // A part that can't be read is replaced. Another program may have made the same part meanwhile.
            if SpacePart(in: folder) == nil { try? FileManager.default.removeItem(at: folder) }
            if rename(partial.path, folder.path) != 0, let other = SpacePart(in: folder) { return other }
            guard SpacePart(in: folder) != nil else {
                throw SpacesError(.unwritable, "the part couldn't be written", input: folder.path)
            }
            return part
        }
    }

    /// Named by the model's hash and, to the bit, by the box.
    private static func folder(_ box: Bounds, of space: Space, in root: URL) -> URL? {
        guard let model = SpaceModels.asset(of: space) else { return nil }
        var hash = SHA256()
        hash.update(data: Data("part \(SpacePart.version)".utf8))
        for side in [box.min, box.max] {
            for axis in 0..<3 { withUnsafeBytes(of: side[axis].bitPattern.littleEndian) { hash.update(bufferPointer: $0) } }
        }
        // The boundary loops belong to the part as well; they are in a file of their own.
        for asset in space.assets where asset.kind == .rims { hash.update(data: Data(asset.hash.description.utf8)) }
        let key = hash.finalize().map { String(format: "%02x", $0) }.joined()
        return root.appendingPathComponent(model.hash.description, isDirectory: true).appendingPathComponent(key, isDirectory: true)
    }

    private static func names(_ folder: URL) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    }
}
