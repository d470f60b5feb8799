import Codecs
import ModelFormats
import Foundation
import Geometry
import Splats
import TestSupport
import Testing

/// Small valid splat files and what damage does to them: an error or a model, never a trap or a hang.
@Suite struct SplatDamageTests {
    struct Subject: Sendable, CustomTestStringConvertible {
        let name: String
        let bytes: [UInt8]
        var testDescription: String { name }
    }

    static let subjects: [Subject] = {
        var list: [Subject] = []
        for (name, degree) in [("a.ply", 1), ("a.compressed.ply", 1), ("a.splat", 0), ("a.spz", 2), ("a.glb", 1)] {
            let model = Model(Sample.splats(9, degree: degree))
            if let bytes = try? bytesWritten(name, { try ModelFile.write(model, to: $0) }) {
                list.append(Subject(name: name, bytes: bytes))
            }
        }
        list.append(Subject(name: "version2.spz", bytes: gzip(version: 2)))
        list.append(Subject(name: "version1.spz", bytes: gzip(version: 1)))
        list.append(Subject(name: "version4.spz", bytes: version4))
        return list
    }()

    /// A gzip file whose content is stored, not compressed: damage reaches what lies inside.
    private static func gzip(version: UInt8) -> [UInt8] {
        let n: UInt8 = 3
        let size = Int(n) * ((version == 1 ? 6 : 9) + 1 + 3 + 3 + 3)
        let content = Array("NGSP".utf8) + [version, 0, 0, 0, n, 0, 0, 0, 0, 12, 0, 0] + (0..<size).map { UInt8($0 * 37 & 127) }
        let count = UInt16(content.count)
        var sum: UInt32 = 0xFFFF_FFFF
        for byte in content {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xEDB8_8320 }
        }
        sum = ~sum
        func words(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) } }
        let stored = [1, UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8(~count >> 8)] + content
        return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255] + stored + words(sum) + words(UInt32(content.count))
    }

    /// Two splats; each stream is a zstd frame with one raw block.
    private static let version4: [UInt8] = {
        let sizes = [18, 2, 6, 6, 8]
        var (table, streams): ([UInt8], [UInt8]) = ([], [])
        for size in sizes {
            // Magic, a frame of one segment with its size in a byte, the last block, raw.
            let block = size << 3 | 1
            let frame: [UInt8] =
                [0x28, 0xB5, 0x2F, 0xFD, 0x20, UInt8(size), UInt8(block & 255), UInt8(block >> 8), 0]
                + (0..<size).map { UInt8($0 * 29 & 127) }
            table += [UInt8(frame.count)] + [UInt8](repeating: 0, count: 7) + [UInt8(size)] + [UInt8](repeating: 0, count: 7)
            streams += frame
        }
        let head = Array("NGSP".utf8) + [4, 0, 0, 0, 2, 0, 0, 0, 0, 12, 0, 5, 32, 0, 0, 0] + [UInt8](repeating: 0, count: 12)
        return head + table + streams
    }()

    /// Reads damaged bytes straight from memory, as a file of this kind.
    private func check(_ bytes: [UInt8], _ name: String) {
        let outcome: Result<Model, FormatError> = bytes.withUnsafeBytes { bytes in
            do throws(FormatError) {
                switch name.split(separator: ".").last {
                case "ply": return .success(try PLY.read(bytes))
                case "splat": return .success(try DotSplat.read(bytes))
                case "spz": return .success(try SPZ.read(bytes))
                default: return .success(try GLB.read(bytes))
                }
            } catch { return .failure(error) }
        }
        switch outcome {
        case .success(let model):
            #expect(!model.positions.isEmpty)
            if let splats = model.splats { #expect(splats.flaw == nil) }
        case .failure(let error):
            #expect(error.kind == .unreadable)
            #expect(!error.description.contains("\n") && error.description.count > 7)
        }
    }

    @Test func `Every kind is there, and whole ones are read`() throws {
        #expect(Self.subjects.count == 8)
        for subject in Self.subjects { #expect(try read(subject.bytes, subject.name).splats != nil, "\(subject)") }
    }

    @Test(arguments: subjects) func `A file cut anywhere is read or refused`(subject: Subject) {
        for length in 0..<subject.bytes.count { check(Array(subject.bytes[..<length]), subject.name) }
    }

    @Test(arguments: subjects) func `A thousand times flipped bits are read or refused`(subject: Subject) {
        for damaged in TestData.bitFlips(of: subject.bytes, count: 1000, seed: 12) { check(damaged, subject.name) }
    }

    @Test(arguments: subjects) func `Numbers replaced by extreme ones are read or refused`(subject: Subject) {
        let extremes: [[UInt8]] = [
            [0xFF, 0xFF, 0xFF, 0xFF], [0xFF, 0xFF, 0xFF, 0x7F], [0, 0, 0, 0x80], [0, 0, 0x80, 0x7F], [0, 0, 0xC0, 0x7F],
            Array("9999".utf8),
        ]
        for place in stride(from: 0, to: subject.bytes.count - 4, by: 3) {
            for extreme in extremes {
                var copy = subject.bytes
                copy.replaceSubrange(place..<place + 4, with: extreme)
                check(copy, subject.name)
            }
        }
    }

    @Test func `Older versions are read as they were written`() throws {
        let old = try #require(try read(Self.gzip(version: 2), "a.spz").splats)
        // The first coordinate: bytes 0, 37, 74 of a 24-bit number with 12 bits behind the point.
        #expect(old.count == 3 && old.positions[0].x == Float(37 << 8 | 74 << 16) / 4096)
        let first = try #require(try read(Self.gzip(version: 1), "a.spz").splats)
        // A half of the bytes 0x00, 0x25: 1.25 · 2⁻⁶.
        #expect(first.positions[0].x == 0.01953125)
        let new = try #require(try read(Self.version4, "a.spz").splats)
        #expect(new.count == 2 && new.positions[0].x == Float(29 << 8 | 58 << 16) / 4096)
    }
}
