import ArgumentParser
import DioramaLibrary
import Foundation
import Spaces

extension LibraryCommand {
    struct ExportAll: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "export-all",
            abstract: "Write everything in the library as one zip file that other programs read.",
            discussion: """
                Rows as JSON, things also as a table, files under readable names. 'diorama library backup --with-files' makes
                copies that can be restored.

                EXAMPLE
                  diorama library export-all everything.zip
                """)

        @Argument(help: ArgumentHelp("The zip file.", valueName: "output"))
        var output: String

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            let library = try library.open()
            let target = URL(fileURLWithPath: output)
            guard target.pathExtension.lowercased() == "zip" else {
                throw CommandFailure("\(output) must end with .zip")
            }
            let archive = LibraryArchive(library: library, media: library.mediaStore)
            let contents = try await cancellable { try await archive.write(to: target, progress: Terminal.progress()) }
            let missing = contents.missing == 0 ? "" : ", \(contents.missing) files are missing (missing.txt)"
            try out.print(contents, "\(output): \(contents.files) files, \(Terminal.bytes(contents.byteCount))\(missing)")
        }
    }

    struct DeleteAll: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete-all",
            abstract: "Delete everything in the library permanently, on all devices.",
            discussion: """
                Spaces, things, memories, contacts, shares, settings, other people's accounts, backups and previews. Your account
                stays, so that the next sync deletes everything in the bucket and on your other devices, too. What other people
                received stays with them; revoke shares before. This can't be undone: 'diorama library export-all' keeps a copy.

                EXAMPLE
                  diorama library delete-all --confirm "delete everything"
                """)

        @Option(help: ArgumentHelp("The words \"\(LibraryDeletion.confirmation)\".", valueName: "words"))
        var confirm: String

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func validate() throws {
            if confirm != LibraryDeletion.confirmation {
                throw ValidationError("--confirm must be \"\(LibraryDeletion.confirmation)\".")
            }
        }

        func run() async throws {
            let library = try library.open()
            let count = try await LibraryDeletion(library: library).run()
            let entries = count == 1 ? "1 entry" : "\(count) entries"
            try out.print(["deleted": count], "\(entries) deleted permanently; the next sync deletes everything elsewhere, too")
        }
    }
}
