import ArgumentParser
import DioramaLibrary
import Foundation
import Spaces

struct PlaceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "place",
        abstract: "List, add, rename, move and delete the places of things.",
        discussion: """
            EXAMPLES
              diorama place list
              diorama place add Cellar/Shelf
            """,
        subcommands: [List.self, Add.self, Edit.self, Delete.self])

    private struct Report: Encodable {
        let id: String
        let path: [String]
        var things: Int?
        var values: [Money]?
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the places with the number of things in them.",
            discussion: """
                EXAMPLE
                  diorama place list
                """)

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            let tree = try await PlaceCatalogue(library: try library.open()).tree()
            let lines = tree.map { item in
                let values = item.values.map { $0.text() }.joined(separator: " + ")
                let indent = String(repeating: "  ", count: item.path.count - 1)
                return
                    "\(item.place.id)  \(indent)\(item.place.name)  (\(item.things) things\(values.isEmpty ? "" : ", \(values)"))"
            }
            try out.print(
                [
                    "places": tree.map {
                        Report(id: $0.place.id.description, path: $0.path, things: $0.things, values: $0.values)
                    }
                ], lines.isEmpty ? "no places; add one with: diorama place add Cellar" : lines.joined(separator: "\n"))
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add a place, with those that contain it where they are missing.",
            discussion: """
                EXAMPLE
                  diorama place add Cellar/Shelf
                """)

        @Argument(help: "The path, the outermost place first, as Cellar/Shelf.")
        var path: String

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            let library = try await library.openOrStart()
            let names = PlaceCatalogue.names(in: path)
            let place = try await library.place(at: names, account: try await library.activeAccount()?.id)
            try out.print(
                Report(id: place.id.description, path: names), "\(place.id)  \(names.joined(separator: " / "))")
        }
    }

    struct Edit: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Rename a place, or move it into another.",
            discussion: """
                EXAMPLE
                  diorama place edit Cellar --name Basement
                """)

        @Argument(help: "The place: its id, name or path.")
        var place: String

        @Option(help: ArgumentHelp("The new name.", valueName: "text"))
        var name: String?

        @Option(help: ArgumentHelp("The place that it moves into; empty for none.", valueName: "text"))
        var into: String?

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            let library = try library.open()
            let places = PlaceCatalogue(library: library)
            let entry = try await places.place(named: place)
            var parent: PlaceID?
            if let into, !into.isEmpty { parent = try await places.place(named: into).id }
            let newName = name
            let newParent = parent
            let moves = into != nil
            let changed = try await library.places.update(entry.id) { value in
                if let newName { value.name = newName }
                if moves { value.parent = newParent }
            }
            let names = try await library.path(to: entry.id).map(\.name)
            try out.print(
                Report(id: entry.id.description, path: names), "\(changed?.id ?? entry.id)  \(names.joined(separator: " / "))")
        }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Move a place to the trash; things in it stay.",
            discussion: """
                EXAMPLE
                  diorama place delete Attic
                """)

        @Argument(help: "The place: its id, name or path.")
        var place: String

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            let library = try library.open()
            let entry = try await PlaceCatalogue(library: library).place(named: place)
            _ = try await library.places.trash([entry.id])
            try out.print(["id": entry.id.description, "state": "trashed"], "\(entry.name) is in the trash")
        }
    }
}
