import Crypto
import Foundation
import Images
import DioramaLibrary
import Synchronization
import Testing
import Support

/// Originals by their hashes, handed out and counted.
private final class Originals: OriginalSource {
    private let files: [AssetHash: [UInt8]]
    private let asked = Mutex<[AssetHash]>([])
    private let failures: Mutex<Int>

    init(_ files: [[UInt8]], failures: Int = 0) {
        self.files = Dictionary(files.map { (Self.hash($0), $0) }) { a, _ in a }
        self.failures = Mutex(failures)
    }

    var requests: [AssetHash] { asked.withLock { $0 } }

    func byteCount(of hash: AssetHash, contentType: String) async throws -> Int64 {
        asked.withLock { $0.append(hash) }
        let fails = failures.withLock { left in
            defer { left -= 1 }
            return left > 0
        }
        if fails { throw LibraryError(.unavailable, "the network is down") }
        guard let bytes = files[hash] else { throw LibraryError(.notFound, "there is no such original") }
        return Int64(bytes.count)
    }

    func read(_ range: Range<Int64>, of hash: AssetHash, contentType: String) async throws -> Data {
        guard let bytes = files[hash] else { throw LibraryError(.notFound, "there is no such original") }
        return Data(bytes[Int(range.lowerBound)..<Int(range.upperBound)])
    }

    static func hash(_ bytes: [UInt8]) -> AssetHash {
        let digits = SHA256.hash(data: bytes).map { String(format: "%02x", $0) }.joined()
        return AssetHash(digits) ?? AssetHash(String(repeating: "0", count: 64))!
    }
}

@Suite struct MediaStoreTests {
    private static func picture(_ width: Int, _ height: Int, seed: UInt8 = 0) throws -> [UInt8] {
        let pixels = (0..<width * height).map {
            SIMD4<UInt8>(UInt8($0 % width * 255 / width), UInt8($0 / width * 255 / height), seed, 255)
        }
        return try JPEG.encode(ColorImage(width: width, height: height, pixels: pixels))
    }

    @Test func `previews come in three sizes, and larger than the original there is none`() async throws {
        try await withFolders { folder, _ in
            let file = try Self.picture(1500, 1000)
            let hash = Originals.hash(file)
            let media = MediaStore(try Library(at: folder), source: Originals([file]))
            for (size, expected) in [(PreviewSize.small, (256, 171)), (.medium, (1024, 683)), (.large, (1500, 1000))] {
                let preview = try #require(try await media.preview(hash, contentType: "image/jpeg", size: size))
                #expect(try ImageFile.size(preview) == expected)
                #expect(preview.path.hasSuffix("previews/\(hash.description.prefix(2))/\(hash)-\(size.rawValue).jpg"))
            }
            // One that is missing is made again.
            let small = try #require(media.existingPreview(hash, .small))
            try FileManager.default.removeItem(at: small)
            #expect(try await media.preview(hash, contentType: "image/jpeg", size: .small) == small)
            media.removePreviews(of: hash)
            #expect(filesBelow(folder.appendingPathComponent("previews")) == [])
            #expect(try await media.preview(hash, contentType: "application/pdf", size: .small) == nil)
        }
    }

    @Test func `many previews are made in the background, and failures stop nothing`() async throws {
        try await withFolders { folder, _ in
            let good = try (0..<12).map { try Self.picture(300, 200, seed: $0) }
            let bad = Array(try Self.picture(300, 200, seed: 99).prefix(1500))
            let source = Originals(good + [bad])
            let media = MediaStore(try Library(at: folder), source: source)
            for file in good + [bad] { await media.prepare(Originals.hash(file), contentType: "image/jpeg") }
            await media.finish()
            for file in good { #expect(media.existingPreview(Originals.hash(file), .large) != nil) }
            let failures = await media.failures
            #expect(failures.keys.map { $0 } == [Originals.hash(bad)])
            #expect(failures[Originals.hash(bad)]?.message.contains("truncated") == true)
            #expect(source.requests.count == 13)
            let missing = await libraryError {
                _ = try await media.preview(Originals.hash([1]), contentType: "image/png", size: .small)
            }
            #expect(missing?.kind == .notFound)
        }
    }

    @Test func `pictures with transparency lie on white`() async throws {
        try await withFolders { folder, _ in
            let file = try PNG.encode(ColorImage(width: 8, height: 8, repeating: SIMD4(200, 0, 0, 0)))
            let media = MediaStore(try Library(at: folder), source: Originals([file]))
            let preview = try #require(try await media.preview(Originals.hash(file), contentType: "image/png", size: .small))
            #expect(try ImageFile.readColor(preview)[4, 4] == SIMD4(255, 255, 255, 255))
        }
    }

    @Test func `an original is fetched once, however many ask for it, and kept`() async throws {
        try await withFolders { folder, _ in
            let file = try Self.picture(40, 30)
            let hash = Originals.hash(file)
            let source = Originals([file])
            let media = MediaStore(try Library(at: folder), source: source)
            #expect(media.originals.localFile(hash) == nil)
            try await withThrowingTaskGroup(of: URL.self) { group in
                for _ in 0..<8 { group.addTask { try await media.original(hash, contentType: "image/jpeg") } }
                for try await url in group { #expect([UInt8](try Data(contentsOf: url)) == file) }
            }
            #expect(source.requests == [hash])
            #expect(media.originals.localFile(hash) != nil)
            #expect(media.originals.cacheByteCount == Int64(file.count))
            #expect(filesBelow(folder.appendingPathComponent("incoming")) == [])
        }
    }

    @Test func `what arrives with other bytes is not kept, and a failed transfer can be tried again`() async throws {
        struct Liar: OriginalSource {
            func byteCount(of hash: AssetHash, contentType: String) async throws -> Int64 { 3 }
            func read(_ range: Range<Int64>, of hash: AssetHash, contentType: String) async throws -> Data { Data([1, 2, 3]) }
        }
        try await withFolders { folder, _ in
            let library = try Library(at: folder)
            let file = try Self.picture(40, 30)
            let hash = Originals.hash(file)
            let lied = await libraryError {
                _ = try await MediaStore(library, source: Liar()).original(hash, contentType: "image/jpeg")
            }
            #expect(lied?.kind == .damaged)
            #expect(
                filesBelow(folder.appendingPathComponent("cache")) == []
                    && filesBelow(folder.appendingPathComponent("incoming")) == [])
            let media = MediaStore(library, source: Originals([file], failures: 1))
            #expect(
                await libraryError { _ = try await media.original(hash, contentType: "image/jpeg") }?.message
                    == "the network is down")
            #expect(try await media.original(hash, contentType: "image/jpeg").lastPathComponent == hash.description)
            let nowhere = await libraryError {
                _ = try await MediaStore(library).original(Originals.hash([9]), contentType: "image/jpeg")
            }
            #expect(nowhere?.kind == .notFound)
        }
    }

    @Test func `the cache lets go of what was used longest ago, and never of the library's own`() async throws {
        try await withFolders { folder, files in
            let library = try Library(at: folder)
            let own = try await library.add(try makeDraft("own", seed: 1, byteCount: 50_000, in: files))
            let blobs = (0..<5).map { [UInt8](repeating: UInt8($0), count: 1000) }
            let media = MediaStore(library, source: Originals(blobs), cacheLimit: 3500)
            for (i, blob) in blobs[..<3].enumerated() {
                let url = try await media.original(Originals.hash(blob), contentType: "audio/mp4")
                try FileManager.default.setAttributes(
                    [.modificationDate: Date(timeIntervalSince1970: Double(i))], ofItemAtPath: url.path)
            }
            // The first is used again, so that the second is the oldest.
            _ = try await media.original(Originals.hash(blobs[0]), contentType: "audio/mp4")
            _ = try await media.original(Originals.hash(blobs[3]), contentType: "audio/mp4")
            #expect(blobs.map { media.originals.localFile(Originals.hash($0)) != nil } == [true, false, true, true, false])
            #expect(media.originals.cacheByteCount == 3000)
            #expect(media.originals.shrinkCache() == 3000)
            #expect(media.originals.localFile(try #require(own.assets.first).hash) != nil)
            // A single one that is larger than the cache is handed out all the same.
            let large = [UInt8](repeating: 7, count: 9000)
            let greedy = MediaStore(library, source: Originals([large]), cacheLimit: 100)
            #expect(
                FileManager.default.fileExists(atPath: try await greedy.original(Originals.hash(large), contentType: "x/y").path))
        }
    }

    @Test func `a video has a poster and tells its length`() async throws {
        try await withFolders { folder, files in
            let file = files.appendingPathComponent("v.mp4")
            let made = try runProgram(
                "/usr/bin/env",
                [
                    "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "color=lime:s=320x180:d=2", "-pix_fmt", "yuv420p", "-metadata",
                    "creation_time=2024-05-01T10:00:00Z", file.path,
                ])
            try #require(made == 0)
            let details = try VideoDetails(file)
            #expect(details.width == 320 && details.height == 180)
            #expect(abs(details.duration - 2) < 0.2)
            #expect(details.taken == Date(timeIntervalSince1970: 1_714_557_600))
            let bytes = [UInt8](try Data(contentsOf: file))
            let media = MediaStore(try Library(at: folder), source: Originals([bytes]))
            let preview = try #require(try await media.preview(Originals.hash(bytes), contentType: "video/mp4", size: .small))
            let image = try ImageFile.readColor(preview)
            #expect(image.width == 256 && image.height == 144)
            #expect(image[100, 100].y > 200 && image[100, 100].x < 60)
            // A playlist under a video's name leads nowhere.
            let playlist = files.appendingPathComponent("list.mp4")
            try Data("#EXTM3U\n#EXTINF:1,\n/etc/passwd\n".utf8).write(to: playlist)
            #expect(throws: LibraryError.self) { try VideoDetails(playlist) }
        }
    }
}
