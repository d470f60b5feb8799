import DioramaLibrary
import ArgumentParser
import DioramaSync
import Foundation

extension LibraryCommand {
    struct BackupNow: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "backup",
            abstract: "Back up the catalogue, check the backup, and delete old backups.",
            discussion: """
                EXAMPLES
                  diorama library backup
                  diorama library backup --to /media/disk/diorama --with-files
                  diorama library backup --list
                """)

        @Option(help: ArgumentHelp("The folder of the backups. Default: backups in the library's folder.", valueName: "folder"))
        var to: String?

        @Flag(help: "Also copy the files of scans, media and models; needs --to.")
        var withFiles = false

        @Flag(help: "List the backups.")
        var list = false

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func validate() throws {
            if withFiles && to == nil {
                throw ValidationError("--with-files needs --to: the library's own folder already contains the files.")
            }
        }

        func run() async throws {
            let folder = to.map { URL(fileURLWithPath: $0, isDirectory: true) }
            if list {
                let backups =
                    try folder == nil ? Library.backups(ofLibrary: library.folder) : try library.open().backups(in: folder)
                try out.print(
                    ["backups": backups.map(Result.init)],
                    backups.isEmpty ? "there are no backups" : backups.map { Result($0).line }.joined(separator: "\n"))
                return
            }
            let library = try library.open()
            let made = try await cancellable {
                try await library.backup(BackupOptions(folder: folder, includesFiles: withFiles))
            }
            try out.print(Result(made), Result(made).line)
            let warnings = Self.warnings(made)
            if !warnings.isEmpty { throw CommandFailure(warnings.joined(separator: "; ")) }
        }

        /// What a sound backup lacks, and what is wrong with the library that it was made of.
        private static func warnings(_ backup: Backup) -> [String] {
            var warnings: [String] = []
            if let lacking = backup.files?.notIncluded, lacking > 0 {
                warnings.append(
                    "the backup lacks \(lacking) files that are not on this device; 'diorama library verify' says where they are, "
                        + "'diorama library files all' and 'diorama sync' download them")
            }
            if let row = backup.changedRows.first {
                let count = backup.changedRows.count
                warnings.append(
                    "the backup was made, but \(count == 1 ? "a row" : "\(count) rows") of the library changed on the disk "
                        + "(\(row)); 'diorama library verify' names them, "
                        + "'diorama library restore --backup ID' restores an earlier backup")
            }
            return warnings
        }

        struct Result: Encodable {
            var id: String
            var made: Date
            var method: String
            var bytes: Int64
            var rows: Int?
            /// Files beside the backup; without --with-files, those that it names.
            var files: Int?
            /// Files that are not on this device; nil without --with-files.
            var filesNotIncluded: Int?
            var isSound: Bool?
            /// Rows that had changed on the disk when the backup was made, a line each; nil before it was checked.
            var changedRows: [String]?
            var state: String

            init(_ backup: Backup) {
                id = backup.id.description
                made = backup.made
                method = backup.method.rawValue
                bytes = backup.byteCount
                rows = backup.check?.rowCounts.values.reduce(0, +)
                files = backup.files?.included ?? backup.check?.assetCount
                filesNotIncluded = backup.files?.notIncluded
                isSound = backup.check.map { $0.problems.isEmpty }
                changedRows = backup.check?.changedRows
                state = backup.isGood ? "good" : backup.isBad ? "bad" : "unchecked"
            }

            var line: String {
                let state = isSound.map { $0 ? "valid" : "DAMAGED" } ?? "not checked"
                let beside = filesNotIncluded.map { "; \(files ?? 0) files included, \($0) not included" } ?? ""
                let changed = changedRows.map { $0.isEmpty ? "" : "; rows changed on the disk: \($0.count)" } ?? ""
                return "\(id)  \(made.formatted(.iso8601))  \(Terminal.bytes(bytes)) by \(method), \(state)\(beside)\(changed)"
            }
        }
    }

    struct Restore: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Repair the library from a backup and from the readable parts of a damaged catalogue.",
            discussion: """
                The former database is moved to the folder 'damaged' of the library, never deleted. Without --backup, an undamaged
                library is not changed. Quit other programs that use the library first.

                EXAMPLES
                  diorama library restore
                  diorama library restore --backup BACKUP
                """)

        @Option(help: ArgumentHelp("Restore exactly this backup.", valueName: "id"))
        var backup: String?

        @Option(help: ArgumentHelp("The folder of the backups. Default: backups in the library's folder.", valueName: "folder"))
        var from: String?

        @Flag(help: "Create an empty library if nothing can be restored.")
        var beginAnew = false

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            let id = try backup.map { text in
                guard let id = BackupID(text) else {
                    throw CommandFailure("'\(text)' is not the id of a backup; 'diorama library backup --list' prints the ids")
                }
                return id
            }
            let options = RecoveryOptions(
                backup: id, backups: from.map { URL(fileURLWithPath: $0, isDirectory: true) }, allowsEmptyLibrary: beginAnew)
            let folder = library.folder
            if from == nil && !beginAnew && !Library.exists(at: folder) { throw Library.missing(in: folder) }
            let report = try await cancellable {
                try await Library.restore(folder, options: options, progress: Terminal.progress())
            }
            struct Result: Encodable {
                var restored: Bool
                var complete: Bool
                var lines: [String]
            }
            let lines = report?.lines ?? ["the library in \(folder.path) is not damaged; nothing was changed"]
            try out.print(
                Result(restored: report != nil, complete: report?.isComplete ?? true, lines: lines), lines.joined(separator: "\n"))
        }
    }

    struct Audit: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Check that everything in an encrypted library's bucket is ciphertext.",
            discussion: """
                EXAMPLE
                  diorama library audit --bucket s3://photos/home
                """)

        @Option(help: ArgumentHelp("The bucket's address. Default: the library's bucket.", valueName: "url"))
        var bucket: String?

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            let client = try await library.client()
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
                    ? "\(audit.objectCount) objects, \(Terminal.bytes(audit.byteCount)): all are ciphertext of this library"
                    : findings.joined(separator: "\n"))
            if !audit.isClean {
                throw CommandFailure("the bucket holds \(findings.count) objects that are not ciphertext of this library")
            }
        }
    }
}
