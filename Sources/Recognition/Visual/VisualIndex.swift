import Foundation
import Support
import Synchronization

/// Finds the things that a photo shows among those whose photos were added.
///
/// Photos are compared by local features. Visual words with signatures choose candidates, geometric verification decides; both are
/// exact functions of the photos, so that the same index gives the same answers. Features are kept in a folder, one file a photo,
/// renamed when complete; the names of the files are the list of the photos. The index can be used from several threads.
///
/// An index of 10,000 photos takes about 100 MB of memory and 800 MB on disk.
public final class VisualIndex: Sendable {
    /// The folder of the index.
    public let folder: URL
    let state: Mutex<IndexState>

    /// The most photos an index holds.
    public static let maxPhotos = 200_000
    /// The most photos of feedback that are kept for a thing, of each kind.
    static let maxFeedbackPhotos = 8
    /// How many photos are verified for a query.
    static let candidateLimit = 40

    private init(folder: URL, state: IndexState) {
        self.folder = folder
        self.state = Mutex(state)
    }

    // MARK: Changes

    /// Adds a photo of a thing, or replaces the one with the same identifiers. Its file is complete when this returns, but not
    /// forced to the disk, as it can be computed again: after a power failure `rebuild` names the photos that were lost.
    /// - Parameters:
    ///   - features: the photo's features; a photo without any is kept, and never matches.
    ///   - photo: identifies the photo within the thing, for example by the hash of its content.
    ///   - item: the thing's identifier. Both have 1 to 100 ASCII letters, digits, hyphens or underscores.
    public func add(_ features: ImageFeatures, photo: String, item: String) throws(RecognitionError) {
        try add(features, as: try Self.entry(item: item, photo: photo, role: .reference))
    }

    /// Removes a photo of a thing; nothing happens where it is not in the index.
    public func remove(photo: String, item: String) throws(RecognitionError) {
        try remove(try Self.entry(item: item, photo: photo, role: .reference))
    }

    /// Removes a thing with all its photos and feedback; nothing happens where it is not in the index.
    public func remove(item: String) throws(RecognitionError) {
        let photos = state.withLock { state in (state.photosOfItem[item] ?? []).compactMap { state.photos[$0] } }
        for photo in photos { try remove(photo) }
    }

    /// The photos of a thing that are in the index, feedback not included, in no order.
    public func photos(of item: String) -> [String] {
        state.withLock { state in
            (state.photosOfItem[item] ?? []).compactMap { number in
                state.photos[number].flatMap { $0.role == .reference ? $0.photo : nil }
            }
        }
    }

    /// The identifiers of all things in the index, in order.
    public var items: [String] { state.withLock { $0.photosOfItem.keys.sorted() } }

    /// The numbers of the index.
    public var statistics: VisualIndexStatistics {
        state.withLock { state in
            VisualIndexStatistics(
                things: state.photosOfItem.count, photos: state.livePhotos, words: state.words?.vocabulary.count ?? 0,
                memory: state.memory)
        }
    }

    /// Keeps what the user said about a match: a photo that was confirmed becomes another view of the thing, a photo that was
    /// rejected counts against it. The latest eight of each are kept for a thing.
    /// - Parameter photo: identifies the photo that was searched.
    public func record(_ feedback: MatchFeedback, features: ImageFeatures, photo: String, item: String) throws(RecognitionError) {
        let role: IndexedPhoto.Role = feedback == .right ? .confirmed : .rejected
        let opposite = try Self.entry(item: item, photo: photo, role: feedback == .right ? .rejected : .confirmed)
        guard state.withLock({ $0.photosOfItem[item] != nil }) else {
            throw RecognitionError(.badInput, input: item, problem: "is not in the visual index", remedy: "add its photos first")
        }
        try remove(opposite)
        try add(features, as: try Self.entry(item: item, photo: photo, role: role))
        let same = state.withLock { state in
            (state.photosOfItem[item] ?? []).compactMap { state.photos[$0] }.filter { $0.role == role }
        }
        for old in same.dropLast(Self.maxFeedbackPhotos) { try remove(old) }
    }

    private static func entry(item: String, photo: String, role: IndexedPhoto.Role) throws(RecognitionError) -> IndexedPhoto {
        for text in [item, photo] where !IndexedPhoto.isValid(text) {
            throw RecognitionError(
                .badInput, input: "\"\(text.prefix(100))\"", problem: "can't identify a thing or photo in the visual index",
                remedy: "use 1 to 100 ASCII letters, digits, hyphens or underscores")
        }
        return IndexedPhoto(item: item, photo: photo, role: role)
    }

    private func add(_ features: ImageFeatures, as photo: IndexedPhoto) throws(RecognitionError) {
        guard state.withLock({ $0.livePhotos < Self.maxPhotos }) else {
            throw RecognitionError(.limit, input: folder.path, problem: "the visual index is full (\(Self.maxPhotos) photos)")
        }
        let file = url(photo)
        try IndexEnvelope.write(FeatureFile.encode(features), to: file)
        let vocabulary = state.withLock { $0.words?.vocabulary }
        let entries = vocabulary.map { InvertedIndex.entries(features, vocabulary: $0) }
        let isDue = state.withLock { state in
            state.remove(photo)
            // The vocabulary may have been trained again meanwhile.
            let valid = state.words?.vocabulary == vocabulary ? entries : nil
            let now = valid ?? state.words.map { InvertedIndex.entries(features, vocabulary: $0.vocabulary) }
            state.add(photo, features: features, entries: now)
            return Self.isTrainingDue(state)
        }
        if isDue { try train(progress: .silent) }
    }

    private func remove(_ photo: IndexedPhoto) throws(RecognitionError) {
        guard state.withLock({ $0.numbers[photo] != nil }) else { return }
        let file = url(photo)
        if unlink(file.path) != 0, errno != ENOENT {
            throw RecognitionError(.file, input: file.path, problem: "couldn't be deleted (\(String(cString: strerror(errno))))")
        }
        state.withLock { $0.remove(photo) }
    }

    // MARK: Files

    static let featuresFolder = "photos"

    func url(_ photo: IndexedPhoto) -> URL {
        folder.appendingPathComponent(Self.featuresFolder).appendingPathComponent(photo.fileName)
    }

    /// Opens the index in a folder, which is created where it is missing. Photos that another process added or removed meanwhile
    /// are found.
    /// - Throws: `RecognitionError` with the reason `.damagedIndex` where a file is damaged: `rebuild` repairs the index.
    public static func open(_ folder: URL, progress: ProgressReporter = .silent) throws(RecognitionError) -> VisualIndex {
        let photos = try names(folder)
        let file = folder.appendingPathComponent(WordsFile.name)
        var state = IndexState()
        if let bytes = try IndexEnvelope.read(file, limit: WordsFile.limit), let written = try WordsFile.decode(bytes, file: file) {
            state = written
            let present = Set(photos)
            for photo in state.photos { if let photo, !present.contains(photo) { state.remove(photo) } }
        }
        let index = VisualIndex(folder: folder, state: state)
        try index.load(photos.filter { state.numbers[$0] == nil }, progress: progress)
        return index
    }

    /// Opens the index of a folder from the photos' files alone. Damaged files are deleted.
    /// - Returns: the index, and the photos whose files were damaged, to be added again.
    public static func rebuild(_ folder: URL, progress: ProgressReporter = .silent) throws(RecognitionError) -> (
        index: VisualIndex, lost: [LostPhoto]
    ) {
        let photos = try names(folder)
        unlink(folder.appendingPathComponent(WordsFile.name).path)
        let index = VisualIndex(folder: folder, state: IndexState())
        var lost: [LostPhoto] = []
        var good: [IndexedPhoto] = []
        for (i, photo) in photos.enumerated() {
            if i % 64 == 0 { try progress.step(0.3 * Double(i) / Double(photos.count), "Checking photos") }
            do throws(RecognitionError) {
                if try FeatureFile.read(index.url(photo)) != nil { good.append(photo) }
            } catch {
                guard error.reason != .file else { throw error }
                unlink(index.url(photo).path)
                lost.append(LostPhoto(item: photo.item, photo: photo.photo, isFeedback: photo.role != .reference))
            }
        }
        try index.load(good, progress: progress.part(0.3...1))
        try index.save()
        return (index, lost)
    }

    /// A photo whose file was damaged.
    public struct LostPhoto: Sendable, Equatable {
        /// The thing.
        public let item: String
        /// The photo.
        public let photo: String
        /// Whether it came from feedback, and can't be added again.
        public let isFeedback: Bool
    }

    /// Writes the derived file that makes the next `open` fast. Photos are on disk without it.
    public func save() throws(RecognitionError) {
        let bytes = state.withLock { state -> [UInt8]? in
            guard state.isWordsFileStale, let words = state.words else { return nil }
            state.isWordsFileStale = false
            return WordsFile.encode(words, photos: state.photos, embeddings: state.embeddings)
        }
        guard let bytes else { return }
        do throws(FileError) { try AtomicFile.write(bytes, to: folder.appendingPathComponent(WordsFile.name)) } catch {
            state.withLock { $0.isWordsFileStale = true }
            throw RecognitionError(error)
        }
    }

    /// Takes over what another process added to or removed from the folder since it was opened.
    public func refresh() throws(RecognitionError) {
        let photos = try Self.names(folder)
        let present = Set(photos)
        let missing = state.withLock { state in
            for photo in Array(state.numbers.keys) where !present.contains(photo) { state.remove(photo) }
            return photos.filter { state.numbers[$0] == nil }
        }
        try load(missing, progress: .silent)
    }

    /// The photos that the folder has, in the order of their names; the folder is created where it is missing.
    private static func names(_ folder: URL) throws(RecognitionError) -> [IndexedPhoto] {
        let photos = folder.appendingPathComponent(featuresFolder)
        do {
            try FileManager.default.createDirectory(at: photos, withIntermediateDirectories: true)
            return try FileManager.default.contentsOfDirectory(atPath: photos.path).sorted().compactMap(
                IndexedPhoto.init(fileName:))
        } catch {
            throw RecognitionError(.file, input: folder.path, problem: "couldn't be opened (\(error.localizedDescription))")
        }
    }
}
