import Codecs
import Foundation
import TestSupport
import Testing
import Support

struct LZFSETests {
    private func decode(_ bytes: [UInt8], limit: Int) throws -> [UInt8] { try LZFSE.decode(bytes, limit: limit, name: "test") }

    /// Data of several kinds: empty, short, even, random, text-like, and depth-like floats.
    private static let samples: [[UInt8]] = {
        var random = SplitMix64(seed: 9)
        let noise = (0..<50_000).map { _ in UInt8.random(in: 0...255, using: &random) }
        let vocabulary = ["depth ", "frame ", "a ", "camera, "].map { Array($0.utf8) }
        let words = (0..<20_000).flatMap { _ in vocabulary[Int.random(in: 0..<4, using: &random)] }
        let floats = (0..<192 * 256).flatMap { (i: Int) -> [UInt8] in
            let slope: Float = 2 + Float(i % 192) * 0.01 + Float(i / 192) * 0.003
            let metres = Float(Int(slope * 512)) / 512
            return withUnsafeBytes(of: metres.bitPattern.littleEndian) { Array($0) }
        }
        let levels = (0..<192 * 256).map { (i: Int) -> UInt8 in UInt8(i / 700 % 3) }
        return [
            [], [7], Array("abcabcabcabcabcabcabcabc".utf8), [UInt8](repeating: 5, count: 300_000), noise, words, floats, levels,
            noise + noise, [UInt8](0...255),
        ]
    }()

    @Test(arguments: samples.indices, [LZFSE.Tables.packed, .plain])
    func `what is compressed is decompressed`(_ i: Int, _ tables: LZFSE.Tables) throws {
        let sample = Self.samples[i]
        let packed = LZFSE.encode(sample, tables: tables)
        #expect(packed.count <= sample.count + 12 + sample.count / 30_000 * 8)
        #expect(try decode(packed, limit: sample.count) == sample)
        if sample.count > 0 {
            let error = #expect(throws: FormatError.self) { try decode(packed, limit: sample.count - 1) }
            #expect(error?.description == "test: this LZFSE stream decompresses to more than its declared size")
        }
    }

    @Test func `repetitive data become much smaller`() {
        #expect(LZFSE.encode(Self.samples[3]).count < 2000)
        #expect(LZFSE.encode(Self.samples[5]).count < Self.samples[5].count / 3)
        #expect(LZFSE.encode(Self.samples[7]).count < 2500)
    }

    /// Streams that pyliblzfse 0.4.1 (Apple's code) made: short data as LZVN, longer data as blocks with packed tables.
    @Test func `streams of Apple's encoder are read`() throws {
        let text = "the quick brown fox jumps over the lazy dog. "
        let short = try #require(Data(base64Encoded: LZFSEStreams.short))
        #expect(try decode([UInt8](short), limit: 1000) == Array(String(repeating: text, count: 3).utf8))
        let mixed = try #require(Data(base64Encoded: LZFSEStreams.mixed))
        #expect(try decode([UInt8](mixed), limit: 1000) == LZFSEStreams.mixedContent)
        let long = try #require(Data(base64Encoded: LZFSEStreams.long))
        #expect(try decode([UInt8](long), limit: 100_000) == LZFSEStreams.longContent)
    }

    @Test func `damaged and truncated streams give an error or other bytes, never harm`() throws {
        let streams = [
            LZFSE.encode(Array(Self.samples[5].prefix(3000))), LZFSE.encode(Array(Self.samples[5].prefix(3000)), tables: .plain),
            LZFSE.encode(Array(Self.samples[4].prefix(300))), [UInt8](Data(base64Encoded: LZFSEStreams.mixed) ?? Data()),
            [UInt8](Data(base64Encoded: LZFSEStreams.long) ?? Data()),
        ]
        for stream in streams {
            for bytes in TestData.bitFlips(of: stream, count: 3000) { _ = try? decode(bytes, limit: 20_000) }
            for bytes in TestData.truncations(of: stream, count: 300) {
                #expect(throws: FormatError.self) { try decode(bytes, limit: 20_000) }
            }
        }
    }

    @Test func `streams that are none are refused`() {
        for bytes in [[], [1, 2, 3], Array("bvx?".utf8), Array("hello world".utf8), Array("bvx-".utf8) + [255, 255, 255, 255]]
            as [[UInt8]]
        {
            #expect(throws: FormatError.self) { try decode(bytes, limit: 100) }
        }
    }
}
