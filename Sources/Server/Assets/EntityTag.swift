import Crypto
import Foundation

/// The entity tag of a representation and the conditions a request sets on it (RFC 9110, sections 8.8.3 and 13.1).
///
/// All tags of this server are strong: they are made of the content's SHA-256.
struct EntityTag: Equatable, Sendable {
    /// With its quotes.
    let field: String

    init(_ opaque: String) { field = "\"\(opaque)\"" }

    /// The tag of a file that is not named by its hash.
    init(hashing data: Data) { self.init(SHA256.hash(data: data).map { String(format: "%02x", $0) }.joined()) }

    /// The tag of the same content in another coding.
    func ofVariant(_ name: String) -> EntityTag { EntityTag("\(field.dropFirst().dropLast())-\(name)") }

    /// Whether an `If-None-Match` lists this tag (weak comparison) or is `*`: then the client has it already.
    func isListed(inIfNoneMatch list: String?) -> Bool {
        guard let list else { return false }
        return Self.elements(list).contains { $0 == "*" || $0 == field || $0 == "W/" + field }
    }

    /// Whether an `If-Match` allows this tag (strong comparison); without the field everything is allowed.
    func satisfies(ifMatch list: String?) -> Bool {
        guard let list else { return true }
        return Self.elements(list).contains { $0 == "*" || $0 == field }
    }

    /// Whether `If-Range` lets `Range` count: it names exactly this tag (a date never does: there is no modification time).
    func satisfies(ifRange condition: String?) -> Bool {
        guard let condition else { return true }
        return Self.elements(condition) == [field]
    }

    /// The elements of a list of entity tags. A comma may stand inside of a tag's quotes.
    private static func elements(_ list: String) -> [String] {
        var elements: [String] = []
        var current = ""
        var quoted = false
        for character in list {
            if character == "," && !quoted {
                elements.append(current)
                current = ""
                continue
            }
            if character == "\"" { quoted.toggle() }
            if quoted || (character != " " && character != "\t") { current.append(character) }
        }
        elements.append(current)
        return elements.filter { !$0.isEmpty }
    }
}
