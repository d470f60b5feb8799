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
        if let expires { _ = try LinkOptions.time(expires) }
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
                try await ShareLinks(library: library).change($0, .init(isRevoked: true)) != nil
            }
        }
        if let delete { return try await change(delete, in: library, state: "deleted") { try await library.deleteLink($0) } }
        let space = try await library.space(argument: id ?? "")
        if list { return try LinkReport.show(try await library.links(of: space.id), out) }
        var draft = ShareLinkDraft(name: name, showsMemories: !withoutMemories)
        draft.part = part
        draft.expires = try expires.map { try LinkOptions.time($0) }
        if password { draft.password = try LinkOptions.readPassword() }
        let (link, token) = try await ShareLinks(library: library).add(draft, to: space)
        try LinkReport(link, url: address.url(of: "/s/\(token)", in: library))
            .show(opening: link.part == nil ? "the whole space" : "a part of the space", out)
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

    private func change(
        _ text: String, in library: Library, state done: String, body: (LinkID) async throws -> Bool
    ) async throws {
        guard let id = LinkID(text), try await body(id) else {
            throw CommandFailure(
                "there is no link \(text) in \(library.folder.path); 'diorama share SPACE --list' prints the links")
        }
        try out.print(["link": text, "state": done], "the link \(text) is \(done)")
    }
}
