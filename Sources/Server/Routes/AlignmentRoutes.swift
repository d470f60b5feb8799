import DioramaLibrary
import Hummingbird

/// `/api/v1/spaces/{id}/alignment`: the points by which a space is aligned with the real place. Visitors of a part get none: they
/// may lie in the rest.
struct AlignmentRoutes: Sendable {
    let library: Library
    let gate: SpaceGate

    private struct Body: Decodable {
        let points: [Point]

        struct Point: Decodable {
            let point: [Double]
            let viewpoint: View
        }

        struct View: Decodable {
            let matrix: [Double]
            let fieldOfView: Double
            let aspect: Double
        }
    }

    func show(_ request: Request, _ context: ServerContext) async throws -> Response {
        let space = try await gate.wholeSpace(context, showing: "alignment")
        return JSONBody.response(["points": try await library.alignment(of: space.id) ?? []])
    }

    func set(_ request: Request, _ context: ServerContext) async throws -> Response {
        let space = try await gate.space(context)
        let body = try await JSONBody.decode(
            Body.self, from: request,
            expecting: #"{"points":[{"point":[1,0,2],"viewpoint":{"matrix":[…],"fieldOfView":0.9,"aspect":1.5}},…]}"#)
        let points = try body.points.map { point in
            try AlignmentPoint(
                point: point.point,
                viewpoint: Viewpoint(
                    matrix: point.viewpoint.matrix, fieldOfView: point.viewpoint.fieldOfView, aspect: point.viewpoint.aspect))
        }
        try await library.setAlignment(points, of: space.id)
        return JSONBody.response(["points": points])
    }
}
