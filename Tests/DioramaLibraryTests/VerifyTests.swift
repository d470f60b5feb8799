import Foundation
import DioramaLibrary
import Synchronization
import Testing
import Support

@Suite struct VerifyTests {
    @Test func `a sound library has no problems and its figures are right`() async throws {
        try await withFolders { folder, files in
            let library = try Library(at: folder)
            for i in 0..<3 as Range<UInt64> { _ = try await library.add(try makeDraft("x", seed: i / 2, in: files)) }
            let report = try library.verify()
            #expect(report.isSound)
            #expect(report.spaceCount == 3)
            #expect(report.assetCount == 2)
            #expect(report.byteCount == 2000)
        }
    }

    @Test func `one flipped bit is found`() async throws {
        try await withFolders { folder, files in
            let library = try Library(at: folder)
            _ = try await library.add(try makeDraft("good", seed: 1, in: files))
            let space = try await library.add(try makeDraft("bad", seed: 2, byteCount: 2_000_000, in: files))
            let (asset, file) = try #require(try await library.assetFile(space.assets[0].hash))
            var bytes = try Data(contentsOf: file)
            bytes[1_234_567] ^= 4
            try bytes.write(to: file)
            let report = try library.verify()
            #expect(report.damagedFiles == [asset.hash])
            #expect(!report.isSound)
            #expect(report.problems.count == 1)
            #expect(report.problems[0].contains(asset.hash.description))
        }
    }

    @Test func `a file that is missing, cut short, or a folder is found`() async throws {
        try await withFolders { folder, files in
            let library = try Library(at: folder)
            var found: [URL] = []
            var hashes: [AssetHash] = []
            for i in 0..<3 as Range<UInt64> {
                let space = try await library.add(try makeDraft("x", seed: i, in: files))
                hashes.append(space.assets[0].hash)
                found.append(try #require(try await library.assetFile(space.assets[0].hash)).1)
            }
            try FileManager.default.removeItem(at: found[0])
            try Data(contentsOf: found[1]).dropLast().write(to: found[1])
            try FileManager.default.removeItem(at: found[2])
            try FileManager.default.createDirectory(at: found[2], withIntermediateDirectories: true)
            let report = try library.verify()
            #expect(report.missingFiles == [hashes[0]])
            #expect(report.damagedFiles == hashes[1...].sorted())
            #expect(report.problems.count == 3)
        }
    }

    @Test func `orphans and broken references are found, and opening removes the orphans`() async throws {
        try await withFolders { folder, files in
            var library = try Library(at: folder)
            let space = try await library.add(try makeDraft("x", in: files))
            let orphan = String(repeating: "ab", count: 32)
            try FileManager.default.createDirectory(
                at: folder.appendingPathComponent("assets/ab"), withIntermediateDirectories: true)
            try Data("orphan".utf8).write(to: folder.appendingPathComponent("assets/ab/\(orphan)"))
            try Data("new".utf8).write(to: folder.appendingPathComponent("incoming/\(KSUID())"))
            let row = String(repeating: "cd", count: 32)
            try edit(folder, "INSERT INTO assets (hash, byte_count) VALUES ('\(row)', 1)")
            let report = try library.verify()
            #expect(report.orphanFiles.map(\.description) == [orphan])
            #expect(report.orphanRows.map(\.description) == [row])
            #expect(report.missingFiles.map(\.description) == [row])
            #expect(report.incomingFiles.count == 1)
            try library.close()
            library = try Library(at: folder)
            #expect(try library.verify().problems == [])
            #expect(try library.verify().incomingFiles == [])
            // A file that is named and has no row is only in the bucket.
            try edit(
                folder,
                """
                INSERT INTO space_assets (id, space, position, hash, kind)
                VALUES ('\(KSUID())', '\(space.id)', 9, '\(orphan)', 'mesh')
                """)
            #expect(try library.verify().problems == [])
        }
    }

    @Test func `a row that can't be is a damaged library in one line, not a crash`() async throws {
        try await withFolders { folder, files in
            for damage in [
                "UPDATE space_assets SET kind = 'smell'",
                "INSERT INTO spaces (id, name) VALUES ('---------------------------', 'x')",
                "UPDATE captures SET notes = '[1, {}]'",
                "DELETE FROM captures; INSERT INTO captures (id, space) SELECT '!!!!!!!!!!!!!!!!!!!!!!!!!!!', id FROM spaces",
            ] {
                let place = folder.appendingPathComponent(UUID().uuidString)
                let library = try Library(at: place)
                var draft = try makeDraft("x", in: files)
                draft.capture = CaptureDraft(kind: "TUM", frameCount: 1)
                _ = try await library.add(draft)
                try edit(place, damage)
                let error = try #require(await libraryError { _ = try await library.spaces() })
                #expect(error.kind == .damaged)
                #expect(!error.message.contains("\n"))
            }
        }
    }

    @Test func `verifying tells how far it is and can be cancelled`() async throws {
        try await withFolders { folder, files in
            let library = try Library(at: folder)
            for i in 0..<5 as Range<UInt64> { _ = try await library.add(try makeDraft("x", seed: i, in: files)) }
            let told = Mutex<[Double]>([])
            _ = try library.verify(progress: ProgressReporter { progress in told.withLock { $0.append(progress.fraction) } })
            let fractions = told.withLock { $0 }
            #expect(fractions.count >= 6)
            #expect(fractions == fractions.sorted())
            #expect(fractions.last == 1)
            let task = Task {
                while !Task.isCancelled { await Task.yield() }
                return try library.verify()
            }
            task.cancel()
            await #expect(throws: CancellationError.self) { _ = try await task.value }
        }
    }

    @Test func `a damaged page of the catalogue is found or refused, never a crash`() async throws {
        try await withFolders { folder, files in
            let library = try Library(at: folder)
            for i in 0..<40 as Range<UInt64> {
                _ = try await library.add(try makeDraft("Space \(i)", seed: i, byteCount: 10, in: files))
            }
            try library.close()
            let file = folder.appendingPathComponent("library.sqlite")
            let sound = try Data(contentsOf: file)
            var random = SplitMix64(seed: 3)
            for _ in 0..<60 {
                var bytes = sound
                for _ in 0..<20 { bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random) }
                let place = folder.deletingLastPathComponent().appendingPathComponent(UUID().uuidString)
                try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
                try bytes.write(to: place.appendingPathComponent("library.sqlite"))
                do {
                    let opened = try Library(at: place)
                    _ = try opened.verify()
                    _ = try await opened.spaces(limit: 1000)
                    _ = try await opened.jobs()
                } catch {
                    #expect(error is LibraryError)
                    #expect(!"\(error)".contains("\n"))
                }
            }
        }
    }
}
