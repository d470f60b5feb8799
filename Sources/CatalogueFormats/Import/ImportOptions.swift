/// How a table's texts are read where they can mean several things.
public struct ImportOptions: Sendable, Equatable {
    /// What becomes of rows of things of which there are none, as in lists of stock.
    public enum ZeroQuantity: String, Sendable, CaseIterable, Codable {
        /// An error of the row.
        case refuse
        /// The row is skipped.
        case skip
    }

    /// The currency of amounts without one, an ISO 4217 code; "EUR" by default.
    public var currency: String
    /// The order of dates as 03/04/2026; nil to detect it from the dates of the table.
    public var dateOrder: DateOrder?
    /// nil to detect it from the numbers of the table.
    public var decimalSeparator: DecimalSeparator?
    /// `refuse` by default.
    public var zeroQuantity: ZeroQuantity
    /// The largest number of row errors that is collected, 1000 by default; further ones are only counted.
    public var maxErrors = 1000

    /// Options; the defaults detect what can be detected.
    public init(
        currency: String = "EUR", dateOrder: DateOrder? = nil, decimalSeparator: DecimalSeparator? = nil,
        zeroQuantity: ZeroQuantity = .refuse
    ) {
        self.currency = currency
        self.dateOrder = dateOrder
        self.decimalSeparator = decimalSeparator
        self.zeroQuantity = zeroQuantity
    }
}
