/// The type of a custom field that a column fills.
public enum CustomFieldType: String, Sendable, CaseIterable, Codable {
    case text
    case number
    case date
    case flag
    case money
    /// A value of a later version, as JSON; only Diorama's own tables have it.
    case other
}

/// What a column of a table means for a thing.
public enum ThingField: Sendable, Hashable {
    /// The column is not read.
    case ignored
    case name
    case category
    case brand
    case model
    case serial
    case quantity
    case condition
    /// What one is worth now.
    case value
    /// The currency's code of `value`.
    case valueCurrency
    case purchased
    /// What one cost.
    case price
    /// The currency's code of `price`.
    case priceCurrency
    case seller
    case warrantyUntil
    case warrantyNotes
    /// Tags, separated by semicolons.
    case tags
    /// The path of the place: "Cellar/Shelf 2".
    case place
    /// One name of the place's path; several columns make a path, the outermost first.
    case placeLevel
    case insured
    case notes
    /// Text before the notes.
    case description
    /// The name of the space that the thing is in.
    case space
    /// Coordinates in the space, in metres.
    case x
    case y
    case z
    /// The object of the space that the thing is.
    case object
    /// The thing's identifier in the program that wrote the table.
    case reference
    /// Whether the thing was archived there.
    case archived
    /// To whom the thing was sold; any of the four marks it as sold.
    case soldTo
    case soldPrice
    case soldOn
    case soldNotes
    /// Sortly's "Entry Type": rows of folders are skipped.
    case entryType
    /// A custom field with its name.
    case custom(String, CustomFieldType)

    /// The fields that are not custom, in the order in which a dialog lists them, with their codes.
    public static let standard: [(code: String, field: ThingField)] = [
        ("ignored", .ignored), ("name", .name), ("category", .category), ("brand", .brand), ("model", .model), ("serial", .serial),
        ("quantity", .quantity), ("condition", .condition), ("value", .value), ("valueCurrency", .valueCurrency),
        ("purchased", .purchased), ("price", .price), ("priceCurrency", .priceCurrency), ("seller", .seller),
        ("warrantyUntil", .warrantyUntil), ("warrantyNotes", .warrantyNotes), ("tags", .tags), ("place", .place),
        ("placeLevel", .placeLevel), ("insured", .insured), ("notes", .notes), ("description", .description), ("space", .space),
        ("x", .x), ("y", .y), ("z", .z), ("object", .object), ("reference", .reference), ("archived", .archived),
        ("soldTo", .soldTo), ("soldPrice", .soldPrice), ("soldOn", .soldOn), ("soldNotes", .soldNotes), ("entryType", .entryType),
    ]

    /// Whether several columns may have this field.
    public var isRepeatable: Bool {
        switch self {
        case .ignored, .placeLevel, .notes, .description, .tags: true
        default: false
        }
    }
}

/// A field as one word for clients: "name", "custom.number:Voltage".
extension ThingField: LosslessStringConvertible, Codable {
    public init?(_ description: String) {
        if let standard = Self.standard.first(where: { $0.code == description }) {
            self = standard.field
            return
        }
        let parts = description.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, parts[0].hasPrefix("custom."), let type = CustomFieldType(rawValue: String(parts[0].dropFirst(7)))
        else { return nil }
        self = .custom(String(parts[1]), type)
    }

    public var description: String {
        if case .custom(let name, let type) = self { return "custom.\(type.rawValue):\(name)" }
        return Self.standard.first { $0.field == self }?.code ?? "ignored"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let field = ThingField(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(text.quoted) is not a field of things")
        }
        self = field
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
