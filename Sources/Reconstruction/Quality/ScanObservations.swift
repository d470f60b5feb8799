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
        /// Metres by which its samples are in front of the fused surface, in the mean; nil where the surface is not flat there.
        public var offset: Float?
        /// The mean of its samples by weight, metres, until offsets are computed.
        var center = Vector3(repeating: 0)

        /// The observations of one cell from one station: weight as in `weight`, distance and offset in metres, confidence 0…1.
        public init(station: Int, frames: Int, weight: Float, distance: Float, confidence: Float, offset: Float? = nil) {
            self.station = station
            self.frames = frames
            self.weight = weight
            self.distance = distance
            self.confidence = confidence
            self.offset = offset
        }
    }

    /// Where the camera was at the beginning of each station: metres, world y-up.
    public private(set) var stations: [Vector3] = []
    /// What was seen of each place, in the order of the trajectory.
    public private(set) var places: [SIMD3<Int32>: [Visit]] = [:]

    /// Where other trajectories put what was seen from each station.
    public private(set) var variants: [Variant] = []

    /// By how much the fused surface depends on frames and voxels, for places where that is known.
    public internal(set) var stability: [SIMD3<Int32>: Stability] = [:]

    private var walked: Float = 0
    /// The station of each frame, by its index in the capture.
    private var stationOfFrame: [Int: Int] = [:]
    private var last: Vector3?
    private var lastFrame: [SIMD3<Int32>: Int] = [:]
    private var frames = 0

    /// No observations yet.
    public init() {}

    /// Observations that were kept in a file. Visits of stations that are not there are left out.
    public init(
        stations: [Vector3], places: [SIMD3<Int32>: [Visit]], variants: [Variant] = [],
        stability: [SIMD3<Int32>: Stability] = [:]
    ) {
        self.stations = stations
        self.stability = stability
        self.places = places.mapValues { $0.filter { stations.indices.contains($0.station) } }.filter { !$0.value.isEmpty }
        self.variants = variants.filter { $0.motions.count == stations.count }
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
    mutating func add(_ observations: [FrameQuality.Observation], of frame: Int, from position: Vector3) {
        guard position.isFinite else { return }
        if let last { walked += (position - last).length }
        last = position
        frames += 1
        // A jump, as from one capture to the next, is no reason to make stations without end.
        let station = min(Int(min(walked / Self.stationLength, 1e6)), stations.count)
        if station == stations.count { stations.append(position) }
        stationOfFrame[frame] = station
        for observation in observations {
            let cell = ObservedCells.cell(observation.key) &>> 1
            let distance = max(observation.distance, 0.1)
            let weight = observation.cosine * observation.cosine / max(1, distance * distance * distance * distance)
            guard weight > 0 else { continue }
            let isNew = lastFrame.updateValue(frames, forKey: cell) != frames
            places[cell, default: []].note(
                observation, station: station, weight: weight, distance: distance, isNewFrame: isNew)
        }
    }

    /// Takes over the variants of the trajectory that the frames were fused along.
    mutating func setVariants(of path: RefinedPoses) {
        variants = path.variants.map { variant in
            var sums = [(motion: Variant.Motion, frames: Float)](repeating: (Variant.Motion(), 0), count: stations.count)
            for (i, (used, other)) in zip(path.poses, variant.poses).enumerated() {
                guard let used, let other, let station = stationOfFrame[i] else { continue }
                let motion = Motion(other) * Motion(used).inverse
                let position = SIMD3<Double>(stations[station])
                let moved = motion.rotate(position) + motion.translation - position
                sums[station].motion.translation += Vector3(moved)
                sums[station].motion.rotation += Vector3(motion.rotationVector)
                sums[station].frames += 1
            }
            return Variant(
                kind: variant.kind,
                motions: sums.map { sum in
                    let n = max(sum.frames, 1)
                    return Variant.Motion(translation: sum.motion.translation / n, rotation: sum.motion.rotation / n)
                })
        }
    }

    /// Replaces what is known of each place.
    mutating func update(_ change: (SIMD3<Int32>, inout [Visit]) -> Void) {
        for key in places.keys { change(key, &places[key, default: []]) }
    }
}

extension [ScanObservations.Visit] {
    fileprivate mutating func note(
        _ observation: FrameQuality.Observation, station: Int, weight: Float, distance: Float, isNewFrame: Bool
    ) {
        if last?.station != station {
            append(Element(station: station, frames: 0, weight: 0, distance: distance, confidence: 0))
        }
        let k = count - 1
        if isNewFrame || self[k].frames == 0 { self[k].frames += 1 }
        self[k].weight += weight
        let share = weight / self[k].weight
        self[k].distance += (distance - self[k].distance) * share
        self[k].confidence += ((observation.isSure ? 1 : 0) - self[k].confidence) * share
        self[k].center += (observation.point - self[k].center) * share
    }
}
