import ArgumentParser
import DioramaLibrary
import Exhibits
import Foundation
import Server
import Spaces

extension ExhibitCommand {
    /// What was written.
    struct WrittenFolder: Encodable {
        var output: String
        var files: Int
        var bytes: Int64

        init(_ report: WebExport.Report) {
            output = report.target.path
            files = report.fileCount
            bytes = report.byteCount
        }

        func text(_ what: String) -> String { "wrote \(what) to \(output) (\(Terminal.bytes(bytes)), \(files) files)" }
    }

    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Export an exhibit as a package.",
            discussion: """
                The package has exhibit.json, the models as GLB and USDZ, and the images. It can be imported again. The built-in
                exhibit needs no library.

                EXAMPLES
                  diorama exhibit export EXHIBIT --output exported/
                  diorama exhibit export EXHIBIT --output exported.zip
                """)

        @Argument(help: "The exhibit's id, as 'exhibit list' prints it, or artemis.")
        var id: String

        @Option(name: .shortAndLong, help: ArgumentHelp("A new folder, or a .zip file.", valueName: "path"))
        var output: String

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            let target = URL(fileURLWithPath: output)
            let report: WebExport.Report
            if id == BuiltInExhibit.name {
                report = try await cancellable { try await ExhibitExport.writeBuiltIn(to: target, progress: Terminal.progress()) }
            } else {
                let catalogue = try library.exhibits()
                let exhibit = try await catalogue.exhibit(id)
                report = try await cancellable {
                    try await ExhibitExport(catalogue: catalogue)
                        .writePackage(exhibit, to: target, progress: Terminal.progress())
                }
            }
            let written = WrittenFolder(report)
            try out.print(written, written.text("the package"))
        }
    }

    struct Publish: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Write an exhibit as a static website.",
            discussion: """
                The website needs no Diorama server; any web host serves it. Anyone with its address can view it.

                EXAMPLES
                  diorama exhibit publish EXHIBIT --output website/
                """)

        @Argument(help: "The exhibit's id, as 'exhibit list' prints it, or artemis.")
        var id: String

        @Option(name: .shortAndLong, help: ArgumentHelp("A new folder, or a .zip file.", valueName: "path"))
        var output: String

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            let target = URL(fileURLWithPath: output)
            let site = ExportedExhibit()
            let report: WebExport.Report
            if id == BuiltInExhibit.name {
                report = try await cancellable {
                    try await ExhibitExport.publishBuiltIn(by: site, to: target, progress: Terminal.progress())
                }
            } else {
                let catalogue = try library.exhibits()
                let exhibit = try await catalogue.exhibit(id)
                report = try await cancellable {
                    try await ExhibitExport(catalogue: catalogue)
                        .publish(exhibit, by: site, to: target, progress: Terminal.progress())
                }
            }
            let written = WrittenFolder(report)
            try out.print(written, written.text("the website"))
        }
    }
}

extension LibraryOptions {
    /// The exhibits of the library.
    func exhibits() throws -> ExhibitCatalogue {
        let library = try open()
        return ExhibitCatalogue(library: library, media: library.mediaStore)
    }
}

extension ExhibitCommand {
    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Move an exhibit to the trash.",
            discussion: """
                'diorama library trash --restore EXHIBIT' restores it.

                EXAMPLES
                  diorama exhibit delete EXHIBIT
                """)

        @Argument(help: "The exhibit's id, as 'exhibit list' prints it.")
        var id: String

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            let library = try library.open()
            guard let exhibit = ExhibitID(id) else {
                throw CommandFailure(
                    "'\(id)' is not the id of an exhibit that can be deleted; 'diorama exhibit list' prints the ids")
            }
            let item = try await Trash(library: library).add(exhibit)
            try out.print(["trashed": item], "\(item.name) is in the trash; 'diorama library trash --restore \(id)' restores it")
        }
    }
}
