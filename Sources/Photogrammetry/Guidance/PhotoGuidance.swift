import Foundation
import Geometry

/// How good a set of photos is, and what to photograph next.
public struct PhotoGuidance: Sendable, Equatable {
    /// What the photos show.
    public enum Subject: String, Sendable, Codable {
        /// Something that the cameras stand around.
        case object
        /// What is around the cameras: a room, a place.
        case surroundings
    }

    /// Heights of the camera above the subject, or of its view.
    public enum Elevation: String, Sendable, CaseIterable, Codable {
        /// Below 15°.
        case low
        /// 15° to 50°.
        case middle
        /// Above 50°.
        case high
    }

    /// A part of the circle around the subject, or around the viewer.
    public struct Sector: Sendable, Equatable {
        /// Degrees clockwise seen from above, from the first photo's direction on: where the sector begins.
        public let azimuth: Double
        /// Degrees of its width.
        public let width: Double
        /// The height of the photos.
        public let elevation: Elevation
        /// Photos taken from there, or looking there.
        public let count: Int
    }

    /// A range of directions without photos.
    public struct Gap: Sendable, Equatable {
        /// Degrees clockwise seen from above, from the first photo's direction on: where it begins.
        public let azimuth: Double
        /// Degrees of its width.
        public let width: Double
        /// The last photo before it.
        public let after: String
        /// The first photo behind it.
        public let before: String
        /// How many photos would fill it.
        public let photos: Int
    }

    /// A photo that is weakly connected to the others.
    public struct WeakPhoto: Sendable, Equatable {
        /// The photo's name.
        public let name: String
        /// Points that it shares with the photo with which it shares the most.
        public let sharedPoints: Int
        /// That photo's name.
        public let neighbour: String
    }

    /// What the photos show.
    public let subject: Subject
    /// All sectors, 30° wide, by elevation and azimuth.
    public let sectors: [Sector]
    /// Where photos are missing, the widest gap first.
    public let gaps: [Gap]
    /// Elevations from which there is no photo, where photos from there would show more.
    public let missingElevations: [Elevation]
    /// Photos with too few points in common with others, the weakest first.
    public let weak: [WeakPhoto]
    /// Photos that are blurred.
    public let blurred: [String]
    /// Photos that repeat another one.
    public let duplicates: [String]
    /// The share of the circle that has photos, 0…1.
    public let coverage: Double
    /// What to do, the most useful first, as sentences; empty where nothing is missing.
    public let sentences: [String]
}

extension PhotoGuidance {
    /// Degrees of a gap that is worth a sentence.
    static let minGap = 45.0
    /// Shared points below which a photo is weakly connected.
    static let minShared = 40

    /// - Parameters:
    ///   - views: the registered photos, in order.
    ///   - points: the sparse points; world y-up.
    ///   - blurred: names of blurred photos.
    ///   - duplicates: names of photos that repeat others.
    ///   - unregistered: photos without a pose.
    package init(
        views: [GuidanceView], points: [Vector3], blurred: [String], duplicates: [String], unregistered: [UnregisteredPhoto]
    ) {
        let circle = PhotoCircle(views, points: points)
        subject = circle.subject
        sectors = circle.sectors
        gaps = circle.gaps
        weak = Self.weak(views)
        self.blurred = blurred
        self.duplicates = duplicates
        coverage = circle.coverage
        let counts = Dictionary(grouping: circle.sectors, by: \.elevation).mapValues { $0.reduce(0) { $0 + $1.count } }
        missingElevations =
            circle.subject == .object && views.count >= 8
            ? [Elevation.middle, .high].filter { (counts[$0] ?? 0) * 20 < views.count } : []
        sentences = Self.sentences(
            circle, weak: weak, blurred: blurred, missing: missingElevations, unregistered: unregistered, count: views.count)
    }

    /// Photos that share too few points with others.
    private static func weak(_ views: [GuidanceView]) -> [WeakPhoto] {
        guard views.count >= 3, views.allSatisfy({ $0.points != nil }) else { return [] }
        var observers: [Int: [Int]] = [:]
        for (i, view) in views.enumerated() { for point in view.points ?? [] { observers[point, default: []].append(i) } }
        var shared = [[Int: Int]](repeating: [:], count: views.count)
        for list in observers.values where list.count < 200 {
            for i in list { for j in list where i != j { shared[i][j, default: 0] += 1 } }
        }
        return views.indices.compactMap { i -> WeakPhoto? in
            // The second best neighbour: one alone is a chain that breaks easily.
            let best = shared[i].sorted { $0.value > $1.value }
            guard let first = best.first else { return WeakPhoto(name: views[i].name, sharedPoints: 0, neighbour: "") }
            let second = best.count > 1 ? best[1].value : 0
            return second < minShared
                ? WeakPhoto(name: views[i].name, sharedPoints: first.value, neighbour: views[first.key].name) : nil
        }.sorted { $0.sharedPoints < $1.sharedPoints }
    }

    private static func sentences(
        _ circle: PhotoCircle, weak: [WeakPhoto], blurred: [String], missing: [Elevation], unregistered: [UnregisteredPhoto],
        count: Int
    ) -> [String] {
        var sentences: [String] = []
        for gap in circle.gaps.prefix(3) {
            let width = Int(gap.width.rounded())
            let photos = gap.photos == 1 ? "1 photo" : "\(gap.photos) photos"
            sentences.append(
                circle.subject == .object
                    ? "No photo was taken from the \(width)° between \(gap.after) and \(gap.before): take \(photos) there."
                    : "No photo looks into the \(width)° between the views of \(gap.after) and \(gap.before): take \(photos)."
            )
        }
        if missing.contains(.middle) && missing.contains(.high) {
            sentences.append(
                "No photos look down on it: walk around it once more, holding the camera higher and tilted down by some 30°.")
        } else if missing.contains(.high) {
            sentences.append("No photos show it from above: take 4 to 8 that look down on it.")
        }
        let places = unregistered.filter { [.noOverlap, .weakOverlap, .otherModel].contains($0.reason) }
        if !places.isEmpty {
            sentences.append("\(list(places.map(\.name))) could not be connected: take photos between them and the others.")
        }
        if !weak.isEmpty {
            let first = weak[0]
            let neighbour = first.neighbour.isEmpty ? "the others" : first.neighbour
            sentences.append(
                weak.count == 1
                    ? "\(first.name) is weakly connected: take a photo between it and \(neighbour)."
                    : "\(list(weak.map(\.name))) are weakly connected: take photos between them and their neighbours.")
        }
        if !blurred.isEmpty { sentences.append("\(list(blurred)) \(blurred.count == 1 ? "is" : "are") blurred: take them again.") }
        if count < 15 { sentences.append("\(count) photos are few: 20 to 60 with much overlap give a better model.") }
        return sentences
    }

    private static func list(_ names: [String]) -> String {
        if names.count == 1 { return names[0] }
        if names.count <= 4 { return names.dropLast().joined(separator: ", ") + " and " + names[names.count - 1] }
        return names.prefix(3).joined(separator: ", ") + " and \(names.count - 3) more"
    }
}
