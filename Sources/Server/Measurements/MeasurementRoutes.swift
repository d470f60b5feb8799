import FloorPlans
import Foundation
import HTTPTypes
import Hummingbird
import DioramaLibrary
import Measurement
import NIOCore
import Spaces

/// `/api/v1/spaces/{id}/measure`, `…/measurements` and `…/checks`, `/api/v1/measurements` and `/api/v1/checks`: measuring in a
/// space, what is kept of it, and its check distances.
///
/// Everybody who sees all of a space may measure in it; only the owner stores measurements. Visitors of a part can't measure:
/// the result could reveal what is outside the part.
struct MeasurementRoutes: Sendable {
    let gate: SpaceGate
    let measurer: SpaceMeasurer

    private var table: CatalogueTable<MeasurementRecord> { gate.library.measurements }
    private var kept: KeptMeasurements { KeptMeasurements(library: gate.library, measurer: measurer) }
    private var checks: SpaceChecks { SpaceChecks(library: gate.library, measurer: measurer) }

    func measure(_ request: Request, _ context: ServerContext) async throws -> Response {
        let space = try await gate.wholeSpace(context, showing: "measurement")
        let wanted = try await Self.body(request).request()
        return JSONBody.response(MeasurementPayload(try await measurer.measure(wanted, in: space), of: wanted))
    }

    func list(_ request: Request, _ context: ServerContext) async throws -> Response {
        let space = try await gate.wholeSpace(context, showing: "measurement")
        let all = try await kept.entries(in: space.id).map { try MeasurementPayload($0) }
        return JSONBody.response(MeasurementListPayload(measurements: all, canEdit: context.visitor.isOwner))
    }

    func csv(_ request: Request, _ context: ServerContext) async throws -> Response {
        let space = try await gate.wholeSpace(context, showing: "measurement")
        let units = try Query(request).lengthUnits()
        let list = try await kept.list(in: space.id)
        let name = SpaceFiles.plainName(for: space.name) + "-measurements.csv"
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/csv; charset=utf-8", .cacheControl: "no-store",
                .contentDisposition: ContentDisposition.attachment(name), .contentSecurityPolicy: ContentSecurity.assetPolicy,
            ], body: ResponseBody(byteBuffer: ByteBuffer(string: list.csv(units))))
    }

    func create(_ request: Request, _ context: ServerContext) async throws -> Response {
        let space = try await gate.wholeSpace(context, showing: "measurement")
        let body = try await Self.body(request)
        let entry = try await kept.add(try body.request(), name: body.name ?? "", in: space)
        var response = JSONBody.response(try MeasurementPayload(entry), status: .created)
        response.headers[.location] = "/api/v1/measurements/\(entry.id)"
        return response
    }

    // MARK: One measurement

    func edit(_ request: Request, _ context: ServerContext) async throws -> Response {
        let body = try await JSONBody.decode(MeasurementEditBody.self, from: request, expecting: MeasurementEditBody.example)
        let id = try await entry(context).id
        let new = try await kept.change(id, name: body.name, points: try body.points?.map { try $0.pick() })
        guard let new else { throw Problem.notFound("measurement") }
        return JSONBody.response(try MeasurementPayload(new))
    }

    func trash(_ request: Request, _ context: ServerContext) async throws -> Response {
        guard try await !table.trash([entry(context).id]).isEmpty else { throw Problem.notFound("measurement") }
        return Response(status: .noContent)
    }

    func restore(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try await entry(context).id
        _ = try await table.restore([id])
        guard let entry = try await table.get(id) else { throw Problem.notFound("measurement") }
        return JSONBody.response(try MeasurementPayload(entry))
    }

    // MARK: Check distances

    func listChecks(_ request: Request, _ context: ServerContext) async throws -> Response {
        let space = try await gate.wholeSpace(context, showing: "measurement")
        return JSONBody.response(try CheckListPayload(try await checks.list(in: space), canEdit: context.visitor.isOwner))
    }

    func addCheck(_ request: Request, _ context: ServerContext) async throws -> Response {
        let space = try await gate.wholeSpace(context, showing: "measurement")
        let body = try await JSONBody.decode(CheckBody.self, from: request, expecting: CheckBody.example)
        let made = try await checks.add(try body.check(), in: space)
        var response = JSONBody.response(try CheckListPayload(made.list, canEdit: context.visitor.isOwner), status: .created)
        response.headers[.location] = "/api/v1/checks/\(made.entry.id)"
        return response
    }

    func removeCheck(_ request: Request, _ context: ServerContext) async throws -> Response {
        try await checks.remove(try checkID(context))
        return Response(status: .noContent)
    }

    func restoreCheck(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try checkID(context)
        guard try await checks.entry(id) != nil else { throw Problem.notFound("check distance") }
        _ = try await table.restore([id])
        return Response(status: .noContent)
    }

    private func checkID(_ context: ServerContext) throws -> MeasurementID {
        guard let id = context.parameters.get("id").flatMap({ MeasurementID($0) }) else { throw Problem.notFound("check distance") }
        return id
    }

    // MARK: What they share

    private func entry(_ context: ServerContext) async throws -> Entry<MeasurementRecord> {
        guard let id = context.parameters.get("id").flatMap({ MeasurementID($0) }), let entry = try await table.get(id) else {
            throw Problem.notFound("measurement")
        }
        return entry
    }

    private static func body(_ request: Request) async throws -> MeasurementBody {
        try await JSONBody.decode(MeasurementBody.self, from: request, expecting: MeasurementBody.example)
    }
}
