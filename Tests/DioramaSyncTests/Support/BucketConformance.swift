import Foundation
import DioramaSync
import TestSupport
import Testing
import Support

/// What every bucket promises, checked on any of them. The bucket must be empty.
enum BucketConformance {
    static func check(_ bucket: any WalkableBucket, largeByteCount: Int) async throws {
        func key(_ text: String) -> BucketKey { BucketKey(text)! }
        let first = key("changes/dev1/00000000000000000001-a")

        // Nothing is there.
        #expect(try await bucket.list(key("changes/dev1"), after: nil) == [])
        #expect(try await bucket.folders(in: key("changes")) == [])
        #expect(try await bucket.head(first) == nil)
        let missing = await #expect(throws: SyncError.self) { try await bucket.get(first, limit: 10) }
        #expect(missing?.kind == .notFound)
        try await bucket.delete(first)

        #expect(try await bucket.supportsConditionalWrites())

        // Writing, only once where it must be absent.
        #expect(try await bucket.put(first, Data("one".utf8), ifAbsent: true))
        #expect(try await !bucket.put(first, Data("two".utf8), ifAbsent: true))
        #expect(try await bucket.get(first, limit: 3) == Data("one".utf8))
        #expect(try await bucket.put(first, Data("three".utf8), ifAbsent: false))
        #expect(try await bucket.get(first, limit: 10) == Data("three".utf8))
        #expect(try await bucket.head(first) == BucketObject(key: first, byteCount: 5))
        let large = await #expect(throws: SyncError.self) { try await bucket.get(first, limit: 4) }
        #expect(large?.kind == .refused)
        #expect(try await bucket.read(first, 1..<3) == Data("hr".utf8))
        #expect(try await bucket.read(first, 3..<100) == Data("ee".utf8))
        #expect(try await bucket.read(first, 9..<10) == Data())

        // An empty object.
        #expect(try await bucket.put(key("images/empty"), Data(), ifAbsent: true))
        #expect(try await bucket.get(key("images/empty"), limit: 0) == Data())
        #expect(try await bucket.head(key("images/empty"))?.byteCount == 0)

        // Lists in the order of bytes, of one folder, behind a key.
        let names = ["Z", "a", "a.b", "a-b", "a=b", "a_b", "00000000000000000002-b", "00000000000000000010-c"]
        for name in names { #expect(try await bucket.put(key("changes/dev2/\(name)"), Data(name.utf8), ifAbsent: true)) }
        #expect(try await bucket.put(key("changes/dev2/deeper/x"), Data(), ifAbsent: true))
        let sorted = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        let listed = try await bucket.list(key("changes/dev2"), after: nil)
        #expect(listed.map { String($0.key.name) } == sorted)
        #expect(listed.map(\.byteCount) == sorted.map { Int64($0.utf8.count) })
        let behind = try await bucket.list(key("changes/dev2"), after: key("changes/dev2/Z"))
        #expect(behind.map { String($0.key.name) } == Array(sorted.drop { $0 != "Z" }.dropFirst()))
        #expect(try await bucket.folders(in: key("changes")) == ["dev1", "dev2"])
        #expect(try await bucket.folders(in: key("changes/dev2")) == ["deeper"])

        // A file in parts, up and down, going on with what is there.
        try await TestData.withTemporaryFolder { folder in
            let data = bytes(largeByteCount)
            let file = folder.appendingPathComponent("file")
            try data.write(to: file)
            let object = key("recordings/large")
            try await bucket.upload(file, to: object, progress: .silent)
            #expect(try await bucket.head(object)?.byteCount == Int64(largeByteCount))
            #expect(try await bucket.read(object, 65_530..<65_550) == data[65_530..<65_550])
            let target = folder.appendingPathComponent("target")
            for start in [0, 1, largeByteCount / 2, largeByteCount] {
                try data.prefix(start).write(to: target)
                try await bucket.download(object, to: target, progress: .silent)
                #expect(try Data(contentsOf: target) == data)
            }
            // A longer file can't be its beginning.
            try (data + Data("more".utf8)).write(to: target)
            try await bucket.download(object, to: target, progress: .silent)
            #expect(try Data(contentsOf: target) == data)
            try await bucket.upload(DataSource(Data()), to: object, progress: .silent)
            #expect(try await bucket.get(object, limit: 0) == Data())
        }

        // Removing.
        try await bucket.delete(first)
        try await bucket.delete(first)
        #expect(try await bucket.head(first) == nil)
        #expect(try await bucket.list(key("changes/dev1"), after: nil) == [])
    }

    /// Repeatable noise.
    static func bytes(_ count: Int, seed: UInt64 = 1) -> Data {
        var random = SplitMix64(seed: seed)
        var data = Data(capacity: count + 8)
        while data.count < count { withUnsafeBytes(of: random.next()) { data.append(contentsOf: $0) } }
        return Data(data.prefix(count))
    }
}
