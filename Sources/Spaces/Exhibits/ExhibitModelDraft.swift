import Codecs
import Exhibits
import Foundation
import Geometry
import Images
import ModelFormats
import Models
import Rendering
import Support

/// A model that is to be added to an exhibit: the file, how large it is, and what it becomes.
public struct ExhibitModelDraft: Sendable {
    /// The model file, in any readable format, or a photo.
    public var source: URL
    /// Whether the file is a photo, which becomes a thin panel.
    public var isPhoto: Bool
    /// The name of the model.
    public var name: String
    /// How long the model is along an axis; nil where the file's own unit counts.
    public var size: Size?

    /// How long a model is along an axis.
    public struct Size: Sendable, Equatable {
        /// Metres, above 0.
        public var metres: Double
        /// The axis; nil for the longest.
        public var axis: Axis?

        /// Creates a size.
        public init(metres: Double, axis: Axis? = nil) {
            self.metres = metres
            self.axis = axis
        }
    }

    /// An axis of the model, y up.
    public enum Axis: String, Sendable, CaseIterable {
        /// Width.
        case x
        /// Height.
        case y
        /// Depth.
        case z

        var index: Int {
            switch self {
            case .x: 0
            case .y: 1
            case .z: 2
            }
        }
    }

    /// A model in the unit of its file.
    public init(source: URL, name: String, size: Size? = nil, isPhoto: Bool = false) {
        self.source = source
        self.isPhoto = isPhoto
        self.name = name
        self.size = size
    }

    /// The longest side of a model on a table, in metres.
    private static let tableSide = 0.4
    /// Triangles of the levels of detail: the first is the most that the finest has, which is the budget of a phone's GPU.
    static let levelTriangles = [150_000, 40_000, 10_000]
    /// The longest side of an image of a model, in pixels.
    private static let imageSize = (width: 1200, height: 900)

    /// Writes the model as GLB in up to three levels of detail, as USDZ in both scales, an image and a poster of it.
    /// - Parameters:
    ///   - id: the id of the model, which names the files.
    ///   - folder: a folder for the files.
    ///   - progress: receives the progress.
    /// - Returns: the model of the exhibit, and its files by their paths.
    /// - Throws: `SpacesError` of kind `invalidInput` where it can't be read or shows no surface.
    func make(id: String, in folder: URL, progress: ProgressReporter) throws -> (model: ExhibitModel, files: [(String, URL)]) {
        var scene = try read(progress.part(0...0.2))
        guard scene.flaw == nil, scene.triangleCount > 0 else {
            throw SpacesError(
                .invalidInput, scene.flaw.map { "the model is damaged: \($0)" } ?? "the model has no surface",
                input: source.lastPathComponent, remedy: "choose a file with triangles")
        }
        try scale(&scene)
        let bounds = scene.bounds
        let longest = Double(max(bounds.size.x, bounds.size.y, bounds.size.z))
        guard longest > 0, longest.isFinite else {
            throw SpacesError(.invalidInput, "the model has no extent", input: source.lastPathComponent)
        }
        var model = ExhibitModel(id: id, name: name, file: "models/\(id).glb")
        model.tableScale = Self.rounded(Self.tableSide / longest)
        model.usdz = "models/\(id).usdz"
        model.tableUSDZ = "models/\(id)-table.usdz"
        model.image = "images/\(id).jpg"
        model.imageDescription = "\(name), seen from the front and above"
        model.poster = ExhibitPoster(image: "images/\(id)-poster.webp", bounds: bounds)
        let count = scene.triangleCount
        if count > Self.levelTriangles[0] {
            scene = try SceneSimplification.simplify(
                scene, toTriangles: Self.levelTriangles[0], progress: progress.part(0.2...0.3))
        }
        var files = try write(scene, model, folder, progress.part(0.3...0.7))
        files += try writeLevels(of: scene, for: &model, in: folder, progress.part(0.7...1))
        return (model, files)
    }

    private func read(_ progress: ProgressReporter) throws -> Scene {
        if isPhoto {
            do throws(ImageError) { return try PhotoPanel.scene(source, name: name) } catch {
                throw SpacesError(.invalidInput, "the photo can't be read: \(error)", input: name)
            }
        }
        do throws(FormatError) { return try SceneFile.read(source, progress: progress) } catch {
            throw SpacesError(.invalidInput, "the model can't be read: \(error.reason)", input: source.lastPathComponent)
        }
    }

    /// Coarser levels of a model that has at least twice as many triangles as they.
    private func writeLevels(
        of scene: Scene, for model: inout ExhibitModel, in folder: URL, _ progress: ProgressReporter
    ) throws -> [(String, URL)] {
        var files: [(String, URL)] = []
        var finer = scene
        for (k, count) in Self.levelTriangles.dropFirst().enumerated() where finer.triangleCount >= 2 * count {
            try progress.report(Double(k) / 2, "Simplifying")
            let level = try SceneSimplification.simplify(finer, toTriangles: count)
            // Surfaces that can't be simplified: a level that is hardly coarser is of no use.
            guard level.triangleCount <= finer.triangleCount * 3 / 4 else { break }
            let name = "\(model.id)-\(k + 1).glb"
            let file = folder.appendingPathComponent(name)
            do throws(FormatError) { try SceneFile.write(level, to: file, progress: .silent) } catch {
                throw SpacesError(.invalidInput, "the model can't be converted: \(error.reason)", input: source.lastPathComponent)
            }
            model.levels.append(.init(file: "models/\(name)", triangleCount: level.triangleCount))
            files.append(("models/\(name)", file))
            finer = level
        }
        return files
    }

    private func write(
        _ scene: Scene, _ model: ExhibitModel, _ folder: URL, _ progress: ProgressReporter
    ) throws -> [(String, URL)] {
        let glb = folder.appendingPathComponent("\(model.id).glb")
        let usdz = folder.appendingPathComponent("\(model.id).usdz")
        let table = folder.appendingPathComponent("\(model.id)-table.usdz")
        let image = folder.appendingPathComponent("\(model.id).jpg")
        do throws(FormatError) {
            try SceneFile.write(scene, to: glb, progress: progress.part(0...0.3))
            try SceneFile.write(scene, to: usdz, progress: progress.part(0.3...0.5))
            var small = scene
            small.place(scale: model.tableScale)
            try SceneFile.write(small, to: table, progress: progress.part(0.5...0.7))
        } catch {
            throw SpacesError(.invalidInput, "the model can't be converted: \(error.reason)", input: source.lastPathComponent)
        }
        guard let drawing = SceneDrawing(scene) else {
            throw SpacesError(.invalidInput, "the model shows no surface", input: source.lastPathComponent)
        }
        let camera = Self.camera(around: scene.bounds, aspect: Float(Self.imageSize.width) / Float(Self.imageSize.height))
        let drawn = drawing.rest.image(camera, width: Self.imageSize.width, height: Self.imageSize.height)
        try AtomicFile.write(JPEG.encode(drawn), to: image)
        let poster = folder.appendingPathComponent("\(model.id)-poster.webp")
        let size = ExhibitPoster.size
        guard let cut = drawing.rest.cutout(ExhibitPoster.camera(scene.bounds), width: size.width, height: size.height) else {
            throw SpacesError(.invalidInput, "the model shows no surface", input: source.lastPathComponent)
        }
        try AtomicFile.write(WebP.encode(cut, quality: ExhibitPoster.quality), to: poster)
        let paths = [model.file, model.usdz!, model.tableUSDZ!, model.image!, model.poster!.image]
        return Array(zip(paths, [glb, usdz, table, image, poster]))
    }

    /// From the front, a little from the side and above, with all of the model in the image.
    private static func camera(around box: Bounds, aspect: Float) -> RenderCamera {
        let angle: Float = 0.5
        let yaw: Float = 0.6
        let pitch: Float = 0.3
        let direction = Vector3(
            Trigonometry.sincos(yaw).sin * Trigonometry.sincos(pitch).cos, Trigonometry.sincos(pitch).sin,
            Trigonometry.sincos(yaw).cos * Trigonometry.sincos(pitch).cos)
        let right = cross(Vector3(0, 1, 0), direction).normalized
        let up = cross(direction, right)
        // The nearest distance from which each corner is inside both pairs of edges, with a margin.
        let slope = tan(angle / 2) * 0.88
        var distance: Float = 0
        for i in 0..<8 {
            let corner = Vector3(
                i & 1 == 0 ? box.min.x : box.max.x, i & 2 == 0 ? box.min.y : box.max.y, i & 4 == 0 ? box.min.z : box.max.z)
            let offset = corner - box.center
            let needed = max(abs(dot(offset, up)), abs(dot(offset, right)) / aspect) / slope
            distance = max(distance, dot(offset, direction) + needed)
        }
        return .looking(at: box.center, from: box.center + direction * distance, verticalFieldOfView: angle)
    }

    /// Scales the model to its size, and puts it on the floor in the middle.
    private func scale(_ scene: inout Scene) throws {
        guard let size else { return scene.place(scale: 1) }
        guard size.metres > 0, size.metres <= 100_000 else {
            throw SpacesError(
                .invalidInput, "the size \(size.metres) m is out of range", remedy: "it must be above 0 and at most 100000")
        }
        let bounds = scene.bounds
        let sides = [bounds.size.x, bounds.size.y, bounds.size.z].map(Double.init)
        let length = size.axis.map { sides[$0.index] } ?? sides.max() ?? 0
        guard length > 0, length.isFinite else {
            throw SpacesError(.invalidInput, "the model has no extent along this axis", remedy: "choose another axis")
        }
        scene.place(scale: size.metres / length)
    }

    /// Two significant digits.
    private static func rounded(_ value: Double) -> Double {
        let power = pow(10, floor(log10(value)) - 1)
        return min(1000, (value / power).rounded() * power)
    }
}

extension Scene {
    /// Scales what is shown and moves it so that it stands on the floor, its middle above the origin.
    fileprivate mutating func place(scale: Double) {
        let box = bounds
        guard !box.isEmpty else { return }
        let centre = SIMD3<Double>(Double(box.center.x), Double(box.min.y), Double(box.center.z))
        var top = Node(
            name: name, transform: .parts(translation: -centre * scale, rotation: SIMD4(0, 0, 0, 1), scale: SIMD3(repeating: scale))
        )
        top.children = roots
        origin = .zero
        nodes.append(top)
        roots = [nodes.count - 1]
    }
}
