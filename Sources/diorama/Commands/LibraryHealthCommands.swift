import ArgumentParser
import DioramaLibrary
import DioramaSync
import Foundation
import Spaces

/// The limits of a library's health, for 'library health' and 'serve'.
struct HealthOptions: ParsableArguments {
    @Option(
        parsing: .number, help: ArgumentHelp("Maximum age of the last backup while there are changes since.", valueName: "days"))
    var maxBackupAge: Int = 7

    @Option(parsing: .number, help: ArgumentHelp("Maximum age of the last complete sync.", valueName: "days"))
    var maxSyncAge: Int = 7

    @Option(parsing: .number, help: ArgumentHelp("Minimum free space on the library's disk.", valueName: "MB"))
    var minFree: Int = 1000

    func validate() throws {
        if maxBackupAge < 1 { throw ValidationError("--max-backup-age must be at least 1 day.") }
        if maxSyncAge < 1 { throw ValidationError("--max-sync-age must be at least 1 day.") }
        if !(0...1_000_000_000).contains(minFree) { throw ValidationError("--min-free must be between 0 and 1000000000 MB.") }
    }

    var limits: HealthLimits {
        HealthLimits(
            backupAge: Double(maxBackupAge) * 86_400, syncAge: Double(maxSyncAge) * 86_400,
            freeByteCount: Int64(minFree) * 1_000_000)
    }
}

extension LibraryCommand {
    struct Health: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show what endangers the library: sync, clock, backups, disk, damaged files.",
            discussion: """
                Exits with 1 where something is bad. Contents of files are read by 'library verify' only; what it found last is part
                of the health.

                EXAMPLES
                  diorama library health
                  diorama library health --max-backup-age 1 --json
                """)

        @OptionGroup var limits: HealthOptions
        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            let library = try library.open()
            let sync = SyncClient(library, identity: LayeredIdentityStore.standard())
            let report = try await LibraryHealth(library: library, sync: sync, limits: limits.limits).report()
            try out.print(
                report,
                report.findings.isEmpty
                    ? "good"
                    : report.findings.map { "\($0.state.rawValue): \($0.topic.rawValue): \($0.line)" }.joined(separator: "\n"))
            let bad = report.findings.filter { $0.state == .bad }.count
            if bad > 0 { throw CommandFailure("the library's health is bad: \(bad == 1 ? "1 finding" : "\(bad) findings")") }
        }
    }

    struct Clock: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show whether this computer's clock is used for changes, and confirm it.",
            discussion: """
                A clock more than a year beyond the library's latest change is not used: its changes would win over those of other
                devices for years. If the clock is right, because the library was not used for so long, confirm it once.

                EXAMPLES
                  diorama library clock
                  diorama library clock --confirm
                """)

        @Flag(help: "Use this computer's clock although it is far beyond the latest change.")
        var confirm = false

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            let library = try library.open()
            if confirm { try await library.confirmClock() }
            let finding = try library.clockFinding()
            try out.print(
                Result(isUsed: finding == nil, problem: finding?.message, remedy: finding?.remedy),
                finding?.line ?? "this computer's clock is used for changes")
        }

        struct Result: Encodable {
            var isUsed: Bool
            var problem: String?
            var remedy: String?
        }
    }
}
