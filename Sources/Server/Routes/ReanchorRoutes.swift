import HTTPTypes
import Hummingbird
import DioramaLibrary
import Reconstruction
import Spaces

/// `/api/v1/spaces/{id}/reanchor`: transfers anchors from an earlier scan of the place, and undoes that.
struct ReanchorRoutes: Sendable {
    let library: Library
    let transfer: AnchorTransfer

    func create(_ request: Request, _ context: ServerContext) async throws -> Response {
        let target = try await library.liveSpace(context.parameters.get("id"))
        let body = try await JSONBody.decode(
            Body.self, from: request, expecting: #"{"from":"2xQ4bG6QhV8mYk3sZpA1cR7tWdE","dryRun":true}"#)
        guard let source = SpaceID(body.from) else { throw Problem(.badRequest, "from must be the id of a space.") }
        let result: AnchorTransfer.Result
        do {
            result = try await transfer.run(from: source, to: target.id, isTrial: body.dryRun ?? false)
        } catch let error as ReconstructionError {
            throw Problem(.unprocessableContent, Problem.sentence(ErrorLine.text(error)))
        }
        // Other people's private memories are transferred as all others are; neither they nor their number are shown here.
        guard let viewer = context.visitor.viewer else { throw Problem.notFound("space") }
        let visible = library.memories(for: viewer)
        var shown: [AnchorTransfer.Result.Pin] = []
        for pin in result.pins {
            if try await visible.get(pin.memory) != nil { shown.append(pin) }
        }
        return JSONBody.response(Payload(pins: shown, result: result))
    }

    /// The latest transfer to this space that was not undone.
    func undo(_ request: Request, _ context: ServerContext) async throws -> Response {
        let target = try await library.liveSpace(context.parameters.get("id"))
        guard let latest = try await library.anchorTransfers(to: target.id).first(where: { $0.undone == nil }),
            try await library.undo(latest.id) != nil
        else { throw Problem(.notFound, "No anchors were transferred to this space that could be undone.") }
        return Response(status: .noContent)
    }

    private struct Body: Decodable {
        let from: String
        let dryRun: Bool?
    }

    private struct Payload: Encodable {
        let held: Int
        let moved: Int
        let lost: Int
        @EncodesNull var residual: Double?
        @EncodesNull var overlap: Double?
        @EncodesNull var undo: String?
        let pins: [Pin]

        init(pins: [AnchorTransfer.Result.Pin], result: AnchorTransfer.Result) {
            held = pins.count { $0.state == .held }
            moved = pins.count { $0.state == .moved }
            lost = pins.count { $0.state == .lost }
            residual = finite(result.residual)
            overlap = finite(result.overlap)
            undo = result.record?.id.description
            self.pins = pins.map(Pin.init)
        }
    }

    private struct Pin: Encodable {
        let memory: String
        let state: String
        @EncodesNull var distance: Double?
        let point: [Double]

        init(_ pin: AnchorTransfer.Result.Pin) {
            memory = pin.memory.description
            state = pin.state.rawValue
            distance = pin.distance
            point = pin.anchor.point
        }
    }
}
