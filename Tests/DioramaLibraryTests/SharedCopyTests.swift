import DioramaLibrary
import Foundation
import Support
import TestSupport
import Testing

/// What others get of sounds and videos says nothing but what is heard and seen.
@Suite(.enabled(if: hasFFmpeg, "ffmpeg is not installed")) struct SharedCopyTests {
    private static let secret = "SECRET"

    /// Makes a file by ffmpeg, with metadata of every kind that its format takes.
    private static func make(_ name: String, _ arguments: [String], in folder: URL) throws -> URL {
        let file = folder.appendingPathComponent(name)
        let chapters = folder.appendingPathComponent("\(name).txt")
        try Data(
            """
            ;FFMETADATA1
            title=SECRET title
            artist=SECRET artist
            comment=SECRET +48.1371+011.5761/
            location=+48.1371+011.5761/
            creation_time=2024-05-01T10:34:56Z
            [CHAPTER]
            TIMEBASE=1/1000
            START=0
            END=500
            title=SECRET chapter

            """.utf8
        ).write(to: chapters)
        let options =
            ["-v", "error", "-y", "-f", "lavfi", "-i", "testsrc=s=64x48:d=1", "-f", "lavfi", "-i", "sine=d=1", "-i"]
            + [
                chapters.path, "-map_metadata", "2", "-metadata:s", "handler_name=SECRET track", "-metadata:s",
                "title=SECRET track",
            ]
            + arguments + [file.path]
        let outcome = try RunningProgram(named: "ffmpeg", options).waitUntilExit()
        #expect(outcome.code == 0, "\(name): \(outcome.error)")
        return file
    }

    private static let videos = ["-map", "0:v", "-map", "1:a", "-pix_fmt", "yuv420p", "-shortest"]

    @Test(arguments: [
        ("a.mp4", "video/mp4", videos + ["-c:v", "libx264", "-movflags", "use_metadata_tags"]),
        ("b.mov", "video/quicktime", videos + ["-c:v", "libx264"]), ("c.webm", "video/webm", videos + ["-c:v", "libvpx"]),
        ("d.m4a", "audio/mp4", ["-map", "1:a"]), ("e.mp3", "audio/mpeg", ["-map", "1:a"]),
        ("f.flac", "audio/flac", ["-map", "1:a"]),
        ("g.ogg", "audio/ogg", ["-map", "1:a", "-c:a", "libvorbis"]), ("h.wav", "audio/wav", ["-map", "1:a"]),
    ])
    func `copies for others have no metadata`(name: String, type: String, arguments: [String]) async throws {
        try await withLibrary { library, files in
            var file = try Self.make(name, arguments, in: files)
            if type.hasPrefix("video/") && type != "video/webm" {
                // What no muxer writes and no player reads.
                let more =
                    Self.box("uuid", "0123456789abcdef\(Self.secret)") + Self.box("free", Self.secret)
                    + Self.box("gps0", Self.secret)
                let whole = files.appendingPathComponent("more-\(name)")
                try (Data(contentsOf: file) + Data(more)).write(to: whole)
                file = whole
            }
            #expect(Self.holdsSecret(try Data(contentsOf: file)))
            let store = MediaStore(library)
            let kind: Media.Kind = type.hasPrefix("video/") ? .video : .audio
            let thing = try await library.things.add(Thing(name: "Radio"))
            let media = try await library.add(
                Media(kind: kind, contentType: type, fileName: name, thing: thing.id), file: file)
            let copy = try #require(try await store.sharedCopy(media.hash, contentType: type))
            let bytes = try Data(contentsOf: copy)
            #expect(!Self.holdsSecret(bytes) && bytes.range(of: Data("48.1371".utf8)) == nil)
            #expect(bytes.range(of: Data("x264 - core".utf8)) == nil)
            if kind == .video {
                let details = try VideoDetails(copy)
                #expect(details.width == 64 && details.height == 48 && details.taken == nil && details.latitude == nil)
                #expect(try VideoDetails.poster(copy, duration: 1, longEdge: 64).width == 64)
            }
        }
    }

    private static func holdsSecret(_ data: Data) -> Bool { data.range(of: Data(secret.utf8)) != nil }

    private static func box(_ type: String, _ text: String) -> [UInt8] {
        let size = text.utf8.count + 8
        return (0..<4).map { UInt8(size >> (24 - 8 * $0) & 255) } + Array(type.utf8) + Array(text.utf8)
    }

    @Test func `boxes that no list names are blanked in place, and what isn't made of boxes is refused`() throws {
        try TestData.withTemporaryFolder { folder in
            // Chapters would be samples of a track.
            let file = try Self.make("a.mp4", Self.videos + ["-c:v", "libx264", "-map_chapters", "-1"], in: folder)
            let length = try Data(contentsOf: file).count
            let more = Self.box("udta", Self.secret) + Self.box("meta", Self.secret) + Self.box("SECR", Self.secret)
            try (Data(contentsOf: file) + Data(more)).write(to: file)
            try MovieMetadata.strip(file)
            let stripped = try Data(contentsOf: file)
            #expect(stripped.count == length + more.count)
            #expect(!Self.holdsSecret(stripped) && stripped.range(of: Data("mdir".utf8)) == nil)
            #expect(try VideoDetails(file).taken == nil && VideoDetails(file).width == 64)
            let again = folder.appendingPathComponent("again.mp4")
            for damaged in TestData.truncations(of: [UInt8](stripped), count: 60) {
                try Data(damaged).write(to: again)
                _ = try? MovieMetadata.strip(again)
            }
            for damaged in TestData.bitFlips(of: [UInt8](stripped), count: 200) {
                try Data(damaged).write(to: again)
                _ = try? MovieMetadata.strip(again)
            }
            try Data("no video at all, but long enough".utf8).write(to: again)
            #expect(throws: LibraryError.self) { try MovieMetadata.strip(again) }
        }
    }
}
