import CVision
import Foundation
import Support

/// The file of one photo's features: 8 bytes for each feature's geometry, 128 for its descriptor.
enum FeatureFile {
    static let letters = "DVIF"
    static let version: UInt32 = 1
    /// The most features a file may have.
    static let maxFeatures = 4096
    static let limit = maxFeatures * 136 + 4096 * 4 + 4096

    static func encode(_ features: ImageFeatures) -> [UInt8] {
        var out = IndexWriter()
        let count = min(features.count, maxFeatures)
        out.put(UInt16(clamping: features.width))
        out.put(UInt16(clamping: features.height))
        out.put(UInt32(count))
        for p in features.keypoints.prefix(count) {
            out.put(UInt16(clamping: Int((p.x * 8).rounded())))
            out.put(UInt16(clamping: Int((p.y * 8).rounded())))
            out.put(UInt16(clamping: Int((p.size * 32).rounded())))
            out.put(UInt16(clamping: Int((p.angle * 128).rounded())))
        }
        out.bytes += features.descriptors.prefix(count * 128)
        if let embedding = features.embedding {
            out.put(UInt32(embedding.vector.count))
            out.put(embedding.model)
            out.put(embedding.matchThreshold)
            for value in embedding.vector { out.put(value) }
        } else {
            out.put(UInt32(0))
        }
        return IndexEnvelope.seal(out.bytes, letters: letters, version: version)
    }

    static func decode(_ bytes: [UInt8], file: URL) throws(RecognitionError) -> ImageFeatures {
        let content = try IndexEnvelope.open(bytes, letters: letters, version: version, file: file)
        let damaged = RecognitionError(
            .damagedIndex, input: file.path, problem: "is damaged (impossible values)", remedy: "rebuild the visual index")
        var reader = IndexReader(content)
        guard let width: UInt16 = reader.number(), let height: UInt16 = reader.number(), let n: UInt32 = reader.number(),
            n <= maxFeatures, reader.remaining >= Int(n) * 136
        else { throw damaged }
        var keypoints: [CVisionKeypoint] = []
        keypoints.reserveCapacity(Int(n))
        for i in 0..<Int(n) {
            let x: UInt16 = reader.number() ?? 0
            let y: UInt16 = reader.number() ?? 0
            let size: UInt16 = reader.number() ?? 0
            let angle: UInt16 = reader.number() ?? 0
            keypoints.append(
                CVisionKeypoint(
                    x: Float(x) / 8, y: Float(y) / 8, size: Float(max(size, 1)) / 32, angle: Float(angle) / 128, response: Float(-i)
                ))
        }
        guard let descriptors = reader.take(Int(n) * 128), let dimension: UInt32 = reader.number(), dimension <= 4096 else {
            throw damaged
        }
        var embedding: ImageEmbedding?
        if dimension > 0 {
            guard let model = reader.text(), let threshold = reader.float(), reader.remaining == Int(dimension) * 4 else {
                throw damaged
            }
            let vector = (0..<Int(dimension)).map { _ in reader.float() ?? 0 }
            do throws(RecognitionError) {
                embedding = try ImageEmbedding(model: model, vector: vector, matchThreshold: threshold)
            } catch { throw damaged }
        }
        return ImageFeatures(
            width: Int(width), height: Int(height), keypoints: keypoints, descriptors: Array(descriptors), embedding: embedding)
    }

    /// The features in a file; nil where there is no such file.
    static func read(_ file: URL) throws(RecognitionError) -> ImageFeatures? {
        guard let bytes = try IndexEnvelope.read(file, limit: limit) else { return nil }
        return try decode(bytes, file: file)
    }
}

/// A photo in the index: its thing, its own identifier, and what it stands for.
struct IndexedPhoto: Sendable, Hashable {
    /// What a photo says about its thing.
    enum Role: String, Sendable, CaseIterable {
        /// The thing's own photo.
        case reference
        /// A photo that the user confirmed as this thing.
        case confirmed
        /// A photo that the user said is not this thing.
        case rejected
    }

    let item: String
    let photo: String
    let role: Role

    /// The name of its file.
    var fileName: String { "\(item).\(photo).\(role.rawValue)" }

    init(item: String, photo: String, role: Role) {
        self.item = item
        self.photo = photo
        self.role = role
    }

    /// The photo that a file name states; nil for other files.
    init?(fileName: String) {
        let parts = fileName.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, Self.isValid(parts[0]), Self.isValid(parts[1]), let role = Role(rawValue: parts[2]) else {
            return nil
        }
        self.init(item: parts[0], photo: parts[1], role: role)
    }

    /// Whether a text can be an identifier: 1 to 100 letters, digits, hyphens and underscores of ASCII.
    static func isValid(_ text: String) -> Bool {
        (1...100).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte == 45 || byte == 95
            }
    }
}
