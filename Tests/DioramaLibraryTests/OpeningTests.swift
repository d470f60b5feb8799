import Foundation
import DioramaLibrary
import Testing

@Suite struct OpeningTests {
    @Test func `a new library makes its folder with all folders above it`() async throws {
        try await withFolders { folder, _ in
            let deep = folder.appendingPathComponent("a/b c/ü")
            let library = try Library(at: deep)
            #expect(try await library.spaceCount() == 0)
            #expect(try library.verify() == VerifyReport())
            #expect(library.folder.path == deep.path)
        }
    }

    @Test func `a file in the place of the folder is refused and stays`() async throws {
        try await withFolders { folder, _ in
            try Data("a letter".utf8).write(to: folder)
            let error = try #require(await libraryError { _ = try Library(at: folder) })
            #expect(error.kind == .notALibrary)
            #expect(error.message == "\(folder.path) is a file; a library needs a folder: choose another place")
            #expect(try Data(contentsOf: folder) == Data("a letter".utf8))
            let below = await libraryError { _ = try Library(at: folder.appendingPathComponent("below")) }
            #expect(below?.message.contains("\n") == false)
        }
    }

    @Test(arguments: ["a letter", "SQLite format 3\0 but then something else", String(repeating: "x", count: 100_000)])
    func `a catalogue that is not a database is refused and stays`(content: String) async throws {
        try await withFolders { folder, _ in
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let file = folder.appendingPathComponent("library.sqlite")
            try Data(content.utf8).write(to: file)
            let error = try #require(await libraryError { _ = try Library(at: folder) })
            #expect(error.kind == .notALibrary || error.kind == .damaged)
            #expect(error.message.contains(file.path))
            #expect(!error.message.contains("\n"))
            #expect(try Data(contentsOf: file) == Data(content.utf8))
            #expect(filesBelow(folder) == ["library.lock", "library.sqlite"])
        }
    }

    @Test func `another program's database is refused and stays`() async throws {
        try await withFolders { folder, _ in
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try edit(folder, "CREATE TABLE recipes (name TEXT); INSERT INTO recipes VALUES ('cake')")
            let file = folder.appendingPathComponent("library.sqlite")
            let before = try Data(contentsOf: file)
            let error = try #require(await libraryError { _ = try Library(at: folder) })
            #expect(error.kind == .notALibrary)
            #expect(error.message == "\(file.path) is another program's database; choose another folder")
            #expect(try Data(contentsOf: file) == before)
            #expect(filesBelow(folder) == ["library.lock", "library.sqlite"])
        }
    }

    @Test func `a library whose program was killed before its first migration is completed`() async throws {
        try await withFolders { folder, _ in
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try edit(folder, "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
            let library = try Library(at: folder)
            #expect(try await library.spaceCount() == 0)
            #expect(try library.verify() == VerifyReport())
        }
    }

    @Test func `a library of a newer version is refused and stays`() async throws {
        try await withFolders { folder, files in
            let library = try Library(at: folder)
            _ = try await library.add(try makeDraft("x", in: files))
            try library.close()
            try edit(folder, "INSERT INTO grdb_migrations VALUES ('999 holograms')")
            let leftover = folder.appendingPathComponent("incoming/\(KSUID())")
            try Data("from the newer version".utf8).write(to: leftover)
            let before = try Data(contentsOf: folder.appendingPathComponent("library.sqlite"))
            let error = try #require(await libraryError { _ = try Library(at: folder) })
            #expect(error.kind == .newerVersion)
            #expect(error.message == "the library at \(folder.path) was written by a newer version of Diorama; update this one")
            #expect(try Data(contentsOf: folder.appendingPathComponent("library.sqlite")) == before)
            #expect(FileManager.default.fileExists(atPath: leftover.path))
        }
    }

    @Test func `files of a library without their catalogue are not taken for rubbish`() async throws {
        try await withFolders { folder, files in
            let library = try Library(at: folder)
            _ = try await library.add(try makeDraft("x", in: files))
            try library.close()
            let assets = filesBelow(folder.appendingPathComponent("assets"))
            try FileManager.default.removeItem(at: folder.appendingPathComponent("library.sqlite"))
            for _ in 0..<2 {
                let error = try #require(await libraryError { _ = try Library(at: folder) })
                #expect(error.kind == .notALibrary)
                #expect(error.message.contains("library.sqlite is missing or empty"))
                #expect(filesBelow(folder.appendingPathComponent("assets")) == assets)
                // The same with an empty catalogue in the second round.
                try Data().write(to: folder.appendingPathComponent("library.sqlite"))
            }
        }
    }

    @Test func `files that are not the library's stay in its folder`() async throws {
        try await withFolders { folder, _ in
            let foreign = [
                "notes.txt", "assets/photo.jpg", "assets/ab/thesis.pdf", "assets/ab/cd" + String(repeating: "0", count: 62),
                "incoming/x",
            ]
            for name in foreign {
                let file = folder.appendingPathComponent(name)
                try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data("mine".utf8).write(to: file)
            }
            for _ in 0..<2 { try Library(at: folder).close() }
            #expect(Set(filesBelow(folder)).isSuperset(of: foreign))
        }
    }

    @Test(.enabled(if: SmallDisk.isAvailable, "needs root, to mount a small disk"))
    func `a library on a disk that can't be written is refused in one line`() async throws {
        try await withFolders { folder, files in
            try await SmallDisk.with(megabytes: 8, at: folder) { disk in
                _ = try await Library(at: folder).add(try makeDraft("x", in: files))
                try disk.makeReadOnly()
                let error = try #require(await libraryError { _ = try Library(at: folder) })
                #expect(error.kind == .noPermission)
                #expect(!error.message.contains("\n"))
                let new = await libraryError { _ = try Library(at: folder.appendingPathComponent("new")) }
                #expect(new?.kind == .noPermission)
                #expect(new?.message.contains(folder.path) == true)
            }
        }
    }

    @Test(.enabled(if: geteuid() != 0, "root may write everywhere"))
    func `a folder without the permission to write is refused in one line`() async throws {
        try await withFolders { folder, _ in
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path)
            #expect(await libraryError { _ = try Library(at: folder) }?.kind == .noPermission)
        }
    }

    @Test func `a closed library says so, and opens again`() async throws {
        try await withFolders { folder, _ in
            let library = try Library(at: folder)
            _ = try await library.add(SpaceDraft(name: "x"))
            try library.close()
            let error = try #require(await libraryError { _ = try await library.spaceCount() })
            #expect(error.message.contains("closed"))
            #expect(try await Library(at: folder).spaceCount() == 1)
        }
    }

    @Test func `the catalogue has a write-ahead log while it is open, and is one file when it is closed`() async throws {
        try await withFolders { folder, files in
            let library = try Library(at: folder)
            _ = try await library.add(try makeDraft("x", in: files))
            #expect(FileManager.default.fileExists(atPath: folder.appendingPathComponent("library.sqlite-wal").path))
            try library.close()
            #expect(filesBelow(folder).filter { $0.hasPrefix("library") } == ["library.lock", "library.sqlite"])
        }
    }

    @Test func `the default folder follows the XDG specification`() {
        #expect(Library.defaultFolder(environment: ["HOME": "/home/u"]).path == "/home/u/.local/share/diorama")
        #expect(Library.defaultFolder(environment: ["HOME": "/home/u", "XDG_DATA_HOME": "/data"]).path == "/data/diorama")
        #expect(
            Library.defaultFolder(environment: ["HOME": "/home/u", "XDG_DATA_HOME": "data"]).path == "/home/u/.local/share/diorama")
        #expect(
            Library.defaultFolder(environment: ["HOME": "/home/u", "XDG_DATA_HOME": ""]).path == "/home/u/.local/share/diorama")
        #expect(Library.defaultFolder.path.hasSuffix("/diorama"))
    }
}
