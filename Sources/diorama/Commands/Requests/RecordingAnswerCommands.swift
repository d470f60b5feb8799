import ArgumentParser
import DioramaLibrary
import Foundation
import Spaces

extension RecordingCommand {
    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Begin a recording of your own, without a request, by the steps of a workflow.",
            discussion: """
                EXAMPLES
                  diorama recording add "My drill" --workflow "Record a thing"
                  diorama recording add "My drill" --workflow "Record a thing" --file front=drill.jpg --field name=Drill
                """)

        @Argument(help: ArgumentHelp("The recording's title.", valueName: "text"))
        var title: String

        @Option(help: ArgumentHelp("The workflow: its id or name.", valueName: "text"))
        var workflow: String

        @Option(help: ArgumentHelp("The thing that is recorded: its id or name.", valueName: "text"))
        var thing: String?

        @OptionGroup var answer: StepArguments
        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            let library = try library.open()
            let media = library.mediaStore
            let chosen = try await WorkflowCatalogue(library: library).workflow(named: workflow)
            let catalogue = RecordingCatalogue(library: library, media: media)
            var recording = Recording(
                title: title, workflow: chosen.id, account: try await library.activeAccount()?.id)
            if let thing {
                recording.thing = try await ThingCatalogue(library: library, media: media).thing(named: thing).id
            }
            let details = try await answer.save(in: try await catalogue.add(recording), catalogue)
            try out.print(RecordingReport(details), RecordingCommand.state(of: details))
        }
    }

    struct Answer: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Answer a step of a recording of your own; without options the open step is printed.",
            discussion: """
                EXAMPLES
                  diorama recording answer RECORDING
                """)

        @Argument(help: "The recording: its id, or its title.")
        var recording: String

        @OptionGroup var answer: StepArguments
        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            let library = try library.open()
            let catalogue = RecordingCatalogue(library: library, media: library.mediaStore)
            let found = try await catalogue.recording(named: recording)
            let details = try await answer.save(in: try await catalogue.details(found.id), catalogue)
            try out.print(RecordingReport(details), RecordingCommand.state(of: details))
        }
    }

    /// The open step, or that there is none.
    private static func state(of details: RecordingCatalogue.Details) -> String {
        let head = "\(details.recording.id)  \(details.recording.title)"
        guard let next = details.next else { return "\(head)\nAll steps are answered" }
        return ([head, "Next step:"] + next.lines).joined(separator: "\n")
    }
}
