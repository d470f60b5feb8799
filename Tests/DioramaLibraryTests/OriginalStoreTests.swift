import Crypto
import Foundation
import DioramaLibrary
import Support
import Synchronization
import Testing

/// A source of one original: counts what is read, and waits or fails where a test says so.
private final class Source: OriginalSource {
    let bytes: [UInt8]
    let hash: AssetHash
    private let ranges = Mutex<[Range<Int64>]>([])
    /// Reads from this offset on wait until `release` is called.
    private let gate: Mutex<Int64>
    /// Reads from this offset on fail.
    private let failsFrom: Mutex<Int64>
    private let said: Int64?

    init(_ bytes: [UInt8], hash: AssetHash? = nil, gate: Int64 = .max, failsFrom: Int64 = .max, byteCount: Int64? = nil) {
        self.bytes = bytes
        self.hash = hash ?? Self.hash(bytes)
        self.gate = Mutex(gate)
        self.failsFrom = Mutex(failsFrom)
        said = byteCount
    }

    var reads: [Range<Int64>] { ranges.withLock { $0 } }
    func release() { gate.withLock { $0 = .max } }
    func mend() { failsFrom.withLock { $0 = .max } }

    func byteCount(of hash: AssetHash, contentType: String) async throws -> Int64 {
        guard hash == self.hash else { throw LibraryError(.notFound, "the bucket doesn't have it") }
        return said ?? Int64(bytes.count)
    }

    func read(_ range: Range<Int64>, of hash: AssetHash, contentType: String) async throws -> Data {
        ranges.withLock { $0.append(range) }
        // The tail, which a player reads first, comes in any case.
        while gate.withLock({ range.lowerBound >= $0 && range.upperBound < Int64(bytes.count) }) {
            try await Task.sleep(for: .milliseconds(5))
        }
        if failsFrom.withLock({ range.lowerBound >= $0 }) { throw LibraryError(.unavailable, "the network is down") }
        return Data(bytes[Int(range.lowerBound)..<min(Int(range.upperBound), bytes.count)])
    }

    static func hash(_ bytes: [UInt8]) -> AssetHash {
        AssetHash(SHA256.hash(data: bytes).map { String(format: "%02x", $0) }.joined())!
    }
}

@Suite struct OriginalStoreTests {
    /// About 20 MB: more than the download is ahead of readers. Made of blocks, as byte by byte takes long in a debug build.
    private static let large: [UInt8] = {
        let block = (0..<65_535).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 11) }
        return (0..<305).flatMap { [UInt8(truncatingIfNeeded: $0)] + block }
    }()
    private static let type = "model/gltf-binary"

    private func store(_ library: Library, _ source: Source?) -> OriginalStore { MediaStore(library, source: source).originals }

    private func download(_ access: OriginalAccess) throws -> OriginalDownload {
        guard case .download(let download) = access else { throw LibraryError(.failed, "it is not being downloaded") }
        return download
    }

    @Test func `an original is read while it is downloaded, and far ahead of that`() async throws {
        try await withFolders { folder, _ in
            let source = Source(Self.large, gate: 200_000)
            let store = store(try Library(at: folder), source)
            let download = try download(try await store.open(source.hash, contentType: Self.type))
            let count = Int64(Self.large.count)
            #expect(download.byteCount == count)
            #expect([UInt8](try await download.read(1000, at: 10)) == Array(Self.large[10..<1010]))
            // The rest is held up; the end is read from the source.
            #expect([UInt8](try await download.read(5000, at: count - 5000)) == Self.large.suffix(5000))
            #expect(source.reads.contains(count - 5000..<count))
            #expect(store.localFile(source.hash) == nil)
            source.release()
            let file = try await download.finish()
            #expect([UInt8](try Data(contentsOf: file)) == Self.large)
            #expect(try await store.open(source.hash, contentType: Self.type).file == file)
            // Who began to read goes on reading, whatever happens to the file.
            store.shrinkCache()
            #expect([UInt8](try await download.read(10, at: 5_000_000)) == Array(Self.large[5_000_000..<5_000_010]))
        }
    }

    @Test func `an interrupted download goes on where it stopped`() async throws {
        try await withFolders { folder, _ in
            let source = Source(Self.large, failsFrom: 4_000_000)
            let library = try Library(at: folder)
            let error = await libraryError { _ = try await store(library, source).file(source.hash, contentType: Self.type) }
            #expect(error?.kind == .unavailable)
            source.mend()
            let before = source.reads.count
            let file = try await store(library, source).file(source.hash, contentType: Self.type)
            #expect([UInt8](try Data(contentsOf: file)) == Self.large)
            #expect(try #require(source.reads[before...].first).lowerBound >= 4_000_000)
            #expect(filesBelow(folder.appendingPathComponent("cache")).count == 1)
        }
    }

    @Test func `two programs download the same original without disturbing each other`() async throws {
        try await withFolders { folder, _ in
            let source = Source(Self.large)
            let stores = [store(try Library(at: folder), source), store(try Library(at: folder), source)]
            try await withThrowingTaskGroup(of: URL.self) { group in
                for store in stores { group.addTask { try await store.file(source.hash, contentType: Self.type) } }
                for try await file in group { #expect([UInt8](try Data(contentsOf: file)) == Self.large) }
            }
            #expect(filesBelow(folder.appendingPathComponent("cache")).count == 1)
            #expect(filesBelow(folder.appendingPathComponent("incoming")) == [])
        }
    }

    @Test func `other bytes than the hash says are never handed out whole, nor kept`() async throws {
        try await withFolders { folder, _ in
            let source = Source(Self.large, hash: Source.hash([1]))
            let store = store(try Library(at: folder), source)
            let download = try download(try await store.open(source.hash, contentType: Self.type))
            #expect(await libraryError { _ = try await download.finish() }?.kind == .damaged)
            #expect(filesBelow(folder.appendingPathComponent("cache")) == [])
        }
    }

    @Test func `a copy in the bucket with another length is refused before it is read`() async throws {
        try await withFolders { folder, files in
            let library = try Library(at: folder)
            let space = try await library.add(try makeDraft("x", byteCount: 1000, in: files))
            let hash = space.assets[0].hash
            let (_, file) = try #require(try await library.assetFile(hash))
            try FileManager.default.removeItem(at: file)
            let source = Source([1, 2, 3], hash: hash)
            let error = await libraryError { _ = try await store(library, source).open(hash, contentType: Self.type) }
            #expect(error?.kind == .damaged && error?.message.contains("3 bytes instead of 1000") == true)
            #expect(source.reads.isEmpty)
        }
    }

    @Test func `a damaged file is not handed out; the bucket's copy replaces it`() async throws {
        try await withFolders { folder, files in
            let library = try Library(at: folder)
            let space = try await library.add(try makeDraft("x", byteCount: 300_000, in: files))
            let hash = space.assets[0].hash
            let (_, file) = try #require(try await library.assetFile(hash))
            let sound = [UInt8](try Data(contentsOf: file))
            let alone = store(library, nil)
            #expect(try await alone.open(hash, contentType: Self.type).file == file)
            for damage in [Array(sound.dropLast()), [UInt8(sound[0] ^ 1)] + sound.dropFirst()] {
                try Data(damage).write(to: file)
                let error = await libraryError { _ = try await alone.open(hash, contentType: Self.type) }
                #expect(error?.kind == .damaged && error?.message.contains("don't match its hash") == true)
                #expect(try await store(library, Source(sound)).file(hash, contentType: Self.type) == file)
                #expect([UInt8](try Data(contentsOf: file)) == sound)
                #expect(try await alone.open(hash, contentType: Self.type).file == file)
            }
        }
    }

    @Test func `the lookup knows local, cached, remote and missing`() async throws {
        try await withFolders { folder, files in
            let library = try Library(at: folder)
            let space = try await library.add(try makeDraft("x", in: files))
            let source = Source([1, 2, 3])
            let store = store(library, source)
            func location(_ hash: AssetHash) async throws -> OriginalLocation {
                try await store.location(of: hash, contentType: Self.type)
            }
            let (_, own) = try #require(try await library.assetFile(space.assets[0].hash))
            #expect(try await location(space.assets[0].hash) == .local(own))
            #expect(try await location(source.hash) == .remote)
            #expect(try await location(Source.hash([9])) == .missing)
            let file = try await store.file(source.hash, contentType: Self.type)
            #expect(try await location(source.hash) == .cached(file))
        }
    }

    @Test func `the cache limit is a setting of the library`() async throws {
        try await withFolders { folder, _ in
            let library = try Library(at: folder)
            #expect(try await library.cacheLimit() == Library.defaultCacheLimit)
            try await library.setCacheLimit(1500)
            for i in 0..<3 as Range<UInt8> {
                let source = Source([UInt8](repeating: i, count: 1000))
                let store = store(library, source)
                _ = try await store.file(source.hash, contentType: Self.type)
                while store.cacheByteCount > 1500 { try await Task.sleep(for: .milliseconds(5)) }
                #expect(store.cacheByteCount == 1000)
            }
            #expect(await libraryError { try await library.setCacheLimit(-1) }?.kind == .invalidValue)
        }
    }
}

extension OriginalAccess {
    fileprivate var file: URL? {
        if case .file(let file) = self { file } else { nil }
    }
}
