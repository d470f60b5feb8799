import Foundation

/// How well a found plan agrees with a known one: the measures of the floor plan reconstruction literature (Liu et al. 2017,
/// *Raster-to-Vector*; Chen et al. 2019, *Floor-SP*), in metres.
public struct PlanComparison: Sendable, Equatable {
    /// Corners of rooms, one found for each true one within the tolerance.
    public var trueCorners = 0
    /// Corners of rooms of the found plan.
    public var foundCorners = 0
    /// True corners with a found corner within the tolerance.
    public var matchedCorners = 0
    /// Distance between the lines of matched sides of rooms: half a metre apart at most, nearly parallel, overlapping.
    public var wallErrors: [Double] = []
    /// Of each true room: area of the room found there, less the true area, by the true area; 1 where none was found.
    public var areaErrors: [Double] = []
    /// Number of true rooms.
    public var trueRooms = 0
    /// Number of found rooms.
    public var foundRooms = 0
    /// Number of true openings.
    public var trueOpenings = 0
    /// Number of found openings.
    public var foundOpenings = 0
    /// Number of true openings with a matching found one.
    public var matchedOpenings = 0
    /// Of matched openings: width, sill and upper edge, less the true ones.
    public var openingWidthErrors: [Double] = []
    /// Errors of the sill heights of matched openings, metres.
    public var sillErrors: [Double] = []
    /// Errors of the upper edges of matched openings, metres.
    public var topErrors: [Double] = []
    /// Errors of the ceiling heights of matched rooms, metres.
    public var ceilingErrors: [Double] = []
    /// Errors of the thickness of matched walls, metres.
    public var thicknessErrors: [Double] = []
    /// Whether the plans have different numbers of storeys.
    public var storeysDiffer = false

    /// Share of the found corners that are matched, 0…1.
    public var cornerPrecision: Double { foundCorners > 0 ? Double(matchedCorners) / Double(foundCorners) : 0 }
    /// Share of the true corners that are matched, 0…1.
    public var cornerRecall: Double { trueCorners > 0 ? Double(matchedCorners) / Double(trueCorners) : 0 }
    /// The harmonic mean of precision and recall.
    public var cornerF1: Double {
        let sum = cornerPrecision + cornerRecall
        return sum > 0 ? 2 * cornerPrecision * cornerRecall / sum : 0
    }
    /// Share of the true openings that are matched, 0…1; 1 where there are none.
    public var openingRecall: Double { trueOpenings > 0 ? Double(matchedOpenings) / Double(trueOpenings) : 1 }
    /// Share of the found openings that are matched, 0…1; 1 where there are none.
    public var openingPrecision: Double { foundOpenings > 0 ? Double(matchedOpenings) / Double(foundOpenings) : 1 }
    /// Root mean square.
    public var wallError: Double { Self.rms(wallErrors) }
    /// Mean magnitude of the rooms' relative errors.
    public var areaError: Double { areaErrors.isEmpty ? 1 : areaErrors.reduce(0) { $0 + abs($1) } / Double(areaErrors.count) }

    /// A comparison of no plans, to add others to.
    public init() {}

    /// - Parameters:
    ///   - found: the plan to evaluate.
    ///   - truth: the true plan, in the same frame.
    ///   - tolerance: of corners, metres.
    public init(found: FloorPlan, truth: FloorPlan, tolerance: Double = 0.1) {
        storeysDiffer = found.storeys.count != truth.storeys.count
        for expected in truth.storeys {
            let best = found.storeys.min { abs($0.elevation - expected.elevation) < abs($1.elevation - expected.elevation) }
            let storey = best.flatMap { abs($0.elevation - expected.elevation) < 1 ? $0 : nil }
            compare(storey ?? Storey(id: "none", name: "", elevation: 0, height: 1), truth: expected, tolerance: tolerance)
        }
    }

    /// Adds up what several plans gave.
    public mutating func add(_ other: PlanComparison) {
        trueCorners += other.trueCorners
        foundCorners += other.foundCorners
        matchedCorners += other.matchedCorners
        wallErrors += other.wallErrors
        areaErrors += other.areaErrors
        trueRooms += other.trueRooms
        foundRooms += other.foundRooms
        trueOpenings += other.trueOpenings
        foundOpenings += other.foundOpenings
        matchedOpenings += other.matchedOpenings
        openingWidthErrors += other.openingWidthErrors
        sillErrors += other.sillErrors
        topErrors += other.topErrors
        ceilingErrors += other.ceilingErrors
        thicknessErrors += other.thicknessErrors
        storeysDiffer = storeysDiffer || other.storeysDiffer
    }

    /// Root mean square of the values; 0 where there are none.
    public static func rms(_ values: [Double]) -> Double {
        values.isEmpty ? 0 : (values.reduce(0) { $0 + $1 * $1 } / Double(values.count)).squareRoot()
    }

    private mutating func compare(_ found: Storey, truth: Storey, tolerance: Double) {
        let corners = found.rooms.flatMap(\.polygon.corners)
        let trueOnes = truth.rooms.flatMap(\.polygon.corners)
        trueCorners += trueOnes.count
        foundCorners += corners.count
        // The nearest pairs first, each corner once.
        var pairs: [(distance: Double, i: Int, j: Int)] = []
        for (i, p) in trueOnes.enumerated() {
            for (j, q) in corners.enumerated() where (p - q).length <= tolerance { pairs.append(((p - q).length, i, j)) }
        }
        var usedTrue = Set<Int>()
        var usedFound = Set<Int>()
        for pair in pairs.sorted(by: { ($0.distance, $0.i, $0.j) < ($1.distance, $1.i, $1.j) })
        where !usedTrue.contains(pair.i) && !usedFound.contains(pair.j) {
            usedTrue.insert(pair.i)
            usedFound.insert(pair.j)
        }
        matchedCorners += usedTrue.count
        trueRooms += truth.rooms.count
        foundRooms += found.rooms.count
        for room in truth.rooms { compare(room, found.rooms) }
        compareOpenings(found, truth)
    }

    private mutating func compare(_ room: Room, _ found: [Room]) {
        let inner = room.polygon.innerPoint
        guard let match = found.first(where: { $0.polygon.contains(inner) }) else {
            areaErrors.append(1)
            return
        }
        areaErrors.append((match.area - room.area) / room.area)
        ceilingErrors.append(match.ceilingHeight - room.ceilingHeight)
        for (a, b) in room.polygon.edges {
            let length = (b - a).length
            let d = (b - a).normalized
            var best: (overlap: Double, error: Double)?
            for (p, q) in match.polygon.edges {
                guard (q - p).normalized.dot(d) > 0.98 else { continue }
                let low = max(0, d.dot(p - a))
                let high = min(length, d.dot(q - a))
                guard high - low > 0.1 else { continue }
                let m = (low + high) / 2
                // Across the middle of the common stretch.
                let along = (q - p).normalized
                let t = (a + d * m - p).dot(along)
                let error = d.cross(p + along * t - (a + d * m))
                if abs(error) < 0.5, high - low > best?.overlap ?? 0 { best = (high - low, error) }
            }
            if let best { wallErrors.append(best.error) }
        }
    }

    private mutating func compareOpenings(_ found: Storey, _ truth: Storey) {
        typealias Place = (opening: Opening, wall: Wall, middle: PlanPoint)
        func places(_ storey: Storey) -> [Place] {
            storey.openings.compactMap { opening in
                storey.walls.first { $0.id == opening.wall }.map { ($0.point(opening.offset + opening.width / 2)) }.map { m in
                    (opening, storey.walls.first { $0.id == opening.wall }!, m)
                }
            }
        }
        var rest = places(found)
        foundOpenings += rest.count
        for expected in places(truth) {
            trueOpenings += 1
            let isWindow = expected.opening.kind == .window
            let best = rest.indices.filter { (rest[$0].opening.kind == .window) == isWindow }.min {
                (rest[$0].middle - expected.middle).length < (rest[$1].middle - expected.middle).length
            }
            guard let best, (rest[best].middle - expected.middle).length < 0.3 else { continue }
            matchedOpenings += 1
            openingWidthErrors.append(rest[best].opening.width - expected.opening.width)
            topErrors.append(
                rest[best].opening.sill + rest[best].opening.height - expected.opening.sill - expected.opening.height)
            if isWindow { sillErrors.append(rest[best].opening.sill - expected.opening.sill) }
            if !rest[best].wall.assumesThickness { thicknessErrors.append(rest[best].wall.thickness - expected.wall.thickness) }
            rest.remove(at: best)
        }
    }
}

extension PlanPolygon {
    /// A place inside, away from the outline: the best of a coarse grid.
    var innerPoint: PlanPoint {
        let bounds = bounds
        var best = (distance: -1.0, place: bounds.center)
        for j in 0..<12 {
            for i in 0..<12 {
                let p = bounds.min + bounds.size * PlanPoint(Double(i) + 0.5, Double(j) + 0.5) / 12
                guard contains(p) else { continue }
                let d = distance(to: p)
                if d > best.distance { best = (d, p) }
            }
        }
        return best.place
    }
}
