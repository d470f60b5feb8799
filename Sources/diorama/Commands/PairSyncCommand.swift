import ArgumentParser
import DioramaSync
import Foundation
import Pairing
import Sharing

extension PairCommand {
    struct Sync: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Synchronize with the paired devices that can be reached.",
            discussion: """
                The other device must listen: 'diorama serve' or 'diorama pair sync --watch' runs there.

                EXAMPLES
                  diorama pair sync
                  diorama pair sync --watch     # synchronizes after every change on either side, until Ctrl-C
                """)

        @Flag(help: "Listen for paired devices and synchronize after every change, until Ctrl-C.")
        var watch = false

        @Option(help: "With --watch: the local address to listen at.")
        var host: String = "0.0.0.0"

        @Option(parsing: .number, help: ArgumentHelp("With --watch: time between runs without a change.", valueName: "seconds"))
        var every: Int = 30

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func validate() throws {
            if every < 1 { throw ValidationError("--every must be at least 1 second.") }
        }

        func run() async throws {
            let client = try await library.client()
            let pairing = PairingClient(client)
            let peers = try await pairing.peers()
            if peers.isEmpty { throw CommandFailure("no device is paired; pair one with: diorama pair") }
            if watch { return try await keepSynchronized(client, pairing) }
            let reports = try await cancellable {
                var reports: [PairedRunReport] = []
                for peer in peers {
                    do throws(SyncError) {
                        reports.append(PairedRunReport(peer, [try await Self.run(peer, pairing)]))
                    } catch {
                        if error.kind == .cancelled { throw CancellationError() }
                        reports.append(PairedRunReport(peer, error))
                    }
                }
                return reports
            }
            try out.print(["devices": reports], reports.map { "\($0.name): \($0.text)" }.joined(separator: "\n"))
            let failed = reports.filter { $0.error != nil }.map(\.name)
            if !failed.isEmpty { throw CommandFailure("not synchronized with \(failed.joined(separator: ", "))") }
            if reports.contains(where: \.isBehind) { throw CommandFailure.libraryIsBehind }
        }

        /// The other device may just be starting: an attempt that can't reach it is repeated twice.
        private static func run(_ peer: KnownPeer, _ pairing: PairingClient) async throws(SyncError) -> SyncClient.Run {
            for _ in 0..<2 {
                do throws(SyncError) {
                    return try await pairing.sync(with: peer, progress: Terminal.progress())
                } catch {
                    guard error.isTransient, (try? await Task.sleep(for: .seconds(1))) != nil else { throw error }
                }
            }
            return try await pairing.sync(with: peer, progress: Terminal.progress())
        }

        private func keepSynchronized(_ client: LibraryClient, _ pairing: PairingClient) async throws {
            let sync = PairedSync(pairing, every: .seconds(every), host: host)
            Terminal.line("synchronizing with the paired devices until Ctrl-C")
            let out = out
            try await untilCancelled {
                async let running: Void = sync.run()
                async let exchanging: Void = exchange(client)
                for await event in sync.events {
                    switch event {
                    case .synchronized(let peer, let run):
                        let report = PairedRunReport(peer, [run])
                        try out.print(report, "\(report.name): \(report.text)")
                    case .failed(let peer, let error):
                        Terminal.line("\(peer.map { "\($0.name): " } ?? "")\(error.message)")
                    }
                }
                await running
                try await exchanging
            }
        }

        /// Exchanges with the contacts as long as the library is synchronized.
        private func exchange(_ client: LibraryClient) async throws {
            while !Task.isCancelled {
                let exchange = try await ContactSharing.exchange(client.database, sync: client.sync, media: client.media)
                if let exchange, !exchange.isQuiet { exchange.lines.forEach(Terminal.line) }
                try await Task.sleep(for: .seconds(every))
            }
        }
    }
}

/// What runs of sync with a paired device did.
struct PairedRunReport: Encodable {
    /// Nil where it was done for all devices that are connected.
    var device: String?
    var name: String
    var address: String?
    var sent = 0
    var received = 0
    var filesUp = 0
    var filesDown = 0
    /// `synchronized` or `behind`; nil where the run failed.
    var state: SyncOutcome.State?
    /// Changesets that are missing here, with the reason.
    var behind: [String] = []
    /// Changesets that can't be applied yet, or never, with the reason.
    var waiting: [String] = []
    var error: String?

    init(_ peer: KnownPeer?, _ runs: [SyncClient.Run]) {
        device = peer?.device.description
        name = peer?.name ?? "connected devices"
        address = peer?.address?.description
        for run in runs {
            sent += run.changes.sent
            received += run.changes.received
            filesUp += run.media.uploaded
            filesDown += run.media.downloaded
        }
        guard let last = runs.last else { return }
        state = last.changes.isBehind ? .behind : .synchronized
        behind = last.changes.behind.map { "device \($0.device): changeset \($0.sequence): \($0.reason); \($0.cause.remedy)" }
        waiting = last.changes.waiting.sorted { $0.key < $1.key }.map { "device \($0.key): \($0.value)" }
        waiting += last.changes.refused.map { "device \($0.device): changeset \($0.sequence) was refused: \($0.reason)" }
        waiting += last.media.failures.map { "\($0.key): \($0.error.message)" }
    }

    init(_ peer: KnownPeer, _ error: SyncError) {
        self.init(peer, [])
        self.error = error.message
    }

    /// Whether changes of other devices are missing here.
    var isBehind: Bool { state == .behind }

    var text: String {
        if let error { return error }
        let line =
            "\(state.map { "\($0.rawValue): " } ?? "")sent \(sent) changesets, applied \(received); "
            + "uploaded \(filesUp) files, downloaded \(filesDown)"
        return ([line] + behind.map { "missing: \($0)" } + waiting.map { "waiting: \($0)" }).joined(separator: "\n")
    }
}
