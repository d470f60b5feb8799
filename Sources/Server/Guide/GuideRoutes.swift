import DioramaLibrary
import Foundation
import Guide
import HTTPTypes
import Hummingbird
import NIOCore
import Spaces

/// `/api/v1/guide`, `…/exhibits/{id}/guide` and `…/spaces/{id}/guide`: questions that are answered from a corpus.
struct GuideRoutes: Sendable {
    let guides: Guides
    let gate: SpaceGate
    let exhibits: ExhibitRoutes
    let questions: GuideQuestions

    // MARK: Guides

    func exhibit(_ request: Request, _ context: ServerContext) async throws -> Response {
        let exhibit = try await exhibits.exhibit(context)
        let guide = try await Self.run { try await guides.guide(of: exhibit) }
        let portraits = try await portraits(guide, exhibit)
        return try await answer(guide, context) { portraits[$0] }
    }

    func space(_ request: Request, _ context: ServerContext) async throws -> Response {
        let space = try await gate.space(context)
        return try await answer(try await guides.guide(of: space, for: context.visitor.viewer), context)
    }

    func library(_ request: Request, _ context: ServerContext) async throws -> Response {
        try await answer(try await libraryGuide(context), context)
    }

    func portrait(_ request: Request, _ context: ServerContext) async throws -> Response {
        let exhibit = try await exhibits.exhibit(context)
        let name = context.parameters.get("name") ?? ""
        guard let data = try await guides.portrait(of: name, exhibit: exhibit) else { throw Problem.notFound("portrait") }
        return Response(
            status: .ok, headers: [.contentType: "image/svg+xml", .cacheControl: "private, max-age=3600"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: data)))
    }

    private func portraits(_ guide: Guide, _ exhibit: StoredExhibit) async throws -> [String: String] {
        var addresses: [String: String] = [:]
        for persona in guide.corpus.personas where try await guides.portrait(of: persona.id, exhibit: exhibit) != nil {
            addresses[persona.id] = "/api/v1/exhibits/\(exhibit.id)/guide/portraits/\(persona.id)"
        }
        return addresses
    }

    private func answer(
        _ guide: Guide, _ context: ServerContext, portrait: (String) -> String? = { _ in nil }
    ) async throws -> Response {
        JSONBody.response(
            GuidePayload(
                title: guide.corpus.title, notice: try await guides.notice(of: guide),
                personas: guide.corpus.personas.map { PersonaPayload($0, portrait: portrait($0.id)) },
                passages: guide.corpus.passages.count, model: guide.model.name,
                conversations: context.visitor.isMember && questions.store != nil))
    }

    /// All spaces that the visitor may see.
    private func libraryGuide(_ context: ServerContext) async throws -> Guide {
        let visitor = context.visitor
        var spaces: [Space] = []
        var last: SpaceID?
        repeat {
            let page = try await gate.library.spaces(limit: 200, after: last)
            for space in page where try await gate.admits(visitor, to: space.id) { spaces.append(space) }
            last = page.count == 200 ? page.last?.id : nil
        } while last != nil
        return try await guides.guide(of: spaces, for: try gate.viewer(context))
    }

    // MARK: Questions

    func askExhibit(_ request: Request, _ context: ServerContext) async throws -> Response {
        let exhibit = try await exhibits.exhibit(context)
        return try await questions.answer(request, context, about: "exhibit:\(exhibit.id)") {
            try await Self.run { try await guides.guide(of: exhibit) }
        }
    }

    func askSpace(_ request: Request, _ context: ServerContext) async throws -> Response {
        let space = try await gate.space(context)
        return try await questions.answer(request, context, about: "space:\(space.id)") {
            try await guides.guide(of: space, for: context.visitor.viewer)
        }
    }

    func askLibrary(_ request: Request, _ context: ServerContext) async throws -> Response {
        try await questions.answer(request, context, about: "library") { try await libraryGuide(context) }
    }

    /// An exhibit that can't be used is an answer 422.
    private static func run<Value>(_ work: () async throws -> Value) async throws -> Value {
        do { return try await work() } catch let error as GuideError {
            throw Problem(.unprocessableContent, Problem.sentence(error.description))
        }
    }
}
