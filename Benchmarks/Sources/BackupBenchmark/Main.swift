import BenchmarkSupport
import DioramaLibrary
import Foundation

/// Backs a library of about 200 MB up, ten times, with something written before each, and prints how long the copy takes and how
/// long its check; then how long opening takes, and restoring after damage.
///
///     BackupBenchmark FOLDER [MEGABYTES]
///
/// The file system of FOLDER counts: one that can clone (xfs, btrfs, APFS) or not (ext4).
@main struct Main {
    static func main() async throws {
        guard let path = CommandLine.arguments.dropFirst().first else {
            throw BenchmarkError("give a folder on the disk to be measured")
        }
        let megabytes = CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) } ?? 200
        let folder = URL(fileURLWithPath: path).appendingPathComponent("library-\(UUID().uuidString.prefix(8))")
        defer { try? FileManager.default.removeItem(at: folder) }
        var library = try Library(at: folder)
        try await fill(library, megabytes)

        var copies: [Double] = []
        var checks: [Double] = []
        var method = ""
        for i in 0..<10 {
            _ = try await library.add(SpaceDraft(name: "Written between backups \(i)"))
            let start = ContinuousClock.now
            let backup = try await library.backup(BackupOptions(isChecked: false))
            let made = ContinuousClock.now
            let checked = try await library.checkBackup(backup.id)
            checks.append((ContinuousClock.now - made) / .seconds(1))
            copies.append((made - start) / .seconds(1))
            guard checked.isGood else { throw BenchmarkError("the backup is not sound: \(checked.check?.problems ?? [])") }
            method = backup.method.rawValue
        }
        let bytes = try size(folder.appendingPathComponent("library.sqlite"))
        try library.close()

        var openings: [Double] = []
        for _ in 0..<10 {
            let start = ContinuousClock.now
            let opened = try Library(at: folder)
            openings.append((ContinuousClock.now - start) / .seconds(1))
            try opened.close()
        }
        // A page in the middle of it is lost.
        let handle = try FileHandle(forWritingTo: folder.appendingPathComponent("library.sqlite"))
        try handle.seek(toOffset: UInt64(bytes / 2) / 4096 * 4096)
        try handle.write(contentsOf: Data(repeating: 0xA5, count: 4096))
        try handle.close()
        let start = ContinuousClock.now
        let report = try await Library.restore(folder)
        let restoring = (ContinuousClock.now - start) / .seconds(1)
        library = try Library(at: folder)
        let left = try await library.spaceCount()
        try library.close()
        try Report.print([
            "what": "backup", "megabytes": Double(bytes) / 1e6, "method": method, "copy_median_ms": median(copies) * 1000,
            "copy_worst_ms": (copies.max() ?? 0) * 1000, "check_median_ms": median(checks) * 1000,
            "open_median_ms": median(openings) * 1000, "open_worst_ms": (openings.max() ?? 0) * 1000,
            "restore_ms": restoring * 1000,
            "spaces_left": left, "is_noticed": report != nil,
        ])
    }

    /// Spaces with long reports, as many as make up the size.
    private static func fill(_ library: Library, _ megabytes: Int) async throws {
        for i in 0..<megabytes * 40 {
            // Not the same bytes over and over.
            let text = (0..<2400).map { "\"\($0)\": \(Double($0 * (i + 1)).squareRoot().truncatingRemainder(dividingBy: 1))" }
                .joined(separator: ",")
            _ = try await library.add(SpaceDraft(name: "Space \(i)", report: "{\(text)}"))
            if i % 50 == 49, try size(library.folder.appendingPathComponent("library.sqlite")) >= megabytes * 1_000_000 { return }
        }
    }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

    private static func size(_ file: URL) throws -> Int {
        (try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? NSNumber)?.intValue ?? 0
    }
}
