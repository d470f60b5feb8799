import ArgumentParser
import Foundation
import Geometry
import DioramaLibrary
import Server

struct ShareCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "share",
        abstract: "Make, list, revoke and delete links to a space.",
        discussion: """
            The link opens on the server that serves this library (diorama serve). Its address is shown once: keep it.

            EXAMPLES
              diorama share 2xQ4bG6QhV8mYk3sZpA1cR7tWdE --name "For Grandma" --expires 30d
              diorama share 2xQ4bG6QhV8mYk3sZpA1cR7tWdE --part 0,0,0,2.5,2.4,3 --password
              diorama share 2xQ4bG6QhV8mYk3sZpA1cR7tWdE --list
              diorama share --revoke 2xQ4bKKjPz0cQYgqS1eFh5WvXaB
            """)

    @Argument(help: "The space's id, as 'library list' prints it.")
    var id: String?

    @Option(help: "What you call the link; visitors don't see it.")
    var name: String = "Link"

    @Flag(help: "Ask for a password on standard input, which visitors have to give.")
    var password = false

    @Option(help: ArgumentHelp("When it ends: 12h, 30d, 2w, or a time as 2027-01-31T12:00:00Z.", valueName: "when"))
    var expires: String?

    @Option(help: ArgumentHelp("Share only a box, in metres: x,y,z of its one corner, then of the other.", valueName: "box"))
    var part: String?

    @Flag(help: "Show the place without its memories.")
    var withoutMemories = false

    @Option(help: ArgumentHelp("The address that others reach the server by.", valueName: "url"))
    var address: String = "http://127.0.0.1:8080"

    @Flag(help: "List the space's links instead.")
    var list = false

    @Option(help: ArgumentHelp("Let a link open nothing from now on.", valueName: "link"))
    var revoke: String?

    @Option(help: ArgumentHelp("Delete a link.", valueName: "link"))
    var delete: String?

    @OptionGroup var library: LibraryOptions
    @OptionGroup var out: OutputOptions

    func validate() throws {
        let isOnLink = revoke != nil || delete != nil
        if revoke != nil && delete != nil { throw ValidationError("Give --revoke or --delete, not both.") }
        if isOnLink == (id != nil) { throw ValidationError("Give a space's id, or a link with --revoke or --delete.") }
        if let part { _ = try Self.box(part) }
        if let expires { _ = try Self.time(expires) }
        if URL(string: address)?.host == nil { throw ValidationError("--address must be like https://diorama.example.org.") }
    }

    func run() async throws {
        let library = try library.open()
        if let revoke {
            return try await change(revoke, library, "revoked") { try await library.changeLink($0, .init(isRevoked: true)) != nil }
        }
        if let delete { return try await change(delete, library, "deleted") { try await library.deleteLink($0) } }
        guard let text = id, let space = SpaceID(text), try await library.space(space) != nil else {
            throw CommandFailure(
                "there is no space \(id ?? "") in \(library.folder.path); 'diorama library list' prints what is there")
        }
        if list { return try show(try await library.links(of: space)) }
        var draft = SpaceLinkDraft(name: name, showsMemories: !withoutMemories)
        draft.part = try part.map(Self.box)
        draft.expires = try expires.map { try Self.time($0) }
        if password { draft.password = try Self.readPassword() }
        let (link, token) = try await library.addLink(draft, to: space)
        let url = address.hasSuffix("/") ? "\(address)s/\(token)" : "\(address)/s/\(token)"
        let ends = link.expires.map { "until \($0.formatted(.iso8601))" } ?? "until it is revoked"
        try out.print(
            LinkReport(link, url: url),
            "\(url)\nThis address is shown only now. It opens \(link.part == nil ? "the whole space" : "a part of the space") \(ends); "
                + "'diorama share --revoke \(link.id)' ends it.")
    }

    private func change(
        _ text: String, _ library: Library, _ done: String, _ body: (LinkID) async throws -> Bool
    ) async throws {
        guard let id = LinkID(text), try await body(id) else {
            throw CommandFailure(
                "there is no link \(text) in \(library.folder.path); 'diorama share SPACE --list' prints what is there")
        }
        try out.print(["link": text, "state": done], "the link \(text) is \(done): it opens nothing any more")
    }

    private func show(_ links: [SpaceLink]) throws {
        let lines = links.map { link in
            var parts = [link.hasPassword ? "password" : "no password", "\(link.views) views"]
            if let revoked = link.revoked { parts.append("revoked \(revoked.formatted(.iso8601))") }
            if let expires = link.expires { parts.append("until \(expires.formatted(.iso8601))") }
            if link.part != nil { parts.append("a part") }
            return "\(link.id)  \(link.name)  (\(parts.joined(separator: ", ")))"
        }
        try out.print(["links": links.map { LinkReport($0) }], lines.isEmpty ? "no links yet" : lines.joined(separator: "\n"))
    }

    struct LinkReport: Encodable {
        var id: String
        var space: String
        var name: String
        var url: String?
        var hasPassword: Bool
        var created: Date
        var expires: Date?
        var part: [Float]?
        var showsMemories: Bool
        var views: Int
        var lastViewed: Date?
        var revoked: Date?

        init(_ link: SpaceLink, url: String? = nil) {
            (id, space, name, self.url) = (link.id.description, link.space.description, link.name, url)
            (hasPassword, created, expires, showsMemories) = (link.hasPassword, link.created, link.expires, link.showsMemories)
            part = link.part.map { [$0.min.x, $0.min.y, $0.min.z, $0.max.x, $0.max.y, $0.max.z] }
            (views, lastViewed, revoked) = (link.views, link.lastViewed, link.revoked)
        }
    }

    /// Six numbers as a box, in whichever order its corners come.
    static func box(_ text: String) throws -> Bounds {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map {
            Float($0.trimmingCharacters(in: .whitespaces))
        }
        guard numbers.count == 6, !numbers.contains(nil) else {
            throw ValidationError("--part must be six numbers: x,y,z of one corner, then of the other.")
        }
        let n = numbers.compactMap { $0 }
        return Bounds([Vector3(n[0], n[1], n[2]), Vector3(n[3], n[4], n[5])])
    }

    static func time(_ text: String, now: Date = Date()) throws -> Date {
        let seconds: [Character: Double] = ["h": 3600, "d": 86400, "w": 7 * 86400]
        if let last = text.last, let unit = seconds[last], let count = Double(text.dropLast()), count > 0, count < 100_000 {
            return now.addingTimeInterval(count * unit)
        }
        guard let time = try? Date(text, strategy: .iso8601) else {
            throw ValidationError("--expires must be like 12h, 30d, 2w or 2027-01-31T12:00:00Z.")
        }
        return time
    }

    /// One line of standard input; on a terminal it is not shown.
    private static func readPassword() throws -> String {
        if isatty(0) == 1 {
            guard let typed = getpass("Password: ") else { throw CommandFailure("no password was given") }
            return String(cString: typed)
        }
        guard let line = readLine(), !line.isEmpty else { throw CommandFailure("no password was given on standard input") }
        return line
    }
}
