import Foundation

/// Fixed answers in each language: about the persona's identity, private life, the guide's rules. From `Resources/messages`.
public struct GuideMessages: Sendable {
    /// What a message says; the keys of the files.
    enum Key: String, CaseIterable {
        case identity, identityRole, identityPlain, greetingPlain, `private`, injection, unknown, opinion, greeting, thanks, help,
            falsePremise, quoteLanguage,
            notice,
            education
    }

    private var texts: [GuideLanguage: [String: [String]]] = [:]

    /// Reads `en.json`, `de.json`, `fr.json` and `es.json` of a folder.
    /// - Throws: `GuideError` naming the file and the key that is missing.
    public init(folder: URL) throws(GuideError) {
        for language in GuideLanguage.allCases {
            let name = "\(language.rawValue).json"
            do {
                texts[language] = try JSONDecoder().decode(
                    [String: [String]].self, from: Data(contentsOf: folder.appending(path: name)))
            } catch { throw GuideError("messages/\(name)", "can't be read: \(error)") }
            for key in Key.allCases where texts[language]?[key.rawValue] == nil {
                throw GuideError("messages/\(name)", "“\(key.rawValue)” is missing")
            }
        }
    }

    /// A message about a persona. The same question gets the same variant.
    func text(_ key: Key, _ language: GuideLanguage, persona: Persona, seed: Int) -> String? {
        let variants = texts[language]?[key.rawValue] ?? []
        guard !variants.isEmpty else { return nil }
        return variants[seed % variants.count].replacingOccurrences(of: "{name}", with: persona.name)
            .replacingOccurrences(of: "{role}", with: persona.role.isEmpty ? persona.name : persona.role)
    }

    /// "Simulated persona based on public information, educational use only".
    public var notice: String {
        let parts = [Key.notice, .education].compactMap { texts[.english]?[$0.rawValue]?.first }
        return parts.joined(separator: " · ")
    }
}

/// A number from texts that is the same in each run (FNV-1a, with a byte between two texts that UTF-8 doesn't have).
func stableHash(_ texts: [String]) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for text in texts {
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        hash = (hash ^ 0xFF) &* 0x100_0000_01b3
    }
    return hash
}

/// A hash of a file's bytes that is the same in each run.
func stableHash(_ data: Data) -> UInt64 { data.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 } }

/// A number from a text that is the same in each run.
func stableSeed(_ text: String) -> Int { Int(stableHash([text]) >> 33) }
