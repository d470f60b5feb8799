import Foundation
import Geometry
import Images

/// The frames of a capture whose pictures lie in files: what every reader makes. A picture is read when its frame is asked for.
struct ListedFrames: FrameSource {
    /// One frame: where its pictures are (paths from the capture's folder), and what is known of it.
    struct Entry: Sendable {
        var depth: String
        var color: String?
        var confidence: String?
        var timestamp: Double?
        var pose: FramePose
        var camera: Pinhole
    }

    private let folder: URL
    private let entries: [Entry]
    private let metresPerUnit: Float
    /// Sizes that all pictures have to have: those of the first that can be read.
    private let depthSize: PictureSize
    private let colorSize: PictureSize?
    let notes: [String]

    /// - Parameter unitsPerMetre: The layout's own depth unit; the user's option goes before it.
    /// - Throws: `CaptureError` where there are no frames, not one usable pose, or the pictures' shape is not that of the intrinsics.
    init(
        _ folder: CaptureFolder, _ entries: [Entry], unitsPerMetre: Double, options: CaptureOptions, notes: [String] = []
    ) throws(CaptureError) {
        guard let first = entries.first else { throw CaptureError(folder.url, "this capture has no frames") }
        if entries.allSatisfy({ $0.pose.transform == nil }), case .bad(let file, let problem) = first.pose {
            throw CaptureError(folder.url.appendingPathComponent(file), "no frame has a usable pose; the first: \(problem)")
        }
        self.folder = folder.url
        self.entries = entries
        let units = options.depthUnitsPerMetre ?? unitsPerMetre
        guard units >= 0.1, units <= 1e9 else {
            throw CaptureError(folder.url, "\(units) depth units a metre make no sense", remedy: "give 1000 for millimetres")
        }
        metresPerUnit = Float(1 / units)
        depthSize = try Self.firstSize(folder.url, entries.lazy.map(\.depth))
        colorSize = entries.contains { $0.color != nil } ? try Self.firstSize(folder.url, entries.lazy.compactMap(\.color)) : nil
        self.notes = notes
        for camera in Set(entries.map { $0.camera.size }) { try check(camera, first) }
    }

    /// The size of the first picture whose header can be read.
    private static func firstSize(_ folder: URL, _ paths: some Sequence<String>) throws(CaptureError) -> PictureSize {
        var failure: CaptureError?
        for path in paths {
            let url = folder.appendingPathComponent(path)
            do throws(ImageError) {
                let (width, height) = try ImageFile.size(url)
                return PictureSize(width, height)
            } catch { failure = failure ?? CaptureError(error, url) }
        }
        throw failure ?? CaptureError(folder, "this capture has no pictures")
    }

    /// Depth, colour and intrinsics must be of one view: the same shape.
    private func check(_ declared: PictureSize?, _ first: Entry) throws(CaptureError) {
        let natural = declared ?? colorSize ?? depthSize
        if let colorSize, let color = first.color, !colorSize.hasShape(of: natural) {
            throw CaptureError(
                folder.appendingPathComponent(color), "the colour pictures are \(colorSize), the intrinsics are for \(natural)",
                remedy: "give the intrinsics of these pictures")
        }
        if !depthSize.hasShape(of: natural) {
            throw CaptureError(
                folder.appendingPathComponent(first.depth),
                "the depth pictures are \(depthSize), which is another shape than \(natural) of the "
                    + (declared == nil ? "colour pictures" : "intrinsics"),
                remedy: "depth has to be registered to colour")
        }
    }

    var frameCount: Int { entries.count }

    func pose(at index: Int) -> RigidTransform? { entries.indices.contains(index) ? entries[index].pose.transform : nil }

    func frame(at index: Int) throws(CaptureError) -> Frame {
        guard entries.indices.contains(index) else {
            throw CaptureError(folder, "there is no frame \(index) (the capture has \(entries.count))")
        }
        let entry = entries[index]
        let pose: RigidTransform
        switch entry.pose {
        case .usable(let transform): pose = transform
        case .bad(let file, let problem): throw CaptureError(folder.appendingPathComponent(file), problem)
        }
        let natural = colorSize ?? depthSize
        return Frame(
            index: index, timestamp: entry.timestamp, pose: pose, depth: try depth(entry),
            depthIntrinsics: entry.camera.intrinsics(for: depthSize, of: natural), confidence: try confidence(entry),
            color: try color(entry), colorIntrinsics: entry.camera.intrinsics(for: natural, of: natural))
    }

    private func depth(_ entry: Entry) throws(CaptureError) -> DepthImage {
        let codes = try read(entry.depth, depthSize, "depth", ImageFile.readGray16)
        let scale = metresPerUnit
        let count = codes.pixels.count
        let metres = [Float](unsafeUninitializedCapacity: count) { metres, initialized in
            codes.pixels.withUnsafeBufferPointer { codes in
                // Besides 0, the highest code stands for "not measured" or "too far".
                for i in 0..<count { metres[i] = codes[i] == .max ? 0 : Float(codes[i]) * scale }
            }
            initialized = count
        }
        return DepthImage(width: codes.width, height: codes.height, pixels: metres)
    }

    private func color(_ entry: Entry) throws(CaptureError) -> ColorImage? {
        guard let path = entry.color, let colorSize else { return nil }
        return try read(path, colorSize, "colour", ImageFile.readColor)
    }

    private func confidence(_ entry: Entry) throws(CaptureError) -> ConfidenceImage? {
        guard let path = entry.confidence else { return nil }
        let image = try read(path, depthSize, "confidence", ImageFile.readGray8)
        guard image.pixels.allSatisfy({ $0 <= 2 }) else {
            throw CaptureError(
                folder.appendingPathComponent(path), "this confidence picture holds other values than 0 (low), 1 and 2 (high)")
        }
        return image
    }

    private func read<P>(
        _ path: String, _ size: PictureSize, _ what: String, _ decode: (URL) throws(ImageError) -> Image<P>
    ) throws(CaptureError) -> Image<P> {
        let url = folder.appendingPathComponent(path)
        let image: Image<P>
        do throws(ImageError) { image = try decode(url) } catch { throw CaptureError(error, url) }
        guard image.width == size.width, image.height == size.height else {
            throw CaptureError(url, "this \(what) picture is \(image.width)x\(image.height), the others are \(size)")
        }
        return image
    }
}
