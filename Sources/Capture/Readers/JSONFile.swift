import Foundation

/// JSON files of captures.
enum JSONFile {
    static func read<T: Decodable>(_ type: T.Type, _ url: URL) throws(CaptureError) -> T {
        try decode(type, from: try TextTable.read(url), at: url)
    }

    /// Decodes JSON. Python writes NaN as a bare word, which is not JSON but JSON5.
    /// - Throws: `CaptureError` that says where in the file what is wrong.
    static func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8], at url: URL) throws(CaptureError) -> T {
        // Foundation's JSON5 reader traps on bytes that are no UTF-8 (found by fuzzing).
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw CaptureError(url, "this is not JSON (it is not UTF-8: damaged)")
        }
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = true
        do {
            return try decoder.decode(type, from: Data(bytes))
        } catch let error as DecodingError {
            throw CaptureError(url, problem(error, url))
        } catch {
            throw CaptureError(url, "this is not JSON")
        }
    }

    private static func problem(_ error: DecodingError, _ url: URL) -> String {
        func place(_ path: [any CodingKey]) -> String {
            path.reduce("") { text, key in
                if let index = key.intValue { return "\(text)[\(index)]" }
                return text.isEmpty ? key.stringValue : "\(text).\(key.stringValue)"
            }
        }
        switch error {
        case .keyNotFound(let key, let context): return "“\(place(context.codingPath + [key]))” is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            return context.codingPath.isEmpty
                ? "this is not a valid \(url.lastPathComponent)" : "“\(place(context.codingPath))” has the wrong type"
        case .dataCorrupted(let context):
            let path = context.codingPath
            return path.isEmpty ? "this is not JSON (damaged or truncated)" : "“\(place(path))” can't be read"
        @unknown default: return "this is not JSON"
        }
    }
}

/// A number that is not needed: one of another type is no error.
struct LenientNumber: Decodable {
    let value: Double?

    init(from decoder: any Decoder) {
        value = try? decoder.singleValueContainer().decode(Double.self)
    }
}
