import Foundation
import DioramaLibrary
import TestSupport
import Testing

@Suite struct SharingTests {
    @Test func `a hundred tasks add spaces at once and all are there`() async throws {
        try await withFolders { folder, files in
            let library = try Library(at: folder)
            let drafts = try (0..<100).map { try makeDraft("Space \($0)", seed: UInt64($0 / 2), byteCount: 20_000, in: files) }
            let added = try await withThrowingTaskGroup(of: Space.self) { group in
                for draft in drafts { group.addTask { try await library.add(draft) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(Set(added.map(\.name)).count == 100)
            let listed = try await library.spaces(limit: 1000)
            #expect(listed == added.sorted { $0.id > $1.id })
            let report = try library.verify()
            #expect(report.problems == [])
            #expect(report.assetCount == 50)
            #expect(report.incomingFiles == [])
        }
    }

    @Test func `spaces with the same file added and deleted at once never lose it`() async throws {
        try await withFolders { folder, files in
            let libraries = [try Library(at: folder), try Library(at: folder)]
            let draft = try makeDraft("same", in: files)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for i in 0..<60 {
                    let library = libraries[i % 2]
                    group.addTask {
                        let space = try await library.add(draft)
                        if i % 6 != 0 { _ = try await library.delete(space.id) }
                    }
                }
                try await group.waitForAll()
            }
            for library in libraries {
                #expect(try await library.spaceCount() == 10)
                #expect(try library.verify().problems == [])
            }
            #expect(filesBelow(folder.appendingPathComponent("assets")).count == 1)
        }
    }

    @Test func `verifying while others add and delete finds nothing wrong`() async throws {
        try await withFolders { folder, files in
            let library = try Library(at: folder)
            let other = try Library(at: folder)
            let drafts = try (0..<40).map { try makeDraft("x", seed: UInt64($0), in: files) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    for draft in drafts {
                        let space = try await other.add(draft)
                        _ = try await other.delete(space.id)
                    }
                }
                group.addTask {
                    for _ in 0..<30 {
                        let report = try library.verify()
                        #expect(report.problems == [])
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test func `two instances see each other's spaces`() async throws {
        try await withFolders { folder, files in
            let first = try Library(at: folder)
            let second = try Library(at: folder)
            let a = try await first.add(try makeDraft("a", seed: 1, in: files))
            let b = try await second.add(try makeDraft("b", seed: 2, in: files))
            #expect(try await first.spaces() == [b, a])
            #expect(try await second.spaces() == [b, a])
            #expect(try await second.delete(a.id))
            #expect(try await first.space(a.id) == nil)
        }
    }

    @Test func `a space is newer than one that another program added within the same second or a little ahead`() async throws {
        try await withFolders { folder, _ in
            let library = try Library(at: folder)
            let ahead = try #require(greatestID(after: 10))
            try insert(ahead, in: folder)
            for _ in 0..<3 { _ = try await library.add(SpaceDraft(name: "new")) }
            let ids = try await library.spaces().map(\.id)
            #expect(ids.count == 4)
            #expect(ids.last == ahead)
        }
    }

    @Test func `an id from the far future, of a wrong clock, does not draw later ones after it`() async throws {
        try await withFolders { folder, _ in
            let library = try Library(at: folder)
            let ahead = try #require(greatestID(after: 100_000_000))
            try insert(ahead, in: folder)
            let added = try await library.add(SpaceDraft(name: "new"))
            #expect(added.id < ahead)
        }
    }

    /// Adds a space as another program would.
    private func insert(_ id: SpaceID, in folder: URL) throws {
        try edit(
            folder,
            "INSERT INTO spaces (id, name, created, modified, triangle_count, point_count) VALUES ('\(id)', 'x', 0, 0, 0, 0)")
    }

    /// The greatest id of the second that is `seconds` from now, found digit by digit.
    private func greatestID(after seconds: Int64) -> SpaceID? {
        let second = Int64(Date().timeIntervalSince1970) + seconds
        let digits = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
        var text = ""
        for place in 0..<27 {
            let zeros = String(repeating: "0", count: 26 - place)
            text.append(digits.last { (KSUID(text + String($0) + zeros)?.secondsSince1970 ?? .max) <= second } ?? "0")
        }
        return SpaceID(text)
    }

    @Test func `many instances can open a new library at the same time`() async throws {
        try await withFolders { folder, _ in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for i in 0..<12 {
                    group.addTask {
                        let library = try Library(at: folder)
                        _ = try await library.add(SpaceDraft(name: "\(i)"))
                        try library.close()
                    }
                }
                try await group.waitForAll()
            }
            let library = try Library(at: folder)
            #expect(try await library.spaceCount() == 12)
            #expect(try library.verify().problems == [])
        }
    }

    @Test func `opening clears nothing away while another has the library open`() async throws {
        try await withFolders { folder, _ in
            let first = try Library(at: folder)
            let job = try await first.createJob(kind: "import", title: "x")
            _ = try await first.updateJob(job.id, state: .running)
            let incoming = folder.appendingPathComponent("incoming/\(KSUID())")
            try Data("on its way".utf8).write(to: incoming)
            var second = try Library(at: folder)
            #expect(FileManager.default.fileExists(atPath: incoming.path))
            #expect(try await second.job(job.id)?.state == .running)
            try first.close()
            try second.close()
            second = try Library(at: folder)
            #expect(!FileManager.default.fileExists(atPath: incoming.path))
            #expect(try await second.job(job.id)?.state == .failed)
        }
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/flock"), "needs the flock program"))
    func `opening clears nothing away while another program has the library open, and does once that is killed`() async throws {
        try await withFolders { folder, _ in
            try Library(at: folder).close()
            let incoming = folder.appendingPathComponent("incoming/\(KSUID())")
            try Data("on its way".utf8).write(to: incoming)
            let lock = folder.appendingPathComponent("library.lock").path
            let flock = URL(fileURLWithPath: "/usr/bin/flock")
            let other = try RunningProgram(flock, ["--shared", "--no-fork", lock, "/bin/sleep", "3600"])
            // Until the other program has the lock, opening would clear away.
            while try runProgram(flock.path, ["--nonblock", lock, "/bin/true"]) == 0 {
                try #require(other.isRunning)
                try await Task.sleep(for: .milliseconds(10))
            }
            try Library(at: folder).close()
            #expect(FileManager.default.fileExists(atPath: incoming.path))
            other.kill()
            try Library(at: folder).close()
            #expect(!FileManager.default.fileExists(atPath: incoming.path))
        }
    }
}
