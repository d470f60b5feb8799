import DioramaLibrary
import Foundation
import Hummingbird
import Recognition
import Spaces

/// What photos show: which thing it is, whether that was right, and which things look the same.
struct ThingRecognitionRoutes: Sendable {
    let catalogue: ThingCatalogue
    let identifier: ThingIdentifier
    let store: UploadStore
    let uploads: UploadLimiter

    /// How long photos that were added since may be indexed before a photo is compared, in seconds; and how long things are
    /// compared with each other for one answer.
    private static let seconds = (indexing: 5.0, comparing: 2.0)

    // MARK: Identification

    private struct Identified: Encodable {
        let matches: [Match]
        let barcodes: [Code]
        let text: [String]
        let proposal: Proposal
        let notices: [String]

        struct Match: Encodable {
            let id: String
            let name: String
            let score: Double
            @EncodesNull var cover: String?
        }

        struct Code: Encodable {
            let format: String
            let text: String
            @EncodesNull var thing: String?
        }

        struct Proposal: Encodable {
            @EncodesNull var brand: String?
            @EncodesNull var model: String?
            @EncodesNull var serial: String?
            @EncodesNull var expires: String?
        }
    }

    func identify(_ request: Request, _ context: ServerContext) async throws -> Response {
        let result = try await withPhoto(request, context) {
            try await identifier.identify($0, indexingAtMost: Self.seconds.indexing)
        }
        let found = result.identification
        return JSONBody.response(
            Identified(
                matches: result.matches.map {
                    Identified.Match(
                        id: $0.thing.id.description, name: $0.thing.name, score: min(max($0.score, 0), 1),
                        cover: $0.cover?.id.description)
                },
                barcodes: found.codes.map {
                    Identified.Code(
                        format: $0.format.rawValue, text: $0.text, thing: ThingExport.thing(ofLabel: $0.text)?.description)
                }, text: found.text.map(\.text),
                proposal: Identified.Proposal(
                    brand: found.proposal.brand, model: found.proposal.model, serial: found.proposal.serial,
                    expires: found.proposal.expiry?.date?.payload), notices: result.notices))
    }

    // MARK: Feedback

    func note(_ request: Request, _ context: ServerContext) async throws -> Response {
        guard let word = try Query(request)["match"] else {
            throw Problem(.badRequest, "match is missing: right or wrong.")
        }
        guard let feedback = MatchFeedback(rawValue: word) else { throw Problem(.badRequest, "match must be right or wrong.") }
        let thing = try await catalogue.thing(ThingRoutes.id(context)).id
        try await withPhoto(request, context) { try await identifier.note(feedback, photo: $0, thing: thing) }
        return Response(status: .noContent)
    }

    // MARK: Duplicates

    private struct Compared: Encodable {
        let pairs: [Pair]
        @EncodesNull var next: String?
        let compared: Int
        let total: Int
        let missing: Int

        struct Pair: Encodable {
            let first: ThingItemPayload
            let second: ThingItemPayload
            let score: Double
        }
    }

    func duplicates(_ request: Request, _ context: ServerContext) async throws -> Response {
        let after: ThingID? = try ThingRoutes.id(try Query(request)["after"], "after", "a thing, as the next of an answer")
        let part = try await identifier.duplicates(after: after, atMost: Self.seconds.comparing)
        let items = try await catalogue.items(part.pairs.flatMap { [$0.first, $0.second] })
        let pairs = part.pairs.enumerated().map { i, pair in
            Compared.Pair(
                first: ThingItemPayload(items[2 * i]), second: ThingItemPayload(items[2 * i + 1]),
                score: min(max(pair.score, 0), 1))
        }
        return JSONBody.response(
            Compared(
                pairs: pairs, next: part.next?.description, compared: part.compared, total: part.total, missing: part.missing))
    }

    private func withPhoto<Value: Sendable>(
        _ request: Request, _ context: ServerContext, _ use: (URL) async throws -> Value
    ) async throws -> Value {
        try await ReceivedFile.withBody(
            of: request, context, in: store, maximum: MediaIntake.byteLimit(.photo), what: "photo", uploads: uploads
        ) { file in try await Problem.unprocessable { try await use(file) } }
    }
}
