import Foundation
import Images
import Library
import Sync
import TestSupport
import Testing
import Work

/// Transfers between real libraries; their rows are written here as sync would bring them.
@Suite struct LibraryMediaTests {
    @Test func `previews come by themselves, originals when asked for or chosen`() async throws {
        try await TestData.withTemporaryFolder { folder in
            let bucket = MemoryBucket()
            let one = try Library(at: folder.appendingPathComponent("one"))
            let thing = try await one.things.add(Thing(name: "Lamp", tags: ["album"]))
            let photo = folder.appendingPathComponent("lamp.jpg")
            let picture = ColorImage(width: 300, height: 200, pixels: [SIMD4](repeating: SIMD4(200, 90, 30, 255), count: 60_000))
            try Data(JPEG.encode(picture, quality: 90)).write(to: photo)
            let notes = folder.appendingPathComponent("lamp.txt")
            try Data("bought in Lisbon".utf8).write(to: notes)
            let added = try await one.add([
                (Media(kind: .photo, contentType: "image/jpeg", fileName: "lamp.jpg", thing: thing.id), photo),
                (Media(kind: .document, contentType: "text/plain", fileName: "lamp.txt", thing: thing.id), notes),
            ]).map(\.content)
            let store = MediaStore(one)
            #expect(try await store.preview(added[0].hash, contentType: "image/jpeg", size: .small) != nil)

            let up = try MediaTransfers(
                bucket: bucket, store: LibraryMedia(one), folder: one.folder.appendingPathComponent("transfers"))
            try await up.plan(TransferPolicy())
            let sent = try await up.run(TransferPolicy())
            #expect(sent.uploaded == 4 && sent.failures == [])
            let (picturesHash, textHash) = (added[0].hash, added[1].hash)
            #expect(
                Set(bucket.all.keys) == [
                    "images/\(picturesHash)", "images/\(picturesHash)-256.jpg", "images/\(picturesHash)-1024.jpg",
                    "recordings/\(textHash)",
                ])

            // Another device has the rows, and no file.
            let other = try Library(at: folder.appendingPathComponent("other"))
            let copy = try await other.things.add(Thing(name: "Lamp", tags: ["album"]))
            for var media in added {
                media.thing = copy.id
                _ = try await other.media.add(media)
            }
            let down = try MediaTransfers(
                bucket: bucket, store: LibraryMedia(other), folder: other.folder.appendingPathComponent("transfers"))
            let here = MediaStore(other, source: down)
            try await down.plan(TransferPolicy())
            #expect(try await down.run(TransferPolicy()).downloaded == 2)
            #expect(here.existingPreview(picturesHash, .medium) != nil && here.localOriginal(picturesHash) == nil)
            let fetched = try await here.original(textHash, contentType: "text/plain")
            #expect(try Data(contentsOf: fetched) == Data("bought in Lisbon".utf8))

            var policy = TransferPolicy()
            policy.downloadsOriginals = .tags(["album"])
            try await down.plan(policy)
            #expect(try await down.run(policy).downloaded == 1)
            let kept = try #require(try await other.original(picturesHash))
            #expect(try Data(contentsOf: kept) == Data(contentsOf: photo))
            let report = try other.verify()
            #expect(report.damagedFiles.isEmpty && report.orphanFiles.isEmpty && report.databaseProblems.isEmpty)
        }
    }
}
