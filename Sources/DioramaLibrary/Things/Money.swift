/// An amount of money, exact: 19.99 € is 1999 minor units of "EUR".
public struct Money: Sendable, Hashable, Codable {
    /// Cents, pence, yen: the smallest units of the currency that are counted (ISO 4217 says how many make a whole).
    public var minorUnits: Int64
    /// Three capital letters after ISO 4217.
    public var currency: String

    /// Creates an amount; it is checked when it is stored: not negative, and a currency of three capital letters.
    public init(minorUnits: Int64, currency: String) {
        self.minorUnits = minorUnits
        self.currency = currency
    }

    /// Nil unless there are both.
    init?(minorUnits: Int64?, currency: String?) {
        guard let minorUnits, let currency else { return nil }
        self.init(minorUnits: minorUnits, currency: currency)
    }

    func check(_ what: String) throws(LibraryError) {
        if minorUnits < 0 { throw LibraryError(.invalidValue, "\(what) can't be negative (\(minorUnits))") }
        if currency.utf8.count != 3 || !currency.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) {
            throw LibraryError(.invalidValue, "\"\(currency.prefix(20))\" is no currency: three capital letters, as EUR")
        }
    }
}
