import ArgumentParser
import DioramaLibrary
import Foundation
import Measurement
import Sessions
import Spaces

struct MemoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "memory",
        abstract: "List the memories of a space, add one, or change one.",
        discussion: """
            EXAMPLES
              diorama memory list SPACE
              diorama memory add SPACE --title "The stove" --point 1,0.9,2 --privacy public
              diorama memory add SPACE --session session.live
            """,
        subcommands: [List.self, Add.self, Edit.self])

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the memories of a space that the owner may see, newest first.",
            discussion: """
                EXAMPLE
                  diorama memory list SPACE --json
                """)

        @Argument(help: "The space's id, as 'library list' prints it.")
        var space: String

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            let library = try library.open()
            let space = try await library.space(argument: space)
            let memories = library.memories(for: try await library.ownerViewer())
            var reports: [MemoryReport] = []
            var last: MemoryID?
            repeat {
                let page = try await memories.list(in: space.id, after: last, limit: 200)
                reports += page.memories.map(MemoryReport.init)
                last = page.hasMore ? page.memories.last?.entry.id : nil
            } while last != nil
            try out.print(
                ["memories": reports],
                reports.isEmpty ? "\(space.name) has no memories" : reports.map(\.line).joined(separator: "\n"))
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Pin a memory to a point of a space.",
            discussion: """
                With --session, a recorded live session is kept as a memory, which the page of the space replays. Its title
                is then the names of who took part, and its point the middle of what happened, unless they are given.

                EXAMPLES
                  diorama memory add SPACE --title "The stove" --text "Bought in 1998." --point 1,0.9,2
                  diorama memory add SPACE --session session.live --privacy public
                """)

        @Argument(help: "The space's id, as 'library list' prints it.")
        var space: String

        @OptionGroup var content: MemoryArguments

        @Option(help: ArgumentHelp("A recording of a live session, as 'live record' writes it.", valueName: "file"))
        var session: String?

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func validate() throws {
            if session == nil && (content.title == nil || content.point == nil) {
                throw ValidationError("Give --title and --point, or --session.")
            }
            if content.object != nil && content.point == nil { throw ValidationError("--object needs --point.") }
        }

        func run() async throws {
            let library = try library.open()
            let space = try await library.space(argument: space)
            var memory = Memory(title: "")
            content.change(&memory)
            let added = try await add(memory, to: space, of: library)
            let report = MemoryReport(added)
            try out.print(report, report.line)
        }

        private func add(_ memory: Memory, to space: Space, of library: Library) async throws -> AuthorizedMemory {
            let viewer = try await library.ownerViewer()
            guard let session else { return try await SpaceMemories(library: library).add(memory, to: space, as: viewer) }
            let file = URL(fileURLWithPath: session)
            guard
                let added = try await SessionMemories(library: library).add(file, named: session, as: memory, to: space, by: viewer)
            else { throw CommandFailure("\(session): nobody took part in this session, so there is nothing to keep") }
            return added
        }
    }

    struct Edit: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Change a memory: only what is given changes.",
            discussion: """
                EXAMPLE
                  diorama memory edit MEMORY --privacy public
                """)

        @Argument(help: "The memory's id, as 'memory list' prints it.")
        var id: String

        @OptionGroup var content: MemoryArguments
        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func validate() throws {
            if content.isEmpty { throw ValidationError("Give what to change, such as --title.") }
        }

        func run() async throws {
            let library = try library.open()
            let content = content
            let viewer = try await library.ownerViewer()
            guard let id = MemoryID(id),
                let changed = try await SpaceMemories(library: library).edit(id, as: viewer, { content.change(&$0) })
            else { throw CommandFailure("there is no memory \(self.id); 'diorama memory list SPACE' prints the memories") }
            let report = MemoryReport(changed)
            try out.print(report, report.line)
        }
    }

    private struct MemoryReport: Encodable {
        let id: String
        let space: String?
        let title: String
        let text: String
        let privacy: String
        let author: String?
        let point: [Double]?

        init(_ memory: AuthorizedMemory) {
            let entry = memory.entry
            id = entry.id.description
            space = entry.space?.description
            title = entry.title
            text = entry.text
            privacy = entry.privacy.rawValue
            author = memory.author?.name
            point = entry.anchor?.point
        }

        var line: String { "\(id)  \(privacy)  \(title)" + (author.map { "  (\($0))" } ?? "") }
    }
}

/// What a memory says and where it is: the options of the commands that write one.
struct MemoryArguments: ParsableArguments {
    /// Who may see a memory; sharing it with single accounts needs the page.
    enum Privacy: String, ExpressibleByArgument, CaseIterable {
        case `private`, `public`, anonymous
    }

    @Option(help: "The title, 1 to 200 characters.")
    var title: String?

    @Option(help: ArgumentHelp("The text, at most \(Memory.textLimit) characters.", valueName: "text"))
    var text: String?

    @Option(
        parsing: .number, help: ArgumentHelp("The point of the space, in metres.", valueName: "x,y,z"),
        transform: { try Numbers.point($0) })
    var point: Point?

    @Option(help: ArgumentHelp("The object of the space's plan that it belongs to.", valueName: "id"))
    var object: String?

    @Option(help: ArgumentHelp("Who may see it: private (default), public or anonymous.", valueName: "mode"))
    var privacy: Privacy?

    var isEmpty: Bool { title == nil && text == nil && point == nil && object == nil && privacy == nil }

    func change(_ memory: inout Memory) {
        if let title { memory.title = title }
        if let text { memory.text = text }
        if let privacy { memory.privacy = Memory.Privacy(rawValue: privacy.rawValue) }
        if let point {
            var anchor = memory.anchor ?? MemoryAnchor(point: [])
            anchor.point = [point.x, point.y, point.z]
            memory.anchor = anchor
        }
        if let object { memory.anchor?.object = MemoryAnchor.Object(id: object, name: object) }
    }
}

extension Library {
    /// The owner of the library, as whom commands read and write memories.
    func ownerViewer() async throws -> Viewer { .owner(try await activeAccount()?.id) }
}
