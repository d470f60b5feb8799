import DioramaLibrary
import ArgumentParser
import DioramaSync
import Foundation

struct SyncCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Synchronize the library with your other devices, through a bucket.",
        discussion: """
            A bucket is a folder that your devices share (a disk, a network drive), or an S3 bucket:

              file:///media/disk/diorama
              s3://bucket/prefix?endpoint=https://host:port&region=eu-central-1

            S3 credentials are read from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY or ~/.aws/credentials. The bucket is stored:
            later 'diorama sync' is enough. Sync needs the tier premium: diorama library account --tier premium

            EXAMPLES
              diorama sync --bucket file:///media/disk/diorama
              diorama sync --bucket s3://photos/home --encrypt      # new bucket: everything in it is encrypted
              diorama sync --bucket s3://photos/home --unlock       # on another device: asks for the recovery phrase
              diorama sync --watch                                  # synchronizes until Ctrl-C
            """)

    @Option(help: ArgumentHelp("The bucket's address; it is stored for later.", valueName: "url"))
    var bucket: String?

    @Flag(help: "Synchronize until Ctrl-C.")
    var watch = false

    @Option(parsing: .number, help: ArgumentHelp("With --watch: polling interval.", valueName: "seconds"))
    var every: Int = 30

    @Option(parsing: .number, help: ArgumentHelp("Maximum transfer rate of media.", valueName: "kB/s"))
    var limit: Int?

    @Flag(help: "Encrypt the library in a new bucket; prints the recovery phrase once.")
    var encrypt = false

    @Flag(help: "Unlock an encrypted library on this device: asks for its recovery phrase.")
    var unlock = false

    @OptionGroup var library: LibraryOptions
    @OptionGroup var out: OutputOptions

    func validate() throws {
        if every < 1 { throw ValidationError("--every must be at least 1 second.") }
        if let limit, limit < 1 { throw ValidationError("--limit must be at least 1 kB/s.") }
        if encrypt && unlock {
            throw ValidationError("Give either --encrypt (for a new bucket) or --unlock (for an encrypted one).")
        }
    }

    func run() async throws {
        let configuration = LibraryClient.Configuration(folder: library.folder)
        let start = try await cancellable { try await LibraryClient.start(configuration, progress: Terminal.progress()) }
        let client = start.client
        if start.result.origin != .existing { start.result.notes.forEach(Terminal.line) }
        if let report = client.recovery { report.lines.forEach(Terminal.line) }
        if let bucket { try await client.sync.use(bucket: bucket) }
        if encrypt { try await begin(client.sync) }
        if unlock { try await client.sync.unlock(try Self.askPhrase()) }
        let rate = limit.map { $0 * 1000 }
        guard watch else {
            let run = try await cancellable {
                try await client.sync.run(bytesPerSecond: rate, progress: Terminal.progress())
            }
            try await Self.show(run, of: client.sync, to: out)
            return
        }
        Terminal.line("synchronizing with \(try await client.sync.bucket() ?? "") until Ctrl-C")
        let interval = Duration.seconds(every)
        let out = out
        try await cancellable {
            for await result in client.sync.watch(every: interval, bytesPerSecond: rate) {
                switch result {
                case .success(let run):
                    if !run.changes.isQuiet || run.media.uploaded + run.media.downloaded > 0 {
                        try await Self.show(run, of: client.sync, to: out)
                    }
                case .failure(let error):
                    if !error.isTransient { throw error }
                    Terminal.line("\(error.message); retrying")
                }
            }
        }
    }

    private func begin(_ sync: SyncClient) async throws {
        let phrase = try await sync.encrypt()
        Terminal.line(
            """
            This is the recovery phrase of your library. Write it down and keep it in a safe place: without it, and without a device
            that is synchronized, nobody can decrypt the bucket. It is shown only now.

            \(phrase.text)

            """)
    }

    private static func askPhrase() throws -> RecoveryPhrase {
        if Terminal.isInteractive { Terminal.line("The 24 words of the recovery phrase:") }
        guard let line = readLine(strippingNewline: true) else {
            throw CommandFailure("no recovery phrase was given on standard input")
        }
        return try RecoveryPhrase(line)
    }

    private static func show(_ run: SyncClient.Run, of sync: SyncClient, to out: OutputOptions) async throws {
        let result = Result(run, device: try await sync.status().device, bucket: try await sync.bucket() ?? "")
        try out.print(result, result.lines.joined(separator: "\n"))
    }

    struct Result: Encodable {
        struct Refused: Encodable {
            var device: String
            var changeset: Int64
            var reason: String
        }

        var device: String
        var bucket: String
        var sent: Int
        var received: Int
        var rowsAdded: Int
        var rowsPurged: Int
        var cellsChanged: Int
        var conflicts: Int
        var filesUp: Int
        var filesDown: Int
        var fileFailures: [String]
        var waiting: [String]
        var refused: [Refused]
        var newDevice: String?

        init(_ run: SyncClient.Run, device: String, bucket: String) {
            let changes = run.changes
            self.device = device
            self.bucket = bucket
            sent = changes.sent
            received = changes.received
            newDevice = changes.newDevice
            rowsAdded = changes.inserted
            rowsPurged = changes.purged
            cellsChanged = changes.updated
            conflicts = changes.conflicts
            filesUp = run.media.uploaded
            filesDown = run.media.downloaded
            fileFailures = run.media.failures.map { "\($0.key): \($0.error.message)" }
            waiting = changes.waiting.sorted { $0.key < $1.key }.map { "device \($0.key): \($0.value)" }
            refused = changes.refused.map { Refused(device: $0.device, changeset: $0.sequence, reason: $0.reason) }
        }

        var lines: [String] {
            var lines = [
                "synchronized with \(bucket): sent \(sent) changesets, applied \(received) (\(rowsAdded) rows added, "
                    + "\(cellsChanged) cells changed, \(rowsPurged) rows deleted); "
                    + "uploaded \(filesUp) files, downloaded \(filesDown)"
            ]
            if conflicts > 0 {
                lines.append(
                    "\(conflicts) conflicts, where two devices wrote the same cell, were resolved by the later write: "
                        + "'diorama library conflicts'"
                )
            }
            if newDevice != nil {
                lines.append("another copy of this library uses its device id; this one continues as a new device")
            }
            lines += waiting.map { "waiting: \($0)" }
            lines += refused.map {
                "refused: changeset \($0.changeset) of device \($0.device): \($0.reason); it is kept in the library"
            }
            lines += fileFailures.map { "not transferred yet: \($0)" }
            return lines
        }
    }
}
