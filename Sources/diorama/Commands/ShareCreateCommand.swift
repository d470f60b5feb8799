import ArgumentParser
import DioramaLibrary
import Foundation
import Geometry
import Sharing
import Spaces

/// `diorama share SPACE`: the default command of `diorama share`.
struct ShareCreateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Create a link to a space, or offer something to a contact. 'create' may be left out.",
        discussion: """
            A link opens on the server that serves this library (diorama serve). Its address and QR code are shown only once.

            With --with, a space is offered with its model and its memories, except the private ones; what is added later follows.
            Memories, things, recordings and places can be offered as well. 'diorama sync' delivers the offer.

            EXAMPLES
              diorama share create SPACE --name "For Grandma" --expires 30d
              diorama share SPACE --part -1,0,-2,1.5,2.4,1 --password
              diorama share SPACE --list
              diorama share --revoke LINK
              diorama share SPACE --with Ben --edit
            """)

    @Argument(help: "The space's id, as 'library list' prints it. With --with also that of a memory, thing, recording or place.")
    var id: String?

    @Option(help: ArgumentHelp("Offer it to a contact instead, by name or account id.", valueName: "contact"))
    var with: String?

    @Flag(help: "With --with: the contact may edit it, and the changes come back.")
    var edit = false

    @Option(help: "With --with: a message for the contact.")
    var message: String?

    @Option(help: "The link's name; visitors don't see it.")
    var name: String = "Link"

    @Flag(help: "Protect the link by a password, which is read from standard input.")
    var password = false

    @Option(help: ArgumentHelp("When the link expires: 12h, 30d, 2w, or a time such as 2027-01-31T12:00:00Z.", valueName: "when"))
    var expires: String?

    @Option(
        parsing: .number,
        help: ArgumentHelp("Share only this box: x,y,z of two opposite corners, in metres.", valueName: "box"),
        transform: Numbers.box)
    var part: Bounds?

    @Flag(help: "Leave out the memories.")
    var withoutMemories = false

    @OptionGroup var address: AddressOptions

    @Flag(help: "List the space's links.")
    var list = false

    @Option(help: ArgumentHelp("Revoke a link.", valueName: "link"))
    var revoke: String?

    @Option(help: ArgumentHelp("Delete a link.", valueName: "link"))
    var delete: String?

    @OptionGroup var library: LibraryOptions
    @OptionGroup var out: OutputOptions

    func validate() throws {
        let isOnLink = revoke != nil || delete != nil
        if revoke != nil && delete != nil { throw ValidationError("Give --revoke or --delete, not both.") }
        if isOnLink == (id != nil) { throw ValidationError("Give a space's id, or a link with --revoke or --delete.") }
        if let expires { _ = try Self.time(expires) }
        if with == nil, edit || message != nil { throw ValidationError("--edit and --message need --with.") }
        if with != nil, id == nil || password || expires != nil || part != nil || withoutMemories || list || address.address != nil
        {
            throw ValidationError("--with takes an id and only --edit and --message; the other options are for links.")
        }
    }

    func run() async throws {
        if let with { return try await offer(to: with) }
        let library = try library.open()
        if let revoke {
            return try await change(revoke, in: library, state: "revoked") {
                try await SpaceLinks(library: library).change($0, .init(isRevoked: true)) != nil
            }
        }
        if let delete { return try await change(delete, in: library, state: "deleted") { try await library.deleteLink($0) } }
        let space = try await library.space(argument: id ?? "")
        if list { return try show(try await library.links(of: space.id)) }
        var draft = SpaceLinkDraft(name: name, showsMemories: !withoutMemories)
        draft.part = part
        draft.expires = try expires.map { try Self.time($0) }
        if password { draft.password = try Self.readPassword() }
        let (link, token) = try await SpaceLinks(library: library).add(draft, to: space)
        let url = address.url(of: "/s/\(token)", in: library)
        let text = try Self.text(link, url: url)
        try out.print(LinkReport(link, url: url), text)
    }

    private func offer(to contact: String) async throws {
        let sharing = try await library.contactSharing()
        let share = try await sharing.share(
            id ?? "", with: try await sharing.contact(contact), permission: edit ? .edit : .read, message: message ?? "")
        var lines = [
            "\(share.title) is offered to \(share.contact), with \(share.files) files (\(Terminal.bytes(share.byteCount))); "
                + "'diorama sync' delivers it"
        ]
        if let count = share.privateMemories, count > 0 { lines.append("\(count) private memories are left out") }
        try out.print(share, lines.joined(separator: "\n"))
    }

    private static func text(_ link: SpaceLink, url: String) throws -> String {
        let content = link.part == nil ? "the whole space" : "a part of the space"
        let end = link.expires.map { "until \($0.formatted(.iso8601))" } ?? "until it is revoked"
        return """
            \(url)
            \(try QRCode(url).terminalText)
            This address is shown only now. It opens \(content) \(end); revoke it with: diorama share --revoke \(link.id)
            """
    }

    private func change(
        _ text: String, in library: Library, state done: String, body: (LinkID) async throws -> Bool
    ) async throws {
        guard let id = LinkID(text), try await body(id) else {
            throw CommandFailure(
                "there is no link \(text) in \(library.folder.path); 'diorama share SPACE --list' prints the links")
        }
        try out.print(["link": text, "state": done], "the link \(text) is \(done)")
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
            id = link.id.description
            space = link.space.description
            name = link.name
            self.url = url
            hasPassword = link.hasPassword
            created = link.created
            expires = link.expires
            part = link.part.map { [$0.min.x, $0.min.y, $0.min.z, $0.max.x, $0.max.y, $0.max.z] }
            showsMemories = link.showsMemories
            views = link.views
            lastViewed = link.lastViewed
            revoked = link.revoked
        }
    }

    /// A duration from now, or a time (ISO 8601).
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

    /// One line of standard input, which a terminal doesn't echo.
    private static func readPassword() throws -> String {
        if isatty(0) == 1 {
            guard let typed = getpass("Password: ") else { throw CommandFailure("no password was given") }
            return String(cString: typed)
        }
        guard let line = readLine(), !line.isEmpty else { throw CommandFailure("no password was given on standard input") }
        return line
    }
}
