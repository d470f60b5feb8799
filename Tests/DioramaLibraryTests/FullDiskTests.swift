import Foundation
import DioramaLibrary
import Testing

@Suite(.enabled(if: SmallDisk.isAvailable, "needs root, to mount a small disk"))
struct FullDiskTests {
    @Test func `a disk that gets full stops an import in one clear line and harms nothing`() async throws {
        try await withFolders { folder, files in
            // Closing writes the young catalogue, of more than a megabyte, out of its log: the room for it has to be left.
            try await SmallDisk.with(megabytes: 24, at: folder) { _ in
                let library = try Library(at: folder)
                var added: [Space] = []
                var failure: LibraryError?
                for i in 0..<40 where failure == nil {
                    let draft = try makeDraft("Space \(i)", seed: UInt64(i), byteCount: 600_000, in: files)
                    failure = await libraryError { added.append(try await library.add(draft)) }
                }
                let error = try #require(failure)
                #expect(error.kind == .diskFull)
                #expect(error.message.contains("is full; free some space and try again"))
                #expect(!error.message.contains("\n"))
                #expect(added.count >= 5)
                #expect(try await library.spaces() == added.reversed())
                #expect(try library.verify().problems == [])
                #expect(filesBelow(folder.appendingPathComponent("incoming")) == [])
                // With space again, the same library goes on.
                for _ in 0..<3 { #expect(try await library.delete(added.removeFirst().id)) }
                added.append(try await library.add(try makeDraft("After", seed: 99, byteCount: 600_000, in: files)))
                try library.close()
                let again = try Library(at: folder)
                #expect(try await again.spaces() == added.reversed())
                #expect(try again.verify().problems == [])
            }
        }
    }

    @Test func `a catalogue that can't grow says that the disk is full, and the transaction leaves nothing`() async throws {
        try await withFolders { folder, files in
            try await SmallDisk.with(megabytes: 4, at: folder) { disk in
                let library = try Library(at: folder)
                let first = try await library.add(try makeDraft("first", in: files))
                // The files fit, but the rows don't: long notes go into the catalogue.
                for left in [0, 4096, 16_384, 65_536] {
                    try disk.fill(leaving: left)
                    var draft = try makeDraft("rows", seed: UInt64(left + 2), byteCount: 200, in: files)
                    draft.capture = CaptureDraft(kind: "TUM", frameCount: 1, notes: [String(repeating: "n", count: 1_000_000)])
                    let error = await libraryError { _ = try await library.add(draft) }
                    #expect(error?.kind == .diskFull)
                    #expect(try await library.spaces() == [first])
                    #expect(try library.verify().problems == [])
                    #expect(filesBelow(folder.appendingPathComponent("incoming")) == [])
                    #expect(filesBelow(folder.appendingPathComponent("assets")).count == 1)
                    try disk.removeFiller()
                }
                let second = try await library.add(try makeDraft("second", seed: 2, in: files))
                #expect(try await library.spaces() == [second, first])
            }
        }
    }

    @Test func `a library can't be made on a full disk, and can when there is space`() async throws {
        try await withFolders { folder, _ in
            try await SmallDisk.with(megabytes: 2, at: folder) { disk in
                for left in [0, 4096, 8192, 20_000, 40_000] {
                    try disk.fill(leaving: left)
                    let place = folder.appendingPathComponent("library")
                    let error = await libraryError { _ = try Library(at: place) }
                    #expect(error?.kind == .diskFull)
                    try disk.removeFiller()
                    #expect(disk.free > 1_500_000)
                    let library = try Library(at: place)
                    #expect(try await library.spaceCount() == 0)
                    try library.close()
                    try FileManager.default.removeItem(at: place)
                }
            }
        }
    }
}
