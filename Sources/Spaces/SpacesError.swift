/// Why a use case failed: which input, where in it, what is wrong and what to do.
public struct SpacesError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What sort of failure it is, for programs that react to it.
    public enum Kind: String, Sendable, CaseIterable {
        /// A value is missing, out of range or not one of the known words.
        case invalidInput
        /// What was named does not exist.
        case notFound
        /// The input is well formed, but this space, model or plan doesn't allow the work: there is no surface to measure on.
        case notPossible
        /// The current state doesn't allow it: there is no edit to undo.
        case conflict
        /// The library holds something that this version can't read.
        case damaged
        /// A file or folder can't be written.
        case unwritable
        /// A component that the work needs isn't installed or built.
        case unavailable
    }

    /// What sort of failure it is.
    public let kind: Kind
    /// The file, space or parameter that failed; nil where the caller named just one.
    public let input: String?
    /// Where in the input: an entry of an archive, a point of a list; nil for the input as a whole.
    public let location: String?
    /// What is wrong, without a full stop.
    public let problem: String
    /// What to do; nil where nothing but the problem helps.
    public let remedy: String?

    /// `input` is the file, space or parameter; `location` the position in it.
    public init(_ kind: Kind, _ problem: String, input: String? = nil, at location: String? = nil, remedy: String? = nil) {
        self.kind = kind
        self.problem = problem
        self.input = input
        self.location = location
        self.remedy = remedy
    }

    /// One line: `input, location: problem; remedy`.
    public var description: String {
        let place = [input, location].compactMap(\.self).joined(separator: ", ")
        return (place.isEmpty ? "" : place + ": ") + problem + (remedy.map { "; " + $0 } ?? "")
    }
}

extension SpacesError {
    /// Nothing of a space is inside a box.
    static let emptyPart = SpacesError(
        .notPossible, "nothing of the space is inside this part", remedy: "choose a box that the model touches")
}
