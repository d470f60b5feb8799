import Capture
import Foundation
import Geometry
import Images
import Support

/// What COLMAP found, put together with the photos.
struct RegisteredPhotos {
    let input: PhotoWorkspace
    let summary: ColmapSummary
    let engine: String
    let notes: [String]

    func reconstruction(options: StructureFromMotion.Options, progress: ProgressReporter) throws -> PhotoReconstruction {
        let set = input.set
        let evidence = evidence()
        let unregistered =
            set.rejected.map {
                UnregisteredPhoto(name: $0.name, reason: .unreadable, explanation: "\($0.reason); copy or save it again")
            } + UnregisteredPhotos.explain(evidence, models: summary.models)
        guard let error = summary.error, summary.models.first ?? 0 >= PhotoSet.minCount else {
            throw nothingFound(evidence)
        }
        try progress.report(0, "Reading the model")
        let model = try open()
        let registered = set.photos.indices.filter { summary.images[input.names[$0]]?.model == 0 }
        guard model.frameCount == registered.count, model.sparsePoints.positions.count == summary.points else {
            throw PhotogrammetryError(input.folder.path, "the model does not belong to its summary", remedy: "try again")
        }
        let photos = try placed(registered, of: model, progress: progress.part(0...0.2))
        let gravity = GravityEstimator(
            views: zip(registered, photos).map { i, photo in
                GravityEstimator.View(
                    pose: photo.pose, camera: photo.camera, edges: set.photos[i].analysis.edges,
                    gravity: set.photos[i].camera.gravity)
            }, points: model.sparsePoints.positions
        ).up()
        let placement = Placement(
            base: base(model), photos: photos, points: model.sparsePoints, up: gravity.up, gravity: gravity.gravity,
            place: input.source.path, isMetric: false)
        let result = try placement.placed(options.scale, progress: progress.part(0.2...1))
        let names = registered.map { set.photos[$0].name }
        let matches = summary.matches
        let guidance = PhotoGuidance(
            views: zip(registered, result.views).map { i, view in
                GuidanceView(view, matches: matches[input.names[i]]?.values.max() ?? 0)
            }, points: result.points.positions, blurred: set.photos.filter(\.isBlurred).map(\.name),
            duplicates: set.photos.filter { $0.duplicateOf != nil }.map(\.name), unregistered: unregistered)
        return PhotoReconstruction(
            capture: result.capture, photoNames: names, given: set.photos.count + set.rejected.count, registered: registered.count,
            reprojectionError: error, unregistered: unregistered, scale: result.scale, gravity: result.gravity, guidance: guidance,
            notes: input.notes + notes + result.notes + otherModels(), engine: engine)
    }

    private func otherModels() -> [String] {
        guard summary.models.count > 1 else { return [] }
        let others = summary.models.dropFirst().map(String.init).joined(separator: ", ")
        return ["of \(summary.models.count) unconnected models the largest was used; the others have \(others) photos"]
    }

    private func evidence() -> [UnregisteredPhotos.Evidence] {
        let numbers = Dictionary(uniqueKeysWithValues: input.names.enumerated().map { ($1, $0) })
        let matches = summary.matches
        return input.set.photos.indices.map { i in
            let name = input.names[i]
            let image = summary.images[name]
            var neighbours: [Int: Int] = [:]
            for (other, count) in matches[name] ?? [:] { if let j = numbers[other] { neighbours[j] = count } }
            return UnregisteredPhotos.Evidence(
                name: input.set.photos[i].name, isBlurred: input.set.photos[i].isBlurred, features: image?.features,
                model: image?.model, matches: neighbours)
        }
    }

    /// Why there is no model at all.
    private func nothingFound(_ evidence: [UnregisteredPhotos.Evidence]) -> PhotogrammetryError {
        let place = input.source.path
        let count = evidence.count
        let readable = evidence.compactMap(\.features).sorted()
        if readable.count < PhotoSet.minCount {
            return PhotogrammetryError(
                place, "COLMAP can read only \(readable.count) of the \(count) photos", remedy: "save them as JPEG")
        }
        if readable[readable.count / 2] < UnregisteredPhotos.minFeatures {
            return PhotogrammetryError(
                place, "the photos show too little texture (\(readable[readable.count / 2]) key points in a typical one)",
                remedy: "take sharp photos in good light that also show textured surroundings")
        }
        if evidence.allSatisfy({ $0.matches.values.allSatisfy { $0 < UnregisteredPhotos.minMatches } }) {
            return PhotogrammetryError(
                place, "no two of the \(count) photos show the same things",
                remedy: "take photos that overlap by two thirds, moving a step to the side from one to the next")
        }
        return PhotogrammetryError(
            place, "no poses could be found for the \(count) photos, although some show the same things",
            remedy: "move to the side between photos instead of turning on the spot, and take more of them")
    }

    /// COLMAP's model as a capture.
    private func open() throws(PhotogrammetryError) -> Capture {
        do throws(CaptureError) { return try Capture.open(input.folder) } catch { throw PhotogrammetryError(error) }
    }

    /// The capture whose frames the result has: that which the photos are frames of, else COLMAP's.
    private func base(_ model: Capture) -> Capture { input.base?.capture ?? model }

    private func placed(_ registered: [Int], of model: Capture, progress: ProgressReporter) throws -> [PlacedPhoto] {
        var photos: [PlacedPhoto] = []
        for (frame, i) in registered.enumerated() {
            try progress.report(Double(frame) / Double(registered.count), "Reading the model")
            let photo = input.set.photos[i]
            guard let pose = model.pose(at: frame), let image = summary.images[input.names[i]], let number = image.camera,
                let camera = summary.cameras[String(number)], let lens = camera.lens
            else { throw PhotogrammetryError(input.folder.path, "the model's camera of \(photo.name) can't be read") }
            let intrinsics = CameraIntrinsics(
                width: photo.width, height: photo.height, fx: Float(lens.focal.x), fy: Float(lens.focal.y),
                cx: Float(lens.centre.x), cy: Float(lens.centre.y))
            photos.append(
                PlacedPhoto(
                    name: photo.name, frame: input.base?.frames[i] ?? frame, pose: pose, camera: intrinsics, points: image.points,
                    location: photo.metadata.location, undistorted: { camera.undistorted($0) }))
        }
        return photos
    }
}
