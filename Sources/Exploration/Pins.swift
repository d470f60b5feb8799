import Geometry

/// How a memory's cue is drawn.
public struct Cue: Sendable, Equatable {
    /// 0…1: how bright it pulses; stronger where memories lie dense.
    public var strength: Float
    /// 0 is its mood's own hue, 1 the hue of a dense place.
    public var hue: Float
    /// Metres across.
    public var size: Float
    /// The ring that spreads while the visitor is near: 0 none, else how far it has spread, up to 1.
    public var ripple: Float

    /// - Parameters:
    ///   - strength: 0…1.
    ///   - hue: 0…1.
    ///   - size: metres.
    ///   - ripple: 0…1.
    public init(strength: Float, hue: Float, size: Float, ripple: Float) {
        self.strength = strength
        self.hue = hue
        self.size = size
        self.ripple = ripple
    }
}

/// All memories of a place as points: their cues, which are near the visitor, and which have been discovered.
struct Pins {
    /// A visitor who comes this near has found a memory that is in sight; this near, also one behind things.
    static let discoveryRadius: Float = 1.3
    static let touchRadius: Float = 0.5
    /// Coming near, and going away again.
    static let enterRadius: Float = 1.6
    static let leaveRadius: Float = 2
    /// How many of the nearest are looked at in a step.
    static let nearLimit = 16
    static let heightWeight: Float = 0.5
    static let rippleSeconds: Float = 1.8

    private(set) var points: [Vector3]
    /// 0…5, or −1 for none.
    private let moods: [Int8]
    private(set) var isDiscovered: [Bool]
    let cues: CueBuffer
    private var tree: PinTree
    /// The nearest pins of the last step, nearest first.
    private(set) var near: [PinTree.Near] = []
    /// Pins that the visitor is near to, with the seconds since.
    private(set) var visited: [(index: Int32, since: Float)] = []
    private(set) var nearest: PinTree.Near?

    /// What happened in a step.
    struct Events: Sendable {
        var discovered: [Int32] = []
        var entered: [Int32] = []
        var left: [Int32] = []
    }

    init(_ points: [Vector3], moods: [Int8], isDiscovered marks: [Bool]) throws(ExplorationError) {
        for p in points
        where !(p.x.magnitude <= Place.maxExtent && p.y.magnitude <= Place.maxExtent && p.z.magnitude <= Place.maxExtent) {
            throw .badNumber
        }
        self.points = points
        self.moods = points.indices.map { $0 < moods.count && Mood(rawValue: moods[$0]) != nil ? moods[$0] : -1 }
        isDiscovered = points.indices.map { $0 < marks.count && marks[$0] }
        tree = PinTree(points)
        cues = CueBuffer(count: points.count)
        near.reserveCapacity(Self.nearLimit + 1)
        CueDensity(points).fill(cues)
        for i in points.indices where isDiscovered[i] { dim(i) }
    }

    /// What was discovered stays lit, but calls no more.
    private func dim(_ i: Int) {
        cues[i].strength *= 0.55
        cues[i].size *= 0.85
    }

    mutating func discover(_ i: Int) -> Bool {
        guard i >= 0, i < points.count, !isDiscovered[i] else { return false }
        isDiscovered[i] = true
        dim(i)
        return true
    }

    /// Looks around the visitor, whose chest is at `p`.
    mutating func step(_ dt: Float, around p: Vector3, in place: Place, _ events: inout Events) {
        // The nearest of all, however far, and the near ones.
        tree.nearest(to: p, within: Self.leaveRadius, limit: Self.nearLimit, heightWeight: Self.heightWeight, into: &near)
        if let first = near.first {
            nearest = first
        } else {
            var one: [PinTree.Near] = []
            tree.nearest(to: p, within: 1e6, limit: 1, heightWeight: Self.heightWeight, into: &one)
            nearest = one.first
        }
        follow(dt, &events)
        for pin in near where pin.distance <= Self.discoveryRadius && !isDiscovered[Int(pin.index)] {
            if pin.distance <= Self.touchRadius || isInSight(Int(pin.index), from: p, place), discover(Int(pin.index)) {
                events.discovered.append(pin.index)
            }
        }
    }

    /// Enters and leaves, with the ripples of those that are near.
    private mutating func follow(_ dt: Float, _ events: inout Events) {
        var kept = 0
        for i in visited.indices {
            var pin = visited[i]
            guard near.contains(where: { $0.index == pin.index }) else {
                cues[Int(pin.index)].ripple = 0
                events.left.append(pin.index)
                continue
            }
            pin.since += dt
            while pin.since > Self.rippleSeconds { pin.since -= Self.rippleSeconds }
            cues[Int(pin.index)].ripple = max(0.001, pin.since / Self.rippleSeconds)
            visited[kept] = pin
            kept += 1
        }
        visited.removeLast(visited.count - kept)
        for pin in near where pin.distance <= Self.enterRadius && !visited.contains(where: { $0.index == pin.index }) {
            visited.append((pin.index, 0))
            cues[Int(pin.index)].ripple = 0.001
            events.entered.append(pin.index)
        }
    }

    private func isInSight(_ i: Int, from eye: Vector3, _ place: Place) -> Bool {
        let way = points[i] - eye
        let length = way.length
        // A pin lies on a surface, or a little in it.
        guard length > 0.2 else { return true }
        return place.bvh.intersect(Ray(origin: eye, direction: way / length), maximum: length - 0.15) == nil
    }

    /// How much a mood is in the air: of the nearest pin that has it.
    func presence(of mood: Int) -> Float {
        for pin in near where moods[Int(pin.index)] == mood { return clamp(1 - pin.distance / Self.leaveRadius, 0, 1) }
        return 0
    }

    /// The pins nearest to `p`, nearest first, of equally near ones the first given; at most `limit`.
    func nearest(to p: Vector3, limit: Int) -> [Int32] {
        // The tree for few of many; sorting for long lists, which would be shifted at every insertion.
        if limit <= 256 {
            var found: [PinTree.Near] = []
            tree.nearest(to: p, within: .infinity, limit: limit, heightWeight: 1, into: &found)
            return found.map { $0.index }
        }
        let distances = points.map { ($0 - p).lengthSquared }
        let order = points.indices.sorted { distances[$0] == distances[$1] ? $0 < $1 : distances[$0] < distances[$1] }
        return order.prefix(limit).map { Int32(truncatingIfNeeded: $0) }
    }

    func firstHit(_ ray: Ray, radius: Float, limit: Float) -> (index: Int32, t: Float)? {
        tree.firstHit(ray, radius: radius, limit: limit)
    }
}
