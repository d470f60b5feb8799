import ArgumentParser
import Foundation
import Library
import Work

extension LibraryCommand {
    struct BackUp: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "backup",
            abstract: "Copy the database, check the copy, and list the copies.",
            discussion: """
                Backups lie in "backups" of the library's folder, unless told otherwise. The newest 3 are kept, and one a day, a week and a
                month. The files of scans never change; --with-files copies them, too, into another folder.

                EXAMPLES
                  diorama library backup
                  diorama library backup --to /media/disk/diorama --with-files
                  diorama library backup --list
                """)

        @Option(help: ArgumentHelp("Where backups lie.", valueName: "folder"))
        var to: String?

        @Flag(help: "Copy the files of scans, too; needs --to.")
        var withFiles = false

        @Flag(help: "List the backups that there are, newest first, and make none.")
        var list = false

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func validate() throws {
            if withFiles && to == nil { throw ValidationError("--with-files needs a folder: --to FOLDER") }
        }

        func run() async throws {
            let library = try library.open()
            let folder = to.map { URL(fileURLWithPath: $0) }
            if list {
                let backups = try library.backups(in: folder).map(BackupReport.init)
                let text =
                    backups.isEmpty
                    ? "There are no backups; make one with: diorama library backup" : backups.map(\.line).joined(separator: "\n")
                return try out.print(["backups": backups], text)
            }
            let options = BackupOptions(folder: folder, includesFiles: withFiles, application: "diorama")
            let report = BackupReport(try await library.backup(options))
            try out.print(report, report.line)
        }
    }

    struct Restore: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "restore",
            abstract: "Put a damaged library right, or a backup back.",
            discussion: """
                Without --backup the library is looked through; where it is damaged, it is restored from its newest sound backup and all that
                can still be read. The former database is kept in "damaged" of the library's folder, never deleted.

                EXAMPLES
                  diorama library restore
                  diorama library restore --backup 2xQ4bG6QhV8mYk3sZpA1cR7tWdE
                """)

        @Option(help: ArgumentHelp("The backup to put back as it is; 'library backup --list' prints them.", valueName: "id"))
        var backup: String?

        @Option(help: ArgumentHelp("Where backups lie.", valueName: "folder"))
        var from: String?

        @Flag(help: "Begin an empty library where nothing can be restored.")
        var beginAnew = false

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            var options = RecoveryOptions(backups: from.map { URL(fileURLWithPath: $0) }, beginsAnew: beginAnew)
            if let backup {
                guard let id = BackupID(backup) else {
                    throw CommandFailure("'\(backup)' is not an id; 'diorama library backup --list' prints them")
                }
                options.backup = id
            }
            let (folder, chosen) = (library.folder, options)
            guard FileManager.default.fileExists(atPath: folder.path) else {
                throw CommandFailure("there is no library in \(folder.path); choose another folder with --library")
            }
            let report = try await cancellable { try await Library.restore(folder, options: chosen, progress: Terminal.progress()) }
            let result = Result(
                restored: report != nil, complete: report?.isComplete ?? true, lines: report?.lines ?? [], folder: report?.folder)
            try out.print(result, report?.lines.joined(separator: "\n") ?? "Nothing is wrong with the library; nothing was changed")
        }

        struct Result: Encodable {
            var restored: Bool
            var complete: Bool
            var lines: [String]
            var folder: String?
        }
    }
}

/// A backup as the command line prints it.
struct BackupReport: Encodable {
    var id: String
    var made: Date
    var method: String
    var bytes: Int64
    var checked: Bool
    var good: Bool
    var files: Int?
    var rows: [String: Int]?
    var problems: [String]

    init(_ backup: Backup) {
        id = backup.id.description
        made = backup.made
        method = backup.method.rawValue
        bytes = backup.byteCount
        checked = backup.check != nil
        good = backup.isGood
        files = backup.check?.assetCount
        rows = backup.check?.rowCounts
        problems = backup.check?.problems ?? []
    }

    /// One line: the id, when it was made, and how it stands.
    var line: String {
        let state = good ? "good" : checked ? "damaged: \(problems.first ?? "")" : "not checked yet"
        return "\(id)  \(made.formatted(.iso8601))  (\(Terminal.bytes(bytes)), \(state))"
    }
}
