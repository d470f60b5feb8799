import Foundation
import DioramaSync
import TestSupport
import Testing
import Support

/// Against a real S3 server that checks signatures: SeaweedFS, started by scripts/with-seaweedfs.sh. Skipped where it was not.
@Suite(.enabled(if: Seaweed.isThere, "DIORAMA_TEST_S3 is not set: run by scripts/with-seaweedfs.sh"))
struct SeaweedTests {
    private func key(_ text: String) -> BucketKey { BucketKey(text)! }

    @Test(arguments: ["path", "virtual"]) func `keeps the guarantees of every bucket`(style: String) async throws {
        var sizes = S3UploadSizes()
        sizes.singleByteCount = 5 << 20
        sizes.partByteCount = 5 << 20
        try await BucketConformance.check(await Seaweed.bucket(style: style, sizes: sizes), largeByteCount: 12 << 20)
    }

    @Test func `keeps the guarantees of every bucket, encrypted`() async throws {
        let inner = try await Seaweed.bucket()
        let keyring = try await Keyring.create(in: inner, device: DeviceKey(), label: "desk").keyring
        try await BucketConformance.check(WalkableEncrypted(EncryptedBucket(inner, keys: keyring)), largeByteCount: 20 << 20)
        let audit = try await BucketAudit.run(inner, keys: keyring)
        #expect(audit.isClean && audit.objectCount > 5, "\(audit.findings)")
        // A plain object among them is reported.
        #expect(try await inner.put(key("images/plain"), Data("plain".utf8), ifAbsent: true))
        #expect(try await BucketAudit.run(inner, keys: keyring).findings.map(\.name) == ["images/plain"])
    }

    @Test func `lists more than a page`() async throws {
        let bucket = try await Seaweed.bucket()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for lane in 0..<8 {
                group.addTask {
                    for i in stride(from: lane, to: 1_100, by: 8) {
                        _ = try await bucket.put(key("changes/d/\(10_000 + i)"), Data(), ifAbsent: true)
                    }
                }
            }
            try await group.waitForAll()
        }
        let all = try await bucket.list(key("changes/d"), after: nil)
        #expect(all.map { $0.key.name } == (0..<1_100).map { "\(10_000 + $0)" })
        #expect(try await bucket.list(key("changes/d"), after: key("changes/d/11097")).map { $0.key.name } == ["11098", "11099"])
        #expect(try await bucket.walk().count == 1_100)
    }

    @Test func `an interrupted upload is resumed or aborted`() async throws {
        var sizes = S3UploadSizes()
        sizes.singleByteCount = 5 << 20
        sizes.partByteCount = 5 << 20
        let bucket = try await Seaweed.bucket(sizes: sizes)
        let data = BucketConformance.bytes(17 << 20)
        let source = DataSource(data)
        await #expect(throws: SyncError.self) {
            try await bucket.upload(CutSource(inner: source, limit: 11 << 20), to: key("recordings/a"), progress: .silent)
        }
        #expect(try await bucket.head(key("recordings/a")) == nil)
        #expect(try await bucket.walk().map(\.kind) == [.unfinished])
        try await bucket.upload(source, to: key("recordings/a"), progress: .silent)
        #expect(try await bucket.walk() == [BucketEntry(name: "recordings/a", byteCount: 17 << 20, kind: .object)])
        #expect(try await bucket.get(key("recordings/a"), limit: 20 << 20) == data)

        await #expect(throws: SyncError.self) {
            try await bucket.upload(CutSource(inner: source, limit: 11 << 20), to: key("recordings/b"), progress: .silent)
        }
        try await bucket.abortUploads()
        #expect(try await bucket.walk().map(\.kind) == [.object])
    }

    @Test func `only one of many writers gets a name that must be absent`() async throws {
        let bucket = try await Seaweed.bucket()
        let wins = try await withThrowingTaskGroup(of: Bool.self) { group in
            for writer in 0..<8 {
                group.addTask { try await bucket.put(key("changes/d/1"), Data("\(writer)".utf8), ifAbsent: true) }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(wins == 1)
    }

    @Test func `wrong keys and missing rights are refused clearly`() async throws {
        let wrong = try await Seaweed.bucket(secret: "wrong")
        let error = await #expect(throws: SyncError.self) { try await wrong.put(key("a"), Data(), ifAbsent: true) }
        #expect(
            error?.kind == .noPermission && error?.message.contains("SignatureDoesNotMatch") == true, "\(String(describing: error))"
        )
        let reader = try await Seaweed.bucket(keyID: "diorama-reader")
        #expect(
            await #expect(throws: SyncError.self) { try await reader.put(key("a"), Data(), ifAbsent: true) }?.kind == .noPermission)
    }
}

/// The server that scripts/with-seaweedfs.sh started.
enum Seaweed {
    private static let environment = ProcessInfo.processInfo.environment
    static var isThere: Bool { environment["DIORAMA_TEST_S3"] != nil }

    /// A bucket of its own for each call.
    static func bucket(
        style: String = "path", sizes: S3UploadSizes = S3UploadSizes(), keyID: String? = nil, secret: String? = nil
    ) async throws -> S3Bucket {
        let name = "t-\(UUID().uuidString.lowercased().prefix(18))"
        let owner = try open(name, style: style, sizes: sizes, keyID: nil, secret: nil)
        // Making it twice is one.
        try await owner.create()
        try await owner.create()
        return try open(name, style: style, sizes: sizes, keyID: keyID, secret: secret)
    }

    private static func open(
        _ name: String, style: String, sizes: S3UploadSizes, keyID: String?, secret: String?
    ) throws -> S3Bucket {
        var endpoint = environment["DIORAMA_TEST_S3"] ?? ""
        if style == "virtual" { endpoint = endpoint.replacingOccurrences(of: "127.0.0.1", with: "s3.localhost") }
        let text = "s3://\(name)/some/prefix?endpoint=\(endpoint)&style=\(style)"
        guard case .s3(let address) = try BucketAddress(text, environment: [:]) else { throw SyncError(.failed, "no S3") }
        return S3Bucket(
            address,
            credentials: S3Credentials(
                accessKeyID: keyID ?? environment["DIORAMA_TEST_S3_KEY"] ?? "",
                secretAccessKey: secret ?? environment["DIORAMA_TEST_S3_SECRET"] ?? ""), sizes: sizes,
            hosts: style == "virtual" ? ["\(name).s3.localhost": "127.0.0.1"] : [:])
    }
}
