import Codecs
import Foundation
import Geometry

/// Record3D's internal format: an `.r3d` file, which is a zip archive, or the folder that it unpacks to. `metadata` is JSON with
/// the camera and a pose a frame; `rgbd/N.jpg`, `N.depth` (LZFSE of 32-bit floats, metres, row by row) and `N.conf` (LZFSE of
/// ARKit's levels) are the frames. A pose is `qx qy qz qw tx ty tz`, camera to world; camera axes are OpenGL's, the world is
/// ARKit's (the app's author in issues 27, 33 and 93 of github.com/marek-simonik/record3d).
enum Record3DReader: CaptureFileReader {
    static let kind = "Record3D"
    static let fileExtension = "r3d"

    static func matchScore(_ folder: CaptureFolder) -> Double { share(folder.has("metadata"), folder.has("rgbd")) }

    static func read(_ folder: CaptureFolder, options: CaptureOptions) throws(CaptureError) -> ListedFrames {
        guard folder.has("metadata") else {
            throw CaptureError(folder.url, "this capture has no camera poses", remedy: "its file “metadata” is missing")
        }
        return try frames(Record3DFiles(folder: folder.url), options)
    }

    static func read(file: URL, options: CaptureOptions) throws(CaptureError) -> ListedFrames {
        let archive: ZipArchive
        do throws(FormatError) { archive = try ZipArchive(file) } catch { throw CaptureError(error, file) }
        return try frames(Record3DFiles(archive: archive, file), options)
    }

    private static func frames(_ files: Record3DFiles, _ options: CaptureOptions) throws(CaptureError) -> ListedFrames {
        let metadata = try Record3DMetadata(try files.bytes("metadata"), at: files.url("metadata"))
        let numbers = files.frameNumbers
        guard !numbers.isEmpty else {
            throw CaptureError(files.root, "this capture has no depth images", remedy: "rgbd/ is empty")
        }
        let given = try options.intrinsics.map { (k) throws(CaptureError) in try IntrinsicsFile.given(k, files.root) }
        let size = try depthSize(metadata, files: files, frame: numbers[0])
        let depth = Record3DDepth(files: files, frameSize: size)
        let confidence = Record3DConfidence(files: files, frameSize: size)
        let color = Record3DColor(files: files)

        // Poses go by the frames' numbers, or by their order where frames were renumbered.
        let isByOrder = metadata.poses.count == numbers.count
        var entries: [ListedFrames.Entry] = []
        var poseless = 0
        for (order, number) in numbers.enumerated() {
            let i = isByOrder ? order : number
            guard i < metadata.poses.count else {
                poseless += 1
                continue
            }
            guard let camera = given ?? metadata.camera(i) else {
                throw CaptureError(
                    files.url("metadata"), "this capture has no camera intrinsics",
                    remedy: "K must be the 9 numbers of a camera matrix, column by column; or give them as an option")
            }
            entries.append(
                ListedFrames.Entry(
                    depth: .stored(depth, number), color: files.has("rgbd/\(number).jpg") ? .stored(color, number) : nil,
                    confidence: files.has("rgbd/\(number).conf") ? .stored(confidence, number) : nil,
                    timestamp: metadata.time(i), pose: metadata.pose(i), camera: camera))
        }
        guard !entries.isEmpty else { throw CaptureError(files.url("metadata"), "this capture has no camera poses") }
        var notes = counts(
            ("frames without a pose, left out", poseless),
            ("frames without a colour image", entries.count { $0.color == nil }))
        if metadata.startsAtIdentity && metadata.hasPoses {
            notes.append("the world is the first camera's: the up direction is unknown")
        }
        var frames = try ListedFrames(files.root, entries, options: options, notes: notes)
        frames.hasPoses = metadata.hasPoses
        frames.details.duration = metadata.duration(entries.count)
        return frames
    }

    /// The size of the depth images: from the metadata, or from their number of pixels, as older versions of the app leave it.
    private static func depthSize(
        _ metadata: Record3DMetadata, files: Record3DFiles, frame number: Int
    ) throws(CaptureError) -> ImageSize {
        if let size = metadata.depthSize { return size }
        let path = "rgbd/\(number).depth"
        let bytes = try files.decoded(path, limit: 640 * 480 * 4)
        for (long, short) in [(256, 192), (640, 480)] where bytes.count == long * short * 4 {
            return metadata.isPortrait ? ImageSize(short, long) : ImageSize(long, short)
        }
        throw CaptureError(files.url("metadata"), "the size of the depth images is missing", remedy: "dw and dh are missing")
    }
}
