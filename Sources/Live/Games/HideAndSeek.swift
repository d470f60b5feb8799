import Geometry

/// The rule of hide-and-seek for one companion: where it hides, when it is found, and when it hides again. Its owner's client runs
/// it; the others see ordinary updates and actions.
///
/// Pure: the caller passes what can be seen from where, which it finds out with rays through the scanned surfaces.
public struct HideAndSeek: Equatable, Sendable {
    /// A place where the companion could stand.
    public struct Spot: Equatable, Sendable {
        /// In metres.
        public var position: Vector3
        /// Whether a seeker would see the companion there.
        public var isVisible: Bool

        /// A spot at `position`.
        public init(position: Vector3, isVisible: Bool) {
            self.position = position
            self.isVisible = isVisible
        }
    }

    /// Somebody who seeks.
    public struct Seeker: Equatable, Sendable {
        /// Who.
        public var id: ParticipantID
        /// The eyes, in metres.
        public var position: Vector3
        /// The direction of the view, a unit vector.
        public var direction: Vector3
        /// Whether no surface is between the eyes and the companion.
        public var isUnobstructed: Bool

        /// A seeker with these eyes.
        public init(id: ParticipantID, position: Vector3, direction: Vector3, isUnobstructed: Bool) {
            self.id = id
            self.position = position
            self.direction = direction
            self.isUnobstructed = isUnobstructed
        }
    }

    /// What the companion does.
    public enum Phase: Equatable, Sendable {
        /// It waits for a spot that nobody sees.
        case choosing
        /// It walks from one point to another.
        case walking(from: Vector3, to: Vector3, since: UInt64)
        /// It is hidden.
        case hidden
        /// It was found, and is happy about it.
        case found(by: ParticipantID, since: UInt64)
    }

    /// Metres a second.
    public static let walkingSpeed: Float = 0.9
    /// Milliseconds for which a seeker has to see the companion.
    public static let recognitionTime: UInt64 = 600
    /// Milliseconds until it hides again.
    public static let celebrationTime: UInt64 = 4_000
    /// Metres up to which it can be found.
    public static let maxDistance: Float = 8
    /// The cosine of the angle from the middle of the view within which it can be found: 30 degrees.
    public static let minCosine: Float = 0.866

    /// What the companion does.
    public private(set) var phase = Phase.choosing
    /// How often it was found.
    public private(set) var timesFound: UInt32 = 0
    /// Who sees it, and since when.
    private var sighting: (id: ParticipantID, since: UInt64)?

    /// A game that begins.
    public init() {}

    /// Equal if everything is.
    public static func == (a: HideAndSeek, b: HideAndSeek) -> Bool {
        a.phase == b.phase && a.timesFound == b.timesFound && a.sighting?.id == b.sighting?.id
            && a.sighting?.since == b.sighting?.since
    }

    // MARK: Hiding

    /// Chooses the best of the spots that nobody sees: near the companion, far from the seekers. Without such a spot it goes on
    /// waiting.
    /// - Returns: whether it walks now.
    public mutating func choose(_ spots: [Spot], from position: Vector3, seekers: [Seeker], at time: UInt64) -> Bool {
        guard phase == .choosing else { return false }
        var best: (position: Vector3, score: Float)?
        for spot in spots where !spot.isVisible {
            var nearest = Self.maxDistance
            for seeker in seekers { nearest = min(nearest, (seeker.position - spot.position).length) }
            let score = nearest - (spot.position - position).length
            if score > best?.score ?? -.infinity { best = (spot.position, score) }
        }
        guard let best else { return false }
        phase = .walking(from: position, to: best.position, since: time)
        return true
    }

    /// Where the walking companion is; nil while it doesn't walk.
    public func position(at time: UInt64) -> Vector3? {
        guard case .walking(let from, let to, let since) = phase else { return nil }
        let length = (to - from).length
        guard length > 0 else { return to }
        let gone = Float(time > since ? time - since : 0) / 1_000 * Self.walkingSpeed
        return from + (to - from) * min(1, gone / length)
    }

    // MARK: Seeking

    /// Lets time pass.
    /// - Parameters:
    ///   - position: the companion's middle, in metres.
    ///   - seekers: those who seek, with what they see now.
    ///   - time: milliseconds.
    /// - Returns: who has found the companion just now.
    public mutating func advance(position: Vector3, seekers: [Seeker], at time: UInt64) -> ParticipantID? {
        switch phase {
        case .choosing: return nil
        case .walking(let from, let to, let since):
            let duration = (to - from).length / Self.walkingSpeed * 1_000
            if Float(time > since ? time - since : 0) >= duration { phase = .hidden }
            return nil
        case .hidden: return seek(position, seekers, at: time)
        case .found(_, let since):
            if time > since &+ Self.celebrationTime { phase = .choosing }
            return nil
        }
    }

    private mutating func seek(_ position: Vector3, _ seekers: [Seeker], at time: UInt64) -> ParticipantID? {
        guard let seeker = seekers.first(where: { Self.sees(position, $0) }) else {
            sighting = nil
            return nil
        }
        guard let sighting, sighting.id == seeker.id else {
            self.sighting = (seeker.id, time)
            return nil
        }
        guard time >= sighting.since &+ Self.recognitionTime else { return nil }
        self.sighting = nil
        timesFound += 1
        phase = .found(by: seeker.id, since: time)
        return seeker.id
    }

    private static func sees(_ position: Vector3, _ seeker: Seeker) -> Bool {
        let to = position - seeker.position
        let distance = to.length
        guard seeker.isUnobstructed, distance <= maxDistance, distance > 0 else { return false }
        return dot(to, seeker.direction) >= minCosine * distance
    }
}
