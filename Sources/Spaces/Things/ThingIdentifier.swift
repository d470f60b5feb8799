import Crypto
import DioramaLibrary
import Foundation
import Images
import Recognition
import Support

/// Says which of the library's things a photo shows, and what codes and labels in it say. Everything stays on this device.
public actor ThingIdentifier {
    private let library: Library
    private let media: MediaStore
    private let program: URL?
    private var index: VisualIndex?

    /// - Parameter program: the program that reads codes in a process of its own (`CodeReader`); nil to read none, which the result
    ///   says.
    public init(library: Library, media: MediaStore, program: URL?) {
        self.library = library
        self.media = media
        self.program = program
    }

    /// What a photo shows.
    public struct Result: Sendable {
        /// A thing of the library.
        public struct Match: Sendable {
            /// The thing.
            public let thing: Entry<Thing>
            /// 0 to 1: the higher, the surer.
            public let score: Double
            /// The first of its photos.
            public let cover: Entry<Media>?
        }

        /// The library's things in the photo, the surest first; empty where there is none.
        public let matches: [Match]
        /// Codes, texts and the proposal for a new thing.
        public let identification: Identification
        /// What limits the result.
        public var notices: [String]
    }

    /// What a photo shows.
    /// - Parameters:
    ///   - photo: a JPEG, PNG, WebP or HEIC file.
    ///   - limit: how long photos that were added since may be indexed first, in seconds; nil for as long as it takes.
    /// - Throws: `SpacesError` of kind `invalidInput` where the file is no image.
    public func identify(
        _ photo: URL, indexingAtMost limit: Double? = nil, progress: ProgressReporter = .silent
    ) async throws -> Result {
        let image = try await Blocking.run {
            do { return try ImageFile.decodeShown(ImageFile.read(photo), longEdge: 2048) } catch {
                throw SpacesError(.invalidInput, "\(error)", input: photo.lastPathComponent)
            }
        }
        let (index, missing) = try await update(within: limit, progress: progress)
        var notices = missing > 0 ? ["\(missing) photos of things are not indexed yet; try again in a while"] : []
        if program == nil { notices.append("codes were not read: the program for that is not here") }
        let recognizer = Recognizer(index: index, codes: program.map { CodeReader(program: $0) }, text: TextReader())
        var found: Identification
        do { found = try await recognizer.identify(image) } catch {
            throw SpacesError(error.reason == .badInput ? .invalidInput : .unavailable, error.problem, remedy: error.remedy)
        }
        found = Self.legible(found)
        var matches: [Result.Match] = []
        let ids = found.matches.compactMap { ThingID($0.id) }
        let covers = try await library.covers(of: ids)
        for match in found.matches {
            guard let id = ThingID(match.id), let thing = try await library.things.get(id), thing.trashed == nil else { continue }
            matches.append(Result.Match(thing: thing, score: match.score, cover: covers[id]))
        }
        return Result(matches: matches, identification: found, notices: notices + found.notices)
    }

    /// What is left of the text where it is unlikely to be any: patterns are read as words that nobody wrote.
    private static func legible(_ found: Identification) -> Identification {
        var found = found
        found.text = found.text.filter { line in
            line.confidence >= 0.6 && line.text.count { $0.isLetter || $0.isNumber } >= 3
        }
        // Numbers after a word for them are found by that word; a brand is any line.
        found.proposal.brand = LabelProposal(lines: found.text, codes: found.codes).brand
        return found
    }

    /// Notes whether a match was right; later answers take it into account.
    public func note(_ feedback: MatchFeedback, photo: URL, thing: ThingID) async throws {
        let (index, _) = try await update(within: nil, progress: .silent)
        try await Blocking.run {
            let bytes = try ImageFile.read(photo)
            let image = try ImageFile.decodeShown(bytes, longEdge: 2048)
            let name = SHA256.hash(data: Data(bytes)).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
            try index.record(feedback, features: ImageFeatures(image), photo: name, item: thing.description)
            try index.save()
        }
    }

    /// Pairs of things whose photos show the same, the surest first.
    public func duplicates(progress: ProgressReporter = .silent) async throws -> [(first: ThingID, second: ThingID, score: Double)]
    {
        let (index, _) = try await update(within: nil, progress: progress.part(0...0.5))
        let pairs = try await Blocking.run { try index.duplicates(progress: progress.part(0.5...1)) }
        return pairs.compactMap { pair in
            guard let first = ThingID(pair.first), let second = ThingID(pair.second) else { return nil }
            return (first, second, pair.score)
        }
    }

    /// Brings the index up to date with the photos of things.
    /// - Returns: the index, and the number of photos that are still missing.
    @discardableResult
    public func update(
        within limit: Double?, progress: ProgressReporter = .silent
    ) async throws -> (index: VisualIndex, missing: Int) {
        let index = try await opened(progress)
        let photos = try await library.thingPhotos()
        let wanted = Dictionary(grouping: photos, by: \.thing).mapValues { Set($0.map(\.hash.description)) }
        for item in index.items {
            let names = ThingID(item).flatMap { wanted[$0] } ?? []
            for photo in index.photos(of: item) where !names.contains(photo) { try index.remove(photo: photo, item: item) }
            if names.isEmpty { try index.remove(item: item) }
        }
        var known: [ThingID: Set<String>] = [:]
        for thing in wanted.keys { known[thing] = Set(index.photos(of: thing.description)) }
        let new = photos.filter { known[$0.thing]?.contains($0.hash.description) != true }
        let start = ContinuousClock.now
        var done = 0
        for photo in new {
            try progress.report(Double(done) / Double(new.count), "Indexing photo \(done + 1) of \(new.count)")
            if let limit, start.duration(to: .now) > .seconds(limit) { break }
            try await add(photo, to: index)
            done += 1
        }
        if done > 0 { try await Blocking.run { try index.save() } }
        return (index, new.count - done)
    }

    private func add(_ photo: ThingPhoto, to index: VisualIndex) async throws {
        // A photo that can't be had at the moment, or is no image, waits for the next update.
        guard let file = try? await media.preview(photo.hash, contentType: photo.contentType, size: .medium) else { return }
        try await Blocking.run {
            let features = try ImageFeatures(ImageFile.readColor(file))
            try index.add(features, photo: photo.hash.description, item: photo.thing.description)
        }
    }

    private func opened(_ progress: ProgressReporter) async throws -> VisualIndex {
        if let index {
            try index.refresh()
            return index
        }
        let folder = library.folder.appendingPathComponent("recognition", isDirectory: true)
        let opened = try await Blocking.run { () throws -> VisualIndex in
            do throws(RecognitionError) { return try VisualIndex.open(folder) } catch {
                guard error.reason == .damagedIndex else { throw error }
                // Everything in it can be made again from the photos, which `update` then does.
                return try VisualIndex.rebuild(folder).index
            }
        }
        index = opened
        return opened
    }
}
