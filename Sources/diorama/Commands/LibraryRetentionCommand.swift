import ArgumentParser
import DioramaLibrary
import Foundation

extension LibraryCommand {
    struct RetentionCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "retention",
            abstract: "Show or set how long deleted data stays in the bucket and in backups.",
            discussion: """
                What is deleted permanently ('diorama library purge') is removed from this library immediately, and its text
                from the bucket with the next sync. Files stay in the bucket, and backups that have it are kept, for a number of
                days, in which something can still be restored. All devices share the setting.

                EXAMPLES
                  diorama library retention
                  diorama library retention --bucket-days 7 --backup-days 30
                """)

        @Option(
            parsing: .number,
            help: ArgumentHelp("Days until files that nothing names are removed from the bucket. Default: 7.", valueName: "days"))
        var bucketDays: Int?

        @Option(
            parsing: .number,
            help: ArgumentHelp("Days until backups with deleted data are removed. Default: 30.", valueName: "days"))
        var backupDays: Int?

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            let library = try library.open()
            var retention = try await library.retention()
            if bucketDays != nil || backupDays != nil {
                retention.bucketDays = bucketDays ?? retention.bucketDays
                retention.backupDays = backupDays ?? retention.backupDays
                try await library.setRetention(retention)
                try await library.expireBackups()
            }
            try out.print(
                ["bucket_days": retention.bucketDays, "backup_days": retention.backupDays],
                "deleted files stay in the bucket for \(retention.bucketDays) days, "
                    + "backups with deleted data for \(retention.backupDays) days")
        }
    }
}
