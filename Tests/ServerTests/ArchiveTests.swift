import Foundation
import Server
import Spaces
import TestSupport
import Testing
import Support

@Suite struct ArchiveTests {
    /// Unpacks `bytes` and returns the files by their paths below the capture's folder.
    private func unpack(
        _ bytes: [UInt8], named name: String = "office.tar", limits: (inout ArchiveLimits) -> Void = { _ in }
    ) throws -> [String: String] {
        try TestData.withTemporaryFolder { folder in
            let archive = folder.appendingPathComponent(name)
            try Data(bytes).write(to: archive)
            let target = folder.appendingPathComponent("a/b/c/d")
            try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
            var unpacker = ArchiveUnpacker()
            limits(&unpacker.limits)
            let result = Result { try unpacker.unpack(archive, into: target, progress: .silent) }
            // Whatever happened, nothing stands outside of the folder.
            let outside = ["", "a", "a/b", "a/b/c"].flatMap { path in
                (try? FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent(path).path)) ?? []
            }
            #expect(Set(outside) == [name, "a", "b", "c", "d"])
            return try files(below: result.get())
        }
    }

    private func files(below folder: URL) throws -> [String: String] {
        let paths = FileManager.default.enumerator(atPath: folder.path)?.allObjects as? [String] ?? []
        var found: [String: String] = [:]
        for path in paths {
            let url = folder.appendingPathComponent(path)
            if (try? url.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true {
                found[path] = try String(contentsOf: url, encoding: .utf8)
            }
        }
        return found
    }

    private func refusal(_ bytes: [UInt8], limits: (inout ArchiveLimits) -> Void = { _ in }) -> String {
        do {
            return "unpacked: \(try unpack(bytes, limits: limits))"
        } catch let error as SpacesError {
            #expect(!error.description.contains("\n"))
            return error.description
        } catch {
            return "another error: \(error)"
        }
    }

    @Test func `a tar of a folder is its files`() throws {
        let files = ["poses.txt": "1 0 0", "depth/1.png": "x", "./color/1.jpg": "y"]
        let expected = ["poses.txt": "1 0 0", "depth/1.png": "x", "color/1.jpg": "y"]
        #expect(try unpack(TarBuilder.archive(files.map { ($0.key, $0.value) })) == expected)
        #expect(try unpack(TarBuilder.archive(files.map { ("office/" + $0.key, $0.value) })) == expected)
    }

    @Test func `names in UTF-8 stay as they are`() throws {
        #expect(try unpack(TarBuilder.archive([("Küche/日本.txt", "x"), ("Küche/b", "y")])) == ["日本.txt": "x", "b": "y"])
        #expect(try unpack(ZipBuilder.archive([("Küche/日本.txt", [65]), ("Küche/b", [66])])) == ["日本.txt": "A", "b": "B"])
    }

    @Test func `what operating systems leave behind is passed over`() throws {
        let files = [("office/a", "x"), ("__MACOSX/office/._a", "junk"), ("office/.DS_Store", "junk"), ("office/._a", "junk")]
        #expect(try unpack(TarBuilder.archive(files)) == ["a": "x"])
    }

    @Test(arguments: [
        "../escaped", "a/../../escaped", "a/b/../../../escaped", "..", "./../escaped", "a/..", "..\\escaped", "a\\..\\..\\escaped",
        // To Swift, a slash with a combining accent is one character; to the system it is a slash.
        "../\u{301}escaped", "..\u{5C}\u{301}escaped", "a/\u{301}/../../../escaped",
    ])
    func `paths that climb are refused`(path: String) {
        #expect(refusal(TarBuilder.archive([(path, "x")])).hasPrefix("office.tar: it holds a path that leads out"))
        #expect(refusal(ZipBuilder.archive([(path, [1])])).hasPrefix("office.tar: it holds a path that leads out"))
    }

    @Test(arguments: ["/etc/escaped", "//escaped", "\\escaped", "C:\\escaped", "c:escaped", "/\u{301}escaped"])
    func `absolute paths are refused`(path: String) {
        #expect(refusal(TarBuilder.archive([(path, "x")])).hasPrefix("office.tar: it holds an absolute path"))
    }

    @Test func `paths that no system takes are refused`() {
        let long = String(repeating: "x", count: 97)
        for path in ["a\u{1}b", "a\nb", Array(repeating: "d", count: 40).joined(separator: "/")] {
            #expect(refusal(TarBuilder.archive([(path, "x")])).contains("too long, too deep or has control characters"), "\(path)")
        }
        #expect(refusal(ZipBuilder.archive([(String(repeating: long, count: 3), [1])])).contains("too long"))
    }

    @Test(arguments: [("1", "a hard link"), ("2", "a symbolic link"), ("3", "a device"), ("4", "a device"), ("6", "a pipe")])
    func `links and devices are refused`(type: Character, what: String) {
        var builder = TarBuilder()
        builder.add("office/a", Array("x".utf8))
        builder.add("office/b", type: type, link: "/etc/passwd")
        #expect(refusal(builder.archive) == "office.tar, office/b: the entry is \(what); pack files and folders only")
    }

    @Test func `nothing is written through a link that came before`() {
        var builder = TarBuilder()
        builder.add("out", type: "2", link: "..")
        builder.add("out/escaped", Array("x".utf8))
        #expect(refusal(builder.archive).contains("is a symbolic link"))
    }

    @Test func `the same file twice is refused`() {
        #expect(refusal(TarBuilder.archive([("a", "1"), ("./a", "2")])) == "office.tar, ./a: the entry occurs twice")
        #expect(
            refusal(TarBuilder.archive([("a", "1"), ("a/b", "2")])) == "office.tar, a/b: the entry is both a file and a folder")
        #expect(refusal(TarBuilder.archive([("a/b", "1"), ("a", "2")])) == "office.tar, a: the entry occurs twice")
    }

    @Test func `more files than the limit are refused`() {
        let files = (0..<20).map { ("f\($0)", "x") }
        #expect(
            refusal(TarBuilder.archive(files)) { $0.entries = 19 }
                == "office.tar: it holds more than 19 files; send a smaller capture")
    }

    @Test func `more bytes than the limit are refused`() {
        let archive = TarBuilder.archive([("a", String(repeating: "x", count: 600)), ("b", String(repeating: "x", count: 600))])
        #expect(
            refusal(archive) { $0.unpackedBytes = 1000 } == "office.tar: it unpacks to more than 1000 bytes; send a smaller capture"
        )
    }

    @Test func `a bomb is stopped`() throws {
        try TestData.withTemporaryFolder { folder in
            var builder = TarBuilder()
            builder.add("zeros", [UInt8](repeating: 0, count: 40 << 20))
            let bomb = try gzip(builder.archive, in: folder)
            #expect(bomb.count < 100_000)
            #expect(refusal(bomb) == "office.tar: it unpacks to more than 100 times its size, which no capture does")
        }
    }

    @Test func `an entry that promises more than there is is damage`() {
        var builder = TarBuilder()
        builder.add("a", Array("x".utf8), size: 8_589_934_591)
        #expect(refusal(builder.archive).hasPrefix("office.tar: it is damaged"))
    }

    @Test func `an empty archive has no files`() {
        #expect(refusal(TarBuilder.archive([])) == "office.tar: it holds no files")
        #expect(refusal(TarBuilder.archive([("__MACOSX/._a", "x")])) == "office.tar: it holds no files")
    }

    @Test func `damaged archives never trap, hang or escape`() throws {
        let whole = [
            TarBuilder.archive([("office/poses.txt", "1 0 0"), ("office/depth/1.png", "x")]),
            ZipBuilder.archive([("office/poses.txt", [1, 2, 3]), ("office/depth/1.png", [4])]),
        ]
        for bytes in whole {
            for broken in TestData.truncations(of: bytes, count: 60) + TestData.bitFlips(of: bytes, count: 200) {
                _ = refusal(broken)
            }
        }
    }

    @Test func `unpacking stops when its task is cancelled`() async throws {
        let folder = try TestData.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let archive = folder.appendingPathComponent("office.tar")
        try Data(TarBuilder.archive((0..<50).map { ("f\($0)", "x") })).write(to: archive)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            _ = try ArchiveUnpacker().unpack(archive, into: folder, progress: .silent)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
