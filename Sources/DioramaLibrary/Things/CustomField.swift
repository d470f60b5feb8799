import Foundation

/// A named value that a person adds to a thing, or that a workflow asks for.
public struct CustomField: Sendable, Hashable {
    /// 1 to 100 characters.
    public var name: String
    /// The value with its type.
    public var value: FieldValue

    /// Creates a field; names are unique within a thing.
    public init(_ name: String, _ value: FieldValue) {
        self.name = name
        self.value = value
    }

    static func checked(_ fields: [CustomField]) throws(LibraryError) -> [CustomField] {
        if fields.count > 200 {
            throw LibraryError(.invalidValue, "a thing can have at most 200 fields of its own, not \(fields.count)")
        }
        var names: Set<String> = []
        var checked: [CustomField] = []
        for field in fields {
            let name = try Check.line(field.name, "a field's name", characters: 100)
            if !names.insert(name).inserted { throw LibraryError(.invalidValue, "there are two fields named \"\(name)\"") }
            checked.append(CustomField(name, try field.value.checked(name)))
        }
        return checked
    }
}

/// The value of a field.
public enum FieldValue: Sendable, Hashable {
    /// Text of at most 10,000 characters.
    case text(String)
    /// Finite.
    case number(Double)
    /// To the millisecond.
    case date(Date)
    /// Yes or no.
    case flag(Bool)
    /// A non-negative amount.
    case money(Money)
    /// What a later version wrote, as JSON. It is kept as it is.
    case other(String)

    func checked(_ name: String) throws(LibraryError) -> FieldValue {
        switch self {
        case .text(let text): return .text(try Check.text(text, "the field \"\(name)\"", characters: 10_000))
        case .number(let number):
            if !number.isFinite { throw LibraryError(.invalidValue, "the field \"\(name)\" must be a finite number") }
        case .date(let date):
            try Check.time(date, "the field \"\(name)\"")
            // As it comes back.
            return .date(Date(milliseconds: date.milliseconds))
        case .money(let money): try money.check("the field \"\(name)\"")
        case .flag, .other: break
        }
        return self
    }
}

/// `["Voltage", 18]`: short, and without words of its own that a search would find.
extension CustomField: Codable {
    public init(from decoder: any Decoder) throws {
        var pair = try decoder.unkeyedContainer()
        name = try pair.decode(String.self)
        value = try pair.decode(FieldValue.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var pair = encoder.unkeyedContainer()
        try pair.encode(name)
        try pair.encode(value)
    }
}

/// Texts, numbers and flags are JSON's own; `{"date":milliseconds}`, `{"money":{"minorUnits":1999,"currency":"EUR"}}`.
extension FieldValue: Codable {
    private enum Key: String, CodingKey { case date, money }

    public init(from decoder: any Decoder) throws {
        let single = try decoder.singleValueContainer()
        if let flag = try? single.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? single.decode(Double.self) {
            self = .number(number)
        } else if let text = try? single.decode(String.self) {
            self = .text(text)
        } else if let keyed = try? decoder.container(keyedBy: Key.self),
            let milliseconds = try? keyed.decode(Int64.self, forKey: .date)
        {
            self = .date(Date(milliseconds: milliseconds))
        } else if let keyed = try? decoder.container(keyedBy: Key.self), let money = try? keyed.decode(Money.self, forKey: .money) {
            self = .money(money)
        } else {
            self = .other(JSONText.of(try single.decode(JSONValue.self)))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .text(let text):
            var single = encoder.singleValueContainer()
            try single.encode(text)
        case .number(let number):
            var single = encoder.singleValueContainer()
            try single.encode(number)
        case .flag(let flag):
            var single = encoder.singleValueContainer()
            try single.encode(flag)
        case .date(let date):
            var keyed = encoder.container(keyedBy: Key.self)
            try keyed.encode(date.milliseconds, forKey: .date)
        case .money(let money):
            var keyed = encoder.container(keyedBy: Key.self)
            try keyed.encode(money, forKey: .money)
        case .other(let json):
            var single = encoder.singleValueContainer()
            try single.encode(JSONText.read(JSONValue.self, json) ?? .null)
        }
    }
}
