import DioramaLibrary
import ArgumentParser
import DioramaSync
import Foundation
import Sharing

struct SyncCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Synchronize the library with your other devices, through a bucket.",
        discussion: """
            A bucket is a folder that your devices share (a disk, a network drive), or an S3 bucket:

              file:///media/disk/diorama
              s3://bucket/prefix?endpoint=https://host:port&region=eu-central-1

            S3 credentials are read from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY or ~/.aws/credentials. The bucket is stored:
            later 'diorama sync' is enough.

            EXAMPLES
              diorama sync --bucket file:///media/disk/diorama
              diorama sync --bucket s3://photos/home --encrypt      # new bucket: everything in it is encrypted
              diorama account join --bucket s3://photos/home --phrase -   # on another device: reads the recovery phrase
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
        let client = try await open()
        if let report = client.recovery { report.lines.forEach(Terminal.line) }
        try client.database.warnOfClock()
        if try await client.database.activeAccount() == nil { throw CommandFailure(StartPrompt.noAccount(in: library.folder)) }
        if let bucket { try await client.sync.use(bucket: bucket) }
        if encrypt { try await begin(client.sync) }
        if unlock { try await client.sync.unlock(try Self.askPhrase()) }
        let rate = limit.map { $0 * 1000 }
        guard watch else {
            let run = try await cancellable {
                try await client.sync.run(bytesPerSecond: rate, progress: Terminal.progress())
            }
            let exchange = try await cancellable {
                try await ContactSharing.exchange(client.database, sync: client.sync, media: client.media)
            }
            try await Self.show(run, exchange, of: client.sync, to: out)
            if run.changes.isBehind {
                throw CommandFailure.libraryIsBehind
            }
            return
        }
        Terminal.line("synchronizing with \(try await client.sync.bucket() ?? "") until Ctrl-C")
        let interval = Duration.seconds(every)
        let out = out
        try await untilCancelled {
            for await result in client.sync.watch(every: interval, bytesPerSecond: rate) {
                do {
                    let run = try result.get()
                    let exchange = try await ContactSharing.exchange(client.database, sync: client.sync, media: client.media)
                    let isQuiet = run.changes.isQuiet && run.media.uploaded + run.media.downloaded == 0 && exchange?.isQuiet ?? true
                    if !isQuiet { try await Self.show(run, exchange, of: client.sync, to: out) }
                } catch let error as SyncError {
                    if !error.isTransient { throw error }
                    Terminal.line("\(error.message); retrying")
                }
            }
        }
    }

    /// The library, restored where it is damaged, also from its bucket; none is created.
    private func open() async throws -> LibraryClient {
        try await library.startIfMissing()
        let configuration = LibraryClient.Configuration(folder: library.folder)
        let client = try await cancellable {
            try await LibraryClient.start(configuration, createsAccount: false, progress: Terminal.progress()).client
        }
        OpenLibraries.register(client.database)
        return client
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

    private static func show(
        _ run: SyncClient.Run, _ exchange: Sharing.Exchange?, of sync: SyncClient, to out: OutputOptions
    ) async throws {
        var result = Result(run, device: try await sync.status().device, bucket: try await sync.bucket() ?? "")
        result.sharing = exchange
        try out.print(result, result.lines.joined(separator: "\n"))
    }

    struct Result: Encodable {
        struct Missing: Encodable {
            var device: String
            var changeset: Int64
            var cause: String
            var reason: String
            var remedy: String
        }

        struct Refused: Encodable {
            var device: String
            var changeset: Int64
            var reason: String
        }

        /// `synchronized` or `behind`.
        var state: SyncOutcome.State
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
        var behind: [Missing]
        var answered: Int
        var newDevice: String?
        /// The exchange with the contacts; nil where there are none.
        var sharing: Sharing.Exchange?
        var restamped: Int

        init(_ run: SyncClient.Run, device: String, bucket: String) {
            let changes = run.changes
            state = changes.isBehind ? .behind : .synchronized
            self.device = device
            self.bucket = bucket
            behind = changes.behind.map {
                Missing(
                    device: $0.device, changeset: $0.sequence, cause: $0.cause.rawValue, reason: $0.reason, remedy: $0.cause.remedy)
            }
            answered = changes.answered
            restamped = changes.restamped
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
                "\(state.rawValue) with \(bucket): sent \(sent) changesets, applied \(received) (\(rowsAdded) rows added, "
                    + "\(cellsChanged) cells changed, \(rowsPurged) rows deleted); "
                    + "uploaded \(filesUp) files, downloaded \(filesDown)"
            ]
            if conflicts > 0 {
                lines.append(
                    "\(conflicts) conflicts, where two devices wrote the same cell, were resolved by the later write: "
                        + "'diorama library conflicts'"
                )
            }
            if restamped > 0 {
                lines.append(
                    "\(restamped) changes were written under a clock beyond the year 4199, which other devices refuse: "
                        + "they got a valid time, and this device a new id")
            } else if newDevice != nil {
                lines.append("another copy of this library uses its device id; this one continues as a new device")
            }
            if answered > 0 { lines.append("another device lacked changes: they were sent again as a snapshot") }
            lines += waiting.map { "waiting: \($0)" }
            lines += refused.map {
                "refused: changeset \($0.changeset) of device \($0.device): \($0.reason); it is kept in the library"
            }
            lines += fileFailures.map { "not transferred yet: \($0)" }
            return lines + (sharing?.lines ?? [])
        }
    }
}
