import ArgumentParser
import DioramaLibrary
import Foundation
import Geometry
import Measurement
import Spaces

extension ThingCommand {
    struct Locate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Note where a thing is in a space: at a point, or at an object.",
            discussion: """
                Objects are the furniture of the space's plan; 'diorama thing objects' lists them. At an object the point is the
                middle of its top, unless --point is given.

                EXAMPLE
                  diorama thing locate Drill --space SPACE --point 1,0.9,2
                """)

        @Argument(help: "The thing: its id or name.")
        var thing: String

        @Option(help: ArgumentHelp("The space's id, as 'library list' prints it.", valueName: "space"))
        var space: String

        @Option(
            parsing: .number, help: ArgumentHelp("The point of the space, in metres.", valueName: "x,y,z"),
            transform: { try Numbers.point($0) })
        var point: Point?

        @Option(help: ArgumentHelp("The object of the space's plan that it is at.", valueName: "id"))
        var object: String?

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        private struct Report: Encodable {
            let id: String
            let space: String
            let point: [Float]
            let object: String?
        }

        func validate() throws {
            if point == nil && object == nil { throw ValidationError("Give --point or --object.") }
        }

        func run() async throws {
            let library = try library.open()
            let entry = try await ThingCatalogue(library: library, media: library.mediaStore).thing(named: thing)
            let space = try await library.space(argument: space)
            let at = point.map { Vector3(Float($0.x), Float($0.y), Float($0.z)) }
            let located = try await SpaceThings(library: library).locate(entry.id, in: space, at: at, object: object)
            let position = located.position.map { [$0.x, $0.y, $0.z] } ?? []
            let text = position.map { $0.formatted(.number.precision(.fractionLength(0...2))) }.joined(separator: ", ")
            try out.print(
                Report(id: entry.id.description, space: space.id.description, point: position, object: located.object),
                "\(entry.name) is in \(space.name), at \(text)")
        }
    }

    struct Objects: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the objects of a space, or add them as things.",
            discussion: """
                Objects that are things already aren't added again. 'diorama thing undo' takes all that were added back.

                EXAMPLES
                  diorama thing objects FLAT
                  diorama thing objects FLAT --add
                """)

        @Argument(help: "The space's id, as 'library list' prints it.")
        var space: String

        @Flag(help: "Add a thing for each object.")
        var add = false

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        private struct Item: Encodable {
            let id: String
            let name: String
            let point: [Float]
        }

        private struct Added: Encodable {
            let added: [String]
            let undo: String?
        }

        func run() async throws {
            let library = try library.open()
            let space = try await library.space(argument: space)
            let things = SpaceThings(library: library)
            let items = try await things.objects(of: space).map {
                Item(id: $0.id, name: $0.name, point: [$0.position.x, $0.position.y, $0.position.z])
            }
            let nothing = "the plan of \(space.name) has no furniture"
            guard add else {
                let lines = items.map { "\($0.id)  \($0.name)" }
                return try out.print(["objects": items], items.isEmpty ? nothing : lines.joined(separator: "\n"))
            }
            let account = try await library.activeAccount()?.id
            let (added, undo) = try await things.addObjects(of: space, account: account)
            let lines = added.map { "\($0.id)  \($0.name)" }
            try out.print(
                Added(added: added.map(\.id.description), undo: undo?.description),
                undo.map { lines.joined(separator: "\n") + "\nundo with: diorama thing undo \($0)" }
                    ?? (items.isEmpty ? nothing : "all objects of \(space.name) are things already"))
        }
    }
}
