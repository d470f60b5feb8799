import Capture
import Foundation
import Geometry
import Images
import Support

/// Poses that come with the photos: a COLMAP or nerfstudio model, or a posed capture. They are used as they are.
enum ExistingModel {
    /// Opens a folder that a capture's reader recognises.
    static func open(_ url: URL) throws(PhotogrammetryError) -> Capture {
        do throws(CaptureError) { return try Capture.open(url) } catch { throw PhotogrammetryError(error) }
    }

    /// How many frames are looked at for the vertical.
    private static let maxViews = 24

    static func reconstruction(
        _ capture: Capture, at url: URL, options: StructureFromMotion.Options, progress: ProgressReporter
    ) throws -> PhotoReconstruction {
        let frames = (0..<capture.frameCount).filter { capture.pose(at: $0) != nil && capture.hasColor(at: $0) }
        guard frames.count >= PhotoSet.minCount else {
            throw PhotogrammetryError(
                url.path, "\(frames.count) photos of this model have a pose and an image, too few",
                remedy: "copy all photos beside it")
        }
        // A model of COLMAP's stands anyhow; other layouts have a world of their own.
        let isColmap = capture.kind == "COLMAP"
        let views = try views(capture, frames, progress: progress.part(0...0.8))
        let points = capture.sparsePoints.positions
        let gravity: (up: Vector3, gravity: PhotoGravity) =
            isColmap
            ? GravityEstimator(views: views.compactMap(\.gravity), points: points).up()
            : (Vector3(0, 1, 0), PhotoGravity(.recorded, uncertainty: nil))
        let photos = zip(frames, views).map { frame, view in
            PlacedPhoto(
                name: "\(frame)", frame: frame, pose: view.scale.pose, camera: view.scale.camera, points: nil, location: nil,
                undistorted: { $0 })
        }
        let placement = Placement(
            base: capture, photos: photos, points: capture.sparsePoints, up: gravity.up, gravity: gravity.gravity,
            place: url.path, isMetric: !isColmap && capture.hasDepth)
        let placed = try placement.placed(options.scale, levels: isColmap, progress: progress.part(0.8...1))
        let guidance = PhotoGuidance(
            views: placed.views.map { GuidanceView($0, matches: nil) }, points: placed.points.positions, blurred: [],
            duplicates: [],
            unregistered: [])
        return PhotoReconstruction(
            capture: placed.capture, photoNames: photos.map(\.name), given: capture.frameCount, registered: frames.count,
            reprojectionError: nil, unregistered: [], scale: placed.scale, gravity: placed.gravity, guidance: guidance,
            notes: capture.notes + placed.notes, engine: capture.kind)
    }

    private struct View {
        var scale: ScaleView
        var gravity: GravityEstimator.View?
    }

    /// The cameras of all frames; images are decoded of some only.
    private static func views(_ capture: Capture, _ frames: [Int], progress: ProgressReporter) throws -> [View] {
        let step = max(1, (frames.count + maxViews - 1) / maxViews)
        var views: [View] = []
        var last: CameraIntrinsics?
        for (k, frame) in frames.enumerated() {
            try progress.report(Double(k) / Double(frames.count), "Reading photos")
            var edges: [PhotoAnalysis.Edge]?
            var camera = last
            if k % step == 0 || camera == nil {
                let read = try self.frame(capture, frame)
                camera = read.colorIntrinsics
                if let image = read.color {
                    let long = max(image.width, image.height)
                    let limit = PhotoAnalysis.longEdge / 2
                    edges =
                        PhotoAnalysis(
                            long <= limit
                                ? image : image.resized(toWidth: image.width * limit / long, height: image.height * limit / long)
                        ).edges
                }
                last = camera
            }
            guard let camera, let pose = capture.pose(at: frame) else { continue }
            views.append(
                View(
                    scale: ScaleView(name: "\(frame)", pose: pose, camera: camera, points: nil, undistorted: { $0 }),
                    gravity: edges.map { GravityEstimator.View(pose: pose, camera: camera, edges: $0, gravity: nil) }))
        }
        return views
    }

    private static func frame(_ capture: Capture, _ index: Int) throws(PhotogrammetryError) -> Frame {
        do throws(CaptureError) { return try capture.frame(at: index) } catch { throw PhotogrammetryError(error) }
    }
}
