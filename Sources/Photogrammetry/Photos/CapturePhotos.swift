import Capture
import Foundation
import Images
import Support

/// The colour images of a capture as photos whose intrinsics are known.
enum CapturePhotos {
    /// The most frames that are used.
    private static let maxCount = 300

    /// Writes frames of a capture as JPEG files.
    /// - Returns: the photos and the capture's frame of each.
    static func extract(
        _ capture: Capture, at url: URL, to folder: URL, progress: ProgressReporter
    ) throws -> (set: PhotoSet, frames: [Int]) {
        let colored = (0..<capture.frameCount).filter { capture.hasColor(at: $0) }
        guard colored.count >= PhotoSet.minCount else {
            throw PhotogrammetryError(
                url.path, "this capture has \(colored.count) colour images, too few to find poses",
                remedy: "record it again with colour")
        }
        let step = max(1, (colored.count + maxCount - 1) / maxCount)
        let chosen = stride(from: 0, to: colored.count, by: step).map { colored[$0] }
        var photos: [Photo] = []
        var frames: [Int] = []
        var rejected: [RejectedPhoto] = []
        for (k, index) in chosen.enumerated() {
            try progress.report(Double(k) / Double(chosen.count), "Reading frames of the capture")
            switch read(capture, index, to: folder.appendingPathComponent(PhotoWorkspace.imageName(photos.count, "jpg"))) {
            case .success(let photo):
                photos.append(photo)
                frames.append(index)
            case .failure(let error): rejected.append(RejectedPhoto(name: "frame \(index)", reason: error.problem))
            }
        }
        guard photos.count >= PhotoSet.minCount else {
            throw PhotogrammetryError(url.path, "only \(photos.count) of the capture's frames can be read", remedy: "copy it again")
        }
        return (PhotoSet(url: url, photos: photos, rejected: rejected, isSequence: true), frames)
    }

    private static func read(_ capture: Capture, _ index: Int, to target: URL) -> Result<Photo, PhotogrammetryError> {
        let frame: Frame
        do throws(CaptureError) { frame = try capture.frame(at: index) } catch { return .failure(PhotogrammetryError(error)) }
        guard let image = frame.color else { return .failure(PhotogrammetryError("frame \(index)", "it has no colour image")) }
        do {
            try AtomicFile.write(try JPEG.encode(image, quality: 95), to: target)
        } catch { return .failure(PhotogrammetryError(target.path, "\(error)")) }
        let long = max(image.width, image.height)
        let limit = PhotoAnalysis.longEdge
        let small =
            long <= limit ? image : image.resized(toWidth: image.width * limit / long, height: max(1, image.height * limit / long))
        let analysis = PhotoAnalysis(small)
        var photo = Photo(
            url: target, name: "frame \(index)", width: image.width, height: image.height, camera: CameraMetadata(),
            metadata: ImageMetadata(), sharpness: analysis.sharpness, analysis: analysis)
        let k = frame.colorIntrinsics
        photo.intrinsics = SIMD4(Double(k.fx), Double(k.fy), Double(k.cx), Double(k.cy))
        return .success(photo)
    }
}
