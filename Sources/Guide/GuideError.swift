/// What the guide can't do: which input, where in it, what is wrong, and what to do about it.
public struct GuideError: Error, Sendable, Equatable, CustomStringConvertible {
    /// Which file, model or question, and where in it.
    public let place: String
    /// What is wrong.
    public let problem: String
    /// What the user can do about it; empty where the problem says it all.
    public let remedy: String

    /// An error in one line.
    public init(_ place: String, _ problem: String, remedy: String = "") {
        self.place = place
        self.problem = problem
        self.remedy = remedy
    }

    public var description: String {
        let message = place.isEmpty ? problem : "\(place): \(problem)"
        return remedy.isEmpty ? message : "\(message); \(remedy)"
    }
}
