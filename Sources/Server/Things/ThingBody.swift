import DioramaLibrary
import Foundation
import Geometry

/// Values of a body where what is left out stays as it is and null empties it.
struct OptionalFields<Key: CodingKey> {
    let container: KeyedDecodingContainer<Key>

    /// A value that can't be empty: null is refused.
    func value<T: Decodable>(_ type: T.Type = T.self, _ key: Key) throws -> T? {
        container.contains(key) ? try container.decode(type, forKey: key) : nil
    }

    /// A value that null empties.
    func emptiable<T: Decodable>(_ type: T.Type = T.self, _ key: Key) throws -> T?? {
        container.contains(key) ? .some(try container.decodeIfPresent(type, forKey: key)) : nil
    }

    /// A time that null empties.
    func time(_ key: Key) throws -> Date?? {
        guard let text: String? = try emptiable(String.self, key) else { return nil }
        return .some(try text.map { try PayloadTime.date($0, key.stringValue) })
    }
}

/// Times of bodies.
enum PayloadTime {
    /// A time as `Date.payload` writes it, or a day.
    /// - Throws: `Problem` 400.
    static func date(_ text: String, _ name: String) throws -> Date {
        if let date = try? Date(text, strategy: .iso8601.year().month().day().time(includingFractionalSeconds: true)) {
            return date
        }
        if let date = try? Date(text, strategy: .iso8601) { return date }
        if let date = try? Date(text, strategy: .iso8601.year().month().day()) { return date }
        throw Problem(.badRequest, "\(name) must be a time in ISO 8601, as 2026-01-31T12:00:00.000Z.")
    }
}

/// A custom field of a thing, as sent and received.
struct ThingFieldPayload: Codable, Sendable {
    let name: String
    let type: String
    let value: Value

    enum Value: Codable, Sendable {
        case text(String)
        case number(Double)
        case flag(Bool)
        case money(Money)

        init(from decoder: any Decoder) throws {
            let single = try decoder.singleValueContainer()
            if let flag = try? single.decode(Bool.self) {
                self = .flag(flag)
            } else if let number = try? single.decode(Double.self) {
                self = .number(number)
            } else if let text = try? single.decode(String.self) {
                self = .text(text)
            } else {
                self = .money(try single.decode(Money.self))
            }
        }

        func encode(to encoder: any Encoder) throws {
            var single = encoder.singleValueContainer()
            switch self {
            case .text(let text): try single.encode(text)
            case .number(let number): try single.encode(number)
            case .flag(let flag): try single.encode(flag)
            case .money(let money): try single.encode(money)
            }
        }
    }

    init(_ field: CustomField) {
        name = field.name
        switch field.value {
        case .text(let text): (type, value) = ("text", .text(text))
        case .number(let number): (type, value) = ("number", .number(number))
        case .date(let date): (type, value) = ("date", .text(date.payload))
        case .flag(let flag): (type, value) = ("flag", .flag(flag))
        case .money(let money): (type, value) = ("money", .money(money))
        case .other(let json): (type, value) = ("other", .text(json))
        }
    }

    /// - Throws: `Problem` 400 where type and value don't go together.
    func field() throws -> CustomField {
        switch (type, value) {
        case ("text", .text(let text)): CustomField(name, .text(text))
        case ("number", .number(let number)): CustomField(name, .number(number))
        case ("date", .text(let text)): CustomField(name, .date(try PayloadTime.date(text, "fields")))
        case ("flag", .flag(let flag)): CustomField(name, .flag(flag))
        case ("money", .money(let money)): CustomField(name, .money(money))
        case ("other", .text(let json)): CustomField(name, .other(json))
        default: throw Problem(.badRequest, "The value of the field “\(name.prefix(80))” isn't a \(type.prefix(20)).")
        }
    }
}

/// The body of a new thing, and of a change.
struct ThingBody: Decodable, Sendable {
    private let name: String?
    private let texts: [Key: String??]
    private let quantity: Int?
    private let value: Money??
    private let price: Money??
    private let purchased: Date??
    private let warrantyUntil: Date??
    private let tags: [String]?
    private let place: PlaceID??
    private let insured: Bool?
    private let fields: [ThingFieldPayload]?
    private let notes: String?

    private enum Key: String, CodingKey {
        case name, category, brand, model, serial, condition, seller, quantity, value, price, purchased, warrantyUntil
        case warrantyNotes, tags, place, insured, fields, notes
    }

    static let example = #"{"name":"Drill","category":"Tools","value":{"minorUnits":12900,"currency":"EUR"}}"#

    init(from decoder: any Decoder) throws {
        let body = OptionalFields(container: try decoder.container(keyedBy: Key.self))
        name = try body.value(String.self, .name)
        var texts: [Key: String??] = [:]
        for key in [Key.category, .brand, .model, .serial, .condition, .seller, .warrantyNotes] {
            texts[key] = try body.emptiable(String.self, key)
        }
        self.texts = texts
        quantity = try body.value(Int.self, .quantity)
        value = try body.emptiable(Money.self, .value)
        price = try body.emptiable(Money.self, .price)
        purchased = try body.time(.purchased)
        warrantyUntil = try body.time(.warrantyUntil)
        tags = try body.value([String].self, .tags)
        place = try body.emptiable(PlaceID.self, .place)
        insured = try body.value(Bool.self, .insured)
        fields = try body.value([ThingFieldPayload].self, .fields)
        notes = try body.value(String.self, .notes)
    }

    func thing(of account: AccountID?) throws -> Thing {
        guard let name else { throw Problem(.badRequest, "name is missing; send JSON like \(Self.example).") }
        var thing = Thing(name: name, account: account)
        try change(&thing)
        return thing
    }

    func change(_ thing: inout Thing) throws {
        if let name { thing.name = name }
        let paths: [Key: WritableKeyPath<Thing, String?>] = [
            .category: \.category, .brand: \.brand, .model: \.model, .serial: \.serial, .condition: \.condition, .seller: \.seller,
            .warrantyNotes: \.warrantyNotes,
        ]
        for (key, path) in paths { if let text = texts[key] ?? nil { thing[keyPath: path] = text } }
        if let quantity { thing.quantity = quantity }
        if let value { thing.value = value }
        if let price { thing.price = price }
        if let purchased { thing.purchased = purchased }
        if let warrantyUntil { thing.warrantyUntil = warrantyUntil }
        if let tags { thing.tags = tags }
        if let place { thing.place = place }
        if let insured { thing.isInsured = insured }
        if let fields { thing.fields = try fields.map { try $0.field() } }
        if let notes { thing.notes = notes }
    }
}

/// The body of a bulk edit.
struct ThingEditsBody: Decodable, Sendable {
    let ids: [ThingID]
    let trash: Bool
    let edits: ThingEdits

    private enum Key: String, CodingKey { case ids, category, brand, condition, place, insured, addTags, removeTags, trash }

    init(from decoder: any Decoder) throws {
        let body = OptionalFields(container: try decoder.container(keyedBy: Key.self))
        ids = try body.container.decode([ThingID].self, forKey: .ids)
        trash = try body.value(Bool.self, .trash) ?? false
        var edits = ThingEdits()
        edits.category = try body.emptiable(String.self, .category)
        edits.brand = try body.emptiable(String.self, .brand)
        edits.condition = try body.emptiable(String.self, .condition)
        edits.place = try body.emptiable(PlaceID.self, .place)
        edits.isInsured = try body.value(Bool.self, .insured)
        edits.addedTags = try body.value([String].self, .addTags) ?? []
        edits.removedTags = try body.value([String].self, .removeTags) ?? []
        self.edits = edits
    }
}

/// The body of a change of a thing's file.
struct ThingMediaBody: Decodable, Sendable {
    static let roles = [Media.Role.receipt, .manual, .label, .warranty].map(\.rawValue)

    private let caption: String?
    private let alternative: String?
    private let position: Int?
    private let role: String??

    private enum Key: String, CodingKey { case caption, alternative, position, role }

    init(from decoder: any Decoder) throws {
        let body = OptionalFields(container: try decoder.container(keyedBy: Key.self))
        caption = try body.value(String.self, .caption)
        alternative = try body.value(String.self, .alternative)
        position = try body.value(Int.self, .position)
        role = try body.emptiable(String.self, .role)
    }

    func change(_ media: inout Media) throws {
        if let caption { media.caption = caption }
        if let alternative { media.alternative = alternative }
        if let position { media.position = position }
        if let role { media.role = try role.map { Media.Role(rawValue: try MemoryBody.one(of: Self.roles, $0, "role")) } }
    }
}

/// The body of a loan.
struct LoanBody: Decodable, Sendable {
    private let borrower: String?
    private let lent: Date??
    private let due: Date??
    private let returned: Date??
    private let notes: String?

    private enum Key: String, CodingKey { case borrower, lent, due, returned, notes }

    static let example = #"{"borrower":"Ben","due":"2026-01-31T12:00:00.000Z"}"#

    init(from decoder: any Decoder) throws {
        let body = OptionalFields(container: try decoder.container(keyedBy: Key.self))
        borrower = try body.value(String.self, .borrower)
        lent = try body.time(.lent)
        due = try body.time(.due)
        returned = try body.time(.returned)
        notes = try body.value(String.self, .notes)
    }

    func loan(of thing: ThingID) throws -> Loan {
        guard let borrower else { throw Problem(.badRequest, "borrower is missing; send JSON like \(Self.example).") }
        var loan = Loan(thing: thing, borrower: borrower, lent: lent == nil ? Date() : nil)
        change(&loan)
        return loan
    }

    func change(_ loan: inout Loan) {
        if let borrower { loan.borrower = borrower }
        if let lent { loan.lent = lent }
        if let due { loan.due = due }
        if let returned { loan.returned = returned }
        if let notes { loan.notes = notes }
    }
}

/// The body of an entry of a maintenance log.
struct MaintenanceBody: Decodable, Sendable {
    private let title: String?
    private let due: Date??
    private let done: Date??
    private let cost: Money??
    private let notes: String?

    private enum Key: String, CodingKey { case title, due, done, cost, notes }

    static let example = #"{"title":"New filter","due":"2026-01-31T12:00:00.000Z"}"#

    init(from decoder: any Decoder) throws {
        let body = OptionalFields(container: try decoder.container(keyedBy: Key.self))
        title = try body.value(String.self, .title)
        due = try body.time(.due)
        done = try body.time(.done)
        cost = try body.emptiable(Money.self, .cost)
        notes = try body.value(String.self, .notes)
    }

    func entry(of thing: ThingID) throws -> Maintenance {
        guard let title else { throw Problem(.badRequest, "title is missing; send JSON like \(Self.example).") }
        var entry = Maintenance(thing: thing, title: title)
        change(&entry)
        return entry
    }

    func change(_ entry: inout Maintenance) {
        if let title { entry.title = title }
        if let due { entry.due = due }
        if let done { entry.done = done }
        if let cost { entry.cost = cost }
        if let notes { entry.notes = notes }
    }
}

/// The body of a thing's location in a space.
struct ThingLocationBody: Decodable, Sendable {
    let space: SpaceID?
    let position: Vector3?
    let object: String?

    private enum Key: String, CodingKey { case space, position, object }

    init(from decoder: any Decoder) throws {
        let body = OptionalFields(container: try decoder.container(keyedBy: Key.self))
        guard let space = try body.emptiable(SpaceID.self, .space) else {
            throw Problem(.badRequest, "space is missing; null takes the thing out of its space.")
        }
        self.space = space
        let point = try body.emptiable([Double].self, .position) ?? nil
        if let point, point.count != 3 || !point.allSatisfy({ $0.isFinite && abs($0) < 1e6 }) {
            throw Problem(.badRequest, "position must be three numbers in metres.")
        }
        position = point.map { Vector3(Float($0[0]), Float($0[1]), Float($0[2])) }
        object = try body.emptiable(String.self, .object) ?? nil
    }
}

/// The body of a merge.
struct ThingMergeBody: Decodable, Sendable {
    let others: [ThingID]
}
