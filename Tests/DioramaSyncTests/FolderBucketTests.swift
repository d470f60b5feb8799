import Foundation
import DioramaSync
import TestSupport
import Testing
import Support

@Suite struct FolderBucketTests {
    private func key(_ text: String) -> BucketKey { BucketKey(text)! }

    @Test func `keeps the guarantees of every bucket`() async throws {
        try await TestData.withTemporaryFolder { folder in
            try await BucketConformance.check(
                try FolderBucket(at: folder.appendingPathComponent("bucket")), largeByteCount: 9 << 20)
        }
    }

    @Test func `only one of many writers gets a name that must be absent`() async throws {
        try await TestData.withTemporaryFolder { folder in
            let wins = try await withThrowingTaskGroup(of: Int.self) { group in
                for writer in 0..<16 {
                    group.addTask {
                        let bucket = try FolderBucket(at: folder)
                        var wins = 0
                        for i in 0..<20 {
                            if try await bucket.put(key("changes/d/\(i)"), Data("\(writer)".utf8), ifAbsent: true) { wins += 1 }
                        }
                        return wins
                    }
                }
                return try await group.reduce(0, +)
            }
            #expect(wins == 20)
            #expect(try await FolderBucket(at: folder).list(key("changes/d"), after: nil).count == 20)
        }
    }

    @Test func `never follows a symbolic link out of its folder`() async throws {
        try await TestData.withTemporaryFolder { folder in
            let outside = folder.appendingPathComponent("outside")
            let inside = folder.appendingPathComponent("bucket")
            for url in [outside, inside] { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
            try Data("secret".utf8).write(to: outside.appendingPathComponent("file"))
            let bucket = try FolderBucket(at: inside)
            try FileManager.default.createSymbolicLink(at: inside.appendingPathComponent("images"), withDestinationURL: outside)
            try FileManager.default.createSymbolicLink(
                at: inside.appendingPathComponent("file"), withDestinationURL: outside.appendingPathComponent("file"))

            await #expect(throws: SyncError.self) { try await bucket.get(key("images/file"), limit: 100) }
            await #expect(throws: SyncError.self) { try await bucket.put(key("images/new"), Data(), ifAbsent: false) }
            await #expect(throws: SyncError.self) { try await bucket.list(key("images"), after: nil) }
            await #expect(throws: SyncError.self) { try await bucket.get(key("file"), limit: 100) }
            await #expect(throws: SyncError.self) { try await bucket.put(key("file"), Data("x".utf8), ifAbsent: false) }
            #expect(try await bucket.head(key("file")) == nil)
            try await bucket.delete(key("file"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: outside.path) == ["file"])
            #expect(try Data(contentsOf: outside.appendingPathComponent("file")) == Data("secret".utf8))
            let links = try await bucket.walk().filter { $0.kind == .other }.map(\.name)
            #expect(links == ["file", "images"])
        }
    }

    @Test func `ignores foreign files, and lists them in a walk`() async throws {
        try await TestData.withTemporaryFolder { folder in
            let bucket = try FolderBucket(at: folder)
            #expect(try await bucket.put(key("images/a"), Data("a".utf8), ifAbsent: true))
            for name in [".DS_Store", "holiday photo.jpg", "ü"] {
                try Data("foreign".utf8).write(to: folder.appendingPathComponent("images").appendingPathComponent(name))
            }
            #expect(try await bucket.list(key("images"), after: nil).map(\.key.description) == ["images/a"])
            let names = Set(try await bucket.walk().map(\.name))
            #expect(names == ["images/.DS_Store", "images/holiday photo.jpg", "images/ü", "images/a"])
        }
    }

    @Test func `leaves nothing of a write that was cut`() async throws {
        try await TestData.withTemporaryFolder { folder in
            let bucket = try FolderBucket(at: folder)
            let source = CutSource(inner: DataSource(Data(count: 9 << 20)), limit: 5 << 20)
            await #expect(throws: SyncError.self) { try await bucket.upload(source, to: key("images/a"), progress: .silent) }
            #expect(try await bucket.walk() == [])
        }
    }

    @Test func `reports a missing folder, and does not create it again`() async throws {
        try await TestData.withTemporaryFolder { folder in
            let place = folder.appendingPathComponent("disk")
            let bucket = try FolderBucket(at: place)
            try FileManager.default.removeItem(at: place)
            let error = await #expect(throws: SyncError.self) { try await bucket.put(key("a/b"), Data(), ifAbsent: true) }
            #expect(error?.kind == .unavailable)
            #expect(!FileManager.default.fileExists(atPath: place.path))
            let missing = #expect(throws: SyncError.self) { try FolderBucket(at: place.appendingPathComponent("deeper")) }
            #expect(missing?.kind == .notFound)
        }
    }

    @Test func `a file can't be written where a folder is`() async throws {
        try await TestData.withTemporaryFolder { folder in
            let bucket = try FolderBucket(at: folder)
            #expect(try await bucket.put(key("a/b"), Data(), ifAbsent: true))
            await #expect(throws: SyncError.self) { try await bucket.put(key("a"), Data(), ifAbsent: false) }
            await #expect(throws: SyncError.self) { try await bucket.put(key("a/b/c"), Data(), ifAbsent: false) }
        }
    }
}
