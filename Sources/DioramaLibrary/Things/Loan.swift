import Foundation

/// A thing that was lent: to whom, since when, until when.
public struct Loan: CatalogueValue {
    /// The owner; nil for nobody.
    public var account: AccountID?
    /// The thing that was lent.
    public var thing: ThingID?
    /// Who has it, 1 to 200 characters.
    public var borrower: String
    /// When it was lent.
    public var lent: Date?
    /// When it should be returned; nil for no agreed date.
    public var due: Date?
    /// When it was returned; nil while it is lent.
    public var returned: Date?
    /// Notes, at most 100,000 characters.
    public var notes: String

    /// Creates a loan to be added; the limits are those of the properties.
    public init(
        thing: ThingID?, borrower: String, lent: Date? = nil, due: Date? = nil, returned: Date? = nil, notes: String = "",
        account: AccountID? = nil
    ) {
        self.account = account
        self.thing = thing
        self.borrower = borrower
        self.lent = lent
        self.due = due
        self.returned = returned
        self.notes = notes
    }

    public static let layout = TableLayout<Loan>(
        "loans", noun: "loan", blank: Loan(thing: nil, borrower: ""),
        checked: { (loan) throws(LibraryError) in
            var loan = loan
            if loan.thing == nil { throw LibraryError(.invalidValue, "a loan needs the thing that was lent") }
            loan.borrower = try Check.line(loan.borrower, "the borrower of a loan", characters: 200)
            loan.notes = try Check.text(loan.notes, "the notes on a loan")
            try Check.time(loan.lent, "the day of a loan")
            try Check.time(loan.due, "the day until which a thing is lent")
            try Check.time(loan.returned, "the day on which a thing was returned")
            if let lent = loan.lent, [loan.due, loan.returned].contains(where: { $0.map { $0 < lent } ?? false }) {
                throw LibraryError(.invalidValue, "a loan can't end before it begins")
            }
            return loan
        }
    ) { column in
        column("account", \.account, references: "accounts")
        column("thing", \.thing, references: "things")
        column("borrower", \.borrower)
        column("lent", \.lent)
        column("due", \.due)
        column("returned", \.returned)
        column("notes", \.notes)
    }
}

/// The id of a loan.
public typealias LoanID = Identifier<Loan>

extension Condition where Value == Loan {
    /// Loans of a thing.
    public static func thing(_ thing: ThingID) -> Self { indexed("thing", thing.cell) }
    /// Loans of things that were not returned yet.
    public static var isOpen: Self { equals("returned", .null) }
}

extension Order where Value == Loan {
    /// The one due first.
    public static var due: Self { Self("due", "due") }
}
