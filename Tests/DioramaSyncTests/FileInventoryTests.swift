import DioramaLibrary
import DioramaSync
import Foundation
import SyncTestSupport
import Testing
import TestSupport

/// Where files are, and which of them a device downloads in advance.
@Suite struct FileInventoryTests {
    /// Two devices with one bucket; the first has a space with a model and a thumbnail, and a document.
    private struct Devices: Sendable {
        let folder: URL
        let first: LibraryClient
        let second: LibraryClient
        let space: Space

        var bucket: URL { folder.appending(path: "disk/bucket") }
        func object(_ hash: AssetHash, in name: String = "recordings") -> URL { bucket.appending(path: "\(name)/\(hash)") }
    }

    private func client(_ name: String, in folder: URL, bucket: URL?) async throws -> LibraryClient {
        let home = folder.appending(path: name)
        let client = try await LibraryClient(
            .init(folder: home.appending(path: "library"), identity: FileIdentityStore(home.appending(path: "identity"))))
        try await client.database.activate(try await client.database.accounts.add(Account(name: name, tier: .premium)).id)
        if let bucket { try await client.sync.use(bucket: bucket.absoluteString) }
        return client
    }

    private func withDevices(_ body: (Devices) async throws -> Void) async throws {
        try await TestData.withTemporaryFolder { folder in
            let bucket = folder.appending(path: "disk/bucket")
            try FileManager.default.createDirectory(at: bucket, withIntermediateDirectories: true)
            let first = try await client("first", in: folder, bucket: bucket)
            let space = try await add("Hall", to: first, in: folder)
            try await first.sync.run()
            let second = try await client("second", in: folder, bucket: bucket)
            try await body(Devices(folder: folder, first: first, second: second, space: space))
        }
    }

    /// A space with a model and a thumbnail.
    private func add(_ name: String, to client: LibraryClient, in folder: URL) async throws -> Space {
        func draft(_ kind: AssetKind, _ type: String) throws -> AssetDraft {
            let file = folder.appending(path: "\(name)-\(kind.rawValue)")
            try Data("\(kind.rawValue) of \(name)".utf8).write(to: file)
            return AssetDraft(kind: kind, contentType: type, fileName: file.lastPathComponent, file: file)
        }
        return try await client.database.add(
            SpaceDraft(name: name, assets: [try draft(.mesh, "model/gltf-binary"), try draft(.thumbnail, "image/jpeg")]))
    }

    private func counts(_ client: LibraryClient) async throws -> [Int] {
        let found = try await client.sync.inventory()
        return [found.local.count, found.remoteOnly.count, found.missing.count, found.unknown.count]
    }

    @Test func `files are local, only in the bucket, missing, or unknown while the bucket can't be reached`() async throws {
        try await withDevices { devices async throws in
            #expect(try await counts(devices.first) == [2, 0, 0, 0])
            // Before the first run nothing is named.
            #expect(try await counts(devices.second) == [0, 0, 0, 0])
            try await devices.second.sync.run()
            #expect(try await counts(devices.second) == [1, 1, 0, 0], "the thumbnail is downloaded in advance")
            let found = try await devices.second.sync.verify()
            #expect(found.problems == [])
            let model = try #require(devices.space.assets.first { $0.kind == .mesh })
            _ = try await devices.second.media.original(model.hash, contentType: model.contentType)
            #expect(try await counts(devices.second) == [2, 0, 0, 0])
            devices.second.media.originals.shrinkCache()
            let away = devices.folder.appending(path: "away")
            try FileManager.default.moveItem(at: devices.bucket, to: away)
            #expect(try await counts(devices.second) == [1, 0, 0, 1])
            let offline = try await devices.second.sync.verify().problems
            #expect(offline.count == 1 && offline[0].contains("couldn't be asked"))
            try FileManager.default.moveItem(at: away, to: devices.bucket)
            try FileManager.default.removeItem(at: devices.object(model.hash))
            #expect(try await counts(devices.second) == [1, 0, 1, 0])
            let problems = try await devices.second.sync.verify().problems
            #expect(problems.count == 1 && problems[0].contains("Hall-mesh of the space \"Hall\" is missing"))
        }
    }

    @Test func `a file that was damaged or lost on this device is not counted as being on it`() async throws {
        try await withDevices { devices async throws in
            let model = try #require(devices.space.assets.first { $0.kind == .mesh })
            let file = try #require(try await devices.first.database.original(model.hash))
            let sound = try Data(contentsOf: file)
            try Data(sound.map { $0 ^ 1 }).write(to: file)
            let damaged = try await devices.first.sync.verify()
            #expect(damaged.files.local.count == 1 && damaged.files.remoteOnly.count == 1)
            #expect(damaged.problems.count == 1 && damaged.problems[0].contains("does not match its hash"))
            try FileManager.default.removeItem(at: file)
            let lost = try await devices.first.sync.verify()
            #expect(lost.files.remoteOnly.count == 1 && lost.problems == [])
            #expect(try await devices.first.media.original(model.hash, contentType: model.contentType) == file)
            #expect(try Data(contentsOf: file) == sound)
            try FileManager.default.removeItem(at: file)
            try FileManager.default.removeItem(at: devices.object(model.hash))
            #expect(try await devices.first.sync.verify().problems.count == 1)
        }
    }

    @Test func `the policy decides what is downloaded in advance, for the library and for a space`() async throws {
        try await withDevices { devices async throws in
            let other = try await add("Kitchen", to: devices.first, in: devices.folder)
            try await devices.first.sync.run()
            let second = devices.second
            try await second.sync.use(FilePolicy.none)
            try await second.sync.run()
            #expect(try await counts(second) == [0, 4, 0, 0])
            try await second.sync.use(.all, for: other.id)
            try await second.sync.run()
            #expect(try await counts(second) == [2, 2, 0, 0])
            let settings = try await second.sync.fileSettings()
            #expect(settings.policy == FilePolicy.none && settings.spaces.map(\.name) == ["Kitchen"])
            try await second.sync.use(nil, for: other.id)
            try await second.sync.use(.previews)
            try await second.sync.run()
            #expect(try await counts(second) == [3, 1, 0, 0])
            try await second.sync.use(FilePolicy.none, for: devices.space.id)
            try await second.sync.use(.all)
            try await second.sync.run()
            #expect(try await counts(second) == [3, 1, 0, 0])
            try await second.sync.use(nil, for: devices.space.id)
            try await second.sync.run()
            #expect(try await counts(second) == [4, 0, 0, 0])
            #expect(try await second.sync.fileSettings().spaces.isEmpty)
        }
    }

    @Test func `a policy needs a space that exists`() async throws {
        try await withDevices { devices async throws in
            let space = SpaceID(KSUID())
            let missing = await #expect(throws: SyncError.self) { try await devices.second.sync.use(.all, for: space) }
            #expect(missing?.kind == .notFound)
            let empty = await #expect(throws: SyncError.self) { try await devices.second.sync.use(nil) }
            #expect(empty?.kind == .invalidValue)
        }
    }

    @Test func `without a bucket all files of another device are downloaded`() async throws {
        try await withDevices { devices async throws in
            let third = try await client("third", in: devices.folder, bucket: nil)
            _ = try await third.sync.run(
                with: OtherBucket(try FolderBucket(at: devices.bucket), queue: "peer"), progress: .silent)
            #expect(try await counts(third) == [2, 0, 0, 0])
        }
    }

    @Test func `a policy of an earlier version is read`() throws {
        let earlier = """
            {"uploadsOriginals":{"all":{}},"uploadsPreviews":{"all":{}},"downloadsOriginals":{"none":{}},
            "downloadsPreviews":{"all":{}},"originalsOnlyUnmetered":true,"previewsOnlyUnmetered":false}
            """
        let policy = try JSONDecoder().decode(TransferPolicy.self, from: Data(earlier.utf8))
        #expect(policy == TransferPolicy() && policy.files == .previews)
        var changed = policy
        changed.setFiles(.all)
        changed.spaces = ["x": .previews]
        #expect(try JSONDecoder().decode(TransferPolicy.self, from: try JSONEncoder().encode(changed)) == changed)
    }
}
