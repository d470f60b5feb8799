/// A thing that a photo shows.
public struct VisualMatch: Sendable, Codable, Equatable {
    /// The thing's identifier, as given to `VisualIndex.add`.
    public let id: String
    /// The probability that the photo shows this thing, 0…1, feedback included.
    public let score: Double
    /// The features of the photo that agree geometrically with the thing's photos.
    public let inliers: Int
    /// The thing's photo that agrees best.
    public let photo: String

    /// A match.
    public init(id: String, score: Double, inliers: Int, photo: String) {
        self.id = id
        self.score = score
        self.inliers = inliers
        self.photo = photo
    }
}

/// Two things whose photos show the same thing.
public struct DuplicateProposal: Sendable, Codable, Equatable {
    /// The identifier that comes first in order.
    public let first: String
    /// The other one.
    public let second: String
    /// The probability that both are the same, 0…1.
    public let score: Double

    /// A proposal; the identifiers are put in order.
    public init(_ one: String, _ other: String, score: Double) {
        first = min(one, other)
        second = max(one, other)
        self.score = score
    }
}

/// What the user said about a match.
public enum MatchFeedback: String, Sendable, Codable {
    /// The photo shows the thing.
    case right
    /// The photo doesn't show the thing.
    case wrong
}

/// The numbers of an index.
public struct VisualIndexStatistics: Sendable, Codable, Equatable {
    /// Things with at least one photo.
    public var things: Int
    /// Photos, those of feedback included.
    public var photos: Int
    /// Visual words; 0 while the index is so small that photos are compared one by one.
    public var words: Int
    /// Bytes in memory, about.
    public var memory: Int
}
