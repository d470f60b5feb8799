import Codecs
import Foundation
import Geometry
import Images
import ModelFormats
import Models
import Support

/// What checking a package found.
public struct ExhibitReport: Sendable, Equatable {
    /// Broken rules, missing files and files that can't be read. An exhibit with any of them is not imported.
    public var problems: [ExhibitProblem] = []
    /// What visitors would miss.
    public var warnings: [ExhibitProblem] = []
    /// The models whose files could be read, in the order of the document.
    public var models: [Model] = []

    /// A model as its file has it.
    public struct Model: Sendable, Equatable {
        /// The id of the model.
        public let id: String
        /// The triangles of the finest file.
        public let triangleCount: Int
        /// Width, height and depth in metres.
        public let size: SIMD3<Double>
        /// The number of its parts.
        public let partCount: Int
    }

    /// Whether the exhibit can be used.
    public var isValid: Bool { problems.isEmpty }
}

extension ExhibitPackage {
    /// Checks the document and reads all files: whether they exist, are what their names say, and have the nodes that parts name.
    /// - Throws: an error of kind `cancelled`.
    public func check(progress: ProgressReporter = .silent) throws(ExhibitError) -> ExhibitReport {
        var check = PackageCheck(package: self)
        try check.run(progress)
        return check.report
    }
}

/// Collects what is wrong with a package.
private struct PackageCheck {
    let package: ExhibitPackage
    var report = ExhibitReport()

    /// How far outside of the model's box a label may be, as a fraction of the box's diagonal.
    private static let labelMargin = 0.1
    /// The same for the bounds of its poster: how far they may differ from those of the model.
    private static let posterTolerance = 0.05

    mutating func run(_ progress: ProgressReporter) throws(ExhibitError) {
        let exhibit = package.exhibit
        report.problems = exhibit.problems()
        let steps = Double(max(1, exhibit.models.count + 1))
        for (i, model) in exhibit.models.enumerated() {
            do { try progress.report(Double(i) / steps, "Checking \(model.name)") } catch {
                throw ExhibitError(.cancelled, "cancelled")
            }
            check(model, "models[\(i)]")
        }
        var images: Set<String> = []
        for (i, card) in exhibit.cards.enumerated() {
            if let image = card.image {
                if images.insert(image).inserted { self.image(image, "cards[\(i)].image") }
                if card.imageDescription?.isEmpty ?? true {
                    warn("cards[\(i)]", "the image has no description", remedy: "write imageDescription for those who don't see it")
                }
            }
            if card.sources.isEmpty { warn("cards[\(i)].sources", "there are no sources") }
        }
        if exhibit.license.isEmpty { warn("license", "there is no license", remedy: "say under which conditions it may be used") }
        let named = Set(exhibit.files)
        for path in package.files.keys.sorted() where !named.contains(path) {
            warn(path, "the document doesn't name this file", remedy: "it is not exported")
        }
    }

    private mutating func check(_ model: ExhibitModel, _ place: String) {
        if let scene = scene(model.file, place + ".file") { check(model, scene, place) }
        for (i, level) in model.levels.enumerated() {
            guard let scene = scene(level.file, "\(place).levels[\(i)].file") else { continue }
            if scene.triangleCount != level.triangleCount {
                problem(
                    "\(place).levels[\(i)].triangleCount",
                    "the file has \(scene.triangleCount) triangles, not \(level.triangleCount)",
                    remedy: "write the number of the file")
            }
        }
        if let usdz = model.usdz { _ = scene(usdz, place + ".usdz") }
        if let usdz = model.tableUSDZ { _ = scene(usdz, place + ".tableUSDZ") }
        if model.usdz == nil { warn(place + ".usdz", "there is no USDZ file", remedy: "iPhones and iPads can't show it in AR") }
        if let poster = model.poster { image(poster.image, place + ".poster.image") }
        guard let image = model.image else {
            return warn(place + ".image", "there is no image", remedy: "add one for the entry page")
        }
        self.image(image, place + ".image")
    }

    private mutating func check(_ model: ExhibitModel, _ scene: Scene, _ place: String) {
        let bounds = scene.bounds
        guard !bounds.isEmpty else {
            return problem(place + ".file", "the model shows nothing", remedy: "export it again with its surface")
        }
        let size = SIMD3<Double>(Double(bounds.size.x), Double(bounds.size.y), Double(bounds.size.z))
        report.models.append(
            .init(id: model.id, triangleCount: scene.triangleCount, size: size, partCount: model.allParts.count))
        let names = Set(scene.nodes.compactMap(\.name))
        let diagonal = (size * size).sum().squareRoot()
        if let poster = model.poster, !poster.isNear(bounds, tolerance: diagonal * Self.posterTolerance) {
            warn(
                place + ".poster", "its bounds are not those of the model", remedy: "it is shown at another position than the model"
            )
        }
        let margin = diagonal * Self.labelMargin
        for part in model.allParts {
            if let node = part.node, !names.contains(node) {
                problem(
                    place + ".parts", "the part \(part.id) names the node \"\(node)\", which \(model.file) doesn't have",
                    remedy: "'diorama inspect' prints its nodes")
            }
            guard part.position.count == 3 else { continue }
            let isNear = (0..<3).allSatisfy {
                part.position[$0] >= Double(bounds.min[$0]) - margin && part.position[$0] <= Double(bounds.max[$0]) + margin
            }
            if !isNear {
                warn(place + ".parts", "the label of the part \(part.id) is far outside of the model", remedy: "check its position")
            }
        }
    }

    private mutating func scene(_ path: String, _ place: String) -> Scene? {
        guard let file = file(path, place) else { return nil }
        do throws(FormatError) {
            let scene = try SceneFile.read(file)
            if let flaw = scene.flaw {
                problem(place, "\(path) is damaged: \(flaw)", remedy: "export it again")
                return nil
            }
            return scene
        } catch {
            problem(place, "\(path) can't be read: \(error.reason)")
            return nil
        }
    }

    private mutating func image(_ path: String, _ place: String) {
        guard let file = file(path, place) else { return }
        guard let type = ExhibitFile.contentType(path) else { return }
        if let reason = ExhibitFile.imageProblem(file, contentType: type) { problem(place, "\(path): \(reason)") }
    }

    private mutating func file(_ path: String, _ place: String) -> URL? {
        guard ExhibitFile.split(path) != nil else { return nil }
        guard let file = package.files[path] else {
            problem(place, "the file \(path) is missing", remedy: "add it, or remove its name")
            return nil
        }
        let size = (try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int64) ?? 0
        guard size <= ExhibitFile.maxByteCount else {
            problem(place, "\(path) has \(size) bytes", remedy: "at most 1 GiB is possible")
            return nil
        }
        return file
    }

    private mutating func problem(_ location: String, _ problem: String, remedy: String? = nil) {
        report.problems.append(ExhibitProblem(location: location, problem: problem, remedy: remedy))
    }

    private mutating func warn(_ location: String, _ problem: String, remedy: String? = nil) {
        report.warnings.append(ExhibitProblem(location: location, problem: problem, remedy: remedy))
    }
}
