import DioramaLibrary
import DioramaSync
import Foundation
import TestSupport
import Testing

/// Files that are encrypted under a key of their own, for the receiver of a share.
@Suite struct SealedFileTests {
    private let key = Data((0..<32).map { UInt8($0) })
    private let name = BucketKey("shared/a")!

    @Test(arguments: [0, 1, 65_536, 200_000]) func `opens with its key to the same bytes`(byteCount: Int) async throws {
        try await TestData.withTemporaryFolder { folder in
            let plain = BucketConformance.bytes(byteCount)
            let file = try #require(SealedFile(key: key, name: name))
            let sealed = try await file.seal(DataSource(plain))
            #expect(sealed.byteCount == SealedFile.byteCount(ofPlain: Int64(byteCount)))
            let target = folder.appendingPathComponent("plain")
            try await file.open(sealed, to: target)
            #expect(try Data(contentsOf: target) == plain)
        }
    }

    @Test func `refuses another key, another name, and altered or truncated bytes`() async throws {
        try await TestData.withTemporaryFolder { folder in
            let file = try #require(SealedFile(key: key, name: name))
            let source = try await file.seal(DataSource(BucketConformance.bytes(100_000)))
            let sealed = try await source.read(0..<source.byteCount)
            let target = folder.appendingPathComponent("plain")
            let others = [SealedFile(key: Data(repeating: 7, count: 32), name: name), SealedFile(key: key, name: BucketKey("b")!)]
            for other in others {
                await #expect(throws: SyncError.self) { try await other?.open(DataSource(sealed), to: target) }
            }
            var altered = sealed
            altered[70_000] ^= 1
            for damaged in [altered, Data(sealed.dropLast()), Data(sealed.dropLast(40_000)), Data()] {
                await #expect(throws: SyncError.self) { try await file.open(DataSource(damaged), to: target) }
            }
            #expect(SealedFile(key: Data(count: 31), name: name) == nil)
        }
    }
}
