import Foundation
import Geometry

/// A point that is marked in a photo.
public struct PhotoPoint: Sendable, Equatable {
    /// The photo's name in its set (`IMG_1.jpg`), or the number of a frame of an existing model, from 0.
    public let photo: String
    /// Pixels from the centre of the upper left pixel, x right and y down, in the photo at full size as it is shown.
    public let pixel: SIMD2<Double>

    /// A point of its parts.
    public init(photo: String, pixel: SIMD2<Double>) {
        self.photo = photo
        self.pixel = pixel
    }

    /// `IMG_1.jpg:812,344`.
    /// - Throws: `PhotogrammetryError` where it isn't a photo and a pixel.
    public init(_ text: String) throws(PhotogrammetryError) {
        guard let colon = text.lastIndex(of: ":"), colon != text.startIndex else { throw Self.bad(text) }
        let numbers = text[text.index(after: colon)...].split(separator: ",", omittingEmptySubsequences: false).map {
            Double($0.trimmingCharacters(in: .whitespaces))
        }
        guard numbers.count == 2, let x = numbers[0], let y = numbers[1], x.isFinite, y.isFinite, x >= 0, y >= 0 else {
            throw Self.bad(text)
        }
        self.init(photo: text[..<colon].trimmingCharacters(in: .whitespaces), pixel: SIMD2(x, y))
    }

    private static func bad(_ text: String) -> PhotogrammetryError {
        PhotogrammetryError(
            "“\(text.prefix(100))”", "this is not a point in a photo", remedy: "write PHOTO:X,Y, as IMG_1.jpg:812,344")
    }
}

/// A length that the user knows, between two points that are marked in one photo or more each.
public struct ScaleLength: Sendable, Equatable {
    /// Where photos show the first point.
    public let start: [PhotoPoint]
    /// Where photos show the second point.
    public let end: [PhotoPoint]
    /// The length in metres.
    public let metres: Double

    /// A length of its parts.
    public init(start: [PhotoPoint], end: [PhotoPoint], metres: Double) {
        self.start = start
        self.end = end
        self.metres = metres
    }

    /// A length as it is written on the command line.
    ///
    /// `A,B=1.20` names two points of `points`; `IMG_1.jpg:812,344,IMG_1.jpg:1400,350=1.20` gives the pixels themselves. The length
    /// is in metres, or has a unit: `120 cm`, `4 ft`.
    /// - Parameters:
    ///   - text: the length.
    ///   - points: named points, each with where photos show it (`named`).
    /// - Throws: `PhotogrammetryError` that says what is wrong.
    public init(_ text: String, points: [String: [PhotoPoint]] = [:]) throws(PhotogrammetryError) {
        let place = "“\(text.prefix(100))”"
        guard let equals = text.lastIndex(of: "=") else {
            throw PhotogrammetryError(place, "this is not a known length", remedy: "write A,B=1.20 with two points and metres")
        }
        let typed = text[text.index(after: equals)...].trimmingCharacters(in: .whitespaces)
        guard let metres = LengthUnits.metres.metres(typed: typed), metres > 0 else {
            throw PhotogrammetryError(
                place, "“\(typed.prefix(40))” is not a length", remedy: "write metres, or a unit: 1.20, 120 cm")
        }
        let ends = text[..<equals]
        if ends.contains(":") {
            guard let (a, b) = Self.split(ends) else {
                throw PhotogrammetryError(
                    place, "two points are needed before “=”", remedy: "write PHOTO:X,Y,PHOTO:X,Y=1.20")
            }
            self.init(start: [try PhotoPoint(a)], end: [try PhotoPoint(b)], metres: metres)
            return
        }
        let names = ends.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        guard names.count == 2, names[0] != names[1] else {
            throw PhotogrammetryError(place, "two different points are needed before “=”", remedy: "write A,B=1.20")
        }
        var found: [[PhotoPoint]] = []
        for name in names {
            guard let point = points[name], !point.isEmpty else {
                throw PhotogrammetryError(
                    place, "the point \(name) is not defined",
                    remedy: "mark it in a photo, better in two: --scale-point \(name)=IMG_1.jpg:812,344")
            }
            found.append(point)
        }
        self.init(start: found[0], end: found[1], metres: metres)
    }

    /// Named points as they are written on the command line, `A=IMG_1.jpg:812,344`, each name once for each photo that shows it.
    /// - Throws: `PhotogrammetryError` that says what is wrong.
    public static func named(_ texts: [String]) throws(PhotogrammetryError) -> [String: [PhotoPoint]] {
        var points: [String: [PhotoPoint]] = [:]
        for text in texts {
            guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
                throw PhotogrammetryError(
                    "“\(text.prefix(100))”", "this is not a named point", remedy: "write A=IMG_1.jpg:812,344")
            }
            let name = text[..<equals].trimmingCharacters(in: .whitespaces)
            points[name, default: []].append(try PhotoPoint(String(text[text.index(after: equals)...])))
        }
        return points
    }

    /// `PHOTO:X,Y,PHOTO:X,Y` in two; names of photos may have commas. The second point's name begins behind the first X,Y.
    private static func split(_ text: Substring) -> (String, String)? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        // The first Y is the part behind the first one that ends with `:X`.
        guard
            let x = parts.firstIndex(where: { part in
                part.split(separator: ":", omittingEmptySubsequences: false).last.map { part.contains(":") && Double($0) != nil }
                    ?? false
            }), x + 2 < parts.count
        else { return nil }
        return (parts[...(x + 1)].joined(separator: ","), parts[(x + 2)...].joined(separator: ","))
    }
}
