import Foundation
import Support

extension VisualIndex {
    /// The most descriptors that the words are trained on.
    private static let maxTrainingDescriptors = 100_000

    /// Whether there are so many photos that other words are needed.
    static func isTrainingDue(_ state: IndexState) -> Bool {
        guard let branch = IndexState.branch(photos: state.livePhotos) else { return false }
        return branch > state.words?.vocabulary.branch ?? 0
    }

    /// Adds photos whose files are there, and trains words where they are due.
    func load(_ photos: [IndexedPhoto], progress: ProgressReporter) throws(RecognitionError) {
        let size = 256
        for start in stride(from: 0, to: photos.count, by: size) {
            try progress.step(0.5 * Double(start) / Double(photos.count), "Loading photos")
            let part = photos[start..<min(start + size, photos.count)]
            let vocabulary = state.withLock { $0.words?.vocabulary }
            let loaded = Outcomes<(ImageFeatures, [InvertedIndex.Entry]?)?>(part.count) { (i) throws(RecognitionError) in
                guard let features = try FeatureFile.read(self.url(part[part.startIndex + i])) else { return nil }
                return (features, vocabulary.map { InvertedIndex.entries(features, vocabulary: $0) })
            }
            for (i, photo) in part.enumerated() {
                guard let (features, entries) = try loaded[i] else { continue }
                state.withLock { $0.add(photo, features: features, entries: entries) }
            }
        }
        if state.withLock({ Self.isTrainingDue($0) }) { try train(progress: progress.part(0.5...1)) }
    }

    /// Trains visual words on the photos, and makes the lists anew.
    func train(progress: ProgressReporter) throws(RecognitionError) {
        let numbered = state.withLock { state in state.photos }
        let photos = numbered.compactMap { $0 }.sorted { $0.fileName < $1.fileName }
        guard let branch = IndexState.branch(photos: photos.count) else { return }
        let each = min(InvertedIndex.maxFeatures, max(8, Self.maxTrainingDescriptors / photos.count))
        let step = max(1, photos.count * each / Self.maxTrainingDescriptors)
        var sample: [UInt8] = []
        for photo in stride(from: 0, to: photos.count, by: step).map({ photos[$0] }) {
            guard let features = try FeatureFile.read(url(photo)) else { continue }
            sample += features.descriptors.prefix(each * 128)
        }
        guard sample.count >= 128 * branch else { return }
        let vocabulary: Vocabulary
        do { vocabulary = try Vocabulary(branch: branch, descriptors: sample, progress: progress.part(0...0.4)) } catch {
            throw .cancelled
        }
        var index = InvertedIndex(vocabulary: vocabulary)
        let size = 256
        for start in stride(from: 0, to: numbered.count, by: size) {
            try progress.step(0.4 + 0.6 * Double(start) / Double(numbered.count), "Indexing photos")
            let part = numbered[start..<min(start + size, numbered.count)]
            let entries = Outcomes<[InvertedIndex.Entry]?>(part.count) { (i) throws(RecognitionError) in
                guard let photo = part[part.startIndex + i], let features = try FeatureFile.read(self.url(photo)) else {
                    return nil
                }
                return InvertedIndex.entries(features, vocabulary: vocabulary)
            }
            for i in 0..<part.count { if let list = try entries[i] { index.add(list, photo: UInt32(start + i)) } }
        }
        try install(index, trainedOn: numbered)
    }

    /// Makes trained words the index's own, with the photos that were added meanwhile. Where numbers changed, the training is void;
    /// the next change starts another one.
    private func install(_ index: InvertedIndex, trainedOn numbered: [IndexedPhoto?]) throws(RecognitionError) {
        let added = state.withLock { state -> [(Int, IndexedPhoto)] in
            guard state.photos.count >= numbered.count else { return [] }
            return (numbered.count..<state.photos.count).compactMap { i in state.photos[i].map { (i, $0) } }
        }
        var index = index
        for (number, photo) in added {
            guard let features = try FeatureFile.read(url(photo)) else { continue }
            index.add(InvertedIndex.entries(features, vocabulary: index.vocabulary), photo: UInt32(number))
        }
        state.withLock { state in
            let isSame =
                state.photos.count >= numbered.count
                && zip(numbered, state.photos).allSatisfy { $0 == $1 || $1 == nil }
            guard isSame, state.photos.count == numbered.count + (added.last.map { $0.0 + 1 - numbered.count } ?? 0) else { return }
            state.setWords(index)
        }
    }
}

/// Results of a parallel loop whose body may fail.
struct Outcomes<Value: Sendable>: Sendable {
    private var results: [Result<Value, RecognitionError>]

    /// Calls `body` for each index below `count`, on all cores.
    init(_ count: Int, _ body: (Int) throws(RecognitionError) -> Value) {
        results = [Result<Value, RecognitionError>](unsafeUninitializedCapacity: count) { buffer, used in
            nonisolated(unsafe) let buffer = buffer
            Parallel.forEach(count) { i in
                let result: Result<Value, RecognitionError>
                do throws(RecognitionError) { result = .success(try body(i)) } catch { result = .failure(error) }
                buffer.initializeElement(at: i, to: result)
            }
            used = count
        }
    }

    subscript(i: Int) -> Value { get throws(RecognitionError) { try results[i].get() } }
}

extension ProgressReporter {
    /// `report` with this module's error.
    func step(_ fraction: Double, _ what: String) throws(RecognitionError) {
        do { try report(fraction, what) } catch { throw .cancelled }
    }
}
