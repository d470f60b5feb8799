import Foundation

/// What a model file says about itself: metadata and the list of its tensors, without their values. Versions 2 and 3 of GGUF,
/// little endian (https://github.com/ggml-org/ggml/blob/master/docs/gguf.md).
///
/// A damaged file is an error, never a trap, and nothing is allocated for a count before that many bytes are known to be there.
public struct GGUFHeader: Sendable, Equatable {
    /// As "llama" or "bert".
    public let architecture: String
    /// The model's own name, as "SmolLM2 135M Instruct"; nil where the file doesn't say.
    public let name: String?
    /// How many tokens the model was trained to read.
    public let contextLength: Int
    /// How many layers it has.
    public let layerCount: Int
    /// Length of the vector of a token.
    public let embeddingLength: Int
    /// Length of the inner vector of a layer; 0 where the file doesn't say.
    public let feedForwardLength: Int
    /// How many tokens it knows; 0 where the file doesn't say.
    public let vocabularySize: Int
    /// Attention heads that have keys and values of their own, for each layer.
    public let keyValueHeads: [Int]
    /// Length of a key and a value of one head together.
    public let keyValueLength: Int
    /// Whether a token attends only to those before it: false for models that embed texts and write none.
    public let isCausal: Bool
    /// Bytes of all tensors in this file.
    public let tensorBytes: UInt64
    /// How many tensors the file has.
    public let tensorCount: Int
    /// How many files the model consists of.
    public let fileCount: Int

    /// Reads the header of a file, and of the model's further files where it is split.
    /// - Throws: `GuideError` where the file is missing, cut off or isn't a model.
    public init(file: URL) throws(GuideError) {
        let header = try Self.one(file)
        guard header.fileCount > 1 else {
            self = header
            return
        }
        guard let pattern = Self.split(file.lastPathComponent, count: header.fileCount) else {
            throw GuideError(
                file.path, "the model has \(header.fileCount) files, and this isn't named as the first of them",
                remedy: "name the file that ends with -00001-of-…, with all of them in one folder")
        }
        var bytes: UInt64 = 0
        for name in pattern {
            let part = try Self.one(file.deletingLastPathComponent().appendingPathComponent(name))
            let (sum, overflow) = bytes.addingReportingOverflow(part.tensorBytes)
            guard !overflow else { throw GuideError(file.path, "the sizes of the tensors are impossible") }
            bytes = sum
        }
        self = GGUFHeader(header, tensorBytes: bytes)
    }

    /// Reads a header from the bytes of a complete file.
    /// - Parameter label: how errors name the file.
    public init(_ bytes: UnsafeRawBufferPointer, label: String) throws(GuideError) {
        do throws(GGUFReader.Problem) {
            var reader = GGUFReader(bytes)
            let counts = try reader.start()
            var values: [String: GGUFValue] = [:]
            for _ in 0..<counts.values {
                let key = try reader.string()
                let value = try reader.value()
                if values.updateValue(value, forKey: key) != nil { throw .init("the key \(key.prefix(60)) occurs twice") }
            }
            let tensors = try reader.tensors(counts.tensors, alignment: values["general.alignment"]?.integer ?? 32)
            try self.init(values, tensors)
        } catch {
            throw GuideError(label, error.text, remedy: "fetch the file again, or choose another one")
        }
    }

    private init(_ values: [String: GGUFValue], _ tensors: GGUFTensors) throws(GGUFReader.Problem) {
        guard let architecture = values["general.architecture"]?.string, !architecture.isEmpty else {
            throw .init("the architecture is missing")
        }
        func count(_ key: String, _ limit: Int) throws(GGUFReader.Problem) -> Int? {
            guard let value = values["\(architecture).\(key)"] else { return nil }
            guard let integer = value.integer, integer >= 0, integer <= limit else { throw .init("\(key) is not a usable number") }
            return integer
        }
        func required(_ key: String, _ limit: Int) throws(GGUFReader.Problem) -> Int {
            guard let value = try count(key, limit), value > 0 else { throw .init("\(key) is missing") }
            return value
        }
        self.architecture = architecture
        name = values["general.name"]?.string.flatMap { $0.isEmpty ? nil : $0 }
        contextLength = try required("context_length", 1 << 30)
        layerCount = try required("block_count", 4096)
        embeddingLength = try required("embedding_length", 1 << 20)
        feedForwardLength = (try? count("feed_forward_length", 1 << 24)) ?? 0
        vocabularySize = values["tokenizer.ggml.tokens"]?.count ?? 0
        let heads = values["\(architecture).attention.head_count"]?.integers(layerCount, limit: 1 << 16)
        guard let heads = heads else { throw .init("attention.head_count is missing or not usable") }
        if let value = values["\(architecture).attention.head_count_kv"] {
            guard let own = value.integers(layerCount, limit: 1 << 16) else { throw .init("attention.head_count_kv is not usable") }
            keyValueHeads = own
        } else {
            keyValueHeads = heads
        }
        let usual = embeddingLength / max(1, heads.max() ?? 1)
        keyValueLength = try (count("attention.key_length", 1 << 20) ?? usual) + (count("attention.value_length", 1 << 20) ?? usual)
        isCausal = values["\(architecture).attention.causal"]?.bool ?? true
        tensorBytes = tensors.bytes
        tensorCount = tensors.count
        fileCount = max(1, values["split.count"]?.integer ?? 1)
    }

    private init(_ other: GGUFHeader, tensorBytes: UInt64) {
        architecture = other.architecture
        name = other.name
        contextLength = other.contextLength
        layerCount = other.layerCount
        embeddingLength = other.embeddingLength
        feedForwardLength = other.feedForwardLength
        vocabularySize = other.vocabularySize
        keyValueHeads = other.keyValueHeads
        keyValueLength = other.keyValueLength
        isCausal = other.isCausal
        self.tensorBytes = tensorBytes
        tensorCount = other.tensorCount
        fileCount = other.fileCount
    }

    private static func one(_ file: URL) throws(GuideError) -> GGUFHeader {
        guard let data = try? Data(contentsOf: file, options: .alwaysMapped) else {
            let exists = FileManager.default.fileExists(atPath: file.path)
            throw GuideError(file.path, exists ? "the file can't be read" : "there is no such file")
        }
        var header: Result<GGUFHeader, GuideError>?
        data.withUnsafeBytes { bytes in
            header = Result { () throws(GuideError) in try GGUFHeader(bytes, label: file.path) }
        }
        guard let header else { throw GuideError(file.path, "the file can't be read") }
        return try header.get()
    }

    /// The names of all files of a model whose first one is `name`.
    private static func split(_ name: String, count: Int) -> [String]? {
        func number(_ value: Int) -> String { String(repeating: "0", count: max(0, 5 - "\(value)".count)) + "\(value)" }
        let end = "-\(number(1))-of-\(number(count)).gguf"
        guard name.hasSuffix(end), count <= 9999 else { return nil }
        return (1...count).map { "\(name.dropLast(end.count))-\(number($0))-of-\(number(count)).gguf" }
    }
}
