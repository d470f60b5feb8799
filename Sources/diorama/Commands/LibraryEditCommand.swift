import ArgumentParser
import DioramaLibrary
import Foundation

extension LibraryCommand {
    struct Edit: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Change the name, description or cover of a space.",
            discussion: """
                EXAMPLE
                  diorama library edit SPACE --name Kitchen --description "Before the renovation" --cover ada.jpg
                """)

        @Argument(help: "The space's id, as 'library list' prints it.")
        var id: String

        @Option(help: "The new name.")
        var name: String?

        @Option(help: ArgumentHelp("The new description; \"\" removes it.", valueName: "text"))
        var description: String?

        @Option(help: ArgumentHelp("An image file that the space is shown by in lists; none removes it.", valueName: "file"))
        var cover: String?

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func validate() throws {
            if name == nil && description == nil && cover == nil {
                throw ValidationError("Give --name, --description or --cover.")
            }
        }

        func run() async throws {
            let library = try library.open()
            let space = try await library.space(argument: id)
            // The file first: where it is no image, nothing is changed.
            if let cover {
                let file = URL(fileURLWithPath: cover)
                _ = try await library.setCover(cover == "none" ? nil : file, name: file.lastPathComponent, of: space.id)
            }
            if name != nil || description != nil { _ = try await library.edit(space.id, name: name, description: description) }
            let report = SpaceReport(try await library.space(argument: id))
            try out.print(report, report.line)
        }
    }
}
