/// Stops sentences in which a persona speaks as the person: anything in the first person that isn't one of the persona's own
/// phrases.
enum IdentityFilter {
    /// Whether a sentence speaks in the first person.
    static func speaksAsPerson(_ sentence: String) -> Bool {
        // "US" is a country.
        Word.split(sentence).contains { firstPerson.contains($0.text) && !($0.text == "us" && $0.isCapitalized) }
    }

    private static let firstPerson: Set<String> = [
        "i", "im", "me", "my", "mine", "myself", "we", "our", "ours", "us", "ich", "mein", "meine", "wir", "je", "mon", "nous",
        "yo", "mi",
        "nosotros",
    ]
}
