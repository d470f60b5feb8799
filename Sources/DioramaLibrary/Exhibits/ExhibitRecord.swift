import GRDB

/// An exhibit in the library: its document as JSON, which the library keeps without looking into it (`Exhibits` says what is in
/// it). Its files are media of the exhibit: `models/NAME` those of the kind `model`, `images/NAME` those of the kind `photo`.
public struct ExhibitRecord: CatalogueValue {
    /// The owner; nil for nobody.
    public var account: AccountID?
    /// The title of the document, 1 to 200 characters.
    public var title: String
    /// A JSON object of at most 4 MB.
    public var document: String

    /// Creates a record to be added; the limits are those of the properties.
    public init(title: String, document: String, account: AccountID? = nil) {
        self.title = title
        self.document = document
        self.account = account
    }

    public static let layout = TableLayout<ExhibitRecord>(
        "exhibits", noun: "exhibit", blank: ExhibitRecord(title: "", document: "{}"), mediaColumn: "exhibit",
        checked: { (exhibit) throws(LibraryError) in
            var exhibit = exhibit
            exhibit.title = try Check.line(exhibit.title, "an exhibit's title", characters: 200)
            try Check.object(exhibit.document, "an exhibit", largest: 4 << 20)
            return exhibit
        }
    ) { column in
        column("account", \.account, references: "accounts")
        column("title", \.title)
        column("document", \.document)
    }
}

/// The id of an exhibit in the library.
public typealias ExhibitID = Identifier<ExhibitRecord>
