import GRDB

/// A measurement in a space that somebody kept: JSON that the library keeps without looking into it (`Measurement` says what is in
/// it).
public struct MeasurementRecord: CatalogueValue {
    /// The owner; nil for nobody.
    public var account: AccountID?
    /// The space that was measured.
    public var space: SpaceID?
    /// 1 to 200 characters.
    public var name: String
    /// A JSON object of at most 256 kB.
    public var content: String

    /// Creates a record to be added; the limits are those of the properties.
    public init(name: String, space: SpaceID?, content: String, account: AccountID? = nil) {
        self.name = name
        self.space = space
        self.content = content
        self.account = account
    }

    public static let layout = TableLayout<MeasurementRecord>(
        "measurements", noun: "measurement", blank: MeasurementRecord(name: "", space: nil, content: "{}"),
        checked: { (measurement) throws(LibraryError) in
            var measurement = measurement
            measurement.name = try Check.line(measurement.name, "a measurement's name", characters: 200)
            try Check.object(measurement.content, "a measurement")
            return measurement
        }
    ) { column in
        column("account", \.account, references: "accounts")
        column("space", \.space, references: "spaces")
        column("name", \.name)
        column("content", \.content)
    }
}

extension Condition where Value == MeasurementRecord {
    /// In a space.
    public static func space(_ space: SpaceID) -> Self { indexed("space", space.cell) }
}
