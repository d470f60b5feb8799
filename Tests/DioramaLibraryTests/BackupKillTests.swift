import Foundation
import DioramaLibrary
import Testing

/// Killed, or failing, at every step of a backup.
@Suite struct BackupKillTests {
    /// A library with two good backups, and something written since.
    private func prepare(_ folder: URL, _ files: URL) async throws -> Library {
        let library = try Library(at: folder)
        for i in 0..<3 as Range<UInt64> { _ = try await library.add(try makeDraft("Space \(i)", seed: i, in: files)) }
        _ = try await library.backup()
        _ = try await library.backup()
        _ = try await library.add(try makeDraft("new", seed: 9, in: files))
        return library
    }

    private let policy = BackupPolicy(newest: 1, days: 0, weeks: 0, months: 0)

    @Test(arguments: [false, true])
    func `killed at any step, all of the library and a good backup are left`(cloning: Bool) async throws {
        if cloning && !CloningDisk.isAvailable { return }
        try await withFolders { folder, files in
            func body(_ folder: URL) async throws {
                let library = try await prepare(folder, files)
                let spaces = try await library.spaces()
                let before = try library.backups().map(\.id)
                let killed = KillStates(of: folder)
                let backup = try await library.backup(BackupOptions(policy: policy), steps: killed.steps)
                #expect(backup.method == (cloning ? .clone : .vacuum) || !cloning)
                try killed.take("the end")
                #expect(killed.states.count >= 9)
                for state in killed.states {
                    let opened = try Library(at: state.folder)
                    #expect(try await opened.spaces() == spaces, "\(state.step)")
                    #expect(try opened.verify().problems == [], "\(state.step)")
                    let left = try opened.backups()
                    #expect(left.contains { $0.isGood }, "\(state.step)")
                    #expect(Set(left.map(\.id)).isSubset(of: Set(before + [backup.id])))
                    for one in left { #expect(try await opened.checkBackup(one.id).isGood, "\(state.step)") }
                    // The next one clears away what was left, and is as good as any.
                    let next = try await opened.backup(BackupOptions(policy: policy))
                    #expect(try opened.backups() == [next], "\(state.step)")
                    let names = try FileManager.default.contentsOfDirectory(atPath: opened.backupFolder.path).sorted()
                    #expect(names == [".lock", "\(next.id)"], "\(state.step)")
                }
            }
            if cloning {
                let disk = folder.deletingLastPathComponent().appendingPathComponent("disk")
                try await CloningDisk.with(at: disk) { try await body(disk.appendingPathComponent("library")) }
            } else {
                try await body(folder)
            }
        }
    }

    @Test func `failing at any step, it says so and leaves nothing`() async throws {
        try await withFolders { folder, files in
            let library = try await prepare(folder, files)
            let good = try library.backups()
            for number in 0... {
                let failing = FailingStep(number)
                let names = try FileManager.default.contentsOfDirectory(atPath: library.backupFolder.path).sorted()
                do {
                    _ = try await library.backup(BackupOptions(policy: nil), steps: failing.steps)
                    #expect(number >= 5)
                    break
                } catch let error as LibraryError {
                    #expect(error.kind == .failed)
                    #expect(!error.message.contains("\n"))
                }
                let left = try library.backups()
                #expect(Array(left.suffix(good.count)) == good)
                // What stands after a failed check is whole, only not checked.
                if left.count == names.count - 1 {
                    #expect(try FileManager.default.contentsOfDirectory(atPath: library.backupFolder.path).sorted() == names)
                }
                for one in left where one.check == nil { #expect(try await library.checkBackup(one.id).isGood) }
            }
            #expect(try library.verify().problems == [])
        }
    }

    @Test(.enabled(if: SmallDisk.isAvailable, "needs root, to mount a small disk"))
    func `a disk that is full stops a backup in one clear line and harms nothing`() async throws {
        try await withFolders { folder, files in
            try await SmallDisk.with(megabytes: 8, at: folder) { disk in
                let library = try Library(at: folder)
                for i in 0..<20 as Range<UInt64> {
                    var draft = try makeDraft("Space \(i)", seed: i, byteCount: 100, in: files)
                    draft.capture = CaptureDraft(kind: "TUM", frameCount: 1, notes: [String(repeating: "n", count: 50_000)])
                    _ = try await library.add(draft)
                }
                let good = try await library.backup()
                for left in [0, 4096, 65_536, 300_000, 900_000] {
                    try disk.fill(leaving: left)
                    let error = await libraryError { _ = try await library.backup() }
                    #expect(error?.kind == .diskFull)
                    #expect(error?.message.contains("is full; free some space and try again") == true)
                    #expect(try library.backups() == [good])
                    try disk.removeFiller()
                }
                #expect(try library.verify().problems == [])
                #expect(try await library.backup().isGood)
            }
        }
    }
}
