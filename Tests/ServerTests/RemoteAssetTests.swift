import DioramaLibrary
import DioramaSync
import Foundation
import HTTPTypes
import Server
import TestSupport
import Testing

/// Assets that another device added and that are only in the bucket.
@Suite struct RemoteAssetTests {
    /// 3 MB.
    private static let bytes: [UInt8] = {
        let block = (0..<9_999).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 9) }
        return (0..<300).flatMap { [UInt8(truncatingIfNeeded: $0)] + block }
    }()

    /// A space of another device, and the second device's server.
    private struct Devices: Sendable {
        let space: Space
        let bucket: URL
        let server: TestServer

        var hash: String { space.assets[0].hash.description }
        var path: String { "/api/v1/assets/\(hash)" }
        var object: URL { bucket.appendingPathComponent("recordings/\(hash)") }
        var cached: URL { server.library.folder.appendingPathComponent("cache/\(hash.prefix(2))/\(hash)") }
    }

    /// Runs `body` with the server of a device that has synchronized a space of another one through a folder.
    private func withDevices(
        _ change: (inout ServerConfiguration) -> Void = { _ in }, _ body: @escaping @Sendable (Devices) async throws -> Void
    ) async throws {
        let folder = try TestData.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let bucket = folder.appendingPathComponent("disk/bucket")
        try FileManager.default.createDirectory(at: bucket, withIntermediateDirectories: true)
        let first = try Library(at: folder.appendingPathComponent("first"))
        try await first.activate(try await first.accounts.add(Account(name: "Ada", tier: .premium)).id)
        let file = folder.appendingPathComponent("model.glb")
        try Data(Self.bytes).write(to: file)
        let space = try await first.add(
            SpaceDraft(
                name: "Office",
                assets: [AssetDraft(kind: .mesh, contentType: "model/gltf-binary", fileName: "a.glb", file: file)]))
        let sync = SyncClient(first, identity: FileIdentityStore(folder.appendingPathComponent("first-identity")))
        try await sync.use(bucket: bucket.absoluteString)
        try await sync.run()
        try await withServer { configuration in
            let identity = FileIdentityStore(folder.appendingPathComponent("second-identity"))
            configuration.sync = SyncClient(configuration.library, identity: identity)
            configuration.media = configuration.sync.mediaStore()
            change(&configuration)
        } _: { server async throws in
            let account = try await server.library.accounts.add(Account(name: "Ada", tier: .premium))
            try await server.library.activate(account.id)
            let identity = FileIdentityStore(folder.appendingPathComponent("second-identity"))
            let sync = SyncClient(server.library, identity: identity)
            try await sync.use(bucket: bucket.absoluteString)
            try await sync.run()
            try await body(Devices(space: space, bucket: bucket, server: server))
        }
    }

    @Test func `a space opens on the second device: whole, in ranges, and from the cache`() async throws {
        try await withDevices { devices async throws in
            let server = devices.server
            let listed = try await server.get("/api/v1/spaces/\(devices.space.id)")
            #expect(listed.status == 200 && listed.string.contains(devices.path))
            #expect(!FileManager.default.fileExists(atPath: devices.cached.path))
            let head = try await server.request(.head, devices.path)
            #expect(head.status == 200 && head.headers[.contentLength] == "3000000")
            let answer = try await server.get(devices.path)
            #expect(answer.status == 200 && answer.body == Self.bytes)
            #expect(answer.headers[.cacheControl]?.contains("immutable") == true)
            #expect(answer.headers[.eTag] == "\"\(devices.hash)\"")
            #expect([UInt8](try Data(contentsOf: devices.cached)) == Self.bytes)
            // Offline from now on.
            try FileManager.default.removeItem(at: devices.bucket)
            let part = try await server.get(devices.path, headers: [.range: "bytes=2999990-"])
            #expect(part.status == 206 && part.body == Array(Self.bytes[2_999_990...]))
            #expect(part.headers[.cacheControl]?.contains("immutable") == true)
        }
    }

    @Test func `a range is sent while the file is downloaded, and is not to be kept`() async throws {
        try await withDevices { devices async throws in
            let part = try await devices.server.get(devices.path, headers: [.range: "bytes=1000-1999"])
            #expect(part.status == 206 && part.body == Array(Self.bytes[1000..<2000]))
            #expect(part.headers[.contentRange] == "bytes 1000-1999/3000000")
            #expect(part.headers[.cacheControl] == "no-store" || FileManager.default.fileExists(atPath: devices.cached.path))
        }
    }

    @Test func `a bucket that can't be reached is 503 with the reason, a file that is nowhere 404`() async throws {
        try await withDevices { devices async throws in
            let away = devices.bucket.deletingLastPathComponent().appendingPathComponent("away")
            try FileManager.default.moveItem(at: devices.bucket, to: away)
            let offline = try await devices.server.get(devices.path)
            #expect(offline.isProblem(503) && offline.headers[.retryAfter] == "30")
            #expect(offline.text("detail").contains("connect its disk"))
            #expect(!FileManager.default.fileExists(atPath: devices.bucket.path))
            try FileManager.default.moveItem(at: away, to: devices.bucket)
            try FileManager.default.removeItem(at: devices.object)
            let missing = try await devices.server.get(devices.path)
            #expect(missing.isProblem(404) && missing.text("detail").contains("neither on this device nor in"))
        }
    }

    @Test func `a damaged copy in the bucket is never sent whole, and a truncated one not at all`() async throws {
        try await withDevices { devices async throws in
            var damaged = Self.bytes
            damaged[1_500_000] ^= 1
            try Data(damaged).write(to: devices.object)
            let cut = try? await devices.server.get(devices.path)
            #expect(cut == nil || cut!.body.count < 3_000_000)
            #expect(!FileManager.default.fileExists(atPath: devices.cached.path))
            try Data(Self.bytes.dropLast()).write(to: devices.object)
            let truncated = try await devices.server.get(devices.path)
            #expect(truncated.isProblem(503) && truncated.text("detail").contains("2999999 bytes instead of 3000000"))
            try Data(Self.bytes).write(to: devices.object)
            #expect(try await devices.server.get(devices.path).body == Self.bytes)
        }
    }

    @Test func `a truncated or changed file of this device is 503, and replaced where the bucket has it`() async throws {
        try await withServer { server async throws in
            let space = try await server.addSpace("Office", Self.bytes)
            let hash = space.assets[0].hash.description
            let file = server.library.folder.appendingPathComponent("assets/\(hash.prefix(2))/\(hash)")
            try Data(Self.bytes.dropLast(1000)).write(to: file)
            let answer = try await server.get("/api/v1/assets/\(hash)")
            #expect(answer.isProblem(503) && answer.text("detail").contains("damaged"))
            try FileManager.default.removeItem(at: file)
            #expect(try await server.get("/api/v1/assets/\(hash)").isProblem(404))
        }
        try await withDevices { devices async throws in
            #expect(try await devices.server.get(devices.path).status == 200)
            try Data(Self.bytes.dropLast(1000)).write(to: devices.cached)
            #expect(try await devices.server.get(devices.path).body == Self.bytes)
            #expect([UInt8](try Data(contentsOf: devices.cached)) == Self.bytes)
        }
    }
}
