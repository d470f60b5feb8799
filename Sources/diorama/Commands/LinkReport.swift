import ArgumentParser
import DioramaLibrary
import Foundation
import Spaces

/// A link as the commands print it.
struct LinkReport: Encodable {
    var id: String
    var space: String?
    var exhibit: String?
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

    init(_ link: ShareLink, url: String? = nil) {
        id = link.id.description
        space = link.space?.description
        exhibit = link.exhibit
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

    /// Prints a link that was made now, with its address.
    /// - Parameter content: what it opens, in words.
    func show(opening content: String, _ out: OutputOptions) throws {
        let end = expires.map { "until \($0.formatted(.iso8601))" } ?? "until it is revoked"
        let address = url ?? ""
        let code = try QRCode(address).terminalText
        try out.print(
            self,
            """
            \(address)
            \(code)
            This address is shown only now. It opens \(content) \(end); revoke it with: diorama share --revoke \(id)
            """)
    }

    /// Prints a list of links.
    static func show(_ links: [ShareLink], _ out: OutputOptions) throws {
        let lines = links.map { link in
            var parts = [link.hasPassword ? "password" : "no password", "\(link.views) views"]
            if let revoked = link.revoked { parts.append("revoked \(revoked.formatted(.iso8601))") }
            if let expires = link.expires { parts.append("until \(expires.formatted(.iso8601))") }
            if link.part != nil { parts.append("a part") }
            return "\(link.id)  \(link.name)  (\(parts.joined(separator: ", ")))"
        }
        try out.print(["links": links.map { LinkReport($0) }], lines.isEmpty ? "no links yet" : lines.joined(separator: "\n"))
    }
}

/// What the options of links are read from.
enum LinkOptions {
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
    static func readPassword() throws -> String {
        if isatty(0) == 1 {
            guard let typed = getpass("Password: ") else { throw CommandFailure("no password was given") }
            return String(cString: typed)
        }
        guard let line = readLine(), !line.isEmpty else { throw CommandFailure("no password was given on standard input") }
        return line
    }
}
