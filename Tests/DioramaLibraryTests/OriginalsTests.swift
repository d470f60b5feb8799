import Foundation
import DioramaLibrary
import Testing

@Suite struct OriginalsTests {
    private func photo(_ name: String = "a.jpg", thing: ThingID? = nil, recording: RecordingID? = nil) -> Media {
        Media(kind: .photo, contentType: "image/jpeg", fileName: name, recording: recording, thing: thing)
    }

    @Test func `media is added with its file, and the file is there`() async throws {
        try await withLibrary { library, files in
            let thing = try await library.things.add(Thing(name: "x"))
            var media = photo(thing: thing.id)
            media.width = 40
            media.height = 30
            media.taken = Date(timeIntervalSince1970: 5)
            media.latitude = 48.1
            media.longitude = -11.5
            media.caption = "From the front"
            let file = try makeFile("a.jpg", in: files)
            let added = try await library.add(media, file: file, isConsumed: true)
            #expect(added.byteCount == 1000)
            #expect(added.latitude == 48.1 && added.taken == media.taken)
            let original = try #require(try await library.original(added.hash))
            #expect(try Data(contentsOf: original).count == 1000)
            #expect(!FileManager.default.fileExists(atPath: file.path))
            #expect(try await library.media.list([.thing(thing.id)], by: .position).entries == [added])
            #expect(try library.verify().problems == [])
            #expect(try library.verify().assetCount == 1)
        }
    }

    @Test func `where one of several files fails nothing is added`() async throws {
        try await withLibrary { library, files in
            let thing = try await library.things.add(Thing(name: "x"))
            let good = try makeFile("a.jpg", in: files)
            let missing = files.appendingPathComponent("missing.jpg")
            for (media, file) in [
                (photo(thing: thing.id), missing), (photo(), good), (photo(thing: ThingID()), good),
                (photo("../x", thing: thing.id), good),
                (Media(kind: .init(rawValue: "A B"), contentType: "x/y", fileName: "x", thing: thing.id), good),
            ] {
                #expect(await libraryError { _ = try await library.add([(photo(thing: thing.id), good), (media, file)]) } != nil)
            }
            #expect(try await library.media.count() == 0)
            #expect(try library.verify() == VerifyReport())
            #expect(await libraryError { _ = try await library.media.add(photo(thing: thing.id)) }?.kind == nil)
        }
    }

    @Test func `a file goes with the last that names it, space or media`() async throws {
        try await withLibrary { library, files in
            let thing = try await library.things.add(Thing(name: "x"))
            let recording = try await library.recordings.add(Recording(title: "r"))
            let draft = try makeDraft("same", in: files)
            let space = try await library.add(draft)
            let hash = space.assets[0].hash
            let a = try await library.add(photo(thing: thing.id), file: draft.assets[0].file)
            let b = try await library.add(photo(thing: thing.id, recording: recording.id), file: draft.assets[0].file)
            #expect(a.hash == hash && b.hash == hash)
            #expect(try await library.delete(space.id))
            #expect(try await library.original(hash) != nil)
            // What belongs to the recording, too, stays with it.
            #expect(try await library.things.purge(thing.id))
            #expect(try await library.media.list().entries.map(\.id) == [b.id])
            #expect(try library.verify().problems == [])
            #expect(try await library.recordings.purge(recording.id))
            #expect(try await library.media.get(b.id) != nil)
            #expect(try await library.media.purge(b.id))
            #expect(try library.verify() == VerifyReport())
        }
    }

    @Test func `a file that is only in the bucket is no damage, comes when it is fetched, and can go again`() async throws {
        try await withFolders { folder, files in
            var library = try Library(at: folder)
            let thing = try await library.things.add(Thing(name: "x"))
            let file = try makeFile("a.jpg", in: files)
            let media = try await library.add(photo(thing: thing.id), file: file)
            #expect(try await library.dropOriginal(media.hash))
            #expect(try await library.dropOriginal(media.hash) == false)
            #expect(try await library.original(media.hash) == nil)
            #expect(try library.verify().problems == [])
            try library.close()
            library = try Library(at: folder)
            #expect(try library.verify().problems == [])
            let other = try makeFile("b.jpg", seed: 9, in: files)
            #expect(await libraryError { try await library.keepOriginal(media.hash, file: other) }?.kind == .invalidValue)
            #expect(try library.verify().problems == [])
            try await library.keepOriginal(media.hash, file: file)
            #expect(try await library.original(media.hash) != nil)
            #expect(try await library.media.purge(media.id))
            #expect(await libraryError { try await library.keepOriginal(media.hash, file: file) }?.kind == .notFound)
            #expect(try library.verify() == VerifyReport())
        }
    }

    @Test func `opening keeps files that only media name, and clears those that nothing names`() async throws {
        try await withFolders { folder, files in
            var library = try Library(at: folder)
            let thing = try await library.things.add(Thing(name: "x"))
            let media = try await library.add(photo(thing: thing.id), file: try makeFile("a.jpg", in: files))
            let gone = try await library.add(photo(thing: thing.id), file: try makeFile("b.jpg", seed: 2, in: files))
            try library.close()
            try edit(folder, "DELETE FROM media WHERE id = '\(gone.id)'")
            library = try Library(at: folder)
            #expect(try await library.original(media.hash) != nil)
            #expect(try await library.original(gone.hash) == nil)
            #expect(try library.verify().problems == [])
            #expect(filesBelow(folder.appendingPathComponent("assets")).count == 1)
        }
    }

    @Test func `a space in the trash keeps its files, and comes back whole`() async throws {
        try await withLibrary { library, files in
            let space = try await library.add(try makeDraft("x", in: files))
            #expect(try await library.trash(space.id))
            #expect(try await library.trash(space.id) == false)
            #expect(try await library.spaces() == [])
            #expect(try await library.spaceCount() == 0)
            #expect(try await library.trashedSpaces().map(\.id) == [space.id])
            #expect(try await library.space(space.id)?.trashed != nil)
            #expect(try library.verify().assetCount == 1)
            #expect(try await library.restore(space.id))
            #expect(try await library.spaces().first?.assets == space.assets)
        }
    }

    @Test func `media added by two instances at once, some with the same bytes, are all there`() async throws {
        try await withFolders { folder, files in
            let libraries = [try Library(at: folder), try Library(at: folder)]
            let thing = try await libraries[0].things.add(Thing(name: "x"))
            let shots = try (0..<40).map {
                (photo("\($0).jpg", thing: thing.id), try makeFile("\($0).jpg", seed: UInt64($0 / 4), in: files))
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (i, shot) in shots.enumerated() {
                    group.addTask {
                        let media = try await libraries[i % 2].add(shot.0, file: shot.1)
                        if i % 4 == 3 { _ = try await libraries[0].media.purge(media.id) }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await libraries[1].media.count() == 30)
            #expect(try libraries[0].verify().problems == [])
            #expect(try libraries[0].verify().assetCount == 10)
        }
    }

    @Test func `emptying the trash takes what lay there long enough, with its files, and nothing else`() async throws {
        try await withLibrary { library, files in
            let things = try await library.things.add((0..<120).map { Thing(name: "\($0)") })
            let media = try await library.add(photo(thing: things[0].id), file: try makeFile("a.jpg", in: files))
            let space = try await library.add(try makeDraft("x", seed: 5, in: files))
            _ = try await library.things.trash(things.dropLast().map(\.id))
            #expect(try await library.trash(space.id))
            #expect(try await library.purgeTrash(before: Date(timeIntervalSinceNow: -3600)) == 0)
            #expect(try await library.purgeTrash(before: Date(timeIntervalSinceNow: 3600)) == 120)
            #expect(try await library.things.list().entries.map(\.name) == ["119"])
            #expect(try await library.original(media.hash) == nil)
            #expect(try await library.space(space.id) == nil)
            #expect(try library.verify() == VerifyReport())
        }
    }

    @Test func `an export has every entry, a line each, also from the trash`() async throws {
        try await withLibrary { library, files in
            let things = try await library.things.add(
                (0..<1001).map { Thing(name: "Ding \"\($0)\"\n".trimmingCharacters(in: .newlines)) })
            _ = try await library.things.trash([things[3].id])
            let file = files.appendingPathComponent("things.jsonl")
            #expect(try await library.things.export(to: file) == 1001)
            let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            let ids = try lines.map {
                try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])["id"] as? String
            }
            #expect(ids == things.map(\.id.description))
            let missing = files.appendingPathComponent("no/such/folder/x")
            #expect(await libraryError { _ = try await library.things.export(to: missing) } != nil)
        }
    }
}
