import DioramaLibrary
import Foundation
import Geometry

/// The region of a space in which a memory can be anchored.
struct AnchorBounds {
    /// Distance in metres by which a point may be outside of the scanned surface: levels of detail and furniture extend beyond it.
    private static let pointMargin = 1.0
    /// The same for cues and screens, which are beside the point.
    private static let cueMargin = 10.0

    private let bounds: Bounds

    init(_ bounds: Bounds) { self.bounds = bounds }

    /// Checks what differs from `old`.
    /// - Throws: `SpacesError` of kind `invalidInput` for a position that is outside.
    func check(_ anchor: MemoryAnchor, replacing old: MemoryAnchor?) throws(SpacesError) {
        if anchor.point != old?.point { try check(anchor.point, within: Self.pointMargin, as: "anchor.point") }
        if anchor.cuePosition != old?.cuePosition {
            let input = anchor.screen == nil ? "anchor.offset" : "anchor.screen.position"
            try check(anchor.cuePosition, within: Self.cueMargin, as: input)
        }
    }

    private func check(_ point: [Double], within margin: Double, as input: String) throws(SpacesError) {
        let low = [bounds.min.x, bounds.min.y, bounds.min.z].map { Double($0) - margin }
        let high = [bounds.max.x, bounds.max.y, bounds.max.z].map { Double($0) + margin }
        if (0..<3).allSatisfy({ (low[$0]...high[$0]).contains(point[$0]) }) { return }
        throw SpacesError(
            .invalidInput, "\(Self.text(point)) is outside of the space", input: input,
            remedy: "choose a point between \(Self.text(low)) and \(Self.text(high)), in metres")
    }

    private static func text(_ point: [Double]) -> String {
        "(" + point.map { String(format: "%.1f", locale: Locale(identifier: "en_US_POSIX"), $0) }.joined(separator: ", ") + ")"
    }
}
