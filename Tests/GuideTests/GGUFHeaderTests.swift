import Foundation
import Guide
import Testing

@Suite struct GGUFHeaderTests {
    private func read(_ bytes: [UInt8]) throws -> GGUFHeader {
        try bytes.withUnsafeBytes { try GGUFHeader($0, label: "tiny.gguf") }
    }

    private func refusal(_ bytes: [UInt8]) throws -> GuideError {
        try #require(throws: GuideError.self) { try read(bytes) }
    }

    @Test(arguments: [UInt32(2), 3]) func `Metadata and sizes of tensors`(version: UInt32) throws {
        let header = try read(GGUFFile.tiny(version: version))
        #expect(header.architecture == "llama" && header.name == "Tiny" && header.isCausal)
        #expect(header.contextLength == 2048 && header.layerCount == 2 && header.embeddingLength == 64)
        #expect(header.keyValueHeads == [2, 1] && header.keyValueLength == 32 && header.vocabularySize == 3)
        #expect(header.tensorCount == 2 && header.tensorBytes == 64 * 34 + 256 && header.fileCount == 1)
        #expect(try !read(GGUFFile.tiny(isCausal: false)).isCausal)
    }

    @Test func `Memory is weights, attention cache and buffers`() throws {
        let header = try read(GGUFFile.tiny())
        let small = header.requirements(contextSize: 512)
        let large = header.requirements(contextSize: 2048)
        #expect(small.weights == header.tensorBytes && small.available > 0)
        // Three heads in both layers together, keys and values of 32 in 16 bits, and 256 rows of the attention's mask.
        #expect(large.working - small.working == 1536 * (3 * 32 * 2 + 256 * 4))
        #expect(header.requirements(contextSize: 1 << 20).working == large.working)
    }

    @Test func `What isn't a model is named`() throws {
        #expect(try refusal(Array("PK\u{3}\u{4} and more bytes of a zip".utf8)).description.contains("not a GGUF file"))
        #expect(try refusal(GGUFFile.tiny(version: 1)).problem.contains("version 1"))
        // The version of a file in big endian.
        #expect(try refusal(GGUFFile.tiny(version: 3 << 24)).problem.contains("little endian"))
        #expect(try refusal(GGUFFile.tiny(data: 100)).problem.contains("bytes of its tensors are missing"))
        #expect(try refusal([]).problem.contains("cut off"))
        let missing = try #require(throws: GuideError.self) { try GGUFHeader(file: URL(fileURLWithPath: "/no/such.gguf")) }
        #expect(missing.description == "/no/such.gguf: there is no such file")
    }

    @Test func `Counts beyond the file are refused before anything is allocated`() throws {
        for offset in [8, 16, 24] {
            var bytes = GGUFFile.tiny()
            bytes.replaceSubrange(offset..<offset + 8, with: [255, 255, 255, 255, 255, 255, 255, 127])
            #expect(try refusal(bytes).problem.contains("larger than the file"))
        }
    }

    @Test func `Any truncation is an error`() throws {
        let bytes = GGUFFile.tiny()
        for count in 0..<bytes.count { _ = try refusal(Array(bytes[..<count])) }
    }

    @Test func `Damaged bits never trap`() throws {
        let bytes = GGUFFile.tiny()
        var errors = 0
        for index in 0..<(bytes.count - 2432) {
            for bit in 0..<8 {
                var damaged = bytes
                damaged[index] ^= 1 << UInt8(bit)
                do {
                    _ = try read(damaged).requirements(contextSize: 4096)
                } catch is GuideError {
                    errors += 1
                }
            }
        }
        #expect(errors > 1000)
    }

    @Test func `Nested lists end at a depth`() throws {
        var file = GGUFFile()
        for value in [UInt32(0x4655_4747), 3] { file.number(value) }
        for value in [UInt64(0), 1] { file.number(value) }
        file.text("deep")
        file.number(UInt32(9))
        for _ in 0..<200 {
            file.number(UInt32(9))
            file.number(UInt64(1))
        }
        #expect(try refusal(file.bytes).problem.contains("nested"))
    }

    @Test func `A model in several files is measured as a whole`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("diorama-gguf-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let bytes = GGUFFile.tiny(files: 2)
        for name in ["m-00001-of-00002.gguf", "m-00002-of-00002.gguf", "other.gguf"] {
            try Data(bytes).write(to: folder.appendingPathComponent(name))
        }
        let header = try GGUFHeader(file: folder.appendingPathComponent("m-00001-of-00002.gguf"))
        #expect(header.fileCount == 2 && header.tensorBytes == 2 * (64 * 34 + 256))
        let other = try #require(throws: GuideError.self) { try GGUFHeader(file: folder.appendingPathComponent("other.gguf")) }
        #expect(other.problem.contains("2 files"))
        try FileManager.default.removeItem(at: folder.appendingPathComponent("m-00002-of-00002.gguf"))
        #expect(throws: GuideError.self) { try GGUFHeader(file: folder.appendingPathComponent("m-00001-of-00002.gguf")) }
    }
}
