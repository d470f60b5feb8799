import ArgumentParser
import DioramaLibrary
import DioramaSync
import Foundation
import Pairing
import Spaces

struct PairCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pair",
        abstract: "Pair with another device: both synchronize directly, without a bucket.",
        discussion: """
            Run 'diorama pair' on one device. It shows a QR code and an address and waits for the other device: the app scans the
            code, or there you run 'diorama pair ADDRESS'. Both then show six digits. Compare them, and confirm on both.

            Paired devices synchronize while 'diorama serve' or 'diorama pair sync --watch' runs on both.
            Without a terminal, the digits that the other device shows are read from standard input.

            EXAMPLES
              diorama pair
              diorama pair 192.168.1.20:40123
              diorama pair list
              diorama pair sync
              diorama pair remove DEVICE
            """,
        subcommands: [Start.self, List.self, Sync.self, Remove.self], defaultSubcommand: Start.self)

    struct Start: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "start",
            abstract: "Show a pairing code and wait, or pair with the device at an address.",
            discussion: """
                EXAMPLE
                  diorama pair start
                """)

        @Argument(
            help: ArgumentHelp(
                "The address or code that 'diorama pair' shows on the other device. Default: show a code here and wait.",
                valueName: "address"))
        var target: String?

        @Option(help: "The address of this device in the code. Default: its address in the network.")
        var host: String?

        @Option(parsing: .number, help: "The port to listen at; it is kept. Default: the last one, or any free one.")
        var port: Int?

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func validate() throws {
            if let port, !(1...65535).contains(port) { throw ValidationError("--port must be between 1 and 65535.") }
            if target != nil, host != nil || port != nil {
                throw ValidationError("--host and --port belong to the device that shows the code; leave the address out.")
            }
            if let target {
                do throws(SyncError) {
                    _ = try PairingClient.Target(target)
                } catch {
                    throw ValidationError("\(error.message).")
                }
            }
        }

        func run() async throws {
            let command = self
            let client = try await library.client()
            let report = try await cancellable {
                let pairing = PairingClient(client)
                do {
                    let report = try await command.pair(pairing)
                    await pairing.stop()
                    return report
                } catch {
                    await pairing.stop()
                    throw error
                }
            }
            try out.print(report, "\(report.name) is paired with this device; \(report.text)")
            if report.isBehind { throw CommandFailure.libraryIsBehind }
        }

        private func pair(_ pairing: PairingClient) async throws -> PairedRunReport {
            guard let target else { return try await wait(pairing) }
            let peer = try await confirm(try await pairing.begin(PairingClient.Target(target)), pairing)
            return PairedRunReport(peer, [try await pairing.sync(with: peer, progress: Terminal.progress())])
        }

        /// Shows a code and waits for the other device.
        private func wait(_ pairing: PairingClient) async throws -> PairedRunReport {
            let server = try await pairing.listen(host: host ?? "0.0.0.0", port: port)
            let code = try await pairing.open(host: host, progress: Terminal.progress())
            Terminal.line("\(try QRCode(code.description).terminalText)\n\nCode: \(code)")
            Terminal.line("Scan the code with the other device, or run there: diorama pair \(code.address)")
            guard let session = await server.nextPairing() else {
                try Task.checkCancellation()
                throw CommandFailure("no device has paired within 5 minutes; run 'diorama pair' again for a new code")
            }
            let peer = try await confirm(session, pairing)
            // A server of the same library synchronizes with the device.
            if await !pairing.isBesideListener, await !server.waitForSync(with: peer) {
                Terminal.line("\(peer.name) has not connected yet; start 'diorama serve' or 'diorama pair sync --watch' on both")
            }
            return PairedRunReport(peer, [try await pairing.syncRelay(progress: Terminal.progress())])
        }

        private func confirm(_ session: PairingSession, _ pairing: PairingClient) async throws -> KnownPeer {
            if session.wantsAccount {
                Terminal.line("\(session.name) asks to be used by you: confirming the digits gives it your account and its keys.")
            }
            Terminal.line("Digits: \(session.shortCode)")
            guard try await DigitsPrompt.confirms(session) else {
                await session.reject()
                throw CommandFailure("the digits were not confirmed; the devices are not paired")
            }
            return try await pairing.confirm(session).peer
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the paired devices.",
            discussion: """
                EXAMPLE
                  diorama pair list --json
                """)

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        struct Device: Encodable {
            var id: String
            var name: String
            var paired: Date
            var address: String?
            var synchronized: Date?
        }

        func run() async throws {
            let devices = try await PairingClient(library.client()).peers().map {
                Device(
                    id: $0.device.description, name: $0.name, paired: $0.paired, address: $0.address?.description,
                    synchronized: $0.synchronized)
            }
            let lines = devices.map {
                "\($0.id)  \($0.name)  (\($0.address ?? "address unknown"), "
                    + "\($0.synchronized.map { "synchronized \($0.formatted(.iso8601))" } ?? "not synchronized yet"))"
            }
            try out.print(
                ["devices": devices],
                lines.isEmpty ? "no device is paired; pair one with: diorama pair" : lines.joined(separator: "\n"))
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "End the pairing with a device: its connections are refused. What it has received stays there.",
            discussion: """
                EXAMPLE
                  diorama pair remove DEVICE
                """)

        @Argument(help: "The device's id, as 'pair list' prints it.")
        var id: String

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            let pairing = PairingClient(try await library.client())
            guard let device = KSUID(id), let peer = try await pairing.peer(device) else {
                throw CommandFailure("no device \(id) is paired; 'diorama pair list' prints the paired devices")
            }
            try await pairing.forget(device)
            try out.print(
                ["device": id, "name": peer.name, "state": "removed"], "\(peer.name) is no longer paired with this device")
        }
    }
}
