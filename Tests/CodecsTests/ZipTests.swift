import Codecs
import Foundation
import Support
import TestSupport
import Testing

@Suite struct ZipTests {
    private let contents: [(name: String, bytes: [UInt8])] = [
        ("a.txt", Array("hello".utf8)), ("empty", []),
        ("folder/Küche.bin", (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }),
    ]

    @Test(arguments: [nil, 64]) func `What is written comes back, from the file and from memory`(alignment: Int?) throws {
        try TestData.withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("a.zip")
            let writer = try ZipWriter(file, alignment: alignment)
            for (name, bytes) in contents { try writer.add(name, bytes) }
            #expect(!FileManager.default.fileExists(atPath: file.path))
            try writer.commit()
            let fromFile = try ZipArchive(file)
            let bytes = [UInt8](try Data(contentsOf: file))
            try bytes.withUnsafeBytes { memory in
                let fromMemory = try ZipArchive(memory)
                for archive in [fromFile, fromMemory] {
                    #expect(Array(archive.names) == contents.map(\.name))
                    for (name, bytes) in contents { #expect(try archive.bytes(name, limit: 100_000) == bytes) }
                    #expect(throws: FormatError.self) { try archive.bytes("folder/Küche.bin", limit: 99_999) }
                    #expect(throws: FormatError.self) { try archive.bytes("b.txt", limit: 10) }
                }
                for (name, bytes) in contents {
                    let entry = try #require(fromMemory.entry(name))
                    let stored = try #require(try fromMemory.storedBytes(entry))
                    #expect(Array(stored) == bytes && entry.isStored)
                    if let alignment { #expect((stored.baseAddress! - memory.baseAddress!) % alignment == 0) }
                    #expect(try fromFile.storedBytes(entry) == nil)
                }
            }
        }
    }

    @Test func `A packed folder is read, and the same folder gives the same bytes`() throws {
        try TestData.withTemporaryFolder { folder in
            let source = folder.appendingPathComponent("source")
            for (name, bytes) in contents + [("b.jpg", [1, 2, 3])] {
                let file = source.appendingPathComponent(name)
                try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(bytes).write(to: file)
            }
            let files = [folder.appendingPathComponent("1.zip"), folder.appendingPathComponent("2.zip")]
            for file in files { try ZipFolder.write(source, to: file, progress: .silent) }
            #expect(try Data(contentsOf: files[0]) == Data(contentsOf: files[1]))
            let archive = try ZipArchive(files[0])
            for (name, bytes) in contents { #expect(try archive.bytes(name, limit: 100_000) == bytes) }
            #expect(try #require(archive.entry("b.jpg")).isStored && !(try #require(archive.entry("folder/Küche.bin")).isStored))
            #expect(throws: FormatError.self) {
                try ZipFolder.write(source, to: folder.appendingPathComponent("none/a.zip"), progress: .silent)
            }
        }
    }

    @Test func `Damaged archives give an error or their entries`() throws {
        try TestData.withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("a.zip")
            let writer = try ZipWriter(file)
            for (name, bytes) in contents.prefix(2) { try writer.add(name, bytes) }
            try writer.commit()
            let whole = [UInt8](try Data(contentsOf: file))
            for bytes in TestData.bitFlips(of: whole, count: 2000) + TestData.truncations(of: whole, count: 200) {
                bytes.withUnsafeBytes { memory in
                    guard let archive = try? ZipArchive(memory) else { return }
                    for entry in archive.entries {
                        _ = try? archive.storedBytes(entry)
                        let read = try? archive.bytes(entry.name, limit: 1 << 20)
                        #expect(read == nil || read == [] || read == contents[0].bytes)
                    }
                }
            }
        }
    }
}
