import Foundation
import Geometry

/// The directions of photos around what they show, or around the viewer.
struct PhotoCircle {
    let subject: PhotoGuidance.Subject
    let sectors: [PhotoGuidance.Sector]
    let gaps: [PhotoGuidance.Gap]
    /// The share of the sectors that have photos, whatever their elevation.
    let coverage: Double

    private static let sectorCount = 12

    /// - Parameters:
    ///   - views: in the order of the photos; world y-up.
    ///   - points: the sparse points.
    init(_ views: [GuidanceView], points: [Vector3]) {
        let center = Self.focus(views)
        let inward = views.filter { view in
            guard let center else { return false }
            let to = center - view.pose.translation
            return to.length > 0 && GravityEstimator.angle(view.direction, to.normalized) < 35
        }
        let isObject = center != nil && inward.count * 10 >= views.count * 7 && views.count >= 3
        subject = isObject ? .object : .surroundings
        // An object's directions are those from it to the cameras; a room's those of the views.
        let directions = views.map { view -> Vector3 in
            isObject ? (view.pose.translation - center!).normalized : view.direction
        }
        // Straight up or down has no azimuth.
        let flat = directions.map { abs($0.y) < 0.985 }
        let zero = zip(directions, flat).first { $1 }.map { Self.azimuth($0.0) } ?? 0
        // A thousandth of a degree more: rounding must not put the first photo into the last sector.
        let placed = views.indices.map { i in
            (
                azimuth: (Self.azimuth(directions[i]) - zero + 720.001).truncatingRemainder(dividingBy: 360),
                elevation: Self.elevation(directions[i])
            )
        }
        let width = 360 / Double(Self.sectorCount)
        var counts: [PhotoGuidance.Elevation: [Int]] = [:]
        for i in views.indices {
            let sector = min(Self.sectorCount - 1, Int(placed[i].azimuth / width))
            counts[placed[i].elevation, default: Array(repeating: 0, count: Self.sectorCount)][sector] += 1
        }
        sectors = PhotoGuidance.Elevation.allCases.flatMap { elevation in
            (0..<Self.sectorCount).map { sector in
                PhotoGuidance.Sector(
                    azimuth: Double(sector) * width, width: width, elevation: elevation, count: counts[elevation]?[sector] ?? 0)
            }
        }
        let covered = (0..<Self.sectorCount).count { sector in counts.values.contains { $0[sector] > 0 } }
        coverage = Double(covered) / Double(Self.sectorCount)
        gaps = Self.gaps(
            views.indices.filter { flat[$0] }.map { (placed[$0].azimuth, views[$0].name) }.sorted { $0.0 < $1.0 })
    }

    /// The point with the least squared distance to all viewing axes; nil where they don't meet.
    private static func focus(_ views: [GuidanceView]) -> Vector3? {
        Triangulation.point(views.map { Ray(origin: $0.pose.translation, direction: $0.direction) })?.point
    }

    /// Degrees clockwise seen from above.
    private static func azimuth(_ d: Vector3) -> Double { atan2(Double(d.x), Double(-d.z)) * 180 / .pi }

    private static func elevation(_ d: Vector3) -> PhotoGuidance.Elevation {
        let degrees = asin(min(max(Double(d.y), -1), 1)) * 180 / .pi
        return degrees < 15 ? .low : degrees < 50 ? .middle : .high
    }

    /// Ranges between neighbours, the widest first.
    private static func gaps(_ sorted: [(azimuth: Double, name: String)]) -> [PhotoGuidance.Gap] {
        guard sorted.count >= 2 else { return [] }
        return sorted.indices.compactMap { i -> PhotoGuidance.Gap? in
            let next = sorted[(i + 1) % sorted.count]
            let width = i + 1 < sorted.count ? next.azimuth - sorted[i].azimuth : next.azimuth + 360 - sorted[i].azimuth
            guard width >= PhotoGuidance.minGap else { return nil }
            return PhotoGuidance.Gap(
                azimuth: sorted[i].azimuth, width: width, after: sorted[i].name, before: next.name,
                photos: max(1, Int((width / 20).rounded()) - 1))
        }.sorted { $0.width > $1.width }
    }
}
