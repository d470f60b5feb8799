/// Dates as they are printed on labels.
enum LabelDates {
    /// The first date in a text: `2026-03-31`, `31.03.2026`, `31/03/26`, `31 MAR 2026`, `MAR 2026`, `03/2026`, `03.26`. With three
    /// numbers the day comes first, unless it can't.
    static func first(in text: String) -> LabelProposal.Day? {
        let tokens = self.tokens(text)
        for i in tokens.indices {
            for length in [3, 2] where i + length <= tokens.count {
                if let day = day(Array(tokens[i..<i + length])) {
                    // "02.2027" within "31.02.2027" is not a date of its own.
                    if length == 2, i > 0, case .number = tokens[i - 1] { continue }
                    return day
                }
            }
        }
        return nil
    }

    /// A GS1 date YYMMDD; the day 00 is the end of the month. Years of two digits are 1951 to 2050 as of GS1 General
    /// Specifications, section 7.12, until 2050 is near.
    static func gs1(_ text: String) -> LabelProposal.Day? {
        let d = text.utf8.map { Int($0) - 48 }
        guard d.count == 6, d.allSatisfy({ 0...9 ~= $0 }) else { return nil }
        let day = d[4] * 10 + d[5]
        return LabelProposal.Day(year: century(d[0] * 10 + d[1]), month: d[2] * 10 + d[3], day: day == 0 ? nil : day)
    }

    private enum Token {
        case number(Int, digits: Int)
        case month(Int)
        /// Anything that can't be within a date.
        case other
    }

    private static func century(_ year: Int) -> Int { year >= 51 ? 1900 + year : 2000 + year }

    private static func tokens(_ text: String) -> [Token] {
        var result: [Token] = []
        var word = ""
        func flush() {
            guard !word.isEmpty else { return }
            if word.allSatisfy(\.isASCIIDigit) {
                result.append(word.count <= 4 ? .number(Int(word) ?? 0, digits: word.count) : .other)
            } else if let month = month(word) {
                result.append(.month(month))
            } else {
                result.append(.other)
            }
            word = ""
        }
        for c in text {
            // "31MAR2026": digits and letters are words of their own.
            if let last = word.last, c.isLetter != last.isLetter { flush() }
            if c.isLetter || c.isASCIIDigit {
                word.append(c)
            } else {
                flush()
                if !" ./-".contains(c) { result.append(.other) }
            }
        }
        flush()
        return result
    }

    private static func day(_ tokens: [Token]) -> LabelProposal.Day? {
        switch (tokens[0], tokens[1], tokens.count == 3 ? tokens[2] : .other) {
        case (.number(let y, 4), .number(let m, _), .number(let d, let digits)) where digits <= 2:
            return LabelProposal.Day(year: y, month: m, day: d)
        case (.number(let d, let first), .number(let m, let second), .number(let y, let third))
        where first <= 2 && second <= 2 && (third == 4 || third == 2):
            let year = third == 4 ? y : century(y)
            return LabelProposal.Day(year: year, month: m, day: d) ?? LabelProposal.Day(year: year, month: d, day: m)
        case (.number(let d, let digits), .month(let m), .number(let y, let third)) where digits <= 2 && (third == 4 || third == 2):
            return LabelProposal.Day(year: third == 4 ? y : century(y), month: m, day: d)
        case (.month(let m), .number(let d, let digits), .number(let y, 4)) where digits <= 2:
            return LabelProposal.Day(year: y, month: m, day: d)
        case (.month(let m), .number(let y, let digits), .other) where digits == 4 || digits == 2:
            return LabelProposal.Day(year: digits == 4 ? y : century(y), month: m)
        case (.number(let m, let first), .number(let y, let digits), .other)
        where first <= 2 && (digits == 4 || digits == 2 && m <= 12):
            let year = digits == 4 ? y : century(y)
            // "03.26" may be a version or a price; only years that labels can have count.
            return (2000...2060).contains(year) ? LabelProposal.Day(year: year, month: m) : nil
        case (.number(let y, 4), .number(let m, let second), .other) where second == 2:
            return LabelProposal.Day(year: y, month: m)
        default: return nil
        }
    }

    /// The names of months in English, German, French, Spanish and Czech by their beginnings, without accents.
    private static let months: [[String]] = [
        ["jan", "ene", "led"], ["feb", "fev", "fevr", "uno"], ["mar", "maerz", "mrz", "brez"], ["apr", "avr", "abr", "dub"],
        ["may", "mai", "kve"], ["jun", "juin", "cvn", "cerven"], ["jul", "juil", "cvc", "cervenec"], ["aug", "aou", "ago", "srp"],
        ["sep", "zar"], ["oct", "okt", "rij"], ["nov", "lis"], ["dec", "dez", "dic", "pro"],
    ]

    private static func month(_ word: String) -> Int? {
        let plain = LabelParser.plain(word)
        guard (3...10).contains(plain.count) else { return nil }
        var best: (length: Int, month: Int)?
        for (i, names) in months.enumerated() {
            for name in names where plain.hasPrefix(name) && name.count > best?.length ?? 0 { best = (name.count, i + 1) }
        }
        return best?.month
    }
}
