import DioramaLibrary

/// ISO 4217: how many decimals the amounts of a currency have, and how amounts are written.
public enum Currency {
    /// Decimals of the currencies that don't have two (ISO 4217, list one, column "minor unit").
    private static let decimals: [String: Int] = [
        "BIF": 0, "CLP": 0, "DJF": 0, "GNF": 0, "ISK": 0, "JPY": 0, "KMF": 0, "KRW": 0, "PYG": 0, "RWF": 0, "UGX": 0, "UYI": 0,
        "VND": 0, "VUV": 0, "XAF": 0, "XOF": 0, "XPF": 0,
        "BHD": 3, "IQD": 3, "JOD": 3, "KWD": 3, "LYD": 3, "OMR": 3, "TND": 3,
        "CLF": 4, "UYW": 4,
    ]

    /// The decimals of a currency's amounts: 2 for euros, 0 for yen, 3 for dinars; 2 for an unknown code.
    public static func decimals(of code: String) -> Int { decimals[code] ?? 2 }

    /// Minor units in one of the currency: 100 for euros.
    public static func unitsPerWhole(of code: String) -> Int64 {
        (0..<decimals(of: code)).reduce(1) { units, _ in units * 10 }
    }

    /// Whether a text is three capital letters, the form of ISO 4217's codes.
    public static func isCode(_ text: some StringProtocol) -> Bool {
        text.utf8.count == 3 && text.utf8.allSatisfy { (0x41...0x5A).contains($0) }
    }

    /// Symbols and the currencies that use them, the most used first. "Fr." and "kr" are many countries'.
    static let symbols: [(symbol: String, codes: [String])] = [
        ("US$", ["USD"]), ("A$", ["AUD"]), ("C$", ["CAD"]), ("NZ$", ["NZD"]), ("HK$", ["HKD"]), ("R$", ["BRL"]),
        ("€", ["EUR"]), ("£", ["GBP"]), ("$", ["USD", "CAD", "AUD", "NZD", "HKD", "SGD", "MXN", "ARS", "CLP", "COP"]),
        ("¥", ["JPY", "CNY"]), ("Kč", ["CZK"]), ("zł", ["PLN"]), ("kr", ["SEK", "NOK", "DKK", "ISK"]), ("Fr.", ["CHF"]),
        ("SFr.", ["CHF"]), ("₹", ["INR"]), ("₽", ["RUB"]), ("₺", ["TRY"]), ("₩", ["KRW"]), ("₪", ["ILS"]), ("₴", ["UAH"]),
        ("Ft", ["HUF"]), ("lei", ["RON"]), ("лв", ["BGN"]), ("฿", ["THB"]), ("₫", ["VND"]),
    ]
}

/// How numbers are written.
public struct NumberStyle: Sendable, Equatable {
    /// Between whole and fraction.
    public var decimalSeparator: Character
    /// Between groups of three digits; nil for none.
    public var groupSeparator: Character?

    /// A style of two separators.
    public init(decimalSeparator: Character, groupSeparator: Character?) {
        self.decimalSeparator = decimalSeparator
        self.groupSeparator = groupSeparator
    }

    /// 1234.56, for machines.
    public static let plain = NumberStyle(decimalSeparator: ".", groupSeparator: nil)
}

extension Money {
    /// The exact amount without its currency: 1999 minor units of "EUR" are "19.99", of "JPY" "1999".
    public func amount(_ style: NumberStyle = .plain) -> String {
        let decimals = Currency.decimals(of: currency)
        var digits = String(minorUnits.magnitude)
        if digits.count <= decimals { digits = String(repeating: "0", count: decimals + 1 - digits.count) + digits }
        var whole = String(digits.dropLast(decimals))
        if let separator = style.groupSeparator {
            var grouped = ""
            for (i, digit) in whole.enumerated() {
                if i > 0 && (whole.count - i) % 3 == 0 { grouped.append(separator) }
                grouped.append(digit)
            }
            whole = grouped
        }
        let sign = minorUnits < 0 ? "-" : ""
        return sign + whole + (decimals > 0 ? "\(style.decimalSeparator)\(digits.suffix(decimals))" : "")
    }

    /// The amount and the currency's code: "19.99 EUR". The space between them doesn't break a line.
    public func text(_ style: NumberStyle = .plain) -> String { "\(amount(style))\u{A0}\(currency)" }
}
