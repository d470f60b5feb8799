import Crypto
import Foundation
import DioramaLibrary
import Testing

@Suite struct AssetsTests {
    @Test func `a file lies under its SHA-256 with its very bytes`() async throws {
        try await withFolders { folder, files in
            let library = try Library(at: folder)
            let space = try await library.add(try makeDraft("x", seed: 3, byteCount: 2_500_000, in: files))
            let hash = space.assets[0].hash
            let (asset, file) = try #require(try await library.assetFile(hash))
            let bytes = try Data(contentsOf: file)
            #expect(bytes.count == 2_500_000)
            #expect(SHA256.hash(data: bytes).map { String(format: "%02x", $0) }.joined() == hash.description)
            #expect(file.path.hasSuffix("/assets/\(hash.description.prefix(2))/\(hash)"))
            #expect(asset == space.assets[0])
            #expect(try await library.assetFile(#require(AssetHash(String(repeating: "0", count: 64)))) == nil)
        }
    }

    @Test func `a file that two spaces share survives the deletion of either, and goes with the second`() async throws {
        try await withFolders { folder, files in
            let library = try Library(at: folder)
            let first = try await library.add(try makeDraft("first", seed: 5, in: files))
            let second = try await library.add(try makeDraft("second", seed: 5, in: files))
            let hash = first.assets[0].hash
            #expect(second.assets[0].hash == hash)
            #expect(filesBelow(folder.appendingPathComponent("assets")).count == 1)
            #expect(try await library.delete(first.id))
            let (asset, file) = try #require(try await library.assetFile(hash))
            #expect(asset.fileName == "second.glb")
            #expect(FileManager.default.fileExists(atPath: file.path))
            #expect(try library.verify().problems == [])
            #expect(try await library.delete(second.id))
            #expect(filesBelow(folder.appendingPathComponent("assets")) == [])
        }
    }

    @Test func `one space can name the same bytes twice`() async throws {
        try await withFolders { folder, files in
            let library = try Library(at: folder)
            var draft = try makeDraft("twice", in: files)
            var source = draft.assets[0]
            source.kind = .source
            source.contentType = "application/octet-stream"
            draft.assets = [source, draft.assets[0]]
            let space = try await library.add(draft)
            #expect(space.assets.map(\.kind) == [.source, .mesh])
            #expect(space.assets[0].hash == space.assets[1].hash)
            // As a download it is what it is most useful as.
            #expect(try await library.assetFile(space.assets[0].hash)?.0.contentType == "model/gltf-binary")
            #expect(try await library.delete(space.id))
            #expect(try library.verify() == VerifyReport())
        }
    }

    @Test func `a file is copied, and one that is handed over is gone afterwards`() async throws {
        try await withFolders { folder, files in
            let library = try Library(at: folder)
            var draft = try makeDraft("x", in: files)
            let file = draft.assets[0].file
            let copied = try await library.add(draft)
            #expect(FileManager.default.fileExists(atPath: file.path))
            draft.assets[0].isConsumed = true
            let taken = try await library.add(draft)
            #expect(!FileManager.default.fileExists(atPath: file.path))
            #expect(taken.assets[0].hash == copied.assets[0].hash)
            #expect(try library.verify().problems == [])
            #expect(filesBelow(folder.appendingPathComponent("incoming")) == [])
        }
    }

    @Test func `a file with another name elsewhere is copied also when it is handed over`() async throws {
        try await withFolders { folder, files in
            let library = try Library(at: folder)
            var draft = try makeDraft("x", in: files)
            let other = files.appendingPathComponent("other")
            try FileManager.default.linkItem(at: draft.assets[0].file, to: other)
            draft.assets[0].isConsumed = true
            _ = try await library.add(draft)
            try Data("changed".utf8).write(to: other, options: [])
            #expect(try library.verify().problems == [])
        }
    }

    @Test func `a symbolic link that is handed over is read through, and its target stays`() async throws {
        try await withFolders { folder, files in
            let library = try Library(at: folder)
            var draft = try makeDraft("x", in: files)
            let target = draft.assets[0].file
            draft.assets[0].file = files.appendingPathComponent("link")
            draft.assets[0].isConsumed = true
            try FileManager.default.createSymbolicLink(at: draft.assets[0].file, withDestinationURL: target)
            let space = try await library.add(draft)
            #expect(FileManager.default.fileExists(atPath: target.path))
            try FileManager.default.removeItem(at: target)
            #expect(try library.verify().problems == [])
            #expect(space.assets[0].byteCount == 1000)
        }
    }

    @Test func `when one of several files can't be read nothing is added, and what was handed over stays`() async throws {
        try await withFolders { folder, files in
            let library = try Library(at: folder)
            var draft = try makeDraft("x", in: files)
            draft.assets[0].isConsumed = true
            let missing = files.appendingPathComponent("missing.glb")
            draft.assets.append(AssetDraft(kind: .source, contentType: "model/gltf-binary", fileName: "m.glb", file: missing))
            let error = await libraryError { _ = try await library.add(draft) }
            #expect(error?.kind == .notFound)
            #expect(error?.message.contains(missing.path) == true)
            draft.assets[1].file = files
            #expect(await libraryError { _ = try await library.add(draft) }?.kind == .invalidValue)
            #expect(FileManager.default.fileExists(atPath: draft.assets[0].file.path))
            #expect(try await library.spaceCount() == 0)
            #expect(try library.verify() == VerifyReport())
        }
    }

    @Test func `adding the same file again heals a damaged one`() async throws {
        try await withFolders { folder, files in
            let library = try Library(at: folder)
            let draft = try makeDraft("x", in: files)
            let space = try await library.add(draft)
            let (_, file) = try #require(try await library.assetFile(space.assets[0].hash))
            try Data("rotten".utf8).write(to: file)
            #expect(try library.verify().damagedFiles == [space.assets[0].hash])
            _ = try await library.add(draft)
            #expect(try library.verify().problems == [])
        }
    }

    @Test func `a cancelled task adds nothing`() async throws {
        try await withFolders { folder, files in
            let library = try Library(at: folder)
            let draft = try makeDraft("x", byteCount: 5_000_000, in: files)
            let task = Task {
                while !Task.isCancelled { await Task.yield() }
                return try await library.add(draft)
            }
            task.cancel()
            let error = await libraryError { _ = try await task.value }
            #expect(error?.kind == .cancelled)
            #expect(try await library.spaceCount() == 0)
            #expect(filesBelow(folder.appendingPathComponent("incoming")) == [])
            #expect(try library.verify() == VerifyReport())
        }
    }
}
