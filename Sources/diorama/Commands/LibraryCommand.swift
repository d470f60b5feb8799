import ArgumentParser
import Foundation
import DioramaLibrary
import DioramaSync
import Support

struct LibraryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "library",
        abstract: "Show, verify, back up, restore and clean up the library; its health.",
        discussion: """
            EXAMPLES
              diorama library list
              diorama library backup
            """,
        subcommands: [
            List.self, Show.self, Edit.self, Verify.self, Health.self, Clock.self, BackupNow.self, Restore.self, Audit.self,
            Trash.self,
            Purge.self, RetentionCommand.self, Conflicts.self, AccountCommand.self, Limits.self, Files.self, ExportAll.self,
            DeleteAll.self,
        ])

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the spaces, newest first.",
            discussion: """
                EXAMPLE
                  diorama library list --json
                """)

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            let library = try library.open()
            var reports: [SpaceReport] = []
            var last: SpaceID?
            repeat {
                let page = try await library.spaces(limit: 200, after: last)
                reports += page.map(SpaceReport.init)
                last = page.count == 200 ? page.last?.id : nil
            } while last != nil
            let empty = "the library in \(library.folder.path) is empty; import something with: diorama import PATH"
            try out.print(["spaces": reports], reports.isEmpty ? empty : reports.map(\.line).joined(separator: "\n"))
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show one space.",
            discussion: """
                EXAMPLE
                  diorama library show SPACE
                """)

        @Argument(help: "The space's id, as 'library list' prints it.")
        var id: String

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            let library = try library.open()
            guard let key = SpaceID(id) else { throw CommandFailure("'\(id)' is not an id; 'diorama library list' prints the ids") }
            guard let space = try await library.space(key) else {
                throw CommandFailure("there is no space \(id) in \(library.folder.path); 'diorama library list' prints the spaces")
            }
            var lines = [SpaceReport(space).line, "created \(space.created.formatted(.iso8601))"]
            if let b = space.bounds {
                lines.append(String(format: "%.2f × %.2f × %.2f m (width, depth, height)", b.size.x, b.size.z, b.size.y))
            }
            if let capture = space.capture {
                lines.append(
                    "\(capture.kind): \(capture.frameCount) frames, \(capture.skippedFrames) skipped, "
                        + Terminal.duration(capture.seconds))
                lines += capture.notes.map { "note: \($0)" }
            }
            for asset in space.assets {
                lines.append("\(asset.kind.rawValue)  \(asset.fileName)  \(Terminal.bytes(asset.byteCount))  \(asset.hash)")
            }
            try out.print(SpaceReport(space), lines.joined(separator: "\n"))
        }
    }

    struct Verify: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Check the database, the SHA-256 of every file, and where the files are.",
            discussion: """
                Counts the files on this device, those that are only in the bucket, and those that are missing. Exits with 1 if
                something is damaged or missing, or if the bucket can't be asked for a file that is not on this device.

                EXAMPLE
                  diorama library verify
                """)

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            let library = try library.open()
            let sync = SyncClient(library, identity: LayeredIdentityStore.standard())
            let found = try await cancellable { try await sync.verify(progress: Terminal.progress()) }
            let result = Result(found)
            let counts = "files: \(result.local) local, \(result.remoteOnly) only in the bucket, \(result.missing) missing"
            try out.print(
                result,
                (found.problems.isEmpty
                    ? ["\(result.spaces) spaces, \(result.files) files, \(Terminal.bytes(result.bytes)): no problems"]
                    : found.problems).joined(separator: "\n") + "\n" + counts)
            if !found.problems.isEmpty { throw CommandFailure("the library has \(found.problems.count) problems") }
        }

        struct Result: Encodable {
            var spaces: Int
            var files: Int
            var bytes: Int64
            var local: Int
            var remoteOnly: Int
            var missing: Int
            /// Files that are not on this device, while the bucket couldn't be asked.
            var unknown: Int
            var problems: [String]

            init(_ found: LibraryVerification) {
                spaces = found.report.spaceCount
                files = found.report.assetCount
                bytes = found.report.byteCount
                local = found.files.local.count
                remoteOnly = found.files.remoteOnly.count
                missing = found.files.missing.count
                unknown = found.files.unknown.count
                problems = found.problems
            }
        }
    }
}
