import Foundation
import DioramaLibrary
import TestSupport
import Testing

/// Killed, or failing, at every step of a recovery.
@Suite struct RecoveryKillTests {
    enum Kind: CaseIterable { case noDatabase, pages, header, chosenBackup }

    private func damage(_ made: DamagedLibrary, _ kind: Kind) throws {
        switch kind {
        case .noDatabase: try FileManager.default.removeItem(at: made.database)
        case .chosenBackup: break
        case .pages:
            var bytes = try Data(contentsOf: made.database)
            for page in stride(from: 4, to: bytes.count / 4096, by: 3) {
                bytes.replaceSubrange(page * 4096..<page * 4096 + 4096, with: Data(repeating: 0xA5, count: 4096))
            }
            try bytes.write(to: made.database)
        case .header:
            var bytes = try Data(contentsOf: made.database)
            bytes.replaceSubrange(0..<16, with: Data(count: 16))
            try bytes.write(to: made.database)
        }
    }

    private func options(_ folder: URL, _ kind: Kind) throws -> RecoveryOptions {
        RecoveryOptions(backup: kind == .chosenBackup ? try Library.backups(ofLibrary: folder).first?.id : nil)
    }

    @Test(arguments: isSoak ? Kind.allCases : [.pages])
    func `killed at any step, the next opening ends it, and nothing that was backed up is lost`(kind: Kind) async throws {
        try await withFolders { folder, files in
            let made = try await DamagedLibrary.make(in: folder, files, backup: 35)
            try damage(made, kind)
            let assets = Set(filesBelow(folder.appendingPathComponent("assets")).map { String($0.suffix(64)) })
            let original = try? Data(contentsOf: made.database)
            let killed = KillStates(of: folder)
            let report = try await Library.restore(
                folder, options: try options(folder, kind), progress: .silent, steps: killed.steps)
            #expect(report != nil)
            try killed.take("the end")
            #expect(killed.states.count >= 8)
            let final = try await Library.open(at: folder).library.spaces(limit: 1000)
            for state in killed.states {
                let (library, _) = try await Library.open(at: state.folder)
                let found = try await library.spaces(limit: 1000)
                // Before the exchange was written down, a library that is not damaged is as it was.
                if kind == .chosenBackup {
                    #expect(found == final || found == made.spaces, "\(state.step)")
                } else {
                    #expect(found == final, "\(state.step)")
                }
                #expect(Set(found.map(\.id)).isSuperset(of: made.backedUp.map(\.id)), "\(state.step)")
                #expect(try library.verify().problems == [], "\(state.step)")
                let left = filesBelow(state.folder)
                #expect(assets.isSubset(of: Set(left.map { String($0.suffix(64)) })), "\(state.step)")
                #expect(!left.contains { $0.hasPrefix("damaged/.") || $0 == ".exchange" }, "\(state.step)")
                // What was there before is there still, in one place or the other.
                if let original, found == final {
                    let kept = left.filter { $0.hasPrefix("damaged/") && $0.hasSuffix("library.sqlite") }.compactMap {
                        try? Data(contentsOf: state.folder.appendingPathComponent($0))
                    }
                    #expect(kept.contains(original), "\(state.step)")
                }
                try library.close()
            }
        }
    }

    @Test(arguments: isSoak ? Kind.allCases : [.noDatabase])
    func `failing at any step, it says so, and can be done again`(kind: Kind) async throws {
        try await withFolders { folder, files in
            let made = try await DamagedLibrary.make(in: folder, files, backup: 35)
            try damage(made, kind)
            for number in stride(from: 0, to: 40, by: isSoak ? 1 : 3) {
                let copy = folder.deletingLastPathComponent().appendingPathComponent("case-\(number)")
                try #require(try runProgram("/bin/cp", ["-r", folder.path, copy.path]) == 0)
                let failing = FailingStep(number)
                do {
                    _ = try await Library.restore(copy, options: try options(copy, kind), progress: .silent, steps: failing.steps)
                    #expect(number >= 8)
                    return
                } catch let error as LibraryError {
                    #expect(error.kind == .failed)
                }
                let (library, _) = try await Library.open(at: copy)
                #expect(Set(try await library.spaces(limit: 1000).map(\.id)).isSuperset(of: made.backedUp.map(\.id)))
                #expect(try library.verify().problems == [])
                try library.close()
            }
        }
    }

    @Test(.enabled(if: SmallDisk.isAvailable, "needs root, to mount a small disk"))
    func `a disk that is full stops a recovery in one clear line, and nothing was changed`() async throws {
        try await withFolders { folder, files in
            try await SmallDisk.with(megabytes: 8, at: folder) { disk in
                let place = folder.appendingPathComponent("library")
                let made = try await DamagedLibrary.make(in: place, files, backup: 35)
                try damage(made, .header)
                let before = try Data(contentsOf: made.database)
                for left in [0, 4096, 40_000] {
                    try disk.fill(leaving: left)
                    let error = await libraryError { _ = try await Library.open(at: place) }
                    #expect(error?.kind == .diskFull, "\(left): \(error?.message ?? "opened")")
                    #expect(try Data(contentsOf: made.database) == before)
                    try disk.removeFiller()
                }
                let (spaces, _) = try await made.restored()
                #expect(spaces == made.spaces)
            }
        }
    }
}
