import DioramaLibrary

/// Amounts by currency, exact.
public struct CurrencyAmounts: Sendable, Equatable {
    /// Minor units by ISO 4217 code.
    public private(set) var minorUnits: [String: Int64] = [:]

    /// No amounts.
    public init() {}

    /// Adds an amount several times.
    /// - Throws: `CatalogueFormatError` of kind `unwritable` beyond 64 bits.
    public mutating func add(_ money: Money, times count: Int = 1) throws(CatalogueFormatError) {
        let (product, overflow) = money.minorUnits.multipliedReportingOverflow(by: Int64(count))
        let (sum, sumOverflow) = minorUnits[money.currency, default: 0].addingReportingOverflow(product)
        if overflow || sumOverflow {
            throw .unwritable("the total in \(money.currency) is too large", remedy: "correct the value that is far too high")
        }
        minorUnits[money.currency] = sum
    }

    /// The amounts, sorted by currency.
    public var amounts: [Money] { minorUnits.sorted { $0.key < $1.key }.map { Money(minorUnits: $0.value, currency: $0.key) } }
}

/// What a group of things is worth.
public struct Total: Sendable, Equatable {
    /// Number of entries.
    public var things = 0
    /// Sum of their quantities.
    public var items: Int64 = 0
    /// Their values, the quantity considered.
    public var value = CurrencyAmounts()
    /// What they cost, the quantity considered.
    public var price = CurrencyAmounts()
    /// The values of those that are insured, the quantity considered.
    public var insured = CurrencyAmounts()
    /// Number of entries without a value.
    public var withoutValue = 0

    /// The total of no things.
    public init() {}

    /// Adds a thing.
    /// - Throws: `CatalogueFormatError` beyond 64 bits; the total is unusable then.
    public mutating func add(_ thing: Thing) throws(CatalogueFormatError) {
        things += 1
        let (sum, overflow) = items.addingReportingOverflow(Int64(thing.quantity))
        if overflow { throw .unwritable("the number of items is too large", remedy: "correct the quantity that is far too high") }
        items = sum
        if let money = thing.value {
            try value.add(money, times: thing.quantity)
            if thing.isInsured { try insured.add(money, times: thing.quantity) }
        } else {
            withoutValue += 1
        }
        if let money = thing.price { try price.add(money, times: thing.quantity) }
    }
}

/// Totals of a catalogue: of everything, per place, category and tag.
public struct Totals: Sendable, Equatable {
    /// Of all things.
    public private(set) var all = Total()
    /// Of the things directly in a place, by the path of its names; the empty path has those in none.
    public private(set) var byPlace: [[String]: Total] = [:]
    /// Of the things in a place and in all that it contains, by the path of its names.
    public private(set) var byPlaceAndBelow: [[String]: Total] = [:]
    /// By category; the empty text has those without.
    public private(set) var byCategory: [String: Total] = [:]
    /// By tag; a thing with several tags counts for each, the empty text has those without.
    public private(set) var byTag: [String: Total] = [:]

    /// The totals of no things.
    public init() {}

    /// Adds a thing with the path of its place's names.
    /// - Throws: `CatalogueFormatError` where a sum exceeds 64 bits.
    public mutating func add(_ thing: Thing, place: [String]) throws(CatalogueFormatError) {
        try all.add(thing)
        try byPlace[place, default: Total()].add(thing)
        for length in place.indices.map({ $0 + 1 }) {
            try byPlaceAndBelow[Array(place.prefix(length)), default: Total()].add(thing)
        }
        try byCategory[thing.category ?? "", default: Total()].add(thing)
        if thing.tags.isEmpty { try byTag["", default: Total()].add(thing) }
        for tag in thing.tags { try byTag[tag, default: Total()].add(thing) }
    }

    /// The totals of items.
    public init(_ items: some Sequence<CatalogueItem>) throws(CatalogueFormatError) {
        for item in items { try add(item.thing, place: item.place) }
    }
}
