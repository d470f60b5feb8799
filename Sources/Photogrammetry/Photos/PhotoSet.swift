import Foundation
import Images
import Support

/// The photos that a model is made of: read, measured and grouped by camera.
public struct PhotoSet: Sendable {
    /// The folder or video that they come from.
    public let url: URL
    /// The photos that can be used, in natural order of their names, or in the order of time.
    public internal(set) var photos: [Photo]
    /// Image files that can't be used.
    public let rejected: [RejectedPhoto]
    /// Whether the order is that of time along a trajectory, as in a video.
    public let isSequence: Bool

    /// The fewest photos that a model can be made of; some twenty make a good one.
    public static let minCount = 3
    /// The most photos that are accepted.
    public static let maxCount = 5000
    /// The share of the set's median sharpness below which a photo counts as blurred.
    static let blurredShare: Float = 0.45
    /// Grey levels of difference below which two photos count as the same.
    static let duplicateDifference: Float = 0.6

    init(url: URL, photos: [Photo], rejected: [RejectedPhoto], isSequence: Bool) {
        self.url = url
        self.photos = photos
        self.rejected = rejected
        self.isSequence = isSequence
        judge()
    }

    /// Reads the photos of a folder and its subfolders: JPEG, HEIC, PNG and WebP.
    /// - Throws: `PhotogrammetryError` where there is no such folder or fewer than `minCount` photos can be read;
    ///   `CancellationError`.
    public init(folder: URL, progress: ProgressReporter = .silent) throws {
        let names = try Self.imageNames(folder)
        let results = Results(count: names.count)
        try Parallel.forEach(names.count, progress: progress, what: "Reading photos") { i in
            let result = Self.read(folder.appendingPathComponent(names[i]), name: names[i])
            results.set(i, result)
        }
        var photos: [Photo] = []
        var rejected: [RejectedPhoto] = []
        for case let result? in results.values {
            switch result {
            case .success(let photo): photos.append(photo)
            case .failure(let failure): rejected.append(failure.photo)
            }
        }
        guard photos.count >= Self.minCount else {
            let reasons = rejected.prefix(3).map { "\($0.name): \($0.reason)" }.joined(separator: "; ")
            let unreadable = rejected.isEmpty ? "" : ", \(rejected.count) can't be read (\(reasons))"
            throw PhotogrammetryError(
                folder.path, "\(photos.count) usable photos are too few\(unreadable)",
                remedy: "take at least \(Self.minCount), better 20 or more, from all around with much overlap")
        }
        self.init(url: folder, photos: photos, rejected: rejected, isSequence: false)
    }

    /// Groups of photos with the same camera, lens, zoom and size; the largest first.
    public var groups: [PhotoGroup] {
        var found: [PhotoGroup] = []
        for (i, photo) in photos.enumerated() {
            let key = Self.cameraName(photo)
            if let at = found.firstIndex(where: { $0.camera == key }) {
                found[at].photos.append(i)
            } else {
                found.append(PhotoGroup(camera: key, photos: [i]))
            }
        }
        return found.sorted { $0.photos.count > $1.photos.count }
    }

    private static func cameraName(_ photo: Photo) -> String {
        let camera = photo.camera
        var parts = [[camera.make, camera.model].compactMap { $0 }.joined(separator: " ")]
        if let lens = camera.lens { parts.append(lens) }
        if let focal = camera.focalLength { parts.append(String(format: "%.1f mm", focal)) }
        if let focal = camera.focalLength35 { parts.append(String(format: "%.0f mm (35 mm)", focal)) }
        if let k = photo.intrinsics { parts.append(String(format: "%.0f px", k.x)) }
        parts.append("\(photo.width)x\(photo.height)")
        return parts.filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// Marks blurred photos and duplicates.
    private mutating func judge() {
        let known = photos.map(\.sharpness).filter { $0 > 0 }.sorted()
        if !known.isEmpty {
            let median = known[known.count / 2]
            for i in photos.indices where photos[i].sharpness > 0 {
                photos[i].isBlurred = photos[i].sharpness < median * Self.blurredShare
            }
        }
        for i in photos.indices {
            // Equal images are neighbours in a folder nearly always; in small sets all are compared.
            let start = photos.count <= 500 ? 0 : max(0, i - 20)
            photos[i].duplicateOf = (start..<i).first { j in
                photos[j].duplicateOf == nil && photos[j].width == photos[i].width && photos[j].height == photos[i].height
                    && photos[i].analysis.difference(from: photos[j].analysis) < Self.duplicateDifference
            }
        }
    }

    // MARK: Files

    private static let fileExtensions: Set<String> = ["jpg", "jpeg", "png", "heic", "heif", "webp"]

    /// Whether a file is an image by its extension.
    public static func isImage(_ name: String) -> Bool { fileExtensions.contains((name as NSString).pathExtension.lowercased()) }

    private static func imageNames(_ folder: URL) throws(PhotogrammetryError) -> [String] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder) else {
            throw PhotogrammetryError(folder.path, "there is no such folder")
        }
        guard isFolder.boolValue, let files = FileManager.default.enumerator(atPath: folder.path) else {
            throw PhotogrammetryError(folder.path, "this is not a folder", remedy: "give the folder that holds the photos")
        }
        var names: [String] = []
        while let name = files.nextObject() as? String {
            let parts = name.split(separator: "/")
            if parts.contains(where: { $0.hasPrefix(".") || $0 == "__MACOSX" }) { continue }
            if isImage(name) { names.append(name) }
            guard names.count <= maxCount else {
                throw PhotogrammetryError(
                    folder.path, "there are more than \(maxCount) photos", remedy: "make models of parts of the place")
            }
        }
        if names.isEmpty {
            throw PhotogrammetryError(
                folder.path, "there are no photos in this folder (JPEG, HEIC, PNG, WebP)", remedy: "give the folder that holds them"
            )
        }
        return names.sorted { $0.compare($1, options: [.numeric, .caseInsensitive]) == .orderedAscending }
    }

    struct Failure: Error {
        var photo: RejectedPhoto
    }

    private static func read(_ url: URL, name: String) -> Result<Photo, Failure> {
        do throws(ImageError) {
            let bytes = try ImageFile.read(url)
            guard !bytes.isEmpty else { throw ImageError("the file is empty") }
            let metadata = ImageMetadata(bytes)
            let size = try ImageFile.size(url)
            let image = try ImageFile.decodeShown(bytes, longEdge: PhotoAnalysis.longEdge)
            let isTurned = metadata.orientation.isTurnedSideways
            let width = isTurned ? size.height : size.width
            let height = isTurned ? size.width : size.height
            guard min(width, height) >= 64 else { throw ImageError("the image is too small (\(width)x\(height))") }
            let analysis = PhotoAnalysis(image)
            return .success(
                Photo(
                    url: url, name: name, width: width, height: height, camera: CameraMetadata(bytes), metadata: metadata,
                    sharpness: analysis.sharpness, analysis: analysis))
        } catch {
            return .failure(Failure(photo: RejectedPhoto(name: name, reason: error.problem)))
        }
    }
}

/// Results of a parallel loop, each index written once.
private final class Results: @unchecked Sendable {
    private let lock = NSLock()
    private(set) var values: [Result<Photo, PhotoSet.Failure>?]

    init(count: Int) { values = Array(repeating: nil, count: count) }

    func set(_ i: Int, _ value: Result<Photo, PhotoSet.Failure>) { lock.withLock { values[i] = value } }
}
