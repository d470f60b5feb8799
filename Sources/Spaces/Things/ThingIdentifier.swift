import Crypto
import DioramaLibrary
import Foundation
import Images
import Recognition
import Support

/// Says which of the library's things a photo shows, and what codes and labels in it say. Everything stays on this device.
public actor ThingIdentifier {
    let library: Library
    private let media: MediaStore
    private let program: URL?
    private var index: VisualIndex?
    /// Loading the models of the languages takes a second: kept for later photos.
    private let text = TextReader()
    private var repairNotice: String?

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
        let image = try await Blocking.run { try Self.decoded(photo).image }
        let (index, missing) = try await update(within: limit, progress: progress)
        var notices =
            missing > 0 ? ["\(missing) photos of things are not compared: they are not indexed yet, or can't be read"] : []
        if let repairNotice { notices.append(repairNotice) }
        if program == nil { notices.append("codes were not read: the program for that is not here") }
        let recognizer = Recognizer(index: index, codes: program.map { CodeReader(program: $0) }, text: text)
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

    private static func decoded(_ photo: URL) throws -> (image: ColorImage, bytes: [UInt8]) {
        do {
            let bytes = try ImageFile.read(photo)
            return (try ImageFile.decodeShown(bytes, longEdge: 2048), bytes)
        } catch {
            throw SpacesError(.invalidInput, "\(error)", input: photo.lastPathComponent)
        }
    }

    /// Notes whether a match was right; later answers take it into account.
    /// - Throws: `SpacesError`: `invalidInput` where the file is no image, `notPossible` where the thing has no photo itself.
    public func note(_ feedback: MatchFeedback, photo: URL, thing: ThingID) async throws {
        let (image, bytes) = try await Blocking.run { try Self.decoded(photo) }
        let (index, _) = try await update(within: nil, progress: .silent)
        try await Blocking.run {
            let name = SHA256.hash(data: Data(bytes)).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
            let features = try ImageFeatures(image)
            do throws(RecognitionError) {
                try index.record(feedback, features: features, photo: name, item: thing.description)
                try index.save()
            } catch {
                guard error.reason == .badInput else { throw error }
                throw SpacesError(
                    .notPossible, "the thing has no photo to compare with", remedy: "add a photo of it before")
            }
        }
    }

    /// Brings the index up to date with the photos of things.
    /// - Returns: the index, and the number of photos that are still missing in it.
    @discardableResult
    public func update(
        within limit: Double?, progress: ProgressReporter = .silent
    ) async throws -> (index: VisualIndex, missing: Int) {
        let index = try await opened()
        let photos = try await library.thingPhotos()
        try Self.remove(from: index, allBut: photos)
        var known: [ThingID: Set<String>] = [:]
        for thing in Set(photos.map(\.thing)) { known[thing] = Set(index.photos(of: thing.description)) }
        let new = photos.filter { known[$0.thing]?.contains($0.hash.description) != true }
        let start = ContinuousClock.now
        var added = 0
        for (i, photo) in new.enumerated() {
            try progress.report(Double(i) / Double(new.count), "Indexing photo \(i + 1) of \(new.count)")
            if let limit, start.duration(to: .now) > .seconds(limit) { break }
            if try await add(photo, to: index) { added += 1 }
        }
        if added > 0 { try await Blocking.run { try index.save() } }
        return (index, new.count - added)
    }

    /// Removes what the index of a library has of photos that are not there any more, as after they were deleted permanently.
    public static func removeStale(in library: Library) async throws {
        let folder = folder(of: library)
        if library.isReadOnly || !FileManager.default.fileExists(atPath: folder.path) { return }
        let photos = try await library.thingPhotos()
        try await Blocking.run {
            let index = try open(folder).index
            try remove(from: index, allBut: photos)
            try index.save()
        }
    }

    private static func remove(from index: VisualIndex, allBut photos: [ThingPhoto]) throws {
        let wanted = Dictionary(grouping: photos, by: \.thing).mapValues { Set($0.map(\.hash.description)) }
        for item in index.items {
            guard let names = ThingID(item).flatMap({ wanted[$0] }) else {
                try index.remove(item: item)
                continue
            }
            for photo in index.photos(of: item) where !names.contains(photo) { try index.remove(photo: photo, item: item) }
        }
    }

    /// - Returns: whether it is in the index; an image that can't be had at the moment, or can't be read, is not.
    private func add(_ photo: ThingPhoto, to index: VisualIndex) async throws -> Bool {
        let file: URL?
        do throws(LibraryError) {
            file = try await media.preview(photo.hash, contentType: photo.contentType, size: .medium)
        } catch {
            if error.kind == .cancelled { throw error }
            return false
        }
        guard let file else { return false }
        try await Blocking.run {
            let features = try ImageFeatures(ImageFile.readColor(file))
            try index.add(features, photo: photo.hash.description, item: photo.thing.description)
        }
        return true
    }

    private func opened() async throws -> VisualIndex {
        if let index {
            try index.refresh()
            return index
        }
        // A library that is open read-only gets an index of its own, for this run.
        let folder =
            library.isReadOnly
            ? FileManager.default.temporaryDirectory.appendingPathComponent("diorama-recognition-\(UUID().uuidString)")
            : Self.folder(of: library)
        let opened = try await Blocking.run { try Self.open(folder) }
        if opened.lostFeedback > 0 {
            repairNotice = "the index of photos was damaged and is made anew; \(opened.lostFeedback) remarks on matches are lost"
        }
        index = opened.index
        return opened.index
    }

    private static func folder(of library: Library) -> URL {
        library.folder.appendingPathComponent("recognition", isDirectory: true)
    }

    /// A damaged index is made anew from the photos, which `update` then does; only remarks on matches can be lost.
    private static func open(_ folder: URL) throws -> (index: VisualIndex, lostFeedback: Int) {
        do throws(RecognitionError) { return (try VisualIndex.open(folder), 0) } catch {
            guard error.reason == .damagedIndex else { throw error }
            let rebuilt = try VisualIndex.rebuild(folder)
            return (rebuilt.index, rebuilt.lost.count { $0.isFeedback })
        }
    }
}
