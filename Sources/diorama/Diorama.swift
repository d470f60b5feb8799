import ArgumentParser
import Foundation
import Spaces

/// The program: `diorama COMMAND`.
struct Diorama: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diorama",
        abstract: "Scan a place, keep what happened there, walk through it together.",
        discussion: """
            EXAMPLES
              diorama demo                                          # show a built-in scan in the browser
              diorama open ~/scans/office                           # reconstruct a capture and show it in the browser
              diorama account create --name Ada                     # begin a library of your own
              diorama reconstruct ~/scans/office --output room.glb  # reconstruct a mesh for other tools
              diorama thing add --name Drill --place Cellar         # keep an inventory

            Every command has --json (one JSON object on standard output) and --help. Exit codes: 0 for success, 1 for failure, 2
            for wrong usage. In examples, SPACE, ACCOUNT, PERSON, LINK, BACKUP, MEMORY, SHARE, OFFER, REQUEST,
            SENT, RECORDING, EXHIBIT and ITEM stand for ids that the commands print, CARD for the text of a contact card.
            For tab completion: diorama --generate-completion-script bash|zsh|fish
            """,
        version: DioramaVersion.current,
        subcommands: [
            OpenCommand.self, DemoCommand.self, ReconstructCommand.self, SplatCommand.self, ImportCommand.self,
            ConvertCommand.self, InspectCommand.self, MarkersCommand.self,
            PlanCommand.self, MeasureCommand.self, CloudCommand.self,
            ThingCommand.self, PlaceCommand.self, SearchCommand.self,
            LibraryCommand.self, MemoryCommand.self, ExportCommand.self, ShareCommand.self, ContactsCommand.self,
            InboxCommand.self, RequestCommand.self, WorkflowCommand.self, RecordingCommand.self, AccountCommand.self,
            AccountsCommand.self,
            SettingsCommand.self, ExhibitCommand.self, GuideCommand.self, LiveCommand.self, SyncCommand.self, PairCommand.self,
            ServeCommand.self,
            WorkerCommand.self, ServiceCommand.self, RemoteCommand.self, ProcessScanCommand.self,
            ReadCodesCommand.self,
        ])
}

@main
enum Program {
    /// Runs the command. Exit codes: 0 for success, 1 with one line `error: …` for failure, 2 for wrong usage, 130 when
    /// interrupted.
    static func main() async {
        // A closed pipe (`diorama … | head`) must not kill the program in the middle of a write.
        signal(SIGPIPE, SIG_IGN)
        let command: any ParsableCommand
        do {
            command = try Diorama.parseAsRoot()
        } catch {
            leave(parsing: error)
        }
        do {
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                var plain = command
                try plain.run()
            }
            await OpenLibraries.close()
        } catch is CancellationError {
            await OpenLibraries.close()
            Terminal.line("cancelled")
            exit(130)
        } catch {
            // Help, and wrong usage that only running could detect.
            if [.success, .validationFailure].contains(Diorama.exitCode(for: error)) { leave(parsing: error) }
            Terminal.line("error: \(Terminal.oneLine(error))")
            await OpenLibraries.close()
            exit(1)
        }
    }

    /// Help and version go to standard output with 0; wrong usage goes to standard error with 2.
    private static func leave(parsing error: any Error) -> Never {
        let text = Diorama.fullMessage(for: error)
        if Diorama.exitCode(for: error) == .success {
            print(text)
            exit(0)
        }
        Terminal.line(text)
        exit(2)
    }
}
