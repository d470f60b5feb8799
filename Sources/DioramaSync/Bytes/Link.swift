import Foundation

/// A `diorama:` link, as a QR code or a message carries it: `diorama:ACTION?name=value&…`, each name once.
package struct Link {
    package let action: String
    private var values: [(name: String, value: String)]

    package init(_ action: String) {
        self.action = action
        values = []
    }

    /// Reads a link of at most `limit` bytes; nil for anything else.
    package init?(_ text: String, limit: Int = 2048) {
        guard text.utf8.count <= limit, let mark = text.firstIndex(of: "?"), text.hasPrefix("diorama:") else { return nil }
        action = String(text[text.index(text.startIndex, offsetBy: 8)..<mark])
        values = []
        for part in text[text.index(after: mark)...].split(separator: "&", omittingEmptySubsequences: false) {
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard sides.count == 2, let value = String(sides[1]).removingPercentEncoding, self[String(sides[0])] == nil else {
                return nil
            }
            values.append((String(sides[0]), value))
        }
    }

    package subscript(name: String) -> String? { values.first { $0.name == name }?.value }

    package mutating func add(_ name: String, _ value: String) { values.append((name, value)) }

    package var text: String {
        let allowed = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.:")
        let parts = values.map { "\($0.name)=\($0.value.addingPercentEncoding(withAllowedCharacters: allowed) ?? "")" }
        return "diorama:\(action)?" + parts.joined(separator: "&")
    }
}
