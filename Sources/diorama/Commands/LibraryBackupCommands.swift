import DioramaLibrary
import ArgumentParser
import DioramaSync
import Foundation

extension LibraryCommand {
    struct BackupNow: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "backup",
            abstract: "Make a backup of the catalogue, check it, and tidy up old ones.",
            discussion: """
                EXAMPLES
                  diorama library backup
                  diorama library backup --to /media/disk/diorama --with-files
                  diorama library backup --list
                """)

        @Option(help: ArgumentHelp("Where it goes; the library's own folder unless told.", valueName: "folder"))
        var to: String?

        @Flag(help: "Also copy the files of scans, media and models; needs --to.")
        var withFiles = false

        @Flag(help: "List the backups there are.")
        var list = false

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func validate() throws {
            if withFiles && to == nil {
                throw ValidationError("--with-files needs --to: in its own folder the files are there already")
            }
        }

        func run() async throws {
            let folder = to.map { URL(fileURLWithPath: $0, isDirectory: true) }
            if list {
                let backups =
                    try folder == nil ? Library.backups(ofLibrary: library.folder) : try library.open().backups(in: folder)
                try out.print(
                    ["backups": backups.map(Result.init)],
                    backups.isEmpty ? "there are no backups yet" : backups.map { Result($0).line }.joined(separator: "\n"))
                return
            }
            let library = try library.open()
            let made = try await cancellable {
                try await library.backup(BackupOptions(folder: folder, includesFiles: withFiles))
            }
            try out.print(Result(made), Result(made).line)
        }

        struct Result: Encodable {
            var id: String
            var made: Date
            var method: String
            var bytes: Int64
            var rows: Int?
            var files: Int?
            var isSound: Bool?

            init(_ backup: Backup) {
                id = backup.id.description
                made = backup.made
                method = backup.method.rawValue
                bytes = backup.byteCount
                rows = backup.check?.rowCounts.values.reduce(0, +)
                files = backup.check?.assetCount
                isSound = backup.check.map { $0.problems.isEmpty }
            }

            var line: String {
                let state = isSound.map { $0 ? "checked and sound" : "NOT SOUND" } ?? "not checked yet"
                return "\(id)  \(made.formatted(.iso8601))  \(Terminal.bytes(bytes)) by \(method), \(state)"
            }
        }
    }

    struct Restore: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Put the library right: from a backup, and from what can be read of a damaged one.",
            discussion: """
                The former database is set aside in 'damaged' of the library's folder, never deleted. Without --backup nothing is done
                where nothing is wrong. End other programs that use the library first.

                EXAMPLES
                  diorama library restore
                  diorama library restore --backup 2xQ4bG6QhV8mYk3sZpA1cR7tWdE
                """)

        @Option(help: ArgumentHelp("The backup to put back as it is.", valueName: "id"))
        var backup: String?

        @Option(help: ArgumentHelp("Where the backups lie; the library's own folder unless told.", valueName: "folder"))
        var from: String?

        @Flag(help: "Begin an empty library where nothing at all can be restored.")
        var beginAnew = false

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            let id = try backup.map { text in
                guard let id = BackupID(text) else {
                    throw CommandFailure("'\(text)' is no backup's id; 'diorama library backup --list' prints them")
                }
                return id
            }
            let options = RecoveryOptions(
                backup: id, backups: from.map { URL(fileURLWithPath: $0, isDirectory: true) }, beginsAnew: beginAnew)
            let folder = library.folder
            let report = try await cancellable {
                try await Library.restore(folder, options: options, progress: Terminal.progress())
            }
            struct Result: Encodable {
                var restored: Bool
                var complete: Bool
                var lines: [String]
            }
            let lines = report?.lines ?? ["nothing is wrong with the library in \(folder.path); nothing was changed"]
            try out.print(
                Result(restored: report != nil, complete: report?.isComplete ?? true, lines: lines), lines.joined(separator: "\n"))
        }
    }

    struct Audit: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Prove that nothing in an encrypted library's bucket can be read by others.",
            discussion: """
                EXAMPLE
                  diorama library audit --bucket s3://photos/home
                """)

        @Option(help: ArgumentHelp("The bucket; the one that is remembered unless told.", valueName: "url"))
        var bucket: String?

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            let client = try await LibraryClient(.init(folder: library.folder))
            let address = bucket
            let audit = try await cancellable { try await client.sync.audit(bucket: address, progress: Terminal.progress()) }
            struct Result: Encodable {
                var objects: Int
                var bytes: Int64
                var keyFiles: Int
                var findings: [String]
            }
            let findings = audit.findings.map { "\($0.name): \($0.reason)" }
            let result = Result(
                objects: audit.objectCount, bytes: audit.byteCount, keyFiles: audit.keyFileCount, findings: findings)
            try out.print(
                result,
                audit.isClean
                    ? "\(audit.objectCount) objects, \(Terminal.bytes(audit.byteCount)): all of it is ciphertext of this library"
                    : findings.joined(separator: "\n"))
            if !audit.isClean {
                throw CommandFailure("the bucket holds \(findings.count) objects that are no ciphertext of this library")
            }
        }
    }
}
