import Foundation
import Geometry
import Images

/// Record3D's "EXR + JPG" export: `metadata.json` with the keys of an `.r3d`'s `metadata`, `rgb/N.jpg` and `depth/N.exr` (OpenEXR,
/// one channel of floats, metres). File N belongs to `poses[N]`; there may be fewer files than poses. The images are upright, and
/// `K` and the camera axes are theirs.
enum Record3DEXRReader: CaptureReader {
    static let kind = "Record3D EXR"

    static func matchScore(_ folder: CaptureFolder) -> Double {
        guard folder.has("depth"), !folder.files(in: "depth", suffix: ".exr").isEmpty else { return 0 }
        return share(true, folder.has("metadata.json"), folder.has("rgb"))
    }

    static func read(_ folder: CaptureFolder, options: CaptureOptions) throws(CaptureError) -> ListedFrames {
        let url = folder.url.appendingPathComponent("metadata.json")
        guard folder.has("metadata.json") else {
            throw CaptureError(folder.url, "this capture has no camera poses", remedy: "its file “metadata.json” is missing")
        }
        let metadata = try Record3DMetadata(try TextTable.read(url), at: url)
        let given = try options.intrinsics.map { (k) throws(CaptureError) in try IntrinsicsFile.given(k, folder.url) }
        let units = try options.unitsPerMetre(of: folder.url, otherwise: 1)
        let depth = EXRDepth(folder: folder.url.appendingPathComponent("depth"), metresPerUnit: Float(1 / units))
        let images = Set(folder.files(in: "rgb", suffix: ".jpg"))
        var entries: [ListedFrames.Entry] = []
        var poseless = 0
        for number in folder.files(in: "depth", suffix: ".exr").compactMap(Int.init).filter({ $0 >= 0 }).sorted() {
            guard number < metadata.poses.count else {
                poseless += 1
                continue
            }
            guard let camera = given ?? metadata.camera(number) else {
                throw CaptureError(
                    url, "this capture has no camera intrinsics",
                    remedy: "K must be the 9 numbers of a camera matrix, column by column; or give them as an option")
            }
            entries.append(
                ListedFrames.Entry(
                    depth: .stored(depth, number), color: images.contains("\(number)") ? .file("rgb/\(number).jpg") : nil,
                    timestamp: metadata.time(number), pose: metadata.pose(number), camera: camera))
        }
        guard !entries.isEmpty else { throw CaptureError(url, "none of its \(metadata.poses.count) poses has a depth image") }
        let notes = counts(
            ("poses without a depth image, left out", metadata.poses.count - entries.count),
            ("depth images without a pose, left out", poseless),
            ("frames without a colour image", entries.count { $0.color == nil }))
        var frames = try ListedFrames(folder.url, entries, options: options, notes: notes)
        frames.hasPoses = metadata.hasPoses
        frames.details.duration = metadata.duration(entries.count)
        return frames
    }
}

/// Depth as OpenEXR files: 0, NaN or infinite where nothing was measured.
private struct EXRDepth: ImageStore {
    let folder: URL
    let metresPerUnit: Float

    func url(_ index: Int) -> URL { folder.appendingPathComponent("\(index).exr") }

    func size(_ index: Int) throws(CaptureError) -> ImageSize {
        let url = url(index)
        do throws(ImageError) {
            let (width, height) = try EXR.size(try ImageFile.read(url))
            return ImageSize(width, height)
        } catch { throw CaptureError(error, url) }
    }

    func image(_ index: Int) throws(CaptureError) -> Image<Float> {
        let url = url(index)
        do throws(ImageError) {
            var image = try EXR.decode(try ImageFile.read(url))
            for i in image.pixels.indices {
                let metres = image.pixels[i] * metresPerUnit
                image.pixels[i] = metres > 0 && metres < 1e6 ? metres : 0
            }
            return image
        } catch { throw CaptureError(error, url) }
    }
}
