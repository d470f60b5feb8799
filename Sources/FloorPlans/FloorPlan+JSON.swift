import Foundation

/// Plans as JSON, described in docs/plans.md. Fields that older or other writers leave out get their usual values.
extension FloorPlan {
    /// Larger files than this are no plans.
    public static let largestFile = 256 << 20

    /// Reads a plan and checks it.
    /// - Throws: which value is missing or wrong, and where.
    public init(json bytes: Data) throws(FloorPlanError) {
        guard bytes.count <= Self.largestFile else { throw FloorPlanError("the plan is larger than the limit of 256 MB") }
        let document: PlanDocument
        do { document = try JSONDecoder().decode(PlanDocument.self, from: bytes) } catch { throw FloorPlanError(decoding: error) }
        guard document.schema == Self.schema else {
            throw FloorPlanError(
                "its schema is ‘\(document.schema.prefix(40))’, but only ‘\(Self.schema)’ is supported; export the plan again")
        }
        self = document.plan
        try validate()
    }

    /// Whether JSON says of itself that it is a plan, of this version or another one.
    public static func isPlan(_ bytes: Data) -> Bool {
        struct Head: Decodable { var schema: String }
        guard bytes.count <= largestFile, let head = try? JSONDecoder().decode(Head.self, from: bytes) else { return false }
        return head.schema.hasPrefix("diorama.plan/")
    }

    /// The plan as JSON, sorted and indented: the same plan gives the same bytes.
    /// - Throws: where the plan is not valid.
    public func json() throws(FloorPlanError) -> Data {
        try validate()
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do { return try encoder.encode(PlanDocument(schema: Self.schema, plan: self)) + Data("\n".utf8) } catch {
            throw FloorPlanError("the plan can't be written as JSON: \(error)")
        }
    }
}

/// The outermost object of the file.
private struct PlanDocument: Codable {
    var schema: String
    var plan: FloorPlan
}

extension FloorPlanError {
    /// `storeys[0].walls[3].start`.
    static func place(_ path: [any CodingKey]) -> String {
        let text = path.map { key in key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)" }.joined()
        return String((text.hasPrefix(".") ? text.dropFirst() : text[...]).prefix(200))
    }

    /// - Parameter what: the kind of file.
    init(decoding error: any Error, _ what: String = "plan") {
        func place(_ context: DecodingError.Context, _ key: (any CodingKey)? = nil) -> String {
            Self.place(context.codingPath + (key.map { [$0] } ?? []))
        }
        switch error {
        case DecodingError.typeMismatch(_, let context) where context.codingPath.isEmpty:
            self.init("the file is JSON, but not a \(what)")
        case DecodingError.keyNotFound(let key, let context): self.init("\(place(context, key)) is missing")
        case DecodingError.valueNotFound(_, let context): self.init("\(place(context)) is null, but a value is needed")
        case DecodingError.typeMismatch(let type, let context): self.init("\(place(context)) is not a \(Self.name(of: type))")
        case DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty:
            self.init("\(place(context)) has an unknown value")
        default: self.init("the \(what) is not well-formed JSON; the file is cut short or damaged")
        }
    }

    private static func name(of type: any Any.Type) -> String {
        switch type {
        case is String.Type: "text"
        case is Double.Type, is Int.Type: "number"
        case is Bool.Type: "true or false"
        default: "list or object of the expected type"
        }
    }
}

// Decoders that forgive what may be left out. The encoders are the compiler's.

/// The compiler's own keys can't be seen from here.
private struct PlanKey: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init(stringLiteral value: String) { stringValue = value }
    init?(intValue: Int) { nil }
}

extension KeyedDecodingContainer<PlanKey> {
    fileprivate func value<T: Decodable>(_ key: Key) throws -> T { try decode(T.self, forKey: key) }
    fileprivate func value<T: Decodable>(_ key: Key, or fallback: T) throws -> T {
        try decodeIfPresent(T.self, forKey: key) ?? fallback
    }
    fileprivate func optional<T: Decodable>(_ key: Key) throws -> T? { try decodeIfPresent(T.self, forKey: key) }
}

extension Storey {
    public init(from decoder: any Decoder) throws {
        let c = try decoder.container(keyedBy: PlanKey.self)
        self.init(
            id: try c.value("id"), name: try c.value("name", or: ""), elevation: try c.value("elevation", or: 0),
            height: try c.value("height"),
            walls: try c.value("walls", or: []), openings: try c.value("openings", or: []), rooms: try c.value("rooms", or: []),
            furniture: try c.value("furniture", or: []), slabs: try c.value("slabs", or: []))
    }
}

extension Slab {
    public init(from decoder: any Decoder) throws {
        let c = try decoder.container(keyedBy: PlanKey.self)
        self.init(
            id: try c.value("id"), kind: try c.value("kind", or: .floor), polygon: try c.value("polygon"),
            top: try c.value("top", or: 0),
            thickness: try c.value("thickness"), assumesThickness: try c.value("assumesThickness", or: false),
            room: try c.optional("room"), confidence: try c.optional("confidence"), isUnseen: try c.value("isUnseen", or: false))
    }
}

extension Wall {
    public init(from decoder: any Decoder) throws {
        let c = try decoder.container(keyedBy: PlanKey.self)
        self.init(
            id: try c.value("id"), start: try c.value("start"), end: try c.value("end"), thickness: try c.value("thickness"),
            height: try c.value("height"), isExternal: try c.optional("isExternal"),
            assumesThickness: try c.value("assumesThickness", or: false), confidence: try c.optional("confidence"),
            isUnseen: try c.value("isUnseen", or: false))
    }
}

extension Opening {
    public init(from decoder: any Decoder) throws {
        let c = try decoder.container(keyedBy: PlanKey.self)
        self.init(
            id: try c.value("id"), kind: try c.value("kind"), wall: try c.value("wall"), offset: try c.value("offset"),
            width: try c.value("width"), sill: try c.value("sill", or: 0), height: try c.value("height"),
            swing: try c.optional("swing"),
            confidence: try c.optional("confidence"), isUnseen: try c.value("isUnseen", or: false))
    }
}

extension Room {
    public init(from decoder: any Decoder) throws {
        let c = try decoder.container(keyedBy: PlanKey.self)
        self.init(
            id: try c.value("id"), name: try c.value("name", or: ""), use: try c.value("use", or: .unknown),
            polygon: try c.value("polygon"),
            ceilingHeight: try c.value("ceilingHeight"), isCeilingUnseen: try c.value("isCeilingUnseen", or: false),
            areaRange: try c.optional("areaRange"), confidence: try c.optional("confidence"),
            isUnseen: try c.value("isUnseen", or: false))
    }
}

extension Furniture {
    public init(from decoder: any Decoder) throws {
        let c = try decoder.container(keyedBy: PlanKey.self)
        self.init(
            id: try c.value("id"), category: try c.value("category", or: .other), name: try c.optional("name"),
            center: try c.value("center"),
            width: try c.value("width"), depth: try c.value("depth"), height: try c.value("height"),
            elevation: try c.value("elevation", or: 0),
            angle: try c.value("angle", or: 0), confidence: try c.optional("confidence"))
    }
}
