import Capture
import Foundation
import Geometry
import Images
import Support

/// The folder that COLMAP works in, and what is in it: upright images under numbers, and the photos that they were made of.
struct PhotoWorkspace {
    let folder: URL
    /// What messages name.
    let source: URL
    let set: PhotoSet
    let notes: [String]
    /// The capture that the photos are frames of, and the frame of each photo.
    var base: (capture: Capture, frames: [Int])?

    /// The image of photo `i`, in `images/`. Numbers, because COLMAP and the sequence go by their order.
    static func imageName(_ i: Int, _ fileExtension: String) -> String { String(format: "%05d.", i + 1) + fileExtension }

    /// The image names, in the order of the photos.
    let names: [String]

    static func prepare(
        _ source: PhotoSource, in folder: URL, options: StructureFromMotion.Options, progress: ProgressReporter
    ) throws -> PhotoWorkspace {
        let images = folder.appendingPathComponent("images", isDirectory: true)
        try makeEmpty(folder, images)
        switch source {
        case .video(let url):
            let (set, notes) = try VideoPhotos.extract(
                url, to: images, options: VideoPhotos.Options(rate: options.videoRate), progress: progress)
            return PhotoWorkspace(
                folder: folder, source: url, set: set, notes: notes, names: set.photos.map { $0.url.lastPathComponent })
        case .capture(let capture, let url):
            let (set, frames) = try CapturePhotos.extract(capture, at: url, to: images, progress: progress)
            return PhotoWorkspace(
                folder: folder, source: url, set: set, notes: [], base: (capture, frames),
                names: set.photos.map { $0.url.lastPathComponent })
        case .folder(let url):
            if CaptureReaders.recognise(url) != nil, !options.ignoresExistingModel {
                // A capture without poses.
                return try prepare(.capture(try ExistingModel.open(url), at: url), in: folder, options: options, progress: progress)
            }
            let set = try PhotoSet(folder: url, progress: progress.part(0...0.7))
            let names = try copy(set, to: images, progress: progress.part(0.7...1))
            return PhotoWorkspace(folder: folder, source: url, set: set, notes: notes(of: set), names: names)
        }
    }

    private static func makeEmpty(_ folder: URL, _ images: URL) throws(PhotogrammetryError) {
        let files = FileManager.default
        do {
            try files.createDirectory(at: folder, withIntermediateDirectories: true)
            for name in ["images", "sparse", "models", "continued", "first-sparse", "summary.json", "first-summary.json"] {
                let url = folder.appendingPathComponent(name)
                if files.fileExists(atPath: url.path) { try files.removeItem(at: url) }
            }
            try files.createDirectory(at: images, withIntermediateDirectories: true)
        } catch {
            throw PhotogrammetryError(
                folder.path, "couldn't be written: \(error.localizedDescription)", remedy: "choose another folder")
        }
    }

    /// Puts the photos into the folder as COLMAP reads them. JPEG and PNG files that are upright are linked or copied, the others
    /// written anew as JPEG.
    private static func copy(_ set: PhotoSet, to folder: URL, progress: ProgressReporter) throws -> [String] {
        let files = FileManager.default
        let failures = Failures()
        let names = set.photos.enumerated().map { i, photo in
            let own = photo.url.pathExtension.lowercased()
            return imageName(i, isUsable(photo) ? own : "jpg")
        }
        try Parallel.forEach(set.photos.count, progress: progress, what: "Copying photos") { i in
            let photo = set.photos[i]
            let target = folder.appendingPathComponent(names[i])
            do {
                if isUsable(photo) {
                    // A link costs no space; across file systems the file is copied.
                    if link(photo.url.path, target.path) != 0 { try files.copyItem(at: photo.url, to: target) }
                } else {
                    let image = try ImageFile.decodeShown(try ImageFile.read(photo.url))
                    try AtomicFile.write(try JPEG.encode(image, quality: 95), to: target)
                }
            } catch {
                failures.add(PhotogrammetryError(photo.url.path, "couldn't be copied to \(folder.path) (\(error))"))
            }
        }
        if let failure = failures.first { throw failure }
        return names
    }

    private static func isUsable(_ photo: Photo) -> Bool {
        photo.metadata.orientation == .up && ["jpg", "jpeg", "png"].contains(photo.url.pathExtension.lowercased())
            && hasSignature(photo.url)
    }

    /// Whether the file is what its extension says: HEIC images are often renamed to `.jpg`.
    private static func hasSignature(_ url: URL) -> Bool {
        guard let bytes = try? ImageFile.read(url, atMost: 4) else { return false }
        return url.pathExtension.lowercased() == "png"
            ? bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) : bytes.starts(with: [0xFF, 0xD8, 0xFF])
    }

    private static func notes(of set: PhotoSet) -> [String] {
        var notes: [String] = []
        let groups = set.groups
        if groups.count > 1 {
            notes.append("photos of \(groups.count) cameras, zooms or sizes; each has its own intrinsics")
        }
        let duplicates = set.photos.count { $0.duplicateOf != nil }
        if duplicates > 0 { notes.append("photos that repeat another one: \(duplicates)") }
        return notes
    }

    /// What COLMAP is to do.
    /// - Parameter isThorough: more, and weaker, key points: for photos with little texture.
    func job(options: StructureFromMotion.Options, isThorough: Bool) throws(PhotogrammetryError) -> ColmapJob {
        let groups = set.groups.map { group in
            let photo = set.photos[group.photos[0]]
            let center = SIMD2(Double(photo.width), Double(photo.height)) / 2
            let names = group.photos.map { self.names[$0] }
            if let k = photo.intrinsics {
                return ColmapJob.Group(names: names, model: "PINHOLE", parameters: [k.x, k.y, k.z + 0.5, k.w + 0.5])
            }
            let isWide = photo.camera.focalLength35.map { $0 < 20 } ?? false
            return ColmapJob.Group(
                names: names, model: isWide ? "RADIAL" : "SIMPLE_RADIAL",
                parameters: photo.focalLengthInPixels.map { [$0, center.x, center.y, 0] + (isWide ? [0] : []) })
        }
        return ColmapJob(
            images: folder.appendingPathComponent("images").path, workspace: folder.path, groups: groups,
            matching: matching(options), pairs: neighbours(options),
            mapper: options.mapper.rawValue, refine: set.photos.contains { $0.intrinsics == nil },
            maxImageSize: isThorough ? max(options.maxImageSize * 2, 3200) : options.maxImageSize,
            maxFeatures: isThorough ? options.maxFeatures * 4 : options.maxFeatures, peakThreshold: isThorough ? 0.003 : 1.0 / 150,
            threads: max(1, options.threads))
    }

    private func matching(_ options: StructureFromMotion.Options) -> ColmapJob.Matching {
        switch options.matching {
        case .exhaustive: .exhaustive
        case .sequential: .sequential
        case .retrieval: .retrieval
        case .automatic:
            set.photos.count <= StructureFromMotion.maxExhaustive && !(set.isSequence && set.photos.count > 30)
                ? .exhaustive : set.isSequence ? .sequential : .retrieval
        }
    }

    /// Pairs of photos that follow each other by name or time, or are near each other by GPS, where not all pairs are matched.
    private func neighbours(_ options: StructureFromMotion.Options) -> [[String]] {
        guard matching(options) == .retrieval else { return [] }
        let photos = set.photos
        var pairs: Set<[Int]> = []
        func add(_ order: [Int], _ reach: Int) {
            for (k, i) in order.enumerated() {
                for j in order[(k + 1)...].prefix(reach) { pairs.insert([min(i, j), max(i, j)]) }
            }
        }
        add(Array(photos.indices), 4)
        let timed = photos.indices.filter { photos[$0].metadata.taken != nil }
        add(timed.sorted { photos[$0].metadata.taken! < photos[$1].metadata.taken! }, 4)
        let located = photos.indices.filter { photos[$0].metadata.location != nil }
        if let first = located.first, let origin = photos[first].metadata.location {
            let positions = located.map { GPSScale.eastUpSouth(photos[$0].metadata.location!, from: origin) }
            for (a, i) in located.enumerated() {
                let distances = positions.indices.filter { $0 != a }.map { b in
                    (located[b], ((positions[a] - positions[b]) * (positions[a] - positions[b])).sum())
                }
                for (j, _) in distances.sorted(by: { $0.1 < $1.1 }).prefix(8) { pairs.insert([min(i, j), max(i, j)]) }
            }
        }
        return pairs.sorted { $0.lexicographicallyPrecedes($1) }.map { [names[$0[0]], names[$0[1]]] }
    }

    /// Errors of a parallel loop.
    private final class Failures: @unchecked Sendable {
        private let lock = NSLock()
        private var all: [PhotogrammetryError] = []
        var first: PhotogrammetryError? { lock.withLock { all.first } }
        func add(_ error: PhotogrammetryError) { lock.withLock { all.append(error) } }
    }
}
