import Foundation

/// Makes small GGUF files for tests.
struct GGUFFile {
    private(set) var bytes: [UInt8] = []

    mutating func number<T: FixedWidthInteger>(_ value: T) { bytes += withUnsafeBytes(of: value.littleEndian) { Array($0) } }

    mutating func text(_ value: String) {
        number(UInt64(value.utf8.count))
        bytes += value.utf8
    }

    mutating func value(_ key: String, _ value: UInt32) {
        text(key)
        number(UInt32(4))
        number(value)
    }

    mutating func value(_ key: String, _ value: String) {
        text(key)
        number(UInt32(8))
        text(value)
    }

    mutating func value(_ key: String, _ value: Bool) {
        text(key)
        number(UInt32(7))
        number(UInt8(value ? 1 : 0))
    }

    mutating func value(_ key: String, _ values: [UInt32]) {
        text(key)
        number(UInt32(9))
        number(UInt32(4))
        number(UInt64(values.count))
        for value in values { number(value) }
    }

    mutating func value(_ key: String, _ values: [String]) {
        text(key)
        number(UInt32(9))
        number(UInt32(8))
        number(UInt64(values.count))
        for value in values { text(value) }
    }

    mutating func tensor(_ name: String, _ dimensions: [UInt64], type: UInt32, offset: UInt64) {
        text(name)
        number(UInt32(dimensions.count))
        for dimension in dimensions { number(dimension) }
        number(type)
        number(offset)
    }

    /// A model with two layers, four heads of 16, and two tensors: one of 64 x 32 elements in Q8_0, one of 64 in 32 bits.
    /// - Parameters:
    ///   - context: tokens that the model was trained with.
    ///   - isCausal: false for an embedding model.
    ///   - files: how many files it says that it consists of.
    ///   - data: bytes of the tensors that are there.
    static func tiny(
        version: UInt32 = 3, context: UInt32 = 2048, isCausal: Bool = true, files: UInt32 = 1, data: Int = 2176 + 256
    ) -> [UInt8] {
        var file = GGUFFile()
        file.bytes = Array("GGUF".utf8)
        file.number(version)
        file.number(UInt64(2))
        file.number(UInt64(isCausal ? 9 : 10))
        file.value("general.architecture", "llama")
        file.value("general.name", "Tiny")
        file.value("llama.context_length", context)
        file.value("llama.block_count", 2)
        file.value("llama.embedding_length", 64)
        file.value("llama.attention.head_count", 4)
        file.value("llama.attention.head_count_kv", [2, 1])
        file.value("tokenizer.ggml.tokens", ["a", "b", "<end>"])
        file.value("split.count", files)
        if !isCausal { file.value("llama.attention.causal", false) }
        file.tensor("token_embd.weight", [64, 32], type: 8, offset: 0)
        file.tensor("output_norm.weight", [64], type: 0, offset: 2176)
        while file.bytes.count % 32 != 0 { file.bytes.append(0) }
        return file.bytes + [UInt8](repeating: 0, count: data)
    }
}
