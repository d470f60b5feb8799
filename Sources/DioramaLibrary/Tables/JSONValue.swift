/// Any JSON, for values of later versions that are stored unchanged.
enum JSONValue: Sendable, Hashable, Codable {
    case null
    case flag(Bool)
    case integer(Int64)
    case number(Double)
    case text(String)
    case list([JSONValue])
    case object([String: JSONValue])

    init(from decoder: any Decoder) throws {
        let single = try decoder.singleValueContainer()
        if single.decodeNil() {
            self = .null
        } else if let flag = try? single.decode(Bool.self) {
            self = .flag(flag)
        } else if let integer = try? single.decode(Int64.self) {
            self = .integer(integer)
        } else if let number = try? single.decode(Double.self) {
            self = .number(number)
        } else if let text = try? single.decode(String.self) {
            self = .text(text)
        } else if let list = try? single.decode([JSONValue].self) {
            self = .list(list)
        } else {
            self = .object(try single.decode([String: JSONValue].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var single = encoder.singleValueContainer()
        switch self {
        case .null: try single.encodeNil()
        case .flag(let flag): try single.encode(flag)
        case .integer(let integer): try single.encode(integer)
        case .number(let number): try single.encode(number)
        case .text(let text): try single.encode(text)
        case .list(let list): try single.encode(list)
        case .object(let object): try single.encode(object)
        }
    }
}
