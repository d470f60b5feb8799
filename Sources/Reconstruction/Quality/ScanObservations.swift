import Geometry

/// From where on its walk a scan saw each of its places, how often and from how far: what the uncertainty of a measurement is made
/// from.
///
/// The trajectory is cut into stations, a metre of the camera trajectory each. Places are cubes of 20 cm.
public struct ScanObservations: Sendable, Equatable {
    /// Edge of a place in metres.
    public static let edge: Float = 0.2
    /// Metres of trajectory that are one station.
    public static let stationLength: Float = 1

    /// What was seen of one place from one station.
    public struct Visit: Sendable, Equatable {
        /// Index in `stations`.
        public var station: Int
        /// Frames that saw it.
        public var frames: Int
        /// Sum of the samples' weights, as fusion weighs them: cos² θ / max(1, d⁴).
        public var weight: Float
        /// Metres from the camera, the mean by weight.
        public var distance: Float
        /// 0…1: the share of the weight whose samples the sensor was sure of; 1 where it does not tell.
        public var confidence: Float

        /// The observations of one cell from one station: weight as in `weight`, distance in metres, confidence 0…1.
        public init(station: Int, frames: Int, weight: Float, distance: Float, confidence: Float) {
            self.station = station
            self.frames = frames
            self.weight = weight
            self.distance = distance
            self.confidence = confidence
        }
    }

    /// Where the camera was at the beginning of each station: metres, world y-up.
    public private(set) var stations: [Vector3] = []
    /// What was seen of each place, in the order of the trajectory.
    public private(set) var places: [SIMD3<Int32>: [Visit]] = [:]

    private var walked: Float = 0
    private var last: Vector3?
    private var lastFrame: [SIMD3<Int32>: Int] = [:]
    private var frames = 0

    /// No observations yet.
    public init() {}

    /// Observations that were kept in a file. Visits of stations that are not there are left out.
    public init(stations: [Vector3], places: [SIMD3<Int32>: [Visit]]) {
        self.stations = stations
        self.places = places.mapValues { $0.filter { stations.indices.contains($0.station) } }.filter { !$0.value.isEmpty }
    }

    /// The place that holds `p`; nil beyond 100 km from the origin.
    public static func place(of p: Vector3) -> SIMD3<Int32>? {
        let q = p / edge
        guard q.isFinite, max(q.x.magnitude, q.y.magnitude, q.z.magnitude) < 500_000 else { return nil }
        return SIMD3<Int32>(q, rounding: .down)
    }

    /// What was seen of the place at `p`, or else of the one beside it that is nearest to `p`; empty where it was not observed.
    public func visits(at p: Vector3) -> [Visit] {
        guard let home = Self.place(of: p) else { return [] }
        if let visits = places[home] { return visits }
        var best: (distance: Float, visits: [Visit]) = (.infinity, [])
        for x in -1...1 {
            for y in -1...1 {
                for z in -1...1 {
                    let near = home &+ SIMD3(Int32(x), Int32(y), Int32(z))
                    guard let visits = places[near] else { continue }
                    let distance = ((Vector3(near) + 0.5) * Self.edge - p).lengthSquared
                    if distance < best.distance { best = (distance, visits) }
                }
            }
        }
        return best.visits
    }

    /// Adds the next frame of the trajectory.
    mutating func add(_ observations: [FrameQuality.Observation], from position: Vector3) {
        guard position.isFinite else { return }
        if let last { walked += (position - last).length }
        last = position
        frames += 1
        // A jump, as from one capture to the next, is no reason to make stations without end.
        let station = min(Int(min(walked / Self.stationLength, 1e6)), stations.count)
        if station == stations.count { stations.append(position) }
        for observation in observations {
            let cell = ObservedCells.cell(observation.key) &>> 1
            let distance = max(observation.distance, 0.1)
            let weight = observation.cosine * observation.cosine / max(1, distance * distance * distance * distance)
            guard weight > 0 else { continue }
            let isNew = lastFrame.updateValue(frames, forKey: cell) != frames
            places[cell, default: []].note(
                station, weight: weight, distance: distance, confidence: observation.isSure ? 1 : 0, isNewFrame: isNew)
        }
    }
}

extension [ScanObservations.Visit] {
    fileprivate mutating func note(_ station: Int, weight: Float, distance: Float, confidence: Float, isNewFrame: Bool) {
        let k = count - 1
        guard k >= 0, self[k].station == station else {
            append(Element(station: station, frames: 1, weight: weight, distance: distance, confidence: confidence))
            return
        }
        if isNewFrame { self[k].frames += 1 }
        self[k].weight += weight
        let share = weight / self[k].weight
        self[k].distance += (distance - self[k].distance) * share
        self[k].confidence += (confidence - self[k].confidence) * share
    }
}
