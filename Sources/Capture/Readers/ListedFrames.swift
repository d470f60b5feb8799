import Foundation
import Geometry
import Images

/// The frames of a capture as every reader lists them. A frame's images are read on demand.
struct ListedFrames: FrameSource {
    /// One frame: where its images are, and what is known of it.
    struct Entry: Sendable {
        /// Nil for photos without depth.
        var depth: FrameImage<Float>?
        var color: FrameImage<SIMD4<UInt8>>?
        /// May have another size than depth; the levels of the nearest pixels are taken then.
        var confidence: FrameImage<UInt8>?
        var timestamp: Double?
        var pose: FramePose
        /// The colour images' camera.
        var camera: Pinhole
        /// The depth images' camera where that is not the colour camera scaled.
        var depthCamera: Pinhole?
    }

    private let root: URL
    private let entries: [Entry]
    private let metresPerUnit: Float
    private let confidenceCodes: ConfidenceCodes
    /// Sizes that all images have to have: those of the first that can be read.
    private let depthSize: ImageSize?
    private let colorSize: ImageSize?
    private let lenses = LensCorrections()
    let notes: [String]
    var details = CaptureDetails()
    var hasPoses = true
    var sparsePoints = PointCloud()

    /// - Parameters:
    ///   - root: The capture's folder, or the one file that it is.
    ///   - unitsPerMetre: The layout's own depth unit; the user's option goes before it.
    /// - Throws: `CaptureError` where there are no frames, not one usable pose, or the images' shape is not that of the intrinsics.
    init(
        _ root: URL, _ entries: [Entry], unitsPerMetre: Double = 1000, confidence: ConfidenceCodes = .levels,
        options: CaptureOptions, notes: [String] = []
    ) throws(CaptureError) {
        guard let first = entries.first else { throw CaptureError(root, "this capture has no frames") }
        if entries.allSatisfy({ $0.pose.transform == nil }), case .bad(let file, let problem) = first.pose {
            throw CaptureError(root.appendingPathComponent(file), "no frame has a usable pose; the first: \(problem)")
        }
        self.root = root
        self.entries = entries
        metresPerUnit = Float(1 / (try options.unitsPerMetre(of: root, otherwise: unitsPerMetre)))
        confidenceCodes = confidence
        depthSize = try Self.firstSize(root, entries.lazy.compactMap(\.depth))
        colorSize = try Self.firstSize(root, entries.lazy.compactMap(\.color))
        self.notes = notes + Self.jumps(entries)
        details.place = Self.place(root, entries)
        for camera in Set(entries.map { $0.camera.size }) { try check(camera) }
        for camera in Set(entries.map { $0.depthCamera?.size }) { try checkDepth(camera) }
    }

    /// Where the first image was taken by its EXIF data.
    private static func place(_ root: URL, _ entries: [Entry]) -> GeographicPlace? {
        guard case .file(let path)? = entries.lazy.compactMap(\.color).first,
            let bytes = try? Data(contentsOf: root.appendingPathComponent(path), options: .mappedIfSafe),
            let location = ImageMetadata([UInt8](bytes.prefix(maxHeader))).location
        else { return nil }
        return GeographicPlace(
            recorded: location.latitude, longitude: location.longitude, altitude: location.altitude)
    }

    /// Bytes of an image file in which EXIF data are looked for.
    private static let maxHeader = 1 << 18

    /// The size of the first image whose header can be read; nil where there are no images.
    private static func firstSize<P>(_ root: URL, _ sources: some Sequence<FrameImage<P>>) throws(CaptureError) -> ImageSize? {
        var failure: CaptureError?
        for source in sources {
            do throws(CaptureError) { return try source.size(in: root) } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
        return nil
    }

    /// Depth, colour and intrinsics must be of one view: the same shape.
    private func check(_ declared: ImageSize?) throws(CaptureError) {
        guard let natural = declared ?? colorSize ?? depthSize else { throw CaptureError(root, "this capture has no images") }
        // Photos without depth may each have their own shape, and are looked at when they are read.
        if depthSize == nil && declared != nil { return }
        if let colorSize, let color = entries.lazy.compactMap(\.color).first, !colorSize.hasShape(of: natural) {
            throw CaptureError(
                color.url(in: root), "the colour images are \(colorSize), the intrinsics are for \(natural)",
                remedy: "give the intrinsics of these images")
        }
        if let depthSize, let depth = entries.lazy.compactMap(\.depth).first, !depthSize.hasShape(of: natural) {
            throw CaptureError(
                depth.url(in: root),
                "the depth images are \(depthSize), whose aspect ratio differs from \(natural) of the "
                    + (declared == nil ? "colour images" : "intrinsics"),
                remedy: "depth has to be registered to colour")
        }
    }

    private func checkDepth(_ declared: ImageSize?) throws(CaptureError) {
        guard let declared, let depthSize, let depth = entries.lazy.compactMap(\.depth).first else { return }
        if !depthSize.hasShape(of: declared) {
            throw CaptureError(depth.url(in: root), "the depth images are \(depthSize), their intrinsics are for \(declared)")
        }
    }

    /// Tells of a camera that cannot have moved as its poses say: tracking was lost between two frames.
    private static func jumps(_ entries: [Entry]) -> [String] {
        let limit: Float = 10
        let places = entries.compactMap { $0.pose.transform?.translation }
        let count = zip(places, places.dropFirst()).count { ($0 - $1).length > limit }
        return count > 0 ? ["places where the camera jumps more than \(Int(limit)) m from one frame to the next: \(count)"] : []
    }

    var frameCount: Int { entries.count }

    var hasDepth: Bool { depthSize != nil }

    func pose(at index: Int) -> RigidTransform? { entries.indices.contains(index) ? entries[index].pose.transform : nil }

    func hasColor(at index: Int) -> Bool { entries.indices.contains(index) && entries[index].color != nil }

    func frame(at index: Int) throws(CaptureError) -> Frame {
        guard entries.indices.contains(index) else {
            throw CaptureError(root, "there is no frame \(index) (the capture has \(entries.count))")
        }
        let entry = entries[index]
        let pose: RigidTransform
        switch entry.pose {
        case .usable(let transform): pose = transform
        case .bad(let file, let problem): throw CaptureError(root.appendingPathComponent(file), problem)
        }
        let depth = try depth(entry)
        let size = ImageSize(depth.width, depth.height)
        let color = try color(entry)
        let natural = color.map { ImageSize($0.width, $0.height) } ?? colorSize ?? size
        let colorIntrinsics = entry.camera.intrinsics(for: natural, of: natural)
        let depthIntrinsics =
            entry.depth == nil
            ? colorIntrinsics
            : entry.depthCamera?.intrinsics(for: size, of: size) ?? entry.camera.intrinsics(for: size, of: natural)
        var frame = Frame(
            index: index, timestamp: entry.timestamp, pose: pose, depth: depth, depthIntrinsics: depthIntrinsics,
            confidence: try confidence(entry, size), color: color, colorIntrinsics: colorIntrinsics)
        if let lens = entry.camera.lens { frame.color = color.map { lenses.correction(colorIntrinsics, lens).correct($0) } }
        // Depth that was registered to the colour images has their distortion.
        if entry.depth != nil, let lens = entry.depthCamera.map({ $0.lens }) ?? entry.camera.lens {
            let correction = lenses.correction(depthIntrinsics, lens)
            frame.depth = correction.correct(frame.depth)
            frame.confidence = frame.confidence.map(correction.correct)
        }
        return frame
    }

    private func depth(_ entry: Entry) throws(CaptureError) -> DepthImage {
        guard let source = entry.depth, let depthSize else { return DepthImage(width: 0, height: 0, pixels: []) }
        let scale = metresPerUnit
        let image = try source.read(in: root) { (url) throws(ImageError) in Self.metres(try ImageFile.readGray16(url), scale) }
        try check(image, size: depthSize, what: "depth", of: source)
        return image
    }

    /// Stored depth values in metres. Besides 0, the highest value means "not measured" or "too far".
    private static func metres(_ codes: Image<UInt16>, _ scale: Float) -> DepthImage {
        let count = codes.pixels.count
        let metres = [Float](unsafeUninitializedCapacity: count) { metres, initialized in
            codes.pixels.withUnsafeBufferPointer { codes in
                for i in 0..<count { metres[i] = codes[i] == .max ? 0 : Float(codes[i]) * scale }
            }
            initialized = count
        }
        return DepthImage(width: codes.width, height: codes.height, pixels: metres)
    }

    private func color(_ entry: Entry) throws(CaptureError) -> ColorImage? {
        guard let source = entry.color, let colorSize else { return nil }
        let image = try source.read(in: root, ImageFile.readColor)
        // Photos without depth may each have their own size, if it is their camera's.
        let own = depthSize == nil ? entry.camera.size : nil
        if let own, own.hasShape(of: ImageSize(image.width, image.height)) { return image }
        try check(image, size: own ?? colorSize, what: "colour", of: source)
        return image
    }

    /// The frame's confidence at the size of its depth.
    private func confidence(_ entry: Entry, _ size: ImageSize) throws(CaptureError) -> ConfidenceImage? {
        guard let source = entry.confidence else { return nil }
        let image = try source.read(in: root, ImageFile.readGray8)
        let own = ImageSize(image.width, image.height)
        guard own.hasShape(of: size) else {
            throw CaptureError(
                source.url(in: root), "this confidence image is \(own), whose aspect ratio differs from \(size) of depth")
        }
        guard let levels = confidenceCodes.levels(image) else {
            throw CaptureError(source.url(in: root), "this confidence image holds other values than 0 (low), 1 and 2 (high)")
        }
        return levels.resizedNearest(toWidth: size.width, height: size.height)
    }

    private func check<P>(
        _ image: Image<P>, size: ImageSize, what: String, of source: FrameImage<P>
    ) throws(CaptureError) {
        guard image.width == size.width, image.height == size.height else {
            throw CaptureError(
                source.url(in: root), "this \(what) image is \(image.width)x\(image.height), the others are \(size)")
        }
    }
}

extension ListedFrames {
    /// Frames of a folder's files.
    init(
        _ folder: CaptureFolder, _ entries: [Entry], unitsPerMetre: Double, options: CaptureOptions, notes: [String] = []
    ) throws(CaptureError) {
        try self.init(folder.url, entries, unitsPerMetre: unitsPerMetre, options: options, notes: notes)
    }
}

extension ListedFrames.Entry {
    /// A frame whose images are files.
    init(
        depth: String?, color: String?, confidence: String? = nil, timestamp: Double? = nil, pose: FramePose, camera: Pinhole,
        depthCamera: Pinhole? = nil
    ) {
        self.init(
            depth: depth.map { .file($0) }, color: color.map { .file($0) }, confidence: confidence.map { .file($0) },
            timestamp: timestamp, pose: pose, camera: camera, depthCamera: depthCamera)
    }
}
