import Foundation

/// Decoding that refuses properties it doesn't know, and errors that say where they are.
enum StrictJSON {
    struct AnyKey: CodingKey {
        let stringValue: String
        let intValue: Int?

        init(stringValue: String) {
            self.stringValue = stringValue
            intValue = nil
        }

        init(intValue: Int) {
            stringValue = "\(intValue)"
            self.intValue = intValue
        }
    }

    /// "things[2].value.currency".
    static func path(_ keys: [any CodingKey]) -> String? {
        var path = ""
        for key in keys {
            if let index = key.intValue {
                path += "[\(index)]"
            } else {
                path += (path.isEmpty ? "" : ".") + key.stringValue.prefix(60)
            }
        }
        return path.isEmpty ? nil : path
    }

    /// An error of decoding, in the words of this module.
    static func described(_ error: any Error) -> CatalogueFormatError {
        if let error = error as? CatalogueFormatError { return error }
        guard let error = error as? DecodingError else { return .unreadable("this can't be read (\(error.localizedDescription))") }
        switch error {
        case .keyNotFound(let key, let context):
            return .unreadable("\"\(key.stringValue)\" is missing", at: path(context.codingPath), remedy: "add it")
        case .typeMismatch(let type, let context):
            return .unreadable("the value is not \(noun(type))", at: path(context.codingPath), remedy: "correct it")
        case .valueNotFound(let type, let context):
            return .unreadable("null is not \(noun(type))", at: path(context.codingPath), remedy: "leave the property out")
        case .dataCorrupted(let context):
            if context.codingPath.isEmpty {
                return .unreadable(
                    "this is not valid JSON\(position(context.underlyingError))", remedy: "export the catalogue again")
            }
            return .unreadable(context.debugDescription, at: path(context.codingPath), remedy: "correct it")
        @unknown default: return .unreadable("this can't be read")
        }
    }

    /// Where in the text the parser stopped, where it says so.
    private static func position(_ error: (any Error)?) -> String {
        guard let text = (error as NSError?)?.userInfo["NSDebugDescription"] as? String else { return "" }
        return " (\(text.prefix(200)))"
    }

    private static func noun(_ type: Any.Type) -> String {
        switch type {
        case is String.Type: "a text"
        case is Bool.Type: "true or false"
        case is Double.Type, is Float.Type: "a number"
        case is Int.Type, is Int64.Type: "a whole number"
        default: "\(type)".hasPrefix("Array") ? "a list" : "an object"
        }
    }
}

extension Decoder {
    /// An object that has no other properties than these.
    func strictContainer<Key: CodingKey>(_ type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        let all = try container(keyedBy: StrictJSON.AnyKey.self).allKeys.map(\.stringValue)
        if let unknown = all.filter({ Key(stringValue: $0) == nil }).min() {
            throw CatalogueFormatError.unreadable(
                "the property \(unknown.quoted) is not known", at: StrictJSON.path(codingPath),
                remedy: "remove it, or update Diorama")
        }
        return try container(keyedBy: type)
    }
}

extension KeyedDecodingContainer {
    /// An instant: "2026-11-27T12:30:00.250Z".
    func instant(_ key: Key) throws -> Date {
        let text = try decode(String.self, forKey: key)
        guard text.count > 10, case .date(let date) = DateText.read(text, order: nil) else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: self, debugDescription: "\(text.quoted) is not an instant, as 2026-11-27T12:30:00.000Z")
        }
        return date.date
    }

    /// A whole number; 15.5 is refused here, not as damaged JSON.
    func whole(_ key: Key) throws -> Int64 {
        do { return try decode(Int64.self, forKey: key) } catch DecodingError.keyNotFound(let key, let context) {
            throw DecodingError.keyNotFound(key, context)
        } catch {
            // JSONDecoder's own error for 15.5 doesn't say where it is.
            throw CatalogueFormatError.unreadable(
                "the value is not a whole number", at: StrictJSON.path(codingPath + [key]), remedy: "correct it")
        }
    }

    /// A day, or an instant, or nil.
    func dayIfPresent(_ key: Key) throws -> Date? {
        guard let text = try decodeIfPresent(String.self, forKey: key) else { return nil }
        guard text.prefix(5).last == "-", case .date(let date) = DateText.read(text, order: nil) else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: self, debugDescription: "\(text.quoted) is not a day, as 2026-11-27, nor an instant")
        }
        return date.date
    }
}

extension KeyedEncodingContainer {
    mutating func encodeDay(_ date: Date?, forKey key: Key) throws {
        try encodeIfPresent(date.map { DateText($0).shortText }, forKey: key)
    }

    /// Leaves out what is empty.
    mutating func encodeText(_ text: String?, forKey key: Key) throws {
        if let text, !text.isEmpty { try encode(text, forKey: key) }
    }
}
