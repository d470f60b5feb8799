import Photogrammetry

/// What photogrammetry found out about a set of photos, for people and for `--json`.
public struct PhotoSummary: Sendable, Equatable {
    /// Photos that were given, the unreadable ones counted.
    public var given: Int
    /// Photos whose poses were found.
    public var registered: Int
    /// Mean reprojection error in pixels; nil where poses were given that don't say.
    public var reprojectionError: Double?
    /// Whether lengths are metres, and how that is known.
    public var scale: PhotoScale
    /// Photos without a pose, and why.
    public var unregistered: [UnregisteredPhoto]
    /// What to photograph next, a sentence each.
    public var guidance: [String]
    /// What found the poses.
    public var engine: String

    init(_ found: PhotoReconstruction) {
        given = found.given
        registered = found.registered
        reprojectionError = found.reprojectionError
        scale = found.scale
        unregistered = found.unregistered
        guidance = found.guidance.sentences
        engine = found.engine
    }

    /// As many photos are listed one by one; the others are counted.
    private static let listed = 10

    /// What people should know, a sentence each.
    public var notes: [String] {
        var notes = ["\(registered) of \(given) photos are registered; \(scale.text)."]
        notes += unregistered.prefix(Self.listed).map { "\($0.name) is not registered: \($0.explanation)." }
        if unregistered.count > Self.listed {
            notes.append("\(unregistered.count - Self.listed) further photos are not registered.")
        }
        if !scale.isKnown { notes.append("Lengths are not metres: give a known length or a printed marker for them.") }
        return notes
    }
}
