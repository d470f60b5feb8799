import Codecs
import Meshes
import Foundation
import ModelFormats
import Models
import Geometry
import Images
import DioramaLibrary
import Measurement
import Reconstruction
import Rendering
import Splats
import Support

/// Writes the files of a space into a folder: the model, its levels of detail, the boundary loops, the thumbnail.
public struct SpaceFiles {
    let folder: URL
    /// What the files are called when they are downloaded, without extension.
    let name: String
    private(set) var assets: [AssetDraft] = []

    private static let glb = "model/gltf-binary"

    init(in folder: URL, name: String) {
        self.folder = folder
        self.name = name
    }

    /// The whole model: a scene as it is, a single surface in the order in which it is drawn fastest.
    mutating func add(_ whole: SpaceModel, progress: ProgressReporter) throws {
        var model = whole.surface
        let file = folder.appendingPathComponent("model.glb")
        if let scene = whole.scene {
            try SceneFile.write(scene, to: file, progress: progress)
            // The file that was read may have been larger: what is stored must be readable as a surface, too.
            let bytes = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int ?? 0
            guard scene.flattenedSize <= Scene.flatteningBudget(bytes: bytes) else {
                throw SpacesError(
                    .notPossible, "the model instances its meshes so often that it does not fit into memory as one surface",
                    input: name, remedy: "join or simplify its parts first")
            }
        } else {
            if case .mesh(let mesh) = model.shape { model.shape = .mesh(mesh.orderedForDrawing()) }
            try ModelFile.write(model, to: file, progress: progress)
        }
        assets.append(
            AssetDraft(
                kind: model.mesh == nil ? .cloud : .mesh, contentType: Self.glb, fileName: name + ".glb", file: file,
                isConsumed: true,
                triangleCount: model.mesh?.triangleCount))
    }

    /// The files that the space was made from, as they were: only the owner can download them. A name that the library doesn't
    /// take becomes one that it does.
    mutating func addOriginals(_ files: [URL], progress: ProgressReporter) throws {
        for (i, file) in files.enumerated() {
            let isFolder = (try? file.resourceValues(forKeys: [.isDirectoryKey]).isDirectory) == true
            let plain = Self.plainName(for: (isFolder ? file : file.deletingPathExtension()).lastPathComponent)
            if isFolder {
                let packed = folder.appendingPathComponent("original-\(i + 1).zip")
                try ZipFolder.write(file, to: packed, progress: progress)
                assets.append(
                    AssetDraft(
                        kind: .source, contentType: "application/zip", fileName: "\(plain).zip", file: packed, isConsumed: true))
                continue
            }
            let type = file.pathExtension.lowercased()
            let model = ModelFormat.allCases.first { $0.fileExtensions.contains(type) }
            let known = ["json": "application/json", "zip": "application/zip", "mp4": "video/mp4", "mov": "video/quicktime"]
            assets.append(
                AssetDraft(
                    kind: .source, contentType: model?.mediaType ?? known[type] ?? "application/octet-stream",
                    fileName: type.isEmpty ? plain : "\(plain).\(type)", file: file))
        }
    }

    /// Levels of detail of a surface, at the model's place in the world. They are only looked at, so whole numbers do: half the
    /// bytes.
    mutating func addLevels(of model: Model, progress: ProgressReporter) throws {
        guard let mesh = model.mesh else { return }
        for (i, level) in try LevelsOfDetail.make(mesh, texture: model.texture, progress: progress).enumerated() {
            let file = folder.appendingPathComponent("level-\(i + 1).glb")
            var coarse = model.placing(.mesh(level.mesh))
            coarse.texture = level.texture
            try ModelFile.write(coarse, to: file, options: WriteOptions(quantizes: true), progress: .silent)
            assets.append(
                AssetDraft(
                    kind: .lod, contentType: Self.glb, fileName: "\(name)-level-\(i + 1).glb", file: file, isConsumed: true,
                    level: i + 1,
                    triangleCount: level.mesh.triangleCount))
        }
    }

    /// Splats as viewers draw them while they arrive: beside a surface, or of a space that has nothing else.
    /// - Parameters:
    ///   - cloud: in the space's frame.
    ///   - origin: added to all coordinates.
    ///   - isOrdered: whether the most important splats come first already.
    /// - Throws: `FormatError`.
    mutating func addSplats(
        _ cloud: SplatCloud, origin: SIMD3<Double> = .zero, isOrdered: Bool = false, progress: ProgressReporter = .silent
    ) throws {
        let file = folder.appendingPathComponent("splats")
        try SplatStream.write(cloud, origin: origin, isOrdered: isOrdered, to: file, progress: progress)
        assets.append(
            AssetDraft(
                kind: .splats, contentType: SplatStream.contentType, fileName: name + ".splats", file: file, isConsumed: true))
    }

    /// Lines of points as `{"rims":[[x,y,z,x,y,z,…],…]}`, to the millimetre; no file where there are none.
    /// - Throws: `FileError`.
    mutating func addRims(_ rims: [[Vector3]]) throws {
        let lines = rims.map { $0.filter(\.isFinite) }.filter { $0.count > 1 }
        guard !lines.isEmpty else { return }
        let texts = lines.map { line in
            "[" + line.flatMap { [$0.x, $0.y, $0.z] }.map(Self.millimetres).joined(separator: ",") + "]"
        }
        let file = folder.appendingPathComponent("rims.json")
        try AtomicFile.write(Array("{\"rims\":[\(texts.joined(separator: ","))]}".utf8), to: file)
        assets.append(
            AssetDraft(
                kind: .rims, contentType: "application/json", fileName: name + "-rims.json", file: file, isConsumed: true))
    }

    /// What measurements need to state their uncertainty.
    /// - Throws: `MeasurementError`, `FileError`.
    mutating func addNoise(_ noise: NoiseModel?) throws {
        guard let noise else { return }
        let file = folder.appendingPathComponent("noise.json")
        try AtomicFile.write(Array(try noise.json()), to: file)
        assets.append(
            AssetDraft(kind: .noise, contentType: "application/json", fileName: name + "-noise.json", file: file, isConsumed: true))
    }

    /// The view in which the space is first shown; no file where it has none.
    mutating func addView(_ view: DefaultView?) throws {
        guard let view else { return }
        let file = folder.appendingPathComponent("view.json")
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        try AtomicFile.write(Array(try encoder.encode(view)), to: file)
        assets.append(
            AssetDraft(kind: .view, contentType: "application/json", fileName: name + "-view.json", file: file, isConsumed: true))
    }

    /// - Parameters:
    ///   - model: what is drawn: a scene with all its materials; of a single surface the texture where it has no colours.
    ///   - view: of a surface; nil: from above.
    mutating func addThumbnail(of model: SpaceModel, view: DefaultView? = nil) throws {
        let image =
            switch model.surface.shape {
            case .mesh(let mesh):
                if let scene = model.scene, let drawing = SceneDrawing(scene) {
                    Self.thumbnail(of: drawing.rest)
                } else {
                    Self.thumbnail(of: mesh, texture: mesh.colors.isEmpty ? model.surface.texture : nil, view: view)
                }
            case .cloud(let cloud): Renderer.thumbnail(of: cloud, width: 640, height: 480)
            case .splats(let splats): Renderer.thumbnail(of: splats.centres, width: 640, height: 480)
            }
        let file = folder.appendingPathComponent("thumbnail.jpg")
        try AtomicFile.write(JPEG.encode(image, quality: 88), to: file)
        assets.append(
            AssetDraft(kind: .thumbnail, contentType: "image/jpeg", fileName: name + ".jpg", file: file, isConsumed: true))
    }

    private static func thumbnail(of scene: RenderScene) -> ColorImage {
        scene.image(scene.table.camera(aspect: 640 / 480), width: 640, height: 480)
    }

    private static func thumbnail(of mesh: TriangleMesh, texture: ColorImage?, view: DefaultView?) -> ColorImage {
        let width = 640
        let height = 480
        switch view?.camera {
        case nil: return Renderer.thumbnail(of: mesh, texture: texture, width: width, height: height)
        case .around(let yaw, let pitch):
            let camera = SandTable(mesh).camera(aspect: Float(width) / Float(height), yaw: yaw, pitch: pitch)
            return Renderer.render(
                mesh, texture: texture, camera: camera, width: width, height: height, style: RenderStyle(cullsBackFaces: true))
        case .inside(let eye, let target):
            return Renderer.render(
                mesh, texture: texture,
                camera: .looking(at: target, from: eye, verticalFieldOfView: DefaultView.fieldOfView), width: width,
                height: height, style: RenderStyle(cullsBackFaces: true))
        }
    }

    private static func millimetres(_ metres: Float) -> String { "\((Double(metres) * 1000).rounded() / 1000)" }

    /// A name that every file system takes: letters, digits, and "-" for anything else.
    public static func plainName(for name: String) -> String {
        let plain = name.unicodeScalars.map { CharacterSet.alphanumerics.contains($0) ? Character($0) : "-" }
        let text = String(plain.prefix(60)).split(separator: "-").joined(separator: "-")
        return text.isEmpty ? "space" : text
    }
}
