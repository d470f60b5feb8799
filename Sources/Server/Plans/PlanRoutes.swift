import Codecs
import PlanFormats
import FloorPlans
import ModelFormats
import Foundation
import Geometry
import HTTPTypes
import Hummingbird
import DioramaLibrary
import Measurement
import Spaces
import Support

/// `/api/v1/spaces/{id}/plan`: the plan of a space, its drawings and its edits. Edits never change the scan.
///
/// A plan shows all of a space, so that visitors of a part don't get it.
struct PlanRoutes: Sendable {
    let gate: SpaceGate
    let plans: SpacePlans
    let maker: PlanMaker
    let measurements: KeptMeasurements
    let jobs: JobQueue

    func show(_ request: Request, _ context: ServerContext) async throws -> Response {
        let space = try await gate.wholeSpace(context, showing: "plan")
        _ = try Query(request).units()
        guard try await plans.library.plan(of: space.id) != nil else {
            return JSONBody.response(PlanPayload(canEdit: context.visitor.isOwner))
        }
        return try await answer(space, to: request, context: context)
    }

    /// Makes the plan out of the model, by a job.
    func make(_ request: Request, _ context: ServerContext) async throws -> Response {
        let space = try await gate.wholeSpace(context, showing: "plan")
        guard SpaceModels.asset(of: space) != nil else {
            throw Problem(.unprocessableContent, "The space has no model that a plan could be made of.")
        }
        let place = try jobs.reserve()
        let job = try await jobs.submit(kind: "plan", title: space.name, space: space.id, place: place) { [maker] _, progress in
            try await maker.make(of: space, progress: progress)
            return space.id
        }
        return JSONBody.response(JobPayload(job: job), status: .accepted)
    }

    func remove(_ request: Request, _ context: ServerContext) async throws -> Response {
        let space = try await gate.wholeSpace(context, showing: "plan")
        guard try await plans.library.trashPlan(of: space.id) else { throw Problem.notFound("plan") }
        return Response(status: .noContent)
    }

    // MARK: Edits

    func edit(_ request: Request, _ context: ServerContext) async throws -> Response {
        let space = try await gate.wholeSpace(context, showing: "plan")
        let edit = try await JSONBody.decode(
            PlanEdit.self, from: request, expecting: #"{"kind":"rename-room","room":"r1","name":"Kitchen"}"#)
        try await plans.add(edit, to: space.id)
        return try await answer(space, to: request, context: context, status: .created)
    }

    func undo(_ request: Request, _ context: ServerContext) async throws -> Response {
        let space = try await gate.wholeSpace(context, showing: "plan")
        guard try await plans.library.undoEdit(of: try await plans.current(of: space.id).id) else {
            throw Problem(.conflict, "There is no edit to undo.", code: .nothingToUndo)
        }
        return try await answer(space, to: request, context: context)
    }

    func redo(_ request: Request, _ context: ServerContext) async throws -> Response {
        let space = try await gate.wholeSpace(context, showing: "plan")
        guard try await plans.library.redoEdit(of: try await plans.current(of: space.id).id) else {
            throw Problem(.conflict, "There is no edit to redo.", code: .nothingToRedo)
        }
        return try await answer(space, to: request, context: context)
    }

    // MARK: Files

    /// The drawing, or the plan for another program.
    func file(_ request: Request, _ context: ServerContext) async throws -> Response {
        let space = try await gate.wholeSpace(context, showing: "plan")
        let query = try Query(request)
        guard let format = PlanFormat(rawValue: query["format"] ?? "svg") else {
            throw Problem(.badRequest, "format must be \(PlanFormat.list).")
        }
        var options = PlanWriteOptions(units: try query.units())
        let storey = query["storey"] ?? "0"
        guard let number = Int(storey), (0...200).contains(number) else {
            throw Problem(.badRequest, "storey must be a number from 0.")
        }
        options.storey = number
        let current = try await plans.current(of: space.id)
        guard current.plan.storeys.indices.contains(number) else { throw Problem.notFound("storey") }
        if query["measurements"] == "true" {
            options.marks = try await measurements.list(in: space.id).marks(on: current.plan, units: options.units)
        }
        let file = try await TemporaryFile.open("plan.\(format.rawValue)") { drawing in
            try await Blocking.run { [options] in
                do { try PlanFile.write(current.plan, to: drawing, options: options) } catch let error as FormatError {
                    throw Problem(.unprocessableContent, Problem.sentence(error.reason))
                }
            }
        }
        var headers: HTTPFields = [.cacheControl: "no-store", .contentSecurityPolicy: ContentSecurity.assetPolicy]
        let isShown = format == .svg || format == .png
        if !isShown || query["download"] == "true" {
            let name = SpaceFiles.plainName(for: space.name) + "-plan." + format.rawValue
            headers[.contentDisposition] = ContentDisposition.attachment(name)
        }
        return try FileResponse(file: file, tag: EntityTag(UUID().uuidString), contentType: format.mediaType, headers: headers)
            .response(to: request)
    }

    /// The objects of a space, of which visitors of a part see those that stand in it.
    func objects(_ request: Request, _ context: ServerContext) async throws -> Response {
        let space = try await gate.space(context)
        guard try await plans.library.plan(of: space.id) != nil else { return JSONBody.response(ObjectsPayload()) }
        let part = context.visitor.visit?.part
        let plan = try await plans.current(of: space.id).plan
        return JSONBody.response(
            ObjectsPayload(plan) { p in
                part.map { $0.contains(Vector3(Float(p[0]), Float(p[1]), Float(p[2]))) } ?? true
            })
    }

    // MARK: What they share

    private func answer(
        _ space: Space, to request: Request, context: ServerContext, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let units = try Query(request).units()
        let current = try await plans.current(of: space.id)
        return JSONBody.response(try PlanPayload(current, canEdit: context.visitor.isOwner, units: units), status: status)
    }
}
