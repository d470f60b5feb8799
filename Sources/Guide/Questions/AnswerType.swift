import Foundation

/// What kind of fact a question asks for.
enum AnswerType: Sendable, Equatable {
    case date, count, length, duration, mass, speed, temperature, amount, person, companion, location, reason, description, other

    /// Read from the folded English words of a question.
    init(_ words: [String]) {
        let text = PhraseText(words)
        func has(_ phrase: StaticString) -> Bool { text.contains(phrase) }
        if Self.asksWhen(words) || has("what year") || has("which year") || has("what date") || has("what day") || has("which day")
            || has("what month") || has("how long ago") || has("since when")
        {
            self = .date
        } else if [
            "how tall", "how high", "how far", "how wide", "how big", "how large", "how deep", "how thick", "how close", "diameter",
        ]
        .contains(where: has) {
            self = .length
        } else if has("how long") || has("how much time") || has("how old") || has("what age") || has("duration") {
            self = .duration
        } else if ["how heavy", "how much does it weigh", "what mass", "weigh", "weight"].contains(where: has) {
            self = .mass
        } else if ["how fast", "what speed", "how quick", "velocity"].contains(where: has) {
            self = .speed
        } else if ["how hot", "how cold", "how warm", "temperature"].contains(where: has) {
            self = .temperature
        } else if has("how many") || has("how often") || has("number of") {
            self = .count
        } else if has("how much") {
            self = .amount
        } else if has("why") || has("what for") || has("reason") || has("how come") {
            self = .reason
        } else if has("who") || has("whom") || has("whose") {
            // With whom: somebody else than whom the question names.
            self = has("with") && !has("up with") && !has("do with") ? .companion : .person
        } else if has("where") {
            self = .location
        } else if has("what is") || has("what are") || has("tell me about") || has("how does") || has("how do") || has("explain") {
            self = .description
        } else {
            self = .other
        }
    }

    /// Whether "when" is a question, and not the conjunction of "what happens when …".
    private static func asksWhen(_ words: [String]) -> Bool {
        let verbs: Set<String> = [
            "did", "was", "were", "is", "are", "will", "does", "do", "has", "have", "had", "exactly", "be", "became",
        ]
        return words.indices.contains { index in
            guard words[index] == "when" else { return false }
            let isFirst =
                index == 0 || ["and", "since", "until", "me", "know", "for", "remember", "exactly"].contains(words[index - 1])
            return isFirst || (index + 1 < words.count && verbs.contains(words[index + 1]) && index <= 4)
        }
    }

    /// Whether the answer has a number.
    var isNumeric: Bool {
        switch self {
        case .count, .length, .duration, .mass, .speed, .temperature, .amount: true
        default: false
        }
    }

    static func contains(_ words: [String], _ phrase: String) -> Bool {
        let parts = phrase.split(separator: " ").map(String.init)
        guard words.count >= parts.count else { return false }
        return (0...words.count - parts.count).contains { Array(words[$0..<$0 + parts.count]) == parts }
    }
}

/// What a sentence has to answer a type of question with.
struct SentenceFeatures: Sendable {
    let hasNumber: Bool
    let hasDate: Bool
    let units: Set<Unit>
    let hasReason: Bool
    /// Names of two words, as people have, folded.
    let fullNames: [String]

    /// Dimensions of the numbers in a sentence.
    enum Unit: Sendable { case length, duration, mass, speed, temperature }

    init(_ text: String, _ words: [Word]) {
        let texts = words.map(\.text)
        hasNumber = words.contains { $0.isNumber || Self.numberWords.contains($0.text) }
        hasDate = words.contains { Self.isYear($0.text) } || texts.contains { Self.months.contains($0) }
        var units: Set<Unit> = []
        for (index, word) in words.enumerated() where word.isNumber || Self.numberWords.contains(word.text) {
            for next in texts[(index + 1)...].prefix(3) {
                for (unit, names) in Self.unitNames where names.contains(next) { units.insert(unit) }
            }
        }
        if text.utf8.contains(0xC2), text.unicodeScalars.contains("°") { units.insert(.temperature) }
        if ["km h", "km s", "m s", "mph", "per hour", "per second", "mach"].contains(where: PhraseText(texts).contains) {
            units.insert(.speed)
        }
        self.units = units
        fullNames = words.indices.dropFirst().compactMap { index in
            let first = words[index - 1]
            let second = words[index]
            guard first.isCapitalized, second.isCapitalized, !second.isNumber, second.text.count > 2 else { return nil }
            return first.text + " " + second.text
        }
        let phrases = PhraseText(texts)
        hasReason = Self.reasons.contains(where: phrases.contains)
    }

    /// How well the sentence can answer a question of this type: 1 where it can, less where what is asked for is missing.
    /// - Parameter asked: names of whom the question is about, who are no answer to "who".
    func suitability(for type: AnswerType, asked: Set<String> = []) -> Float {
        switch type {
        case .date: hasDate ? 1 : (units.contains(.duration) ? 0.7 : 0.5)
        case .count, .amount: hasNumber ? 1 : 0.6
        case .length: units.contains(.length) ? 1 : (hasNumber ? 0.7 : 0.5)
        case .duration: units.contains(.duration) ? 1 : (units.contains(.length) ? 0.9 : hasNumber ? 0.65 : 0.5)
        case .mass: units.contains(.mass) ? 1 : (hasNumber ? 0.6 : 0.5)
        case .speed: units.contains(.speed) ? 1 : (hasNumber ? 0.6 : 0.5)
        case .temperature: units.contains(.temperature) ? 1 : (hasNumber ? 0.6 : 0.5)
        case .reason: hasReason ? 1 : 0.85
        case .person: fullNames.contains { !asked.contains($0) } ? 1 : 0.85
        case .companion: fullNames.contains { !asked.contains($0) } ? 1 : 0.5
        case .location, .description, .other: 1
        }
    }

    private static func isYear(_ word: String) -> Bool {
        word.utf8.count == 4 && (word.hasPrefix("19") || word.hasPrefix("20")) && word.utf8.allSatisfy { (48...57).contains($0) }
    }

    private static let months: Set<String> = [
        "january", "february", "march", "april", "june", "july", "august", "september", "october", "november", "december",
    ]
    private static let numberWords: Set<String> = [
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "dozen", "hundred",
        "thousand",
        "million", "billion", "once", "twice", "half", "first", "second", "third", "fourth", "single", "both",
    ]
    private static let reasons: [StaticString] = [
        "because", "so that", "therefore", "since", "in order to", "reason", "due to", "to", "for", "thus", "would",
    ]
    private static let unitNames: [(Unit, Set<String>)] = [
        (
            .length,
            [
                "m", "km", "cm", "mm", "metres", "metre", "kilometres", "kilometre", "centimetres", "ft", "foot", "feet", "miles",
                "mile", "inches", "inch",
            ]
        ),
        (
            .duration,
            [
                "s", "seconds", "second", "minutes", "minute", "hours", "hour", "days", "day", "weeks", "week", "months", "month",
                "years", "year", "old",
            ]
        ),
        (.mass, ["kg", "kilograms", "t", "tonnes", "tonne", "tons", "pounds", "pound", "g", "grams"]),
        (.speed, ["km/h", "kmh", "mph", "mach"]),
        (.temperature, ["c", "f", "degrees", "celsius", "kelvin", "k"]),
    ]
}

/// Folded words as one text, in which phrases of whole words are found.
struct PhraseText {
    private let bytes: [UInt8]

    init(_ words: [String]) {
        var bytes: [UInt8] = [32]
        for word in words {
            bytes += word.utf8
            bytes.append(32)
        }
        self.bytes = bytes
    }

    /// Whether the words of the phrase follow each other in the text.
    func contains(_ phrase: StaticString) -> Bool {
        let count = phrase.utf8CodeUnitCount
        guard count > 0, bytes.count >= count + 2 else { return false }
        let start = phrase.utf8Start
        return bytes.withUnsafeBufferPointer { text in
            for i in 1...(text.count - count - 1) where text[i - 1] == 32 && text[i + count] == 32 && text[i] == start[0] {
                var j = 1
                while j < count, text[i + j] == start[j] { j += 1 }
                if j == count { return true }
            }
            return false
        }
    }
}
