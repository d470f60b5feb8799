import Capture
import Geometry
import Images
import Support

/// A registered photo.
struct PlacedPhoto: Sendable {
    var name: String
    /// The base capture's frame.
    var frame: Int
    /// Camera to world of the base.
    var pose: RigidTransform
    var camera: CameraIntrinsics
    /// Indices of the sparse points that it sees; nil where that isn't known.
    var points: [Int]?
    var location: ImageMetadata.Location?
    var undistorted: @Sendable (SIMD2<Double>) -> SIMD2<Double>
}

/// Puts a reconstruction into a world with metres and an upright y axis, as far as both are known.
struct Placement {
    let base: Capture
    let photos: [PlacedPhoto]
    /// In the base's world.
    let points: PointCloud
    let up: Vector3
    let gravity: PhotoGravity
    /// What errors name.
    let place: String
    /// Whether the base's unit is the metre already.
    let isMetric: Bool

    struct Result {
        var capture: Capture
        var views: [ScaleView]
        var points: PointCloud
        var scale: PhotoScale
        var gravity: PhotoGravity
        var notes: [String]
    }

    /// - Parameters:
    ///   - reference: what the scale is derived from.
    ///   - levels: whether the world is turned upright and moved to the origin; otherwise it is scaled only.
    ///   - progress: receives the progress.
    func placed(_ reference: ScaleReference, levels: Bool = true, progress: ProgressReporter) throws -> Result {
        let views = photos.map {
            ScaleView(name: $0.name, pose: $0.pose, camera: $0.camera, points: $0.points, undistorted: $0.undistorted)
        }
        let found = try scale(reference, views, progress: progress)
        var gravity = gravity
        var similarity = Similarity(scale: Float(found.scale ?? 1))
        var details = base.details
        if let gps = found.gps, gps.hasOrientation, levels {
            similarity = gps.similarity
            details.place = GeographicPlace(
                latitude: gps.origin.latitude, longitude: gps.origin.longitude, altitude: gps.origin.altitude, heading: 0)
            if gravity.method != .accelerometer { gravity = PhotoGravity(.gps, uncertainty: 3) }
        } else if levels {
            similarity.rotation = Self.rotation(from: up)
            if !found.result.isKnown { similarity.scale = Float(1 / medianDistance(views)) }
            similarity = origin(after: similarity) * similarity
        }
        let poses = photos.map { Optional(similarity.apply($0.pose)) }
        var cloud = points
        cloud.positions = points.positions.map(similarity.apply)
        cloud.normals = points.normals.map { similarity.rotation.rotate($0) }
        let notes = gravity.method == .unknown ? ["the vertical is unknown"] : []
        let frames = PhotoFrames(
            base: base, frames: photos.map(\.frame), poses: poses, sparsePoints: cloud, notes: notes,
            depthScale: depthScale(similarity),
            details: details)
        let placedViews = zip(views, poses).map { view, pose in
            var view = view
            view.pose = pose ?? view.pose
            return view
        }
        return Result(
            capture: Capture(name: base.name, kind: base.kind, source: frames), views: placedViews, points: cloud,
            scale: found.result,
            gravity: gravity, notes: notes)
    }

    /// Depth that was measured is in metres; depth of a model's dense stereo is in the model's unit.
    private func depthScale(_ similarity: Similarity) -> Float { base.hasDepth && base.kind == "COLMAP" ? similarity.scale : 1 }

    // MARK: Scale

    private struct Found {
        var result: PhotoScale
        /// Metres in a unit; nil where unknown.
        var scale: Double?
        var gps: GPSScale.Result?
    }

    private func scale(_ reference: ScaleReference, _ views: [ScaleView], progress: ProgressReporter) throws -> Found {
        switch reference {
        case .unknown: return Found(result: .unknown(reason: "no reference was asked for"))
        case .lengths(let lengths):
            let (scale, error) = try LengthScale(views: views, points: points.positions).scale(lengths)
            return Found(result: .known(.length, relativeError: error), scale: scale)
        case .markers(let side):
            let (scale, error) = try MarkerScale(capture: base, views: views, frames: photos.map(\.frame), place: place)
                .scale(side: side, progress: progress)
            return Found(result: .known(.marker, relativeError: error), scale: scale)
        case .gps:
            let gps = try gps()
            return Found(result: .known(.gps, relativeError: gps.relativeError), scale: Double(gps.similarity.scale), gps: gps)
        case .automatic: return automatic(views)
        }
    }

    private func automatic(_ views: [ScaleView]) -> Found {
        if isMetric { return Found(result: .known(.recorded, relativeError: nil), scale: 1) }
        if base.hasDepth, base.kind != "COLMAP",
            let (scale, error) = DepthScale.scale(base, views: views, frames: photos.map(\.frame), points: points.positions)
        {
            return Found(result: .known(.depth, relativeError: error), scale: scale)
        }
        guard photos.contains(where: { $0.location != nil }) else {
            return Found(result: .unknown(reason: "the photos have no GPS positions, and no length or marker is given"))
        }
        do throws(PhotogrammetryError) {
            let gps = try gps()
            return Found(result: .known(.gps, relativeError: gps.relativeError), scale: Double(gps.similarity.scale), gps: gps)
        } catch { return Found(result: .unknown(reason: error.problem)) }
    }

    private func gps() throws(PhotogrammetryError) -> GPSScale.Result {
        let fixes = photos.compactMap { photo in
            photo.location.map { GPSScale.Fix(center: photo.pose.translation, location: $0) }
        }
        return try GPSScale.fit(fixes, place: place)
    }

    // MARK: Orientation and origin

    /// The shortest rotation that turns a direction upwards.
    static func rotation(from up: Vector3) -> Quaternion {
        let axis = cross(up, Vector3(0, 1, 0))
        // Half-way quaternion; a direction straight down has no axis, and any across will do.
        return up.y > -0.9999 ? Quaternion(axis.x, axis.y, axis.z, 1 + up.y).normalized : Quaternion(1, 0, 0, 0)
    }

    /// The median distance from a camera to the points in front of it; 1 where there are none.
    private func medianDistance(_ views: [ScaleView]) -> Double {
        var distances: [Float] = []
        for view in views {
            let seen = view.points.map { $0.map { points.positions[$0] } } ?? points.positions
            let inverse = view.pose.inverse
            for p in stride(from: 0, to: seen.count, by: max(1, seen.count / 200)) {
                let depth = -inverse.apply(seen[p]).z
                if depth > 0 { distances.append(depth) }
            }
        }
        distances.sort()
        guard !distances.isEmpty, distances[distances.count / 2] > 0 else { return 1 }
        return Double(distances[distances.count / 2])
    }

    /// Moves the middle of the points to x = z = 0, and what is lowest of them (2 % are lower) to y = 0.
    private func origin(after similarity: Similarity) -> Similarity {
        let placed = points.positions.map(similarity.apply)
        guard !placed.isEmpty else { return .identity }
        func quantile(_ axis: Int, _ share: Double) -> Float {
            let values = placed.map { $0[axis] }.sorted()
            return values[min(values.count - 1, Int(Double(values.count) * share))]
        }
        return Similarity(translation: -Vector3(quantile(0, 0.5), quantile(1, 0.02), quantile(2, 0.5)))
    }
}
