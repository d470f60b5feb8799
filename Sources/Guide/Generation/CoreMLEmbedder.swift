#if canImport(CoreML)
    import CoreML
    import Foundation

    /// An embedding model in Core ML's format: one that reads `input_ids` and `attention_mask` (1 x N) and writes the vectors of
    /// the tokens, `last_hidden_state` (1 x N x D), as all-MiniLM-L6-v2 converted by coremltools. Not compiled on Linux: written
    /// after Apple's documentation and to be tried on a device before it is offered.
    public final class CoreMLEmbedder: TextEmbedder {
        public let name: String
        private let model: Model
        private let tokenizer: WordPieceTokenizer

        /// `MLModel` may be used from several threads, but isn't marked so.
        private struct Model: @unchecked Sendable { let model: MLModel }

        /// Loads a compiled model.
        /// - Parameters:
        ///   - file: the model, `….mlmodelc`.
        ///   - vocabulary: its `vocab.txt`.
        public init(file: URL, vocabulary: URL) throws(GuideError) {
            guard let text = try? String(contentsOf: vocabulary, encoding: .utf8) else {
                throw GuideError(vocabulary.path, "the file can't be read")
            }
            tokenizer = try WordPieceTokenizer(vocabulary: text)
            do { model = Model(model: try MLModel(contentsOf: file)) } catch { throw GuideError(file.path, "\(error)") }
            name = file.deletingPathExtension().lastPathComponent
        }

        public func embed(_ texts: [String]) async throws(GuideError) -> [[Float]] {
            var vectors: [[Float]] = []
            for text in texts {
                if Task.isCancelled { throw GuideError("", "cancelled") }
                do { vectors.append(try vector(tokenizer.tokens(text))) } catch { throw GuideError(name, "\(error)") }
            }
            return vectors
        }

        /// The mean of the tokens' vectors, of length 1.
        private func vector(_ tokens: [Int32]) throws -> [Float] {
            let shape = [1, NSNumber(value: tokens.count)]
            let identifiers = try MLMultiArray(shape: shape, dataType: .int32)
            let mask = try MLMultiArray(shape: shape, dataType: .int32)
            for (index, token) in tokens.enumerated() {
                identifiers[index] = NSNumber(value: token)
                mask[index] = 1
            }
            let input = try MLDictionaryFeatureProvider(dictionary: ["input_ids": identifiers, "attention_mask": mask])
            let output = try model.model.prediction(from: input).featureValue(for: "last_hidden_state")?.multiArrayValue
            guard let output, output.shape.count == 3, output.shape[1].intValue == tokens.count else {
                throw GuideError(name, "the model doesn't write last_hidden_state")
            }
            let size = output.shape[2].intValue
            var sum = [Float](repeating: 0, count: size)
            for token in 0..<tokens.count {
                for index in 0..<size { sum[index] += output[[0, NSNumber(value: token), NSNumber(value: index)]].floatValue }
            }
            let length = sum.reduce(0) { $0 + $1 * $1 }.squareRoot()
            return length > 0 ? sum.map { $0 / length } : sum
        }
    }
#endif
