import CVision
import Foundation
import Support

/// The file of the visual words and inverted lists: derived from the photos' files, kept so that opening a large index is fast.
enum WordsFile {
    static let letters = "DVIW"
    static let version: UInt32 = 2
    static let name = "words"
    static let limit = 4 << 30

    static func encode(_ index: InvertedIndex, photos: [IndexedPhoto?], embeddings: [Int: ImageEmbedding]) -> [UInt8] {
        var out = IndexWriter()
        let vocabulary = index.vocabulary
        out.put(UInt32(vocabulary.branch))
        out.bytes += vocabulary.upper
        out.bytes += vocabulary.words
        out.put(UInt32(photos.count))
        for photo in photos { out.put(photo?.fileName ?? "") }
        out.put(UInt32(embeddings.count))
        for (number, embedding) in embeddings.sorted(by: { $0.key < $1.key }) {
            out.put(UInt32(number))
            out.put(embedding.model)
            out.put(embedding.matchThreshold)
            out.put(UInt32(embedding.vector.count))
            for value in embedding.vector { out.put(value) }
        }
        out.bytes.reserveCapacity(out.bytes.count + index.entryCount * 16 + index.lists.count * 4)
        for list in index.lists {
            out.put(UInt32(list.count))
            for entry in list {
                out.put(entry.photo)
                out.put(entry.signature)
                out.put(entry.place)
            }
        }
        return IndexEnvelope.seal(out.bytes, letters: letters, version: version)
    }

    /// The state that a file has; nil where an earlier version wrote it, since it can be made anew from the photos' files.
    static func decode(_ bytes: [UInt8], file: URL) throws(RecognitionError) -> IndexState? {
        guard !IndexEnvelope.isEarlier(bytes, letters: letters, than: version) else { return nil }
        let damaged = RecognitionError(
            .damagedIndex, input: file.path, problem: "is damaged (impossible values)", remedy: "rebuild the visual index")
        var reader = IndexReader(try IndexEnvelope.open(bytes, letters: letters, version: version, file: file))
        guard let branch: UInt32 = reader.number(), branch <= 256, let upper = reader.take(Int(branch) * 128),
            let words = reader.take(Int(branch * branch) * 128),
            let vocabulary = Vocabulary(branch: Int(branch), upper: Array(upper), words: Array(words)),
            let photoCount: UInt32 = reader.number(), Int(photoCount) <= reader.remaining
        else { throw damaged }
        var photos: [IndexedPhoto?] = []
        for _ in 0..<photoCount {
            guard let name = reader.text() else { throw damaged }
            photos.append(IndexedPhoto(fileName: name))
        }
        let embeddings = try embeddings(&reader, photoCount: photoCount, damaged: damaged)
        var lists: [[CVisionEntry]] = []
        for _ in 0..<vocabulary.count {
            guard let count: UInt32 = reader.number(), reader.remaining >= Int(count) * 16 else { throw damaged }
            var list: [CVisionEntry] = []
            list.reserveCapacity(Int(count))
            for _ in 0..<count {
                let photo: UInt32 = reader.number() ?? 0
                let signature: UInt64 = reader.number() ?? 0
                let place: UInt32 = reader.number() ?? 0
                guard photo < photoCount else { throw damaged }
                list.append(CVisionEntry(signature: signature, photo: photo, place: place))
            }
            lists.append(list)
        }
        return IndexState(photos: photos, words: InvertedIndex(vocabulary: vocabulary, lists: lists), embeddings: embeddings)
    }

    private static func embeddings(
        _ reader: inout IndexReader, photoCount: UInt32, damaged: RecognitionError
    ) throws(RecognitionError) -> [Int: ImageEmbedding] {
        guard let count: UInt32 = reader.number(), count <= photoCount else { throw damaged }
        var result: [Int: ImageEmbedding] = [:]
        for _ in 0..<count {
            guard let number: UInt32 = reader.number(), number < photoCount, let model = reader.text(),
                let threshold = reader.float(), let dimension: UInt32 = reader.number(), dimension <= 4096,
                reader.remaining >= Int(dimension) * 4
            else { throw damaged }
            let vector = (0..<dimension).map { _ in reader.float() ?? 0 }
            result[Int(number)] = try ImageEmbedding(model: model, vector: vector, matchThreshold: threshold)
        }
        return result
    }
}
