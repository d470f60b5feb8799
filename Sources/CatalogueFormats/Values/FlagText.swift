import Foundation

/// Yes and no in the languages of the program.
enum FlagText {
    private static let yes: Set<String> = [
        "true", "yes", "y", "1", "x", "on", "✓", "✔", "ja", "j", "wahr", "oui", "o", "vrai", "si", "s", "verdadero", "ano",
        "pravda",
    ]
    private static let no: Set<String> = [
        "false", "no", "n", "0", "off", "-", "✗", "nein", "falsch", "non", "faux", "falso", "ne", "nepravda",
    ]

    /// The flag; nil for any other text. Case and accents make no difference.
    static func read(_ text: String) -> Bool? {
        let word = HeaderWords.folded(text)
        return yes.contains(word) ? true : no.contains(word) ? false : nil
    }
}

/// Lists of names in one cell: "Cellar/Shelf 2", "lend; blue".
public enum NameList {
    /// The names between separators that have no backslash before them, without space at their ends; empty ones are left out.
    public static func split(_ text: String, _ separator: Character) -> [String] {
        var names: [String] = []
        var name = ""
        var isEscaped = false
        func close() {
            let trimmed = name.trimmingCharacters(in: .whitespacesAndNewlines)
            if !trimmed.isEmpty { names.append(trimmed) }
            name = ""
        }
        for character in text {
            if isEscaped {
                // A backslash before anything else is an ordinary character.
                if character != separator && character != "\\" { name.append("\\") }
                name.append(character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == separator {
                close()
            } else {
                name.append(character)
            }
        }
        if isEscaped { name.append("\\") }
        close()
        return names
    }

    /// The inverse of `split`.
    public static func joined(_ names: [String], _ separator: Character) -> String {
        names.map { name in
            var escaped = ""
            for character in name {
                if character == separator || character == "\\" { escaped.append("\\") }
                escaped.append(character)
            }
            return escaped
        }.joined(separator: separator == ";" ? "; " : String(separator))
    }
}
