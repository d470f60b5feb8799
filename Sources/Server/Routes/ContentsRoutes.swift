import Codecs
import DioramaLibrary
import Hummingbird
import ModelFormats
import Spaces

/// `/api/v1/spaces/{id}/contents`: what the model of a space contains, and what a format would lose of it.
struct ContentsRoutes: Sendable {
    let gate: SpaceGate
    let contents: SpaceContents

    /// For everybody who sees all of a space: they can download the model, too.
    func show(_ request: Request, _ context: ServerContext) async throws -> Response {
        let space = try await gate.wholeSpace(context, showing: "list of contents")
        let target = try Query(request)["for"].map { text in
            guard let format = ModelFormat(rawValue: text), format.isWritten else {
                throw Problem(.badRequest, "for must be \(ModelFormat.writtenList).")
            }
            return format
        }
        do {
            guard let inspection = try await contents.inspection(of: space, target: target) else { throw Problem.notFound("model") }
            return JSONBody.response(inspection)
        } catch let error as FormatError {
            throw Problem(.unprocessableContent, Problem.sentence(error.reason))
        }
    }
}
