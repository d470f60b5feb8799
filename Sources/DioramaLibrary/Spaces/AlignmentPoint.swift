import Foundation
import GRDB

/// A point that people find again in the real place, as a door's corner: two of them align a space with it.
public struct AlignmentPoint: Sendable, Equatable, Codable {
    /// Where it is in the space: x, y, z in metres.
    public let point: [Double]
    /// From where its image in the scan is drawn.
    public let viewpoint: Viewpoint

    /// - Parameters:
    ///   - point: x, y, z in metres, at most 100 km from the origin.
    ///   - viewpoint: from where its image in the scan is drawn.
    /// - Throws: `LibraryError` of kind `invalidValue` where `point` is no position.
    public init(point: [Double], viewpoint: Viewpoint) throws(LibraryError) {
        guard point.count == 3, point.allSatisfy({ abs($0) <= 100_000 }) else {
            throw LibraryError(.invalidValue, "a point has three numbers: x, y and z in metres, at most 100 km from the origin")
        }
        self.point = point
        self.viewpoint = viewpoint
    }

    /// Whether two points lie apart enough, seen from above, to define a direction: half a metre.
    public func definesDirection(with other: AlignmentPoint) -> Bool {
        let x = point[0] - other.point[0]
        let z = point[2] - other.point[2]
        return (x * x + z * z).squareRoot() >= 0.5
    }
}

extension Library {
    /// The points by which a space is aligned with the real place, on all devices.
    /// - Returns: two points, or none where they were not chosen; nil where there is no such space outside the trash.
    public func alignment(of space: SpaceID) async throws(LibraryError) -> [AlignmentPoint]? {
        try await read(to: "read the alignment of \(space)") { db in
            let row = try Row.fetchOne(
                db, sql: "SELECT alignment FROM spaces WHERE id = ? AND trashed IS NULL", arguments: [space.description])
            guard let row else { return nil }
            // Of a later version, it may be something that this one can't read.
            return (row[0] as String?).flatMap { JSONText.read([AlignmentPoint].self, $0) } ?? []
        }
    }

    /// Stores the points by which a space is aligned with the real place.
    /// - Parameters:
    ///   - points: two, at least half a metre apart seen from above; none removes them.
    ///   - space: the space.
    /// - Throws: `LibraryError`: `invalidValue` for another number of points or points that define no direction, `notFound` where
    ///   there is no such space outside the trash.
    public func setAlignment(_ points: [AlignmentPoint], of space: SpaceID) async throws(LibraryError) {
        guard points.isEmpty || points.count == 2 else {
            throw LibraryError(.invalidValue, "an alignment has two points or none, not \(points.count)")
        }
        if points.count == 2, !points[0].definesDirection(with: points[1]) {
            throw LibraryError(
                .invalidValue, "the two points of an alignment must be at least half a metre apart, seen from above")
        }
        let json = points.isEmpty ? nil : JSONText.of(points)
        let isThere = try await write(to: "change the space \(space)") { db in
            try db.execute(
                sql: "UPDATE spaces SET alignment = ?, modified = max(modified, ?) WHERE id = ? AND trashed IS NULL",
                arguments: [json, Date().milliseconds, space.description])
            return db.changesCount > 0
        }
        if !isThere { throw LibraryError(.notFound, "there is no space \(space) outside the trash") }
    }
}
