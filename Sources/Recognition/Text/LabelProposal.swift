/// What a label says about a thing: proposals for the fields of a catalogue, each with where it was found.
public struct LabelProposal: Sendable, Codable, Equatable {
    /// A calendar date as printed; without a day where only the month is.
    public struct Day: Sendable, Codable, Hashable, CustomStringConvertible {
        public var year: Int
        /// 1…12.
        public var month: Int
        /// 1…31; nil where the label has no day: the last day of the month is meant.
        public var day: Int?

        /// A date; nil where there is no such day.
        public init?(year: Int, month: Int, day: Int? = nil) {
            guard (1900...2200).contains(year), (1...12).contains(month) else { return nil }
            if let day {
                let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
                let days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
                guard (1...days).contains(day) else { return nil }
            }
            self.year = year
            self.month = month
            self.day = day
        }

        /// ISO 8601: `2026-03-31` or `2026-03`.
        public var description: String {
            func two(_ n: Int) -> String { n < 10 ? "0\(n)" : "\(n)" }
            return "\(year)-\(two(month))" + (day.map { "-\(two($0))" } ?? "")
        }
    }

    /// The manufacturer's name.
    public var brand: String?
    /// The model or type.
    public var model: String?
    /// The serial number.
    public var serial: String?
    /// The last day of use or the date of minimum durability.
    public var expiry: Day?
    /// The article number, with a valid check digit.
    public var gtin: String?
    /// The lot or batch.
    public var lot: String?

    /// Whether nothing is proposed.
    public var isEmpty: Bool { self == LabelProposal() }

    /// An empty proposal.
    public init() {}

    /// The proposal for these lines and codes. Codes win over text: they have check digits.
    public init(lines: [TextLine], codes: [ScannedCode] = []) {
        self.init()
        let parser = LabelParser(lines)
        for code in codes {
            if gtin == nil { gtin = code.gtin }
            for element in code.gs1Elements {
                switch element.identifier {
                case "10": lot = lot ?? element.value
                case "21": serial = serial ?? element.value
                case "17", "15": expiry = expiry ?? LabelDates.gs1(element.value)
                default: break
                }
            }
        }
        serial = serial ?? parser.value(of: .serial) ?? parser.serial(among: codes)
        model = parser.value(of: .model)
        lot = lot ?? parser.value(of: .lot)
        expiry = expiry ?? parser.expiry
        gtin = gtin ?? parser.gtin
        brand = parser.brand(excluding: [serial, model, lot].compactMap { $0 })
    }
}
