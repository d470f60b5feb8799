/// The names to choose from in sessions without free text: an adjective and an animal.
public enum ListedNames {
    /// The first words.
    public static let adjectives: [StaticString] = [
        "Brave", "Bright", "Calm", "Cheerful", "Clever", "Cosy", "Curious", "Daring", "Dreamy", "Fluffy", "Gentle", "Golden",
        "Happy",
        "Jolly", "Kind", "Lively", "Lucky", "Merry", "Mighty", "Quick", "Silver", "Sleepy", "Sunny", "Swift",
    ]
    /// The second words.
    public static let animals: [StaticString] = [
        "Badger", "Bear", "Beaver", "Dolphin", "Dragon", "Fox", "Gecko", "Hedgehog", "Koala", "Ladybird", "Lynx", "Mole", "Otter",
        "Owl",
        "Panda", "Penguin", "Puffin", "Rabbit", "Robin", "Seal", "Squirrel", "Tortoise", "Whale", "Yak",
    ]

    /// How many names there are.
    public static var count: Int { adjectives.count * animals.count }

    /// The bytes of a name.
    /// - Parameter index: from 0 on; beyond ``count`` the names repeat.
    static func utf8(_ index: Int) -> [UInt8] {
        bytes(adjectives[index % adjectives.count]) + [0x20] + bytes(animals[index / adjectives.count % animals.count])
    }

    /// Whether a name is one of them.
    public static func contains(_ name: DisplayName) -> Bool {
        for index in 0..<count where utf8(index) == name.utf8 { return true }
        return false
    }

    /// A name that nobody has, the same for the same participant and the same names of others.
    static func name(for participant: ParticipantID, unlike others: [DisplayName]) -> DisplayName? {
        // A step that has no divisor in common with the count passes all names.
        let first = Int(participant.number) &* 131
        for step in 0..<count {
            guard let name = DisplayName(utf8: utf8((first &+ step &* 131) % count)) else { continue }
            if !others.contains(name) { return name }
        }
        return DisplayName(utf8: utf8(first % count))
    }

    private static func bytes(_ word: StaticString) -> [UInt8] { word.withUTF8Buffer { [UInt8]($0) } }
}
