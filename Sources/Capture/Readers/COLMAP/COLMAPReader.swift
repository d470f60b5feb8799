import Foundation
import Geometry

/// A sparse model of COLMAP's (Schönberger 2016; COLMAP's documentation, "Output Format") with its photos, and with depth maps
/// where dense stereo made some. Camera axes are OpenCV's. A model's world has an arbitrary scale and stands anyhow: it is turned
/// so that up is where most photos have their top.
enum COLMAPReader: CaptureReader {
    static let kind = "COLMAP"

    /// Where projects keep their models, their photos, and the workspace of dense stereo; the place to look first comes first.
    private static let modelFolders = ["sparse", "colmap/sparse", "colmap", ""]
    private static let photoFolders = ["images", "colmap/images", "input", "photos", ""]
    private static let denseFolders = ["dense/0", "dense", "colmap/dense"]

    static func matchScore(_ folder: CaptureFolder) -> Double { models(folder).isEmpty ? 0 : 1 }

    static func read(_ folder: CaptureFolder, options: CaptureOptions) throws(CaptureError) -> ListedFrames {
        let workspace = workspace(folder)
        let models = models(workspace)
        guard let chosen = models.first else { throw CaptureError(folder.url, "there is no COLMAP model here") }
        let model = try COLMAPModel(chosen)
        guard !model.photos.isEmpty else { throw CaptureError(chosen.url, "this model has no registered photos") }
        var index = FileIndex(workspace)
        let photos = try photos(model, in: chosen, index: &index)
        guard photos.contains(where: { $0.path != nil }) else {
            throw CaptureError(
                workspace.url, "none of the model's \(model.photos.count) photos is here, such as \(model.photos[0].name)",
                remedy: "open the folder that holds the model and its photos (in images)")
        }
        // Lengths are in the model's own unit, unless the user knows how many of them make a metre.
        let unitsPerMetre = try options.unitsPerMetre(of: folder.url, otherwise: 1)
        let depth = COLMAPDepthMaps(workspace, photos: photos.map(\.photo.name), metresPerUnit: 1 / unitsPerMetre, &index)
        let given = try options.intrinsics.map { (k) throws(CaptureError) in try IntrinsicsFile.given(k, workspace.url) }
        let name = model.photoFile
        var entries: [ListedFrames.Entry] = []
        for (i, (photo, path)) in photos.enumerated() where depth.isEmpty ? path != nil : depth.has(i) {
            guard let camera = given ?? model.cameras[photo.camera] else {
                throw CaptureError(chosen.url, "\(photo.name) was taken by camera \(photo.camera), which the model does not hold")
            }
            let pose = FramePose(
                quaternion: photo.rotation, translation: photo.translation / unitsPerMetre, inverse: true, camera: .openCV,
                world: .firstCamera, file: name, place: TextTable.shown(photo.name))
            entries.append(
                ListedFrames.Entry(
                    depth: depth.isEmpty ? nil : .stored(depth, i), color: path.map { .file($0) }, pose: pose, camera: camera))
        }
        guard !entries.isEmpty else { throw CaptureError(workspace.url, "none of the model's photos has a depth map") }
        let turn = upright(entries.compactMap(\.pose.transform))
        for i in entries.indices {
            if let pose = entries[i].pose.transform { entries[i].pose = .usable(turn * pose) }
        }

        var notes = counts(
            ("registered photos that are missing, left out", depth.isEmpty ? photos.count - entries.count : 0),
            ("photos without a depth map, left out", depth.isEmpty ? 0 : photos.count - entries.count),
            ("frames without a colour image", entries.count { $0.color == nil }))
        if models.count > 1 { notes.append("of \(models.count) models the largest was used: \(chosen.url.lastPathComponent)") }
        if options.depthUnitsPerMetre == nil {
            notes.append("a COLMAP model has no scale: lengths are in its own unit, not in metres")
        }
        notes.append("the up direction was estimated from the photos and is approximate")
        var frames = try ListedFrames(workspace.url, entries, options: options, notes: notes)
        frames.sparsePoints = model.points
        frames.sparsePoints.positions = model.points.positions.map {
            turn.apply(WorldAxes.firstCamera.turn($0) * Float(1 / unitsPerMetre))
        }
        return frames
    }

    /// The models of a project, that with the most photos first.
    private static func models(_ folder: CaptureFolder) -> [CaptureFolder] {
        for place in modelFolders where place.isEmpty || folder.has(String(place.prefix { $0 != "/" })) {
            guard let here = try? CaptureFolder(place.isEmpty ? folder.url : folder.url.appendingPathComponent(place)) else {
                continue
            }
            if COLMAPModel.isModel(here) { return [here] }
            // A project numbers its models: sparse/0, sparse/1.
            let found = place.isEmpty ? [] : here.subfolders().filter(COLMAPModel.isModel)
            if found.isEmpty { continue }
            func size(_ model: CaptureFolder) -> Int {
                ["images.bin", "images.txt"].lazy.compactMap {
                    try? model.url.appendingPathComponent($0).resourceValues(forKeys: [.fileSizeKey]).fileSize
                }.first ?? 0
            }
            return found.map { ($0, size($0)) }.sorted { $0.1 > $1.1 }.map(\.0)
        }
        return []
    }

    /// The folder with undistorted photos and depth maps, where the project has one; else the project's own.
    private static func workspace(_ folder: CaptureFolder) -> CaptureFolder {
        for place in denseFolders where folder.has(String(place.prefix { $0 != "/" })) {
            if let dense = try? CaptureFolder(folder.url.appendingPathComponent(place)), dense.has("stereo"), dense.has("images"),
                !models(dense).isEmpty
            {
                return dense
            }
        }
        return folder
    }

    /// The model's photos and their paths; nil for those that are not there, of which the depth map may be.
    private static func photos(
        _ model: COLMAPModel, in chosen: CaptureFolder, index: inout FileIndex
    ) throws(CaptureError) -> [(photo: COLMAPModel.Photo, path: String?)] {
        var names: [String] = []
        for photo in model.photos {
            guard let name = CaptureFolder.inside(photo.name) else {
                throw CaptureError(
                    chosen.url.appendingPathComponent(model.photoFile),
                    "“\(TextTable.shown(photo.name))” is outside of the folder of photos")
            }
            names.append(name)
        }
        for folder in photoFolders {
            let paths = names.map { folder.isEmpty ? $0 : "\(folder)/\($0)" }
            let there = paths.map { index.contains($0) ? $0 : nil }
            if there.contains(where: { $0 != nil }) { return zip(model.photos, there).map { ($0, $1) } }
        }
        return []
    }

    /// The rotation of the world after which the photos' tops point upwards on average: people hold cameras upright. None where
    /// they don't agree.
    private static func upright(_ poses: [RigidTransform]) -> RigidTransform {
        let sum = poses.reduce(Vector3(repeating: 0)) { $0 + $1.rotation.rotate(Vector3(0, 1, 0)) }
        guard sum.length > 0.3 * Float(poses.count) else { return .identity }
        let up = sum.normalized
        let axis = cross(up, Vector3(0, 1, 0))
        // The half-way quaternion; upside-down it has no direction, and any axis across will do.
        let turn = up.y > -0.999 ? Quaternion(axis.x, axis.y, axis.z, 1 + up.y).normalized : Quaternion(1, 0, 0, 0)
        return RigidTransform(rotation: turn, translation: Vector3(repeating: 0))
    }
}
