import GGUF

/// What was read has the sizes that its memory is computed from.
func fuzz(_ bytes: UnsafeRawBufferPointer) {
    guard let header = try? GGUFHeader(bytes, label: "model.gguf") else { return }
    precondition(header.keyValueHeads.count == header.layerCount && header.tensorBytes <= UInt64(bytes.count) * 4096)
    precondition(header.layerCount > 0 && header.keyValueLength >= 0)
}

/// A model with one layer and one tensor in each version, whose values are missing in the second.
func seeds() -> [[UInt8]] {
    func number<T: FixedWidthInteger>(_ value: T) -> [UInt8] { withUnsafeBytes(of: value.littleEndian) { Array($0) } }
    func text(_ value: String) -> [UInt8] { number(UInt64(value.utf8.count)) + Array(value.utf8) }
    func value(_ key: String, _ value: UInt32) -> [UInt8] { text(key) + number(UInt32(4)) + number(value) }
    return [UInt32(3), 2].map { version in
        var file = Array("GGUF".utf8) + number(version) + number(UInt64(1)) + number(UInt64(6))
        file += text("general.architecture") + number(UInt32(8)) + text("llama")
        file += value("llama.context_length", 64) + value("llama.block_count", 1) + value("llama.embedding_length", 32)
        file += text("llama.attention.head_count") + number(UInt32(9)) + number(UInt32(4)) + number(UInt64(1)) + number(UInt32(2))
        file += text("tokenizer.ggml.tokens") + number(UInt32(9)) + number(UInt32(8)) + number(UInt64(2)) + text("a") + text("b")
        file += text("output.weight") + number(UInt32(1)) + number(UInt64(32)) + number(UInt32(8)) + number(UInt64(0))
        return file + [UInt8](repeating: 0, count: version == 3 ? 96 : 0)
    }
}
