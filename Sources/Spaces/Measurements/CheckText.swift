import Foundation
import Geometry
import Measurement

/// Points and check distances as they are typed: `0,1.2,1`, `12 cm,1.2 m,5'`, `A`, `0,1.2,1 5,1.2,1 = 4.98 ± 0.005`,
/// `A,B = 3.62m ± 5mm`.
public struct CheckText: Sendable {
    /// The named points, metres.
    public var names: [String: Point]
    /// What numbers without a unit are in.
    public var units: LengthUnits

    /// Longer texts are no points or distances.
    private static let maxLength = 400
    private static let signs = ["±", "+/-", "+-"]

    /// `names` are the points that texts may refer to, metres.
    public init(names: [String: Point] = [:], units: LengthUnits = .metric) {
        self.names = names
        self.units = units
    }

    // MARK: Points

    /// A point by its three coordinates, each with or without a unit, or by its name.
    /// - Throws: `SpacesError` of kind `invalidInput`.
    public func point(_ text: String) throws(SpacesError) -> Point {
        let text = text.trimmingCharacters(in: .whitespaces)
        if Self.isName(text) {
            guard let point = names[text] else { throw unknownName(text) }
            return point
        }
        guard let point = coordinates(text) else {
            throw Self.invalid(text, "is not x,y,z, such as 1.2,0,-3 or 120cm,0,-3m")
        }
        return point
    }

    private func coordinates(_ text: String) -> Point? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 3, text.utf8.count <= Self.maxLength else { return nil }
        let numbers = parts.compactMap { coordinate(String($0)) }
        return numbers.count == 3 ? Point(numbers[0], numbers[1], numbers[2]) : nil
    }

    private func coordinate(_ text: String) -> Double? {
        let text = text.trimmingCharacters(in: .whitespaces)
        // Numbers as programs write them, 1e-3 among them, in the unit of numbers alone.
        if let number = Double(text) { return number.isFinite && abs(number) < 1e7 ? number * units.metresPerUnit : nil }
        return units.metres(typed: text)
    }

    /// The name and the point of `A=0,1.2,1`.
    /// - Throws: `SpacesError` of kind `invalidInput`.
    public func namedPoint(_ text: String) throws(SpacesError) -> (name: String, point: Point) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts[0].trimmingCharacters(in: .whitespaces)
        guard parts.count == 2, Self.isName(name) else {
            throw Self.invalid(text, "is not NAME=x,y,z, such as A=1.2,0,-3; a name begins with a letter")
        }
        guard let point = coordinates(parts[1].trimmingCharacters(in: .whitespaces)) else {
            throw Self.invalid(text, "is not NAME=x,y,z, such as A=1.2,0,-3")
        }
        return (name, point)
    }

    /// Whether a text is a name rather than coordinates: a letter, then letters, digits, `_` and `-`.
    public static func isName(_ text: String) -> Bool {
        guard let first = text.first, first.isLetter, text.utf8.count <= 64 else { return false }
        return text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
    }

    private func unknownName(_ name: String) -> SpacesError {
        let known = names.keys.sorted().joined(separator: ", ")
        return SpacesError(
            .invalidInput, "there is no point \(name)",
            remedy: known.isEmpty ? "name it with --point \(name)=x,y,z" : "the named points are \(known)")
    }

    // MARK: Check distances

    /// Two points and a length: `POINT POINT = LENGTH ± TOLERANCE`, where each point is x,y,z or a name, and two names may also
    /// be separated by a comma. `±` may be written `+-` or `+/-`. A tolerance without a unit is in that of the length.
    /// - Throws: `SpacesError` of kind `invalidInput` that says which part is wrong.
    public func check(_ text: String) throws(SpacesError) -> CheckRequest {
        guard text.utf8.count <= Self.maxLength else {
            throw SpacesError(.invalidInput, "a check distance is longer than \(Self.maxLength) characters", remedy: Self.form)
        }
        let sides = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
        guard sides.count == 2 else { throw Self.invalid(text, "is not a check distance", remedy: Self.form) }
        let left = sides[0].trimmingCharacters(in: .whitespaces)
        let ends = try ends(left, of: text)
        let (length, tolerance) = try lengths(sides[1], of: text)
        return CheckRequest(
            points: [MeasurementRequest.Pick(ends.0), MeasurementRequest.Pick(ends.1)], length: length, tolerance: tolerance,
            name: left)
    }

    private static let form = "write it like \"0,1.2,1 5,1.2,1 = 4.98 ± 0.005\" or \"A,B = 4.98m ± 5mm\""

    private func ends(_ text: String, of whole: String) throws(SpacesError) -> (Point, Point) {
        var words = text.split(whereSeparator: { $0.isWhitespace || $0 == ";" }).map(String.init)
        if words.count == 1 {
            let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            if names.count == 2 { words = names }
        }
        // Spaces after the comma of two names: `A, B`.
        if words.count == 2, words[0].hasSuffix(","), Self.isName(String(words[0].dropLast())) { words[0].removeLast() }
        guard words.count == 2 else {
            throw Self.invalid(whole, "has no two points before the equals sign", remedy: Self.form)
        }
        return (try point(words[0]), try point(words[1]))
    }

    private func lengths(_ text: String, of whole: String) throws(SpacesError) -> (length: Double, tolerance: Double) {
        guard let sign = Self.signs.first(where: { text.contains($0) }), let range = text.range(of: sign) else {
            throw Self.invalid(whole, "has no tolerance", remedy: "add how exact the distance is, such as ± 0.005")
        }
        let length = text[..<range.lowerBound].trimmingCharacters(in: .whitespaces)
        var tolerance = text[range.upperBound...].trimmingCharacters(in: .whitespaces)
        guard let metres = units.metres(typed: length), metres > 0 else {
            throw Self.invalid(length, "is not a length above 0", remedy: Self.form)
        }
        let unit = String(length.reversed().prefix { !$0.isNumber && !$0.isWhitespace }.reversed())
        if tolerance.last?.isNumber == true { tolerance += unit }
        guard let half = units.metres(typed: tolerance), half > 0, half < metres else {
            throw Self.invalid(tolerance, "is not a tolerance above 0 and below the length", remedy: Self.form)
        }
        return (metres, half)
    }

    private static func invalid(_ text: String, _ problem: String, remedy: String? = nil) -> SpacesError {
        let shown = text.filter { !$0.isNewline }
        return SpacesError(.invalidInput, "'\(shown.prefix(80))' \(problem)", remedy: remedy)
    }
}
