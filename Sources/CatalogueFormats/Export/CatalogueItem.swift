import DioramaLibrary

/// A thing with the names of what it refers to, as tables and reports show it.
public struct CatalogueItem: Sendable, Equatable, Identifiable {
    /// The thing's id.
    public var id: ThingID
    /// The thing.
    public var thing: Thing
    /// The names of its place and of those that contain it, the outermost first; empty for no place.
    public var place: [String]
    /// The name of its space; nil for none.
    public var space: String?

    /// A thing with the names of its place and space.
    public init(id: ThingID, thing: Thing, place: [String], space: String? = nil) {
        self.id = id
        self.thing = thing
        self.place = place
        self.space = space
    }
}

extension FieldValue {
    var type: CustomFieldType {
        switch self {
        case .text: .text
        case .number: .number
        case .date: .date
        case .flag: .flag
        case .money: .money
        case .other: .other
        }
    }

    /// The value as one text: numbers as the shortest text that gives the same number, dates as in ISO 8601.
    var plainText: String {
        switch self {
        case .text(let text), .other(let text): text
        case .number(let number): number == number.rounded() && abs(number) < 1e15 ? String(Int64(number)) : number.description
        case .date(let date): DateText(date).shortText
        case .flag(let flag): flag ? "yes" : "no"
        case .money(let money): "\(money.amount()) \(money.currency)"
        }
    }
}
