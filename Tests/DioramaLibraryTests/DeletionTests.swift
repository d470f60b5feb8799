import DioramaLibrary
import Foundation
import Support
import TestSupport
import Testing

/// Spaces in the trash with what belongs to them, permanent deletion, and what is left of it.
@Suite struct DeletionTests {
    private static let secret = "Quittenmarmelade"

    /// A library with a space that has a memory with a photo, a plan and a measurement, and a second space.
    private func withKitchen(
        _ body: (_ library: Library, _ kitchen: Space, _ memory: MemoryID, _ files: URL) async throws -> Void
    ) async throws {
        try await withFolders { folder, files in
            let library = try Library(at: folder)
            let kitchen = try await library.add(try makeDraft("Kitchen \(Self.secret)", in: files))
            _ = try await library.add(try makeDraft("Hall", seed: 2, in: files))
            let memories = library.memories(for: .owner(nil))
            let memory = try await memories.add(
                Memory(title: Self.secret, text: "How we made \(Self.secret)", space: kitchen.id, tags: [Self.secret]))
            _ = try await memories.edit(memory.entry.id) { $0.text = "How we made much \(Self.secret)" }
            let photo = try makeFile("\(Self.secret).jpg", byteCount: 5000, seed: 9, in: files)
            _ = try await library.add(
                Media(
                    kind: .photo, contentType: "image/jpeg", fileName: "\(Self.secret).jpg", memory: memory.entry.id,
                    caption: Self.secret), file: photo)
            _ = try await library.setPlan(#"{"name":"\#(Self.secret)"}"#, of: kitchen.id)
            _ = try await library.measurements.add(MeasurementRecord(name: Self.secret, space: kitchen.id, content: "{}"))
            try await body(library, kitchen, memory.entry.id, files)
        }
    }

    /// The files below `folder` that contain `text` in UTF-8, whatever its case.
    private func files(below folder: URL, containing text: String) -> [String] {
        filesBelow(folder).filter { name in
            guard let data = try? Data(contentsOf: folder.appendingPathComponent(name)) else { return false }
            return String(decoding: data, as: UTF8.self).range(of: text, options: .caseInsensitive) != nil
                || data.range(of: Data(text.utf8)) != nil
        }
    }

    @Test func `a space in the trash takes its memories along and brings them back, without those trashed by themselves`()
        async throws
    {
        try await withKitchen { library, kitchen, memory, _ in
            let memories = library.memories(for: .owner(nil))
            let other = try await memories.add(Memory(title: "Soup", space: kitchen.id))
            #expect(try await memories.trash(other.entry.id))
            #expect(try await library.search(Self.secret, in: [.memory, .media]).count == 2)
            #expect(try await library.trash(kitchen.id))
            #expect(try await library.rename(kitchen.id, to: "Cellar") == nil)
            #expect(try await memories.get(memory) == nil)
            #expect(try await memories.list(in: kitchen.id).memories.isEmpty)
            #expect(try await library.search(Self.secret).isEmpty)
            // What arrives while it is there follows it.
            let late = try await library.memories.add(Memory(title: "Late"))
            _ = try await library.memories.update(late.id) { $0.title = "Later" }
            #expect(try await library.memoryCount(in: kitchen.id) == 1)
            #expect(try await library.restore(kitchen.id))
            #expect(try await memories.get(memory)?.entry.title == Self.secret)
            #expect(try await memories.list(in: kitchen.id).memories.map(\.entry.id) == [memory])
            #expect(try await library.search(Self.secret, in: [.memory, .media]).count == 2)
            #expect(try library.verify().problems == [])
        }
    }

    @Test func `a purged space leaves no row, no file and no text`() async throws {
        try await withKitchen { library, kitchen, memory, _ in
            let job = try await library.createJob(kind: "import", title: Self.secret, space: kitchen.id)
            _ = try await library.updateJob(job.id, state: .failed, error: Self.secret)
            #expect(files(below: library.folder, containing: Self.secret) != [])
            _ = try await library.trash(kitchen.id)
            #expect(try await library.delete(kitchen.id))
            #expect(try await library.hasTraces())
            try await library.removeTraces()
            #expect(try await library.hasTraces() == false)
            #expect(try await library.memories.get(memory) == nil)
            #expect(try await library.job(job.id) == nil)
            #expect(filesBelow(library.folder.appendingPathComponent("assets")).count == 1)
            #expect(files(below: library.folder, containing: Self.secret) == [])
            #expect(files(below: library.folder, containing: "uittenmarm") == [])
            #expect(try library.verify().problems == [])
        }
    }

    @Test(arguments: 0..<(isSoak ? 6 : 2))
    func `no text of purged rows is left among many others`(seed: UInt64) async throws {
        try await withFolders { folder, _ in
            let library = try Library(at: folder)
            var random = SplitMix64(seed: seed + 1)
            let hall = try await library.add(SpaceDraft(name: "Hall"))
            var secrets: [MemoryID] = []
            for i in 0..<150 {
                let isSecret = random.next() % 3 == 0
                let words = (0..<Int(random.next() % 60)).map { _ in "word\(random.next() % 10_000)" }.joined(separator: " ")
                let title = isSecret ? "\(Self.secret) \(i)" : "Plain \(i)"
                let made = try await library.memories.add(
                    Memory(title: title, text: "\(title) \(words)", space: hall.id, tags: [title]))
                if isSecret { secrets.append(made.id) }
            }
            for id in secrets { _ = try await library.memories.purge(id) }
            try await library.removeTraces()
            #expect(files(below: folder, containing: "uittenmarm") == [])
            #expect(try library.verify().problems == [])
        }
    }

    @Test func `backups with purged rows expire, and a new one is made first`() async throws {
        try await withKitchen { library, kitchen, _, _ in
            let old = try await library.backup()
            #expect(files(below: library.folder.appendingPathComponent("backups"), containing: Self.secret) != [])
            #expect(try await library.delete(kitchen.id))
            try await library.removeTraces()
            // Its time is not over yet.
            #expect(try await library.expireBackups() == [])
            try await library.setRetention(Retention(bucketDays: 0, backupDays: 0))
            #expect(try await library.expireBackups() == [old.id])
            let left = try library.backups()
            #expect(left.count == 1 && left[0].isGood)
            #expect(files(below: library.folder, containing: Self.secret) == [])
            #expect(try await library.expireBackups() == [])
            #expect(await libraryError { try await library.setRetention(Retention(bucketDays: -1)) }?.kind == .invalidValue)
        }
    }

    @Test func `changed bytes inside a row are noticed`() async throws {
        try await withKitchen { library, kitchen, _, _ in
            let folder = library.folder
            try library.close()
            // As a flipped bit on the disk: no trigger sees it.
            try edit(
                folder,
                """
                DROP TRIGGER digest_spaces_update; DROP TRIGGER spaces_search_changed;
                UPDATE spaces SET name = 'Kitchem' WHERE id = '\(kitchen.id)';
                """)
            let problems = try Library(at: folder).verify().problems
            #expect(problems.count == 1 && problems[0].contains("the row \(kitchen.id) of spaces has changed on the disk"))
        }
    }

    @Test func `restoring a backup reports rows whose bytes had changed when it was made`() async throws {
        try await withKitchen { library, kitchen, _, _ in
            let folder = library.folder
            let intact = try await library.backup()
            try library.close()
            try edit(
                folder,
                """
                DROP TRIGGER digest_spaces_update; DROP TRIGGER spaces_search_changed;
                UPDATE spaces SET name = 'Kitchem' WHERE id = '\(kitchen.id)';
                """)
            let reopened = try Library(at: folder)
            let changed = try await reopened.backup()
            try reopened.close()
            let report = try #require(try await Library.restore(folder, options: RecoveryOptions(backup: changed.id)))
            let row = "in the backup, the row \(kitchen.id) of spaces has changed on the disk"
            #expect(report.changedRows == [row] && !report.isComplete)
            #expect(report.lines.contains { $0.hasPrefix(row) })
            let second = try #require(try await Library.restore(folder, options: RecoveryOptions(backup: intact.id)))
            #expect(second.changedRows == [])
            #expect(try await Library(at: folder).space(kitchen.id)?.name == kitchen.name)
            #expect(Library.recoveryReports(ofLibrary: folder).compactMap(\.changedRows) == [[], [row]])
        }
    }

    @Test func `a backup names the rows that changed on the disk, and the one before is kept`() async throws {
        try await withKitchen { library, kitchen, _, _ in
            let folder = library.folder
            let intact = try await library.backup()
            #expect(intact.changedRows == [])
            try library.close()
            try edit(
                folder,
                """
                DROP TRIGGER digest_spaces_update; DROP TRIGGER spaces_search_changed;
                UPDATE spaces SET name = 'Kitchem' WHERE id = '\(kitchen.id)';
                """)
            let reopened = try Library(at: folder)
            let options = BackupOptions(policy: BackupPolicy(newest: 1, days: 0, weeks: 0, months: 0))
            for _ in 0..<3 {
                let changed = try await reopened.backup(options)
                #expect(changed.isGood)
                #expect(changed.changedRows == ["the row \(kitchen.id) of spaces has changed on the disk"])
                #expect(try reopened.backups() == [changed, intact])
            }
            let finding = try await reopened.healthFindings().first { $0.topic == .backup }
            #expect(finding?.state == .warning && finding?.message.contains("\(kitchen.id)") == true)
        }
    }

    @Test func `rows that had changed on the disk are reported when a damaged database is repaired`() async throws {
        try await withKitchen { library, kitchen, _, _ in
            let folder = library.folder
            _ = try await library.backup()
            _ = try await library.rename(kitchen.id, to: "Scullery")
            try library.close()
            try edit(
                folder,
                """
                DROP TRIGGER digest_spaces_update; DROP TRIGGER spaces_search_changed;
                UPDATE spaces SET name = 'Scullerz' WHERE id = '\(kitchen.id)';
                INSERT INTO measurements (id) VALUES ('0000000000000000000damaged.');
                """)
            let report = try #require(try await Library.restore(folder))
            #expect(
                report.changedRows?.contains("in the damaged database, the row \(kitchen.id) of spaces has changed on the disk")
                    == true)
        }
    }

    @Test func `what another program writes gets its digest when the library is opened next`() async throws {
        try await withKitchen { library, kitchen, _, _ in
            let folder = library.folder
            try library.close()
            try edit(folder, "UPDATE spaces SET name = 'Küche' WHERE id = '\(kitchen.id)'")
            let reopened = try Library(at: folder)
            #expect(try reopened.verify().problems == [])
            #expect(try await reopened.space(kitchen.id)?.name == "Küche")
        }
    }
}
