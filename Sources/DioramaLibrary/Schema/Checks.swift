import Foundation
import Geometry

extension Library {
    /// A space's name as it is kept: without space at its ends, 1 to 200 characters, no control characters or line ends.
    public static func checkedName(_ name: String) throws(LibraryError) -> String {
        try Check.line(name, "a space's name", characters: 200)
    }
}

/// What the catalogue accepts.
enum Check {
    /// One line of text without space at its ends, 1 to `characters` characters (and no more than 8 bytes for each on average, as
    /// one character can be built of any number of marks).
    static func line(_ text: String, _ what: String, characters: Int) throws(LibraryError) -> String {
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        if trimmed.isEmpty { throw LibraryError(.invalidValue, "\(what) can't be empty") }
        if trimmed.utf8.count > 8 * characters || trimmed.count > characters {
            throw LibraryError(.invalidValue, "\(what) can have at most \(characters) characters")
        }
        let isControl = trimmed.unicodeScalars.contains { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: true
            default: false
            }
        }
        if isControl { throw LibraryError(.invalidValue, "\(what) can't have control characters or line ends") }
        return trimmed
    }

    static func count(_ count: Int, _ what: String) throws(LibraryError) {
        if count < 0 { throw LibraryError(.invalidValue, "\(what) can't be negative (\(count))") }
    }

    /// A JSON object of at most `limit` bytes.
    static func object(_ text: String, _ what: String, largest limit: Int = 256 * 1024) throws(LibraryError) {
        if text.utf8.count > limit {
            throw LibraryError(.invalidValue, "\(what) can have at most \(limit / 1024) kB (\(text.utf8.count) bytes)")
        }
        guard (try? JSONSerialization.jsonObject(with: Data(text.utf8))) is [String: Any] else {
            throw LibraryError(.invalidValue, "\(what) must be a JSON object")
        }
    }

    static func amount(_ amount: Double, _ what: String) throws(LibraryError) {
        if !(amount.isFinite && amount >= 0) {
            throw LibraryError(.invalidValue, "\(what) must be a number that is not negative (\(amount))")
        }
    }
}

extension SpaceDraft {
    /// The draft as it is kept.
    func checked() throws(LibraryError) -> SpaceDraft {
        var draft = self
        draft.name = try Library.checkedName(name)
        try Check.count(triangleCount, "the number of triangles")
        try Check.count(pointCount, "the number of points")
        if let areaSquareMetres { try Check.amount(areaSquareMetres, "the area in m²") }
        if let bounds {
            let sides = [bounds.min.x, bounds.min.y, bounds.min.z, bounds.max.x, bounds.max.y, bounds.max.z]
            if bounds.isEmpty {
                draft.bounds = nil
            } else if !sides.allSatisfy(\.isFinite) {
                throw LibraryError(.invalidValue, "the bounds must be finite")
            }
        }
        if let capture {
            draft.capture?.kind = try Check.line(capture.kind, "the kind of a capture", characters: 100)
            try Check.count(capture.frameCount, "the number of frames")
            try Check.count(capture.skippedFrames, "the number of skipped frames")
            try Check.amount(capture.seconds, "the seconds of a reconstruction")
        }
        if let report { try Check.object(report, "a scan's report") }
        for asset in assets { try asset.check() }
        return draft
    }
}

extension AssetDraft {
    func check() throws(LibraryError) {
        try Check.contentType(contentType)
        if let triangleCount { try Check.count(triangleCount, "the number of triangles") }
        if (kind == .lod) != (level != nil) || level.map({ $0 < 1 }) == true {
            throw LibraryError(.invalidValue, "a level of detail has a number from 1 on, and nothing else has")
        }
        try Check.fileName(fileName)
    }
}
