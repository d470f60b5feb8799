import ArgumentParser
import DioramaLibrary
import Exhibits
import Foundation
import Spaces

struct ExhibitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "exhibit",
        abstract: "Make, check, import, export, publish, share and delete exhibits.",
        discussion: """
            An exhibit is a set of models with labelled parts and learn cards. A package is a folder with exhibit.json, models and
            images, or a zip archive of it. The built-in exhibit is named artemis.

            EXAMPLES
              diorama exhibit list
              diorama exhibit export artemis --output artemis/
              diorama exhibit publish EXHIBIT --output website/
            """,
        subcommands: [New.self, Check.self, Import.self, List.self, Export.self, Publish.self, Share.self, Delete.self])
}

extension ExhibitCommand {
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the exhibits of the library, and the built-in one.",
            discussion: """
                EXAMPLES
                  diorama exhibit list
                """)

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        private struct Shown: Encodable {
            var id: String
            var title: String
            var models: Int
            var cards: Int
            var builtIn: Bool
        }

        func run() async throws {
            let library = try library.open()
            let list = try await ExhibitCatalogue(library: library, media: library.mediaStore).list()
            let shown = list.exhibits.map {
                Shown(
                    id: $0.id, title: $0.exhibit.title, models: $0.exhibit.models.count, cards: $0.exhibit.cards.count,
                    builtIn: $0.isBuiltIn)
            }
            let lines = shown.map { "\($0.id)  \($0.title)  (\($0.models) models, \($0.cards) cards)" }
            try out.print(["exhibits": shown], lines.joined(separator: "\n"))
            if let first = list.unreadable.first {
                let more = list.unreadable.count - 1
                throw CommandFailure(
                    "the exhibit \(first.id) (\(first.title)) can't be read: \(first.problem)"
                        + (more > 0 ? " (and \(more) more)" : ""))
            }
        }
    }

    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Import a package into the library.",
            discussion: """
                EXAMPLES
                  diorama exhibit import shelf/
                  diorama exhibit import shelf.zip
                """)

        @Argument(help: ArgumentHelp("The package: a folder with exhibit.json, or a zip archive of it.", valueName: "package"))
        var package: String

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        private struct Report: Encodable {
            var id: String
            var title: String
            var models: Int
            var cards: Int
        }

        func run() async throws {
            let library = try await library.openOrStart()
            let catalogue = ExhibitCatalogue(library: library, media: library.mediaStore)
            let path = package
            let stored = try await cancellable {
                try await PackageArgument(path).read { try await catalogue.add($0, progress: Terminal.progress()) }
            }
            let report = Report(
                id: stored.id, title: stored.exhibit.title, models: stored.exhibit.models.count,
                cards: stored.exhibit.cards.count)
            try out.print(report, "imported \(report.title) as \(report.id)")
        }
    }
}

/// A package as an argument: a folder, or a zip archive, which is unpacked for as long as it is read.
struct PackageArgument {
    private let url: URL

    init(_ path: String) { url = URL(fileURLWithPath: path) }

    /// - Throws: `ExhibitError`, `SpacesError` with the path of the argument; what `use` throws.
    func read<Value>(_ use: (ExhibitPackage) async throws -> Value) async throws -> Value {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
            throw CommandFailure("\(url.relativePath): there is no such file or folder")
        }
        if isFolder.boolValue { return try await named { try await use(try ExhibitPackage(folder: url)) } }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("diorama-exhibit-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await named {
            try await use(
                try ExhibitCatalogue.package(archive: url, unpackedTo: folder, progress: Terminal.progress()))
        }
    }

    /// Errors of the package name the argument.
    private func named<Value>(_ work: () async throws -> Value) async throws -> Value {
        do { return try await work() } catch let error as SpacesError where error.input == nil {
            throw SpacesError(error.kind, error.problem, input: url.relativePath, at: error.location, remedy: error.remedy)
        }
    }
}
