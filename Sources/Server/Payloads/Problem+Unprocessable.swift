import Spaces

extension Problem {
    /// Files that can't be used are an answer 422: the request itself is well formed.
    static func unprocessable<Value>(_ work: () async throws -> Value) async throws -> Value {
        do { return try await work() } catch let error as SpacesError where error.kind == .invalidInput {
            throw Problem(.unprocessableContent, Problem.sentence(error.description))
        }
    }
}
