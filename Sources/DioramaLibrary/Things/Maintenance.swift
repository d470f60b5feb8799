import Foundation

/// An entry of a thing's maintenance log: what is to be done until when, or what was done and its cost.
public struct Maintenance: CatalogueValue {
    /// The owner; nil for nobody.
    public var account: AccountID?
    /// The thing that is maintained.
    public var thing: ThingID?
    /// What is done, 1 to 200 characters.
    public var title: String
    /// When it should be done; nil for no date.
    public var due: Date?
    /// When it was done; nil while it is not.
    public var done: Date?
    /// What it cost.
    public var cost: Money? {
        get { Money(minorUnits: costUnits, currency: costCurrency) }
        set { (costUnits, costCurrency) = (newValue?.minorUnits, newValue?.currency) }
    }
    /// Notes, at most 100,000 characters.
    public var notes: String

    // As stored in columns.
    var costUnits: Int64?
    var costCurrency: String?

    /// Creates an entry to be added; the limits are those of the properties.
    public init(
        thing: ThingID?, title: String, due: Date? = nil, done: Date? = nil, cost: Money? = nil, notes: String = "",
        account: AccountID? = nil
    ) {
        self.account = account
        self.thing = thing
        self.title = title
        self.due = due
        self.done = done
        self.notes = notes
        self.cost = cost
    }

    public static let layout = TableLayout<Maintenance>(
        "maintenance", noun: "maintenance entry", blank: Maintenance(thing: nil, title: ""),
        checked: { (entry) throws(LibraryError) in
            var entry = entry
            if entry.thing == nil { throw LibraryError(.invalidValue, "a maintenance entry needs its thing") }
            entry.title = try Check.line(entry.title, "the title of a maintenance entry", characters: 200)
            entry.notes = try Check.text(entry.notes, "the notes on maintenance")
            try Check.time(entry.due, "the day on which maintenance is due")
            try Check.time(entry.done, "the day of maintenance")
            try entry.cost?.check("the cost of maintenance")
            return entry
        }
    ) { column in
        column("account", \.account, references: "accounts")
        column("thing", \.thing, references: "things")
        column("title", \.title)
        column("due", \.due)
        column("done", \.done)
        column("cost", \.costUnits)
        column("currency", \.costCurrency)
        column("notes", \.notes)
    }
}

/// The id of an entry of a maintenance log.
public typealias MaintenanceID = Identifier<Maintenance>

extension Condition where Value == Maintenance {
    /// The log of a thing.
    public static func thing(_ thing: ThingID) -> Self { indexed("thing", thing.cell) }
    /// What is not done yet.
    public static var isOpen: Self { equals("done", .null) }
}

extension Order where Value == Maintenance {
    /// What is due first.
    public static var due: Self { Self("due", "due") }
}
