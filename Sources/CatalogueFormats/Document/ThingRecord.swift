import DioramaLibrary
import Foundation
import Geometry

/// A file of a thing in a document: its hash, under which the library keeps it.
public struct MediaRecord: Sendable, Equatable, Codable {
    /// The SHA-256 of the file in hexadecimal digits.
    public var hash: String
    /// "image/jpeg".
    public var contentType: String
    /// The file's own name; empty where it has none.
    public var fileName: String
    /// What the file is to the thing: "photo", "receipt", "manual"; nil where nobody said.
    public var role: String?

    /// A file with its hash.
    public init(hash: String, contentType: String, fileName: String = "", role: String? = nil) {
        self.hash = hash
        self.contentType = contentType
        self.fileName = fileName
        self.role = role
    }

    enum CodingKeys: String, CodingKey, CaseIterable { case hash, contentType, fileName, role }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.strictContainer(CodingKeys.self)
        hash = try values.decode(String.self, forKey: .hash)
        contentType = try values.decode(String.self, forKey: .contentType)
        fileName = try values.decodeIfPresent(String.self, forKey: .fileName) ?? ""
        role = try values.decodeIfPresent(String.self, forKey: .role)
        if hash.utf8.count != 64 || !hash.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }) {
            throw DecodingError.dataCorruptedError(
                forKey: .hash, in: values, debugDescription: "\(hash.quoted) is not a SHA-256 in 64 hexadecimal digits")
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(hash, forKey: .hash)
        try values.encode(contentType, forKey: .contentType)
        try values.encodeText(fileName, forKey: .fileName)
        try values.encodeIfPresent(role, forKey: .role)
    }
}

/// A thing in a document.
public struct ThingRecord: Sendable, Equatable {
    /// The thing's id.
    public var id: ThingID
    /// The thing; its account is not part of a document.
    public var thing: Thing
    /// Its files.
    public var media: [MediaRecord]

    /// A thing with its id and files. The account is left out.
    public init(id: ThingID, thing: Thing, media: [MediaRecord] = []) {
        self.id = id
        self.thing = thing
        self.thing.account = nil
        self.media = media
    }
}

extension ThingRecord: Codable {
    enum CodingKeys: String, CodingKey, CaseIterable {
        case id, name, category, brand, model, serial, quantity, condition, value, purchased, price, seller, warrantyUntil
        case warrantyNotes, insured, tags, place, space, position, object, fields, notes, media
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.strictContainer(CodingKeys.self)
        func text(_ key: CodingKeys) throws -> String? { try values.decodeIfPresent(String.self, forKey: key) }
        id = try values.decode(ThingID.self, forKey: .id)
        thing = Thing(name: try values.decode(String.self, forKey: .name))
        thing.category = try text(.category)
        thing.brand = try text(.brand)
        thing.model = try text(.model)
        thing.serial = try text(.serial)
        thing.quantity = values.contains(.quantity) ? Int(try values.whole(.quantity)) : 1
        thing.condition = try text(.condition)
        thing.value = try values.decodeIfPresent(StrictMoney.self, forKey: .value)?.money
        thing.purchased = try values.dayIfPresent(.purchased)
        thing.price = try values.decodeIfPresent(StrictMoney.self, forKey: .price)?.money
        thing.seller = try text(.seller)
        thing.warrantyUntil = try values.dayIfPresent(.warrantyUntil)
        thing.warrantyNotes = try text(.warrantyNotes)
        thing.isInsured = try values.decodeIfPresent(Bool.self, forKey: .insured) ?? false
        thing.tags = try values.decodeIfPresent([String].self, forKey: .tags) ?? []
        thing.place = try values.decodeIfPresent(PlaceID.self, forKey: .place)
        thing.space = try values.decodeIfPresent(SpaceID.self, forKey: .space)
        if let position = try values.decodeIfPresent([Float].self, forKey: .position) {
            guard position.count == 3, position.allSatisfy(\.isFinite) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .position, in: values, debugDescription: "a position has three coordinates")
            }
            thing.position = Vector3(position[0], position[1], position[2])
        }
        thing.object = try text(.object)
        thing.fields = try values.decodeIfPresent([FieldRecord].self, forKey: .fields)?.map(\.field) ?? []
        thing.notes = try text(.notes) ?? ""
        media = try values.decodeIfPresent([MediaRecord].self, forKey: .media) ?? []
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(id, forKey: .id)
        try values.encode(thing.name, forKey: .name)
        try values.encodeText(thing.category, forKey: .category)
        try values.encodeText(thing.brand, forKey: .brand)
        try values.encodeText(thing.model, forKey: .model)
        try values.encodeText(thing.serial, forKey: .serial)
        try values.encode(thing.quantity, forKey: .quantity)
        try values.encodeText(thing.condition, forKey: .condition)
        try values.encodeIfPresent(thing.value.map(StrictMoney.init), forKey: .value)
        try values.encodeDay(thing.purchased, forKey: .purchased)
        try values.encodeIfPresent(thing.price.map(StrictMoney.init), forKey: .price)
        try values.encodeText(thing.seller, forKey: .seller)
        try values.encodeDay(thing.warrantyUntil, forKey: .warrantyUntil)
        try values.encodeText(thing.warrantyNotes, forKey: .warrantyNotes)
        try values.encode(thing.isInsured, forKey: .insured)
        if !thing.tags.isEmpty { try values.encode(thing.tags, forKey: .tags) }
        try values.encodeIfPresent(thing.place, forKey: .place)
        try values.encodeIfPresent(thing.space, forKey: .space)
        if let position = thing.position { try values.encode([position.x, position.y, position.z], forKey: .position) }
        try values.encodeText(thing.object, forKey: .object)
        if !thing.fields.isEmpty { try values.encode(thing.fields.map(FieldRecord.init), forKey: .fields) }
        try values.encodeText(thing.notes, forKey: .notes)
        if !media.isEmpty { try values.encode(media, forKey: .media) }
    }
}

/// `{"name": "Voltage", "type": "number", "value": 18}`
struct FieldRecord: Codable {
    let field: CustomField

    init(_ field: CustomField) { self.field = field }

    private enum CodingKeys: String, CodingKey, CaseIterable { case name, type, value }

    init(from decoder: any Decoder) throws {
        let values = try decoder.strictContainer(CodingKeys.self)
        let name = try values.decode(String.self, forKey: .name)
        let type = try values.decode(String.self, forKey: .type)
        let value: FieldValue
        switch CustomFieldType(rawValue: type) {
        case .text: value = .text(try values.decode(String.self, forKey: .value))
        case .number: value = .number(try values.decode(Double.self, forKey: .value))
        case .date:
            guard let date = try values.dayIfPresent(.value) else {
                throw DecodingError.dataCorruptedError(forKey: .value, in: values, debugDescription: "a date is missing")
            }
            value = .date(date)
        case .flag: value = .flag(try values.decode(Bool.self, forKey: .value))
        case .money: value = .money(try values.decode(StrictMoney.self, forKey: .value).money)
        case .other: value = .other(try values.decode(String.self, forKey: .value))
        case nil:
            throw DecodingError.dataCorruptedError(
                forKey: .type, in: values,
                debugDescription: "\(type.quoted) is not a type of fields (text, number, date, flag, money, other)")
        }
        field = CustomField(name, value)
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(field.name, forKey: .name)
        try values.encode(field.value.type.rawValue, forKey: .type)
        switch field.value {
        case .text(let text), .other(let text): try values.encode(text, forKey: .value)
        case .number(let number): try values.encode(number, forKey: .value)
        case .date(let date): try values.encodeDay(date, forKey: .value)
        case .flag(let flag): try values.encode(flag, forKey: .value)
        case .money(let money): try values.encode(StrictMoney(money), forKey: .value)
        }
    }
}
