import Geometry

/// How each place of a scan, a cube of 10 cm, was seen.
struct ObservedCells: Sendable {
    static let edge: Float = 0.1

    struct Place: Sendable {
        var bestCosine: Float = 0
        /// Metres; of the nearest observation.
        var distance: Float = .infinity
        /// A bit for each direction it was seen from.
        var directions: UInt32 = 0
        var samples: Float = 0
        var frames: Int32 = 0
        fileprivate var lastFrame: Int32 = -1
    }

    private(set) var places: [UInt64: Place] = [:]

    /// 21 bits each; nil beyond 100 km from the origin.
    static func key(_ p: Vector3) -> UInt64? {
        let q = p / edge
        guard q.isFinite, max(q.x.magnitude, q.y.magnitude, q.z.magnitude) < 1_000_000 else { return nil }
        func part(_ x: Float) -> UInt64 { UInt64(Int64(x.rounded(.down)) + 1_048_576) }
        return part(q.x) << 42 | part(q.y) << 21 | part(q.z)
    }

    /// The cube that a key stands for.
    static func cell(_ key: UInt64) -> SIMD3<Int32> {
        func part(_ shift: UInt64) -> Int32 { Int32(truncatingIfNeeded: key >> shift & 0x1f_ffff) - 1_048_576 }
        return SIMD3(part(42), part(21), part(0))
    }

    mutating func add(_ observations: [FrameQuality.Observation], frame: Int32) {
        for observation in observations {
            var place = places[observation.key] ?? Place()
            place.bestCosine = max(place.bestCosine, observation.cosine)
            place.distance = min(place.distance, observation.distance)
            place.directions |= 1 << UInt32(observation.direction)
            place.samples += observation.samples
            if place.lastFrame != frame {
                place.lastFrame = frame
                place.frames += 1
            }
            places[observation.key] = place
        }
    }

    /// What is known of the place at `p`, or else of one beside it.
    func find(_ p: Vector3) -> Place? {
        if let key = Self.key(p), let place = places[key] { return place }
        for axis in 0..<3 {
            for way in [-0.6, 0.6] as [Float] {
                var q = p
                q[axis] += way * Self.edge
                if let key = Self.key(q), let place = places[key] { return place }
            }
        }
        return nil
    }
}
