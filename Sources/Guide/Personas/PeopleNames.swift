/// The names by which questions and passages call the real people behind personas.
struct PeopleNames: Sendable {
    /// The persona of each folded name of one or more words.
    private let personas: [String: String]
    private let longest: Int

    init(_ personas: [Persona]) {
        var names: [String: String] = [:]
        for persona in personas where persona.isReal {
            for name in persona.aliases + [persona.name] { names[Word.normalized(name)] = persona.id }
        }
        self.personas = names
        longest = names.keys.map { $0.split(separator: " ").count }.max() ?? 0
    }

    /// All names, folded.
    var all: Set<String> { Set(personas.keys) }

    /// The names of a persona, folded.
    func names(of persona: String) -> Set<String> { Set(personas.filter { $0.value == persona }.keys) }

    /// The personas whose names occur in the words.
    func people(in words: [String]) -> Set<String> { Set(occurrences(in: words).map(\.person)) }

    /// The names in the words, the longest first at each position.
    func occurrences(in words: [String]) -> [(range: Range<Int>, person: String)] {
        var result: [(Range<Int>, String)] = []
        var index = 0
        while index < words.count {
            var length = min(longest, words.count - index)
            var found: String?
            while length > 0 {
                found = personas[words[index..<index + length].joined(separator: " ")]
                if found != nil { break }
                length -= 1
            }
            if let found { result.append((index..<index + length, found)) }
            index += max(1, length)
        }
        return result
    }
}
