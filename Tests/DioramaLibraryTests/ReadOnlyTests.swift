import DioramaLibrary
import Foundation
import Testing

/// A library that is opened without writing anything in its folder.
@Suite struct ReadOnlyTests {
    /// Names, sizes and times of everything in a folder.
    private func state(_ folder: URL) throws -> [String] {
        try (filesBelow(folder) + [""]).map { name in
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.appendingPathComponent(name).path)
            return "\(name) \(attributes[.size] ?? 0) \(attributes[.modificationDate] ?? 0)"
        }
    }

    @Test func `everything can be read, nothing in the folder changes, and writing fails with a reason`() async throws {
        try await withFolders { folder, files in
            let library = try Library(at: folder)
            let space = try await library.add(try makeDraft("Office", in: files))
            _ = try await library.memories.add(Memory(title: "Here", space: space.id))
            try library.close()
            let before = try state(folder)
            do {
                let reader = try Library(readOnly: folder)
                #expect(reader.isReadOnly)
                #expect(try await reader.spaces().map(\.name) == ["Office"])
                #expect(try await reader.memories(for: .owner(nil)).list(in: space.id).memories.count == 1)
                #expect(try reader.verify().problems == [])
                let error = await libraryError { _ = try await reader.rename(space.id, to: "Other") }
                #expect(error?.kind == .notAllowed && error?.message.contains("open read-only") == true)
                // The rescue of a disk.
                let rescue = files.appendingPathComponent("rescue")
                let backup = try await reader.backup(BackupOptions(folder: rescue, includesFiles: true))
                #expect(backup.isGood && backup.check?.assetCount == 1)
                #expect(filesBelow(rescue.appendingPathComponent("assets")).count == 1)
            }
            #expect(try state(folder) == before)
        }
    }

    @Test func `a library that is in use can be read as well`() async throws {
        try await withFolders { folder, _ in
            let library = try Library(at: folder)
            _ = try await library.add(SpaceDraft(name: "Office"))
            let reader = try Library(readOnly: folder)
            _ = try await library.add(SpaceDraft(name: "Later"))
            #expect(try await reader.spaces().map(\.name) == ["Office"])
            #expect(try await library.spaceCount() == 2)
        }
    }

    @Test func `where there is no library, none is made`() async throws {
        try await withFolders { folder, _ in
            let error = await libraryError { _ = try Library(readOnly: folder) }
            #expect(error?.kind == .notFound)
            #expect(!FileManager.default.fileExists(atPath: folder.path))
        }
    }
}
