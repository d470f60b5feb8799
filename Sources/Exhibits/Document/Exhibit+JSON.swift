import Foundation

extension Exhibit {
    /// The largest document in bytes.
    public static let maxByteCount = 4 << 20

    /// Reads a document; its rules are checked by `problems()`, not here.
    /// - Parameter json: the content of `exhibit.json`, at most `maxByteCount` bytes.
    /// - Throws: an error of kind `unreadable` or, for unknown fields and other versions, `invalid`, which names the field.
    public init(json: Data) throws(ExhibitError) {
        guard json.count <= Self.maxByteCount else {
            throw ExhibitError(
                .invalid, "the document has \(json.count) bytes", remedy: "at most \(Self.maxByteCount) bytes (4 MB) are possible")
        }
        if let version = try? JSONDecoder().decode(VersionOnly.self, from: json).version, version != Self.currentVersion {
            throw ExhibitError(
                .invalid, "the version \(version) of the schema is unknown", at: "version",
                remedy: version > Self.currentVersion
                    ? "use a newer program; this one reads version \(Self.currentVersion)" : "it must be \(Self.currentVersion)")
        }
        do {
            self = try StrictDecoding.decode(Exhibit.self, from: json)
        } catch let unknown as StrictDecoding.UnknownField {
            throw ExhibitError(
                .invalid, "the field is unknown", at: unknown.path, remedy: "known here: \(unknown.known.joined(separator: ", "))")
        } catch let error as DecodingError {
            if case .dataCorrupted(let context) = error, context.codingPath.isEmpty,
                (try? JSONSerialization.jsonObject(with: json)) != nil
            {
                throw ExhibitError(.invalid, "a number is out of range", remedy: "counts must be whole numbers below 2^53")
            }
            throw ExhibitError(error)
        } catch {
            throw ExhibitError(.unreadable, "it is not JSON of an exhibit")
        }
    }

    /// The document as JSON with sorted keys: equal documents give equal bytes.
    /// - Parameter isReadable: whether it is indented for people.
    /// - Throws: an error of kind `invalid` where it contains a number that JSON can't express.
    public func json(isReadable: Bool = false) throws(ExhibitError) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting =
            isReadable ? [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted] : [.sortedKeys, .withoutEscapingSlashes]
        do { return try encoder.encode(self) } catch {
            throw ExhibitError(.invalid, "a number is not finite", remedy: "positions and sizes must be finite numbers")
        }
    }

    private struct VersionOnly: Decodable { var version: Int }
}

extension ExhibitError {
    /// What is wrong where, in one line.
    init(_ error: DecodingError) {
        func text(_ path: [any CodingKey]) -> String? {
            let text = path.reduce("") { text, key in
                key.intValue.map { text + "[\($0)]" } ?? (text.isEmpty ? key.stringValue : text + "." + key.stringValue)
            }
            return text.isEmpty ? nil : text
        }
        switch error {
        case .keyNotFound(let key, let context):
            self.init(.invalid, "the field \(key.stringValue) is missing", at: text(context.codingPath))
        case .valueNotFound(_, let context):
            self.init(.invalid, "the value is null", at: text(context.codingPath), remedy: "give a value or leave the field out")
        case .typeMismatch(let type, let context):
            self.init(.invalid, "the value must be \(Self.word(type))", at: text(context.codingPath))
        case .dataCorrupted(let context):
            // An unknown word of an enumeration has a path; text that is not JSON has none.
            if let place = text(context.codingPath) {
                self.init(.invalid, "the value is not one of the possible ones", at: place, remedy: "see docs/exhibits.md")
            } else {
                self.init(.unreadable, "it is not JSON")
            }
        @unknown default: self.init(.unreadable, "it is not JSON of an exhibit")
        }
    }

    private static func word(_ type: Any.Type) -> String {
        switch type {
        case is String.Type: "a text"
        case is Bool.Type: "true or false"
        case is Int.Type: "a whole number"
        case is Double.Type: "a number"
        case is [Any].Type: "a list"
        default: "an object"
        }
    }
}
