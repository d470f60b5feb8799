import DioramaLibrary
import Foundation

/// A place in a document.
public struct PlaceRecord: Sendable, Equatable, Codable {
    /// The place's id.
    public var id: PlaceID
    /// 1 to 200 characters.
    public var name: String
    /// The place that contains it, nil for none.
    public var parent: PlaceID?
    /// Notes.
    public var notes: String

    /// A place with its id.
    public init(id: PlaceID, name: String, parent: PlaceID? = nil, notes: String = "") {
        self.id = id
        self.name = name
        self.parent = parent
        self.notes = notes
    }

    enum CodingKeys: String, CodingKey, CaseIterable { case id, name, parent, notes }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.strictContainer(CodingKeys.self)
        id = try values.decode(PlaceID.self, forKey: .id)
        name = try values.decode(String.self, forKey: .name)
        parent = try values.decodeIfPresent(PlaceID.self, forKey: .parent)
        notes = try values.decodeIfPresent(String.self, forKey: .notes) ?? ""
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(id, forKey: .id)
        try values.encode(name, forKey: .name)
        try values.encodeIfPresent(parent, forKey: .parent)
        try values.encodeText(notes, forKey: .notes)
    }
}

/// A loan in a document.
public struct LoanRecord: Sendable, Equatable, Codable {
    /// The loan's id.
    public var id: LoanID
    /// The thing that was lent.
    public var thing: ThingID
    /// Who has it, 1 to 200 characters.
    public var borrower: String
    /// When it was lent, is due, and was returned; nil where that is not known or not so.
    public var lent: Date?
    public var due: Date?
    public var returned: Date?
    /// Notes.
    public var notes: String

    /// A loan with its id.
    public init(
        id: LoanID, thing: ThingID, borrower: String, lent: Date? = nil, due: Date? = nil, returned: Date? = nil, notes: String = ""
    ) {
        self.id = id
        self.thing = thing
        self.borrower = borrower
        self.lent = lent
        self.due = due
        self.returned = returned
        self.notes = notes
    }

    enum CodingKeys: String, CodingKey, CaseIterable { case id, thing, borrower, lent, due, returned, notes }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.strictContainer(CodingKeys.self)
        id = try values.decode(LoanID.self, forKey: .id)
        thing = try values.decode(ThingID.self, forKey: .thing)
        borrower = try values.decode(String.self, forKey: .borrower)
        lent = try values.dayIfPresent(.lent)
        due = try values.dayIfPresent(.due)
        returned = try values.dayIfPresent(.returned)
        notes = try values.decodeIfPresent(String.self, forKey: .notes) ?? ""
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(id, forKey: .id)
        try values.encode(thing, forKey: .thing)
        try values.encode(borrower, forKey: .borrower)
        try values.encodeDay(lent, forKey: .lent)
        try values.encodeDay(due, forKey: .due)
        try values.encodeDay(returned, forKey: .returned)
        try values.encodeText(notes, forKey: .notes)
    }
}

/// An entry of a maintenance log in a document.
public struct MaintenanceRecord: Sendable, Equatable, Codable {
    /// The entry's id.
    public var id: MaintenanceID
    /// The thing that is maintained.
    public var thing: ThingID
    /// What is done, 1 to 200 characters.
    public var title: String
    /// When it should be done, and when it was done; nil for neither.
    public var due: Date?
    public var done: Date?
    /// What it cost.
    public var cost: Money?
    /// Notes.
    public var notes: String

    /// An entry with its id.
    public init(
        id: MaintenanceID, thing: ThingID, title: String, due: Date? = nil, done: Date? = nil, cost: Money? = nil,
        notes: String = ""
    ) {
        self.id = id
        self.thing = thing
        self.title = title
        self.due = due
        self.done = done
        self.cost = cost
        self.notes = notes
    }

    enum CodingKeys: String, CodingKey, CaseIterable { case id, thing, title, due, done, cost, notes }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.strictContainer(CodingKeys.self)
        id = try values.decode(MaintenanceID.self, forKey: .id)
        thing = try values.decode(ThingID.self, forKey: .thing)
        title = try values.decode(String.self, forKey: .title)
        due = try values.dayIfPresent(.due)
        done = try values.dayIfPresent(.done)
        cost = try values.decodeIfPresent(StrictMoney.self, forKey: .cost)?.money
        notes = try values.decodeIfPresent(String.self, forKey: .notes) ?? ""
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(id, forKey: .id)
        try values.encode(thing, forKey: .thing)
        try values.encode(title, forKey: .title)
        try values.encodeDay(due, forKey: .due)
        try values.encodeDay(done, forKey: .done)
        try values.encodeIfPresent(cost.map(StrictMoney.init), forKey: .cost)
        try values.encodeText(notes, forKey: .notes)
    }
}

/// `{"minorUnits": 1999, "currency": "EUR"}`, without other properties.
struct StrictMoney: Codable {
    let money: Money

    init(_ money: Money) { self.money = money }

    private enum CodingKeys: String, CodingKey, CaseIterable { case minorUnits, currency }

    init(from decoder: any Decoder) throws {
        let values = try decoder.strictContainer(CodingKeys.self)
        let units = try values.whole(.minorUnits)
        let currency = try values.decode(String.self, forKey: .currency)
        if units < 0 {
            throw DecodingError.dataCorruptedError(forKey: .minorUnits, in: values, debugDescription: "\(units) is negative")
        }
        if !Currency.isCode(currency) {
            throw DecodingError.dataCorruptedError(
                forKey: .currency, in: values, debugDescription: "\(currency.quoted) is not a currency's code, as EUR")
        }
        money = Money(minorUnits: units, currency: currency)
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(money.minorUnits, forKey: .minorUnits)
        try values.encode(money.currency, forKey: .currency)
    }
}
