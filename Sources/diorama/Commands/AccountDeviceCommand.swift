import ArgumentParser
import DioramaLibrary
import DioramaSync
import Foundation
import Spaces

extension AccountCommand {
    struct Device: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "The devices of your account.",
            discussion: """
                EXAMPLES
                  diorama account show
                  diorama account device remove DEVICE
                """,
            subcommands: [Remove.self])

        struct Remove: AsyncParsableCommand {
            static let configuration = CommandConfiguration(
                abstract: "Remove a lost device from your account, and rotate its keys.",
                discussion: """
                    The device gets nothing that is written from now on: an encrypted library and the account get new keys, and
                    pairing with it ends. What it has received before stays readable on it.

                    EXAMPLE
                      diorama account device remove DEVICE
                    """)

            @Argument(help: "The device's id, as 'account show' prints it.")
            var device: String

            @OptionGroup var library: LibraryOptions
            @OptionGroup var out: OutputOptions

            func run() async throws {
                guard let id = DeviceID(device) else {
                    throw CommandFailure("'\(device)' is not an id; 'diorama account show' prints the devices")
                }
                let sync = try await library.client().sync
                let outcome = try await DeviceRemoval(sync).remove(id)
                let removal = outcome.removal
                try out.print(
                    Report(
                        device: removal.device.description, name: removal.name, epoch: removal.epoch,
                        hasNewAccountKeys: removal.hasNewAccountKeys, notes: outcome.notes),
                    (["\(removal.name) is removed from the account"] + outcome.notes.map { "note: \($0)" }).joined(separator: "\n"))
            }
        }

        private struct Report: Encodable {
            var device: String
            var name: String
            var epoch: UInt32?
            var hasNewAccountKeys: Bool
            var notes: [String]
        }
    }
}
